// Points and paths: methods on structs, slices of points, embedded points with colors.

package main

import (
	"fmt"
	"math"
)

type Point struct{ X, Y float64 }
type Path []Point
type ColoredPoint struct {
	*Point
	Color string
}

func (p Point) Distance(q Point) float64 { return math.Hypot(q.X-p.X, q.Y-p.Y) }
func (p *Point) ScaleBy(f float64)       { p.X *= f; p.Y *= f }
func (p Point) Add(q Point) Point        { return Point{p.X + q.X, p.Y + q.Y} }
func (p Point) Sub(q Point) Point        { return Point{p.X - q.X, p.Y - q.Y} }
func (path Path) Distance() (sum float64) {
	for i := range path {
		if i > 0 {
			sum += path[i-1].Distance(path[i])
		}
	}
	return
}
func (path Path) TranslateBy(offset Point, add bool) {
	op := Point.Sub
	if add {
		op = Point.Add
	}
	for i := range path {
		path[i] = op(path[i], offset)
	}
}

func main() {
	perim := Path{{1, 1}, {5, 1}, {5, 4}, {1, 1}}
	fmt.Println(perim.Distance())
	perim.TranslateBy(Point{1, 2}, true)
	fmt.Println(perim)
	perim.TranslateBy(Point{2, 3}, false)
	fmt.Println(perim)
	p, q := ColoredPoint{&Point{1, 1}, "red"}, ColoredPoint{&Point{5, 4}, "blue"}
	fmt.Println(p.Distance(*q.Point))
	q.Point = p.Point
	p.ScaleBy(2)
	fmt.Println(*p.Point, *q.Point)
	distance, scale := Point.Distance, (*Point).ScaleBy
	scale(p.Point, 3)
	fmt.Println(distance(Point{}, Point{3, 4}), *q.Point)
}
