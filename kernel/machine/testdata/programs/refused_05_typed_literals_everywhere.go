// Composite literals of own types as keys, arguments, operands, and in comparisons.

package main

import "fmt"

type pt struct{ x, y int }
type line [2]pt
type poly []pt
type dict map[pt]poly
type Sun int

const (
	s0 Sun = iota
	s1
)

func (p pt) plus(q pt) pt { return pt{p.x + q.x, p.y + q.y} }
func (l line) len2() int  { d := pt{l[1].x - l[0].x, l[1].y - l[0].y}; return d.x*d.x + d.y*d.y }
func (p poly) first() pt  { return p[0] }
func area(ps ...pt) (a int) {
	for i, p := range ps {
		q := ps[(i+1)%len(ps)]
		a += p.x*q.y - p.y*q.x
	}
	return a / 2
}

func main() {
	fmt.Println(pt{1, 2}.plus(pt{3, 4}), line{{0, 0}, {3, 4}}.len2(), poly{{5, 6}}.first())
	fmt.Println(area(poly{{0, 0}, {4, 0}, {4, 3}}...), area([]pt{{0, 0}, {2, 0}, {2, 2}, {0, 2}}...))
	d := dict{{1, 1}: {{2, 2}, {3, 3}}, {}: nil}
	d[pt{1, 1}][0].x = 20
	fmt.Println(d, len(d[pt{}]), d[pt{9, 9}] == nil)
	if (pt{1, 2}) == (pt{x: 1, y: 2}) && [2]int{1} != [2]int{0: 2} {
		fmt.Println("equal")
	}
	names := [...]string{s1: "one", s0: "zero"}
	fmt.Println(names[s1], [...]string{s1: "x"}[1], map[Sun][]Sun{s1: {s0, s1}}[s1][1], []string{0: "a", 2: "c"}[2])
	fmt.Println(struct{ p *pt }{&pt{7, 8}}.p.y, (&pt{1, 2}).plus(pt{}), *&pt{4, 4}, len([]line{{}, {{1, 1}}}))
	for p := (pt{}); p != (pt{2, 2}); p = p.plus(pt{1, 1}) {
		fmt.Print(p, " ")
	}
	switch (pt{1, 1}) {
	case pt{1, 0}:
		fmt.Println("bad")
	case pt{1, 1}:
		fmt.Println("matched")
	}
	f := func() (poly, error) { return poly{{1, 1}}, nil }
	p, _ := f()
	fmt.Println(append(p, poly{{2, 2}}...), [][]poly{{{{1, 2}}}})
}
