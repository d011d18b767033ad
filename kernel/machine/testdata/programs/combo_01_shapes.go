// The classic shapes example: interfaces, sorting, totals, Stringers.

package main

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"sort"
)

type Shape interface {
	Area() float64
	Perimeter() float64
}
type Named interface {
	Shape
	fmt.Stringer
}
type Rect struct{ W, H float64 }
type Circle struct{ R float64 }
type Square struct{ Rect }

func (r Rect) Area() float64         { return r.W * r.H }
func (r Rect) Perimeter() float64    { return 2 * (r.W + r.H) }
func (r Rect) String() string        { return fmt.Sprintf("%gx%g", r.W, r.H) }
func (c *Circle) Area() float64      { return math.Pi * c.R * c.R }
func (c *Circle) Perimeter() float64 { return 2 * math.Pi * c.R }
func (s Square) String() string      { return "square " + s.Rect.String() }

type byArea []Shape

func (b byArea) Len() int           { return len(b) }
func (b byArea) Less(i, j int) bool { return b[i].Area() < b[j].Area() }
func (b byArea) Swap(i, j int)      { b[i], b[j] = b[j], b[i] }

func main() {
	var shapes []Shape
	for i := 1.0; i < 4; i++ {
		shapes = append(shapes, Rect{i, i + 1}, &Circle{i / 2}, Square{Rect{i, i}})
	}
	sort.Sort(byArea(shapes))
	total := 0.0
	for _, s := range shapes {
		total += s.Area()
		switch v := s.(type) {
		case Named:
			fmt.Printf("%v %.2f\n", v, v.Perimeter())
		case *Circle:
			fmt.Printf("circle %.1f %.2f\n", v.R, v.Area())
		}
	}
	fmt.Printf("%.3f\n", total)
	big := slices.MaxFunc(shapes, func(a, b Shape) int { return cmp.Compare(a.Perimeter(), b.Perimeter()) })
	fmt.Printf("%v %T\n", big, big)
}
