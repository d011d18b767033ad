// Arrays are values: assignment, parameters, range, comparison and map keys copy them.

package main

import "fmt"

type board [3][3]rune

func (b board) with(r, c int, v rune) board { b[r][c] = v; return b }
func (b *board) set(r, c int, v rune)       { b[r][c] = v }
func (b board) String() string {
	s := ""
	for _, row := range b {
		for _, v := range row {
			if v == 0 {
				v = '.'
			}
			s += string(v)
		}
		s += "/"
	}
	return s
}

func zero(a [3]int) [3]int {
	for i := range a {
		a[i] = 0
	}
	return a
}

func main() {
	a := [3]int{1, 2, 3}
	b := a
	b[0] = 100
	fmt.Println(a, b, a == b, zero(a), a)
	pa := &a
	pa[1] = 50
	c := *pa
	pa[2] = 60
	fmt.Println(a, c, len(pa), pa[:2])
	var x board
	y := x.with(1, 1, 'X')
	y.set(0, 0, 'O')
	z := y
	z[2] = [3]rune{'a', 'b', 'c'}
	fmt.Println(x, y, z)
	seen := map[board]int{x: 1, y: 2}
	seen[x.with(1, 1, 'X').with(0, 0, 'O')]++
	fmt.Println(len(seen), seen[y])
	grid := [2][2]int{{1, 2}, {3, 4}}
	row := grid[0]
	row[0] = 9
	rows := grid[:]
	rows[1][1] = 44
	fmt.Println(grid, row)
	s := [][2]int{{1, 2}, {3, 4}}
	for _, e := range s {
		e[0] = 0
	}
	s[0][1]++
	fmt.Println(s)
	m := map[string][2]int{"k": {1, 2}}
	v := m["k"]
	v[0] = 7
	fmt.Println(m, v, [...]string{2: "c", 0: "a"}, len([...]int{9: 1}))
}
