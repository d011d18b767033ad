// Ranges over integers, with typed counts, and closures that capture them.

package main

import "fmt"

type level int8

func (l level) String() string { return fmt.Sprintf("L%d", int(l)) }

func main() {
	for i := range 3 {
		fmt.Print(i, " ")
	}
	for l := range level(3) {
		fmt.Print(l, " ")
	}
	fmt.Println()
	n := 3
	for i := range n {
		n = 10
		i += 5
		fmt.Print(i, " ")
	}
	fmt.Println(n)
	for range 2 {
		fmt.Print("x")
	}
	for range -5 {
		fmt.Print("never")
	}
	fmt.Println()
	const c = 4
	var sum uint8
	for i := range uint8(c) {
		sum += i
	}
	fmt.Printf("%T %v\n", sum, sum)
	var fs [3]func() int
	for i := range fs {
		fs[i] = func() int { i *= 2; return i }
	}
	fmt.Println(fs[1](), fs[1](), fs[2](), fs[0]())
	var i int
	for i = range 5 {
		if i == 3 {
			break
		}
	}
	fmt.Println(i)
	var a [2]int
	j := 0
	for j, a[j] = range []int{7, 8} {
		fmt.Print(a, j, " ")
	}
	fmt.Println(a, j)
}
