// String methods seen inside of slices, maps, arrays, fields and pointers.

package main

import "fmt"

type color int

const (
	red color = iota
	green
)

func (c color) String() string { return [...]string{"Red", "Green"}[c] }

type pt struct{ x, y int }

func (p pt) String() string { return fmt.Sprintf("<%d,%d>", p.x, p.y) }

type ref struct{ n int }

func (r *ref) String() string {
	if r == nil {
		return "nilref"
	}
	return fmt.Sprint("ref", r.n)
}

type shape struct {
	C  color
	P  pt
	Q  *pt
	cs []color
	m  map[color]pt
	p  pt
}

func main() {
	s := shape{green, pt{1, 2}, &pt{3, 4}, []color{red, green}, map[color]pt{red: {5, 6}}, pt{7, 8}}
	s.Q = nil
	fmt.Println(s)
	fmt.Printf("%v\n%+v\n", s, s)
	fmt.Println([]color{green, red}, [2]pt{{1, 1}}, map[string]color{"a": green}, map[color]string{green: "g"})
	fmt.Println([]any{red, pt{}, &pt{9, 9}, nil}, []*ref{}, []fmt.Stringer{&ref{1}, green, pt{}})
	var nilref *ref
	fmt.Println(nilref, &ref{2}, ref{3})
	fmt.Printf("%v %s %d %x %q\n", green, green, green, green, green)
	fmt.Printf("%v %d\n", []color{red, green}, []color{red, green})
	fmt.Println(struct {
		C color
		c color
	}{green, green}, &struct{ P pt }{pt{1, 2}}, &[]color{green}, &map[string]pt{"k": {}})
	fmt.Println([][]color{{red}, {green, red}}, map[string][]pt{"x": {{1, 2}}})
	fmt.Printf("%6v|%-6v|%6s|%s\n", red, green, pt{}, []string{"a"})
}
