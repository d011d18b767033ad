// Methods that print, where package fmt calls them and where it does not.
package main

import (
	"errors"
	"fmt"
	"math/big"
	"time"
)

type S struct{ n int }

func (s S) String() string { return fmt.Sprintf("S<%d>", s.n) }

type P struct{ n int }

func (p *P) String() string { return fmt.Sprintf("P<%d>", p.n) }

type E struct{ msg string }

func (e E) Error() string { return "E:" + e.msg }

type PE struct{ msg string }

func (e *PE) Error() string { return "PE:" + e.msg }

type Both struct{}

func (Both) Error() string  { return "as error" }
func (Both) String() string { return "as string" }

type Level int

func (l Level) String() string { return [...]string{"low", "high"}[l] }

type Celsius float64

func (c Celsius) String() string { return fmt.Sprintf("%.1f°C", float64(c)) }

type Flags []string

func (f Flags) String() string { return fmt.Sprint(len(f), " flags") }

type Table map[string]int

func (t Table) String() string { return "table" }

type Fn func() int

func (f Fn) String() string { return "fn" }

type Name string

func (n Name) String() string { return "name " + string(n) }

type G struct{ a, b int }

func (g G) GoString() string { return fmt.Sprintf("G(%d, %d)", g.a, g.b) }

type Fm struct{ X int }

func (f Fm) Format(s fmt.State, verb rune) {
	w, okW := s.Width()
	p, okP := s.Precision()
	fmt.Fprintf(s, "[%c %d %v %d %v", verb, w, okW, p, okP)
	for _, c := range "+-# 0" {
		if s.Flag(int(c)) {
			fmt.Fprintf(s, " %q", c)
		}
	}
	s.Write([]byte("]"))
}

type Outer struct {
	S
	N int
}

type Named struct {
	P *P
	N int
}

type Wrap struct {
	Pub  S
	priv S
	Ptr  *S
	Pt   *P
	Val  P
	Any  any
	any  any
	Err  error
	err  error
	Str  fmt.Stringer
	L    Level
	l    Level
	Ls   []Level
	ls   []Level
	M    map[Level]Celsius
	G    G
	g    G
	F    Fm
	f    Fm
	T    time.Duration
	t    time.Duration
	B    *big.Int
	Arr  [2]S
	arr  [2]S
}

type inner struct{ Lv Level }
type embedsUnexported struct {
	inner
	*P
	x Level
}

type fakeError struct{ E int }

func (f fakeError) Error(a int) string { return "no" }

type fakeStringer struct{ E int }

func (f fakeStringer) String() (string, error) { return "no", nil }

type viaEmbed struct{ time.Duration }
type viaPointer struct{ *big.Int }

func main() {
	w := Wrap{Pub: S{1}, priv: S{2}, Val: P{4}, Any: S{5}, any: S{6}, Err: E{"x"}, err: E{"y"}, Str: S{8}, L: 1, l: 1, Ls: []Level{0, 1}, ls: []Level{0, 1},
		M: map[Level]Celsius{1: 20, 0: 36.6}, G: G{1, 2}, g: G{3, 4}, T: time.Second, t: time.Minute, B: nil, Arr: [2]S{{1}, {2}}, arr: [2]S{{3}, {4}}}
	fmt.Printf("%v\n%+v\n%#v\n%s\n%d\n", w, w, w, w, w)
	values := []any{S{1}, &S{2}, &P{3}, P{4}, (*P)(nil), (*S)(nil), E{"a"}, &E{"b"}, &PE{"c"}, PE{"d"}, (*PE)(nil), Both{}, Level(1), Level(0), Celsius(3), Flags{"a"}, Flags(nil), Table{"a": 1},
		Fn(nil), Name("n"), G{1, 2}, &G{3, 4}, Fm{1}, &Fm{2}, Outer{S{1}, 2}, &Outer{S{1}, 2}, Named{nil, 1}, fakeError{1}, fakeStringer{1}, viaEmbed{time.Second}, viaPointer{nil},
		embedsUnexported{}, embedsUnexported{inner{1}, nil, 1}, []S{{1}, {2}}, []*S{}, []P{{1}}, []Level{0, 1}, map[Level]S{1: {1}, 0: {0}}, map[S]Level{{1}: 0, {0}: 1}, [2]Celsius{1, 2},
		[]error{E{"a"}, nil, Both{}}, []fmt.Stringer{S{1}, nil, time.Second}, []any{S{1}, E{"z"}, Level(1), G{5, 6}, Fm{3}, Name("q"), time.Second},
		map[string]any{"s": S{1}, "e": E{"q"}}, map[string]error{"x": E{"q"}}, struct{ A S }{S{1}}, struct{ a S }{S{1}}, &struct{ A Level }{1}, [][]Level{{0}, {1}}, []Name{"a", "b"}, []G{{1, 2}}, []Fm{{1}},
		map[Name]Name{"k": "v"}, big.NewInt(7), []*big.Int{nil}, struct {
			T time.Duration
			e E
		}{time.Second, E{"in"}},
		errors.Join(E{"1"}, Both{}), fmt.Errorf("wrapped: %w", E{"3"}), struct{ inner }{inner{1}}, []time.Month{time.May}, map[time.Month]Level{time.May: 1},
	}
	for i, v := range values {
		fmt.Printf("%d %T\n", i, v)
		for _, f := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%X", "%d", "%8v|", "%-12s|", "%.2s", "%+s", "%+d", "%#x", "%#q", "%c", "%t", "%5.1f", "%w", "%U", "% x", "%08v", "%z"} {
			fmt.Println("", f, fmt.Sprintf(f, v))
		}
		fmt.Println(v)
		fmt.Print(v, v, "\n")
	}
}
