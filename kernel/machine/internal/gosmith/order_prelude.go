// SPDX-License-Identifier: BSD-3-Clause

package gosmith

// orderPrelude is the beginning of each program about order.
const orderPrelude = `
import (
	"errors"
	"fmt"
	"iter"
	"math"
)

type rec struct {
	a   int
	arr [3]int
	s   []int
	p   *rec
	m   map[int]int
	i   doer
	f   func(int) int
	e   any
	q   *[4]int
}

type doer interface {
	Do(int) int
	Self(int) doer
}

// The fields of rec are promoted through a pointer.
type outer struct {
	*rec
	n int
}

// Values of type loosely can be compared if what e holds can.
type loosely struct {
	n int
	e any
}

//go:noinline
func (r rec) Val(k int) int      { fmt.Print(" Val", k, r.a); return k }
//go:noinline
func (r *rec) Ptr(k int) int     { fmt.Print(" Ptr", k, r != nil); return k }
//go:noinline
func (r *rec) Do(k int) int      { fmt.Print(" Do", k); r.a++; return r.a }
//go:noinline
func (r *rec) Self(k int) doer   { fmt.Print(" Self", k); return r }

// A wide is too large for the frame of a function.
type wide [40]int

type num int

//go:noinline
func (n num) Do(k int) int    { fmt.Print(" do", k, int(n)); return k + int(n) }
//go:noinline
func (n num) Self(k int) doer { fmt.Print(" self", k); return n + 1 }

var gwide wide

var (
	gn, big, minus, zero int
	gs, nils             []int
	ga                   [4]int
	gp, nilp             *rec
	gr                   rec
	grs                  []rec
	gm, nilm             map[int]int
	gi, nili             doer
	gtwo, gdo, gnil      doer
	ge, nile             any
	gf, nilf             func(int) int
	gq, nilq             *[4]int
	gstr, abstr, nostr   string
	gch                  chan int
	gpi, nilpi           *int
	gma                  map[any]int
	gmp                  map[int]*rec
	grows                [][]int
	gtable               [2][3]int
	gwords               []string
	gout                 outer
	gpp                  **rec
	yesno                bool
	loose                bool // what the next panic is, and what it leaves behind, is open
)

func reset() {
	gn, big, minus, zero = 1, 9, -1, 0
	gs = []int{1, 0, 1}
	ga = [4]int{1, 0, 1, 0}
	gr = rec{a: 1, s: []int{1, 1}}
	gp = made(1)
	gr.p, gr.q, gr.i, gr.f, gr.m = gp, &ga, gp, twice, map[int]int{}
	grs = recs(2)
	gtwo, gdo, gnil = num(2), gp, nilp
	gm = map[int]int{0: 1, 1: 0}
	gi, ge, gf, gq, gstr, gpi = num(1), 1, twice, &ga, "abc", new(int)
	gch = make(chan int, 2)
	gch <- 1
	close(gch)
	gma, gmp, grows = map[any]int{1: 1}, map[int]*rec{0: made(4), 1: gp}, [][]int{{1, 2}, {3, 4}}
	gtable, gwords, gout = [2][3]int{{1}, {2}}, []string{"a", "b"}, outer{gp, 1}
	gpp = &gp
	abstr, nostr = "ab", ""
	yesno, loose = false, false
}

// run calls a test, and prints what has ended it and what it has left behind.
//go:noinline
func run(n int, f func()) {
	reset()
	fmt.Print(n)
	func() {
		defer func() {
			if r := recover(); r == nil {
				loose = false
			} else if loose {
				fmt.Println(" panic")
			} else {
				fmt.Print(" panic: ", r)
			}
		}()
		f()
	}()
	if loose {
		return
	}
	fmt.Print(" / ", gn, gs, ga, gm, gstr, yesno, big)
	if gp != nil {
		fmt.Print(" gp", gp.a, gp.arr, gp.s, gp.m, gp.e, gp.q == gq, gp.f == nil)
	}
	fmt.Print(" gr", gr.a, gr.arr, gr.s, len(grs))
	for _, r := range grs {
		fmt.Print(" ", r.a, r.s)
	}
	if gq != nil {
		fmt.Print(*gq)
	}
	fmt.Print(len(gma), gma[0], gma[1], len(gmp), grows, gtable, gwords)
	if gpi != nil {
		fmt.Print(*gpi)
	}
	fmt.Println(gi == nil, gf == nil)
}

// c prints and returns its argument; set changes a variable as well. Nothing is inlined, since
// inlining moves what the language leaves open.
//
//go:noinline
func c[T any](tag int, v T) T { fmt.Print(" ", tag); return v }

//go:noinline
func set[T, R any](tag int, p *T, v T, r R) R { fmt.Print(" ", tag, "!"); *p = v; return r }

//go:noinline
func made(n int) *rec {
	return &rec{a: n, s: []int{0, 1, 2}, p: &gr, m: map[int]int{1: 1}, i: num(1), f: twice, e: 1, q: &ga}
}

//go:noinline
func recs(n int) []rec { return []rec{*made(1), *made(n)} }

//go:noinline
func array(tag int, q *[4]int) *[4]int { fmt.Print(" ", tag); return q }

//go:noinline
func idx0(tag int) int { fmt.Print(" ", tag); return 0 }
//go:noinline
func idx1(tag int) int { fmt.Print(" ", tag); return 1 }
//go:noinline
func twice(n int) int  { fmt.Print(" twice", n); return 2 * n }
//go:noinline
func say2(a, b int)    { fmt.Print(" say", a, b) }

//go:noinline
func two(n int) (int, int)      { fmt.Print(" two", n); return n, n + 1 }
//go:noinline
func sum2(a, b int) int         { fmt.Print(" sum2"); return a + b }
//go:noinline
func widen(n int, w wide, p *wide) wide { fmt.Print(" widen", n); p[2]++; w[n&3] += n; return w }
func size(r rec, n int) int     { fmt.Print(" size", r.a, n); return len(r.s) }
//go:noinline
func clip(s []int) []int        { return s[:min(len(s), 3)] }
//go:noinline
func bools(tag int) []bool      { fmt.Print(" ", tag); return []bool{true} }

//go:noinline
func mixed(a any, d doer, n int) int { fmt.Print(" mixed", a, d != nil); return n }

//go:noinline
func sum(list ...int) int {
	n := 0
	for _, x := range list {
		n += x
	}
	fmt.Print(" sum", n)
	return n
}

//go:noinline
func full(tag int) chan int {
	fmt.Print(" ", tag)
	ch := make(chan int, 2)
	ch <- 1
	ch <- 0
	close(ch)
	return ch
}

//go:noinline
func open(tag int) chan int { fmt.Print(" ", tag); return make(chan int, 1) }

// ptrs returns a channel with a pointer; gone returns one that is closed.
//go:noinline
func ptrs(tag int) chan *rec {
	fmt.Print(" ", tag)
	ch := make(chan *rec, 1)
	ch <- gp
	return ch
}

//go:noinline
func gone(tag int) chan *rec {
	fmt.Print(" ", tag)
	ch := make(chan *rec)
	close(ch)
	return ch
}

//go:noinline
func rows(tag int) [][]int { fmt.Print(" ", tag); return grows }

//go:noinline
func outers(tag int, p *rec) *outer { fmt.Print(" ", tag); return &outer{p, 2} }

// failed reports whether f panics.
//go:noinline
func failed(f func()) (yes bool) {
	defer func() { yes = recover() != nil }()
	f()
	return
}

//go:noinline
func never(n int) chan int { fmt.Print(" never", n); return nil }

//go:noinline
func upTo(n int) iter.Seq[int] {
	fmt.Print(" upTo", n)
	return func(yield func(int) bool) {
		for i := range n {
			fmt.Print(" yield")
			if !yield(i) {
				return
			}
		}
	}
}

// What main may panic with.
type (
	text     string
	yes      bool
	real     float64
	celsius  float64
	failure  struct{ n int }
	silent   int
	named    int
	stringer int
	plain    struct {
		n int
		s string
	}
)

//go:noinline
func (f failure) Error() string   { return fmt.Sprint("failure ", f.n) }
//go:noinline
func (c celsius) Error() string   { return fmt.Sprintf("%.1f degrees", float64(c)) }
//go:noinline
func (s silent) String() string   { return fmt.Sprint("silent ", int(s)) }
//go:noinline
func (n named) Error() string     { return fmt.Sprint("named ", int(n)) }
//go:noinline
func (s stringer) String() string { return "nine" }
//go:noinline
func (p plain) String() string    { return p.s }

var _ = []any{errors.New, math.Pi}
`
