// Typed constants as array and slice indexes, in composite literals and lengths.

package main

import "fmt"

type day int

const (
	sun day = iota
	mon
	tue
	ndays
)

const size = 1e1

var names = [...]string{sun: "Sunday", tue: "Tuesday", mon: "Monday"}
var short = [ndays]string{mon: "M"}
var sparse = []int{5: 50, 60, 1: 10, 20}
var table = [ndays][2]int{tue: {1, 2}}

func (d day) String() string { return names[d] }
func (d day) next() day      { return (d + 1) % ndays }

type color byte

const (
	red   color = 'r'
	green color = 'g'
)

func main() {
	for d := range ndays {
		fmt.Print(d, ">", d.next(), " ")
	}
	fmt.Println(len(names), len(short))
	fmt.Println(sparse, len(sparse), table)
	var a [size]int
	a[tue] = 2
	a[size-1] = 9
	fmt.Println(a, len([size * 2]bool{}))
	m := map[color]string{red: "R", green: "G"}
	fmt.Println(m['r'], m[green], len(m))
	vowel := [128]bool{'a': true, 'e': true, 'i': true, 'o': true, 'u': true}
	n := 0
	for _, c := range []byte("education") {
		if vowel[c] {
			n++
		}
	}
	fmt.Println(n)
	b := [...]struct {
		d day
		s string
	}{mon: {mon, "x"}, {tue, "y"}}
	fmt.Println(b, len(b))
	ps := []*day{2: new(day)}
	fmt.Println(ps[0] == nil, *ps[2], [2][]day{1: {sun, mon}})
	var i uint8 = 1
	fmt.Println(names[i], "xyz"[mon], []int{1, 2, 3}[tue], names[mon:tue])
}
