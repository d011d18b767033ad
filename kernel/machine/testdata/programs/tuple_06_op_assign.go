// Operator assignments on every kind of target, each target evaluated once.

package main

import "fmt"

type grid struct {
	cells [2][3]int
	total float64
	name  string
}

var calls int

func idx() int { calls++; return 1 }

func main() {
	var g grid
	g.cells[1][2] += 5
	g.cells[idx()][idx()] -= 3
	g.cells[idx()][0]++
	g.total += 2.5
	g.total *= 4
	g.name += "abc"
	g.name += string(g.name[0])
	fmt.Printf("%+v calls=%d\n", g, calls)
	p := &g
	p.cells[0][0] |= 6
	p.cells[0][0] &= 3
	p.cells[0][0] ^= 7
	p.cells[0][1] = 100
	p.cells[0][1] /= 7
	p.cells[0][1] %= 5
	p.cells[0][2] = 1
	p.cells[0][2] <<= 10
	p.cells[0][2] >>= 3
	p.cells[1][1] &^= 1
	fmt.Println(g.cells)
	m := map[string][]int{}
	m["a"] = append(m["a"], 1)
	m["a"][0] += 9
	c := map[rune]int{}
	for _, r := range "hello" {
		c[r]++
	}
	c['l'] *= 10
	fmt.Println(m, c)
	ms := map[string]*grid{"g": p}
	ms["g"].total--
	*(&ms["g"].total) /= 3
	fmt.Println(g.total)
	var u8 uint8 = 250
	u8 += 10
	var i8 int8 = 127
	i8++
	fmt.Println(u8, i8)
}
