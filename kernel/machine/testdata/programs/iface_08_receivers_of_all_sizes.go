// Calls by one statement of methods whose receivers are pointers, words, bytes, and structs of many
// sizes, also through pointers, and of nil, with arguments of all kinds. The calls of a loop must do
// the same when they have become machine code.

package main

import "fmt"

type part interface {
	use(a int, s string, p *int, f float64) int
	count()
}

type (
	pair  struct{ x, y int }
	named struct {
		s string
		n uint8
	}
	small  uint8
	none   struct{}
	three  [3]byte
	holder struct{ q *int }
	owner  struct{ pair }
)

var counted int

func (a pair) use(k int, s string, p *int, f float64) int {
	*p++
	return a.x + a.y + k + len(s) + int(f)
}
func (b named) use(k int, s string, p *int, f float64) int {
	*p++
	return len(b.s) + int(b.n) + k + len(s) + int(f)
}
func (b small) use(k int, s string, p *int, f float64) int {
	*p++
	return int(b) + 2*k + len(s) + int(f)
}
func (b none) use(k int, s string, p *int, f float64) int { *p++; return 3*k + len(s) + int(f) }
func (b three) use(k int, s string, p *int, f float64) int {
	*p++
	return int(b[0]) + int(b[2]) + 3*k + len(s) + int(f)
}
func (b holder) use(k int, s string, p *int, f float64) int {
	*p++
	return *b.q + 3*k + len(s) + int(f)
}
func (a *owner) use(k int, s string, p *int, f float64) int {
	*p++
	a.x++
	return a.x + a.y + k + len(s) + int(f)
}

func (a pair) count()   { counted++ }
func (a named) count()  { counted += 2 }
func (a small) count()  { counted += 3 }
func (a none) count()   { counted += 4 }
func (a three) count()  { counted += 5 }
func (a holder) count() { counted += 6 }

func do(l []part, i int) int {
	k := 0
	r := l[0].use(i, "abc", &k, 2.5)
	l[0].count()
	return 10*r + k
}

func try(what string, f func()) {
	defer func() { fmt.Println(what, recover()) }()
	f()
}

// Which of two failures comes first.
func fail(l []part, n []int, s []string) {
	try("argument", func() { l[0].use(n[9], "", nil, 1) })
	try("string", func() { l[0].use(n[0], s[9], nil, 1) })
	try("nil", func() { l[0].use(n[0], "", nil, 1) })
	try("pointer", func() { l[1].use(n[0], "", nil, 1) })
}

func main() {
	n := 7
	var null *pair
	list := []part{pair{1, 2}, &pair{3, 4}, named{"xyz", 9}, small(7), none{}, three{1, 2, 3}, holder{&n}, &owner{pair{1, 2}}, owner{pair{5, 6}}.pair}
	sum := 0
	for i := range 5000 {
		sum += do([]part{list[i%len(list)]}, i)
	}
	fmt.Println(sum, counted)
	for range 20 {
		fail([]part{nil, null}, []int{1}, []string{"a"})
	}
}
