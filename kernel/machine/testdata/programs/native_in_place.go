package main

import (
	"fmt"
	"math"
)

type point struct{ x, y int }

func (p point) norm() int           { return p.x*p.x + p.y*p.y }
func (p *point) first() int         { return p.x }
func (p point) dot(q point) float64 { return float64(p.x*q.x+p.y*q.y) / 2 }

type grid struct {
	rows [3][]int
	name string
}

func (g *grid) at(i, j int) int     { return g.rows[i][j] }
func (g *grid) empty(i, j int) bool { return g.rows[i][j] == 0 }

func square(n int) int               { return n * n }
func cube(n int) int                 { return square(n) * n }
func third(b bool, n int) bool       { return b && n%3 == 0 }
func constant(int) int               { return 7 }
func quotient(a, b int) int          { return a / b }
func item(l []int, i int) int        { return l[i] }
func letter(s string, i int) byte    { return s[i] }
func narrow(n int8) int8             { return n * 3 }
func shifted(n uint16, by int) int   { return int(n << by) }
func half(x float64) float64         { return x / 2 }
func root(x, y float64) float64      { return math.Sqrt(x*x + y*y) }
func single(x float32) float32       { return x*x + 1 }
func is(p *point) bool               { return p != nil }
func deep(n int) int                 { return cube(square(n)%5) + square(cube(n%7)) }
func negative(b bool) bool           { return !b }
func named(n int) (result int)       { return n + 1 }
func same(a, b string) bool          { return a == b }
func length(l []int, s string) int   { return len(l)*10 + len(s) }
func bits(a, b uint32) uint32        { return a&^b | b<<3 ^ a>>2 }
func between(a, x, b float64) bool   { return a <= x && x < b }
func a(i, j int) float64             { return 1 / float64((i+j)*(i+j+1)/2+i+1) }
func least(x, y int) int             { return min(x, y, 5) }
func pointer(p *point, n int) *point { return p }

var numbers = []int{3, 1, 4, 1, 5, 9, 2, 6}

var offset = 2

func global(i int) int { return numbers[i] + offset }

func try(name string, f func()) {
	defer func() {
		if r := recover(); r != nil {
			fmt.Println(name, r)
		}
	}()
	f()
}

func main() {
	g := &grid{rows: [3][]int{{1, 0}, {2}, nil}, name: "grid"}
	points := []point{{1, 2}, {3, -4}, {0, 5}}
	sum, count, total := 0, 0, 0.0
	var small int8
	for i := 0; i < 3000; i++ {
		p := points[i%3]
		sum += square(i) + cube(i%10) + p.norm() + points[(i+1)%3].norm() + (&points[i%3]).first() + deep(i)
		total += p.dot(points[2]) + half(float64(i)) + root(float64(p.x), total) + float64(single(float32(i))) + a(i, i%7)
		small += narrow(int8(i)) + narrow(small)
		if third(i > 5, i) && negative(g.empty(0, 0)) || between(1, total, 2) {
			count += constant(i) + named(i) + global(i%8) + item(numbers, i%8) + g.at(0, i%2)
		}
		sum += int(letter(g.name, i%4)) + shifted(uint16(i), i%20) + length(numbers[i%8:], g.name) + least(i, count)
		if same(g.name, "grid") && is(&p) && !is(nil) {
			sum += int(bits(uint32(i), uint32(sum)) % 1000)
		}
		sum %= 1 << 40
	}
	fmt.Println(sum, count, math.Float64bits(total), small)

	total = 0
	for i := range 60 {
		for j := range 60 {
			total += a(i, j) * half(float64(j))
		}
	}
	fmt.Printf("%.9f\n", total)

	try("condition", func() {
		for i := 0; i < 3000; i++ {
			if third(i < 0, numbers[i]) {
				count++
			}
		}
	})
	try("unused", func() {
		for i := 0; i < 3000; i++ {
			count += constant(numbers[i])
		}
	})
	try("divide", func() {
		for i := 1000; i >= 0; i-- {
			count += quotient(1000, i)
		}
	})
	try("row", func() {
		for i := 0; i < 3000; i++ {
			count += g.at(i/1000, 0)
		}
	})
	try("nil", func() {
		for i := 0; i < 3000; i++ {
			if i == 2500 {
				g = nil
			}
			count += g.at(0, 0)
		}
	})
	try("shift", func() {
		for i := 2000; ; i-- {
			count += shifted(3, i)
		}
	})
	try("nested", func() {
		for i := 0; ; i++ {
			count += square(quotient(item(numbers, i%8), 2000-i))
		}
	})
	try("argument", func() {
		var p *point
		for i := 0; i < 3000; i++ {
			if i < 2000 {
				p = &points[i%3]
			} else {
				p = nil
			}
			count += square(p.x) + pointer(p, i).first()
		}
	})
	fmt.Println(count)
}
