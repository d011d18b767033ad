// Interfaces calls methods of shapes through an interface, and tells shapes apart with a type switch.
package main

import (
	"fmt"
	"math"
)

type shape interface {
	area() float64
	perimeter() float64
}

type rectangle struct{ width, height float64 }

func (r rectangle) area() float64      { return r.width * r.height }
func (r rectangle) perimeter() float64 { return 2 * (r.width + r.height) }

type circle struct{ radius float64 }

func (c *circle) area() float64      { return math.Pi * c.radius * c.radius }
func (c *circle) perimeter() float64 { return 2 * math.Pi * c.radius }

type triangle struct{ a, b, c float64 }

func (t triangle) perimeter() float64 { return t.a + t.b + t.c }
func (t triangle) area() float64 {
	s := t.perimeter() / 2
	return math.Sqrt(s * (s - t.a) * (s - t.b) * (s - t.c))
}

type square struct{ rectangle }

func newSquare(side float64) *square { return &square{rectangle{side, side}} }

func shapes(n int) []shape {
	list := []shape{}
	for i := 0; i < n; i++ {
		f := float64(i%17 + 1)
		switch i * 7 % 4 {
		case 0:
			list = append(list, rectangle{f, f + 1})
		case 1:
			list = append(list, &circle{f})
		case 2:
			list = append(list, triangle{3 * f, 4 * f, 5 * f})
		default:
			list = append(list, newSquare(f))
		}
	}
	return list
}

// corners is the number of corners of a shape.
func corners(s shape) int {
	switch s.(type) {
	case rectangle, *square:
		return 4
	case triangle:
		return 3
	case *circle:
		return 0
	}
	return -1
}

// largest is the shape of the largest area for its perimeter.
func largest(list []shape) shape {
	best := list[0]
	most := 0.0
	for _, s := range list {
		if p := s.perimeter(); s.area()/p > most {
			best, most = s, s.area()/p
		}
	}
	return best
}

func main() {
	list := shapes(1000)
	area, perimeter, n := 0.0, 0.0, 0
	for range 1200 {
		for _, s := range list {
			area += s.area()
			perimeter += s.perimeter()
			n += corners(s)
		}
	}
	best := largest(list)
	if c, ok := best.(*circle); ok {
		fmt.Printf("%.1f\n", c.radius)
	} else {
		fmt.Printf("%.3f\n", best.area())
	}
	fmt.Printf("%.3f %.3f %d\n", area, perimeter, n)
}
