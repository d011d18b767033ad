package main

import "fmt"

type P struct{ x, y int }

func (p P) M(k int) int   { return p.x*100 + k }
func (p *P) PM(k int) int { return p.x*100 + k }

var n = 5
var g = "abc"
var gs = []int{1, 2, 3}
var ar = [3]int{1, 2, 3}
var m = map[int]int{0: 1, 1: 2}
var st = P{1, 2}
var pp = &P{5, 6}
var fv = func(k int) int { return 100 + k }
var e any = P{3, 4}

//go:noinline
func p() int {
	n = 9
	g = "zzzz"
	gs = []int{7, 8, 9}
	ar = [3]int{7, 8, 9}
	m = map[int]int{0: 7, 1: 8}
	st = P{9, 9}
	pp = &P{9, 9}
	fv = func(k int) int { return 200 + k }
	e = P{9, 9}
	return 1
}
func reset() {
	n = 5
	g = "abc"
	gs = []int{1, 2, 3}
	ar = [3]int{1, 2, 3}
	m = map[int]int{0: 1, 1: 2}
	st = P{1, 2}
	pp = &P{5, 6}
	fv = func(k int) int { return 100 + k }
	e = P{3, 4}
}
func two(f func() (int, int)) any { a, b := f(); return []int{a, b} }

func main() {
	for j, f := range []func() any{
		func() any { return gs[p()] },
		func() any { return ar[p()] },
		func() any { return m[p()] },
		func() any { return g[p()] },
		func() any { return gs[p()-1] + gs[0] },
		func() any { return gs[0] + gs[p()] },
		func() any { return gs[:2][p()] },
		func() any { return gs[len(gs)-1] + p() },
		func() any { return gs[len(gs)-p()] },
		func() any { return gs[:p()+1] },
		func() any { return g[n-5 : p()+1] },
		func() any { return gs[len(gs)-2 : p()+1] },
		func() any { return st.M(p()) },
		func() any { return pp.M(p()) },
		func() any { return pp.PM(p()) },
		func() any { return fv(p()) },
		func() any { return (*pp).x + p() },
		func() any { return two(func() (int, int) { return n, p() }) },
		func() any { return two(func() (int, int) { return len(g) + n, p() }) },
		func() any { return two(func() (int, int) { return len(g), p() }) },
		func() any { return two(func() (int, int) { return gs[0], p() }) },
		func() any { return two(func() (a, b int) { a = n; return a, p() }) },
		func() any { return two(func() (a, b int) { defer func() {}(); return n, p() }) },
		func() any { x, y := len(g)+n, p(); return []int{x, y} },
		func() any { var x, y int; x, y = len(g)+n, p(); return []int{x, y} },
		func() any { var x, y int; x, y = n, p(); return []int{x, y} },
		func() any { var x, y = len(g) + n, p(); return []int{x, y} },
		func() any { x := n; x += len(g)*n + p(); return x },
		func() any { gs[n-5], n = len(g)+n, p(); return fmt.Sprint(gs, n) },
		func() any { gs[p()], n = n, len(g); return fmt.Sprint(gs, n) },
		func() any { gs[p()] = n; return fmt.Sprint(gs, n) },
		func() any { gs[n-n] = p(); return fmt.Sprint(gs, n) },
		func() any { m[n] = p(); return fmt.Sprint(m, n) },
		func() any { st.x = p(); return fmt.Sprint(st, n) },
		func() any { pp.x = p(); return fmt.Sprint(*pp, n) },
		func() any { *pp = P{p(), n}; return fmt.Sprint(*pp, n) },
		func() any { *pp = P{n, p()}; return fmt.Sprint(*pp, n) },
		func() any { m[p()] = n; return fmt.Sprint(m, n) },
		func() any { m[p()] += n; return fmt.Sprint(m, n) },
		func() any { gs[p()] += n; return fmt.Sprint(gs, n) },
		func() any { gs[0] += n + p(); return fmt.Sprint(gs, n) },
		func() any {
			if n == p()+4 {
				return 1
			}
			return 2
		},
		func() any {
			if n > 6 || p() == 1 {
				return 1
			}
			return 2
		},
		func() any {
			switch n {
			case p() + 4:
				return 1
			case 9:
				return 2
			}
			return 3
		},
		func() any {
			switch {
			case n == p()+4:
				return 1
			case n == 9:
				return 2
			}
			return 3
		},
		func() any { c := make(chan int, 3); c <- n + p(); return <-c },
		func() any { c := make(chan int, 3); c <- len(g)*n + p(); return <-c },
		func() any {
			s := 0
			for i := n; i < p()+10; i++ {
				s += i
			}
			return s
		},
		func() any {
			s := 0
			for i := range gs[:p()+1] {
				s += i + gs[i]
			}
			return s
		},
		func() any { return -n + p() },
		func() any { return -(n + len(g)) + p()*n },
		func() any { return fmt.Sprint(-(n + len(g)), p(), n) },
		func() any { return e.(P).x*n + p() },
		func() any { return e.(P).M(p()) },
		func() any { return float64(n) + float64(p()) },
		func() any { return fmt.Sprintf("%d %d", n, p()) + g },
		func() any { return g + fmt.Sprintf("%d %d", n, p()) },
		func() any { return g + "x" + fmt.Sprintf("%d %d", n, p()) + g },
		func() any { return []int{n, gs[p()], n} },
		func() any { return []int{gs[n-5], gs[p()], n} },
		func() any { return map[int]int{n: p(), 2: n} },
		func() any { return struct{ a, b, c int }{n, p(), n} },
		func() any { return [][]int{{n, p()}, {n}} },
		func() any { return [][]int{{len(g) + n}, {p()}} },
		func() any { return append(gs, p()) },
		func() any { return append(gs, n, p()) },
		func() any { return append(gs[:1], n, p()) },
		func() any { return append(append([]int{}, n), p()) },
		func() any { return fmt.Sprint(copy(gs, []int{n, p()}), gs) },
		func() any { return min(n, p()+10) },
		func() any { return max(n, p(), len(g)+n) },
		func() any { defer func(a, b int) { fmt.Println("d", a, b) }(n, p()); return 0 },
		func() any { defer fmt.Println("d", len(g)+n, p()); return 0 },
		func() any { return func(a int) int { return a + n }(n + p()) },
		func() any { return func(a, b int) []int { return []int{a, b} }(len(g)+n, p()) },
		func() any { return 0 },
		func() any { return n*n - p()*n + len(gs)*n },
		func() any { return (n + p()) * (n + p()) },
		func() any { return (n + p()*n) - (gs[1] + p()) },
		func() any { return n<<p() | n },
		func() any { return n/p() + n%(p()+1) },
		func() any { return st == P{n, p()} },
		func() any { return P{n, p()} == st },
		func() any { return *pp == P{9, p() + 8} },
		func() any { return gs[0] == p()+6 },
		func() any { return g == fmt.Sprint(p(), "zzz") || g == "zzzz" },
		func() any { return complex(float64(n), float64(p())) },
		func() any { return !(n == 9) == (p() == 1) },
	} {
		reset()
		func() {
			defer func() {
				if r := recover(); r != nil {
					fmt.Println(j, r)
				}
			}()
			fmt.Println(j, f())
		}()
	}
}
