// SPDX-License-Identifier: BSD-3-Clause

package gosmith

func init() {
	scenes = append(scenes,
		scene{
			decls: `
func mapped$N[A, B any](l []A, f func(A) B) []B {
	r := make([]B, 0, len(l))
	for _, x := range l {
		r = append(r, f(x))
	}
	return r
}

func filter$N[S ~[]E, E any](l S, keep func(E) bool) S {
	var r S
	for _, x := range l {
		if keep(x) {
			r = append(r, x)
		}
	}
	return r
}

func fold$N[A, B any](l []A, b B, f func(B, A) B) B {
	for _, x := range l {
		b = f(b, x)
	}
	return b
}

func sum$N[T Number](l ...T) (s T) {
	for _, x := range l {
		s += x
	}
	return
}

func largest$N[T cmp.Ordered](x T, l ...T) T {
	for _, y := range l {
		if y > x {
			x = y
		}
	}
	return x
}

func index$N[T comparable](l []T, x T) int {
	for i, y := range l {
		if x == y {
			return i
		}
	}
	return -1
}

func kind$N[T any](x T) string {
	switch any(x).(type) {
	case int:
		return "int"
	case string:
		return "string"
	case []T:
		return "slice"
	case bool:
		return "bool"
	}
	return fmt.Sprintf("%T", x)
}

type ints$N []int`,
			body: `
l := []$T{$t, $t, $t}
trace("map", mapped$N(l, func(x $T) string { return fmt.Sprint(x, "!") }))
trace("filter", filter$N(ints$N{1, $int, 3, $int, 5}, func(n int) bool { return n $cmp 4 }))
fmt.Printf("%T %T\n", filter$N(ints$N{1}, func(int) bool { return true }), mapped$N([]int{1}, strconv.Itoa))
trace("fold", fold$N([]int{1, $int, 3}, "s", func(s string, n int) string { return s + strconv.Itoa(n) }))
trace("sum", sum$N(1, $int, 3), sum$N(1.5, 2), sum$N[$I](), sum$N[uint8](200, 100), sum$N([]float32{0.5, 1}...))
trace("largest", largest$N("a", "c", "b"), largest$N(2.5, 1), largest$N[$I]($n, 1, 2))
trace("index", index$N([]$K{$k, $k, $k}, $k), index$N([]any{1, "a"}, any("a")), index$N([]error{nil}, nil))
trace("kind", kind$N(1), kind$N("a"), kind$N($e), kind$N([]int{}), kind$N[any](nil))
f := largest$N[string]
trace("value", f($word, "m"))
trace("nested", sum$N(mapped$N(l, func($T) int { return $int })...))
$more`},
		scene{
			decls: `
type stack$N[T any] struct{ items []T }

func (s *stack$N[T]) push(x T) *stack$N[T] { s.items = append(s.items, x); return s }

func (s *stack$N[T]) pop() (x T, ok bool) {
	if len(s.items) == 0 {
		return x, false
	}
	x = s.items[len(s.items)-1]
	s.items = s.items[:len(s.items)-1]
	return x, true
}

type pair$N[K comparable, V any] struct {
	Key K
	Val V
}

func (p pair$N[K, V]) String() string { return fmt.Sprintf("%v=%v", p.Key, p.Val) }
func (p pair$N[K, V]) swap(k K) pair$N[K, V] { p.Key = k; return p }

type set$N[T comparable] map[T]struct{}

func (s set$N[T]) add(l ...T) set$N[T] {
	for _, x := range l {
		s[x] = struct{}{}
	}
	return s
}
func (s set$N[T]) has(x T) bool { _, ok := s[x]; return ok }

type list$N[T any] struct {
	head *elem$N[T]
	size int
}

type elem$N[T any] struct {
	val  T
	next *elem$N[T]
}

func (l *list$N[T]) add(x T) { l.head = &elem$N[T]{x, l.head}; l.size++ }

func (l *list$N[T]) all() iter.Seq2[int, T] {
	return func(yield func(int, T) bool) {
		i := 0
		for e := l.head; e != nil; e = e.next {
			if !yield(i, e.val) {
				return
			}
			i++
		}
	}
}

type tree$N[T cmp.Ordered] struct {
	left, right *tree$N[T]
	val         T
}

func (t *tree$N[T]) insert(x T) *tree$N[T] {
	if t == nil {
		return &tree$N[T]{val: x}
	}
	if x < t.val {
		t.left = t.left.insert(x)
	} else {
		t.right = t.right.insert(x)
	}
	return t
}

func (t *tree$N[T]) each(f func(T)) {
	if t != nil {
		t.left.each(f)
		f(t.val)
		t.right.each(f)
	}
}

type counter$N interface{ count() int }

func (s *stack$N[T]) count() int { return len(s.items) }
func (l *list$N[T]) count() int  { return l.size }
func (s set$N[T]) count() int    { return len(s) }

func total$N[C counter$N](l ...C) (n int) {
	for _, c := range l {
		n += c.count()
	}
	return n
}

type setter$N[T any] interface {
	*T
	set(string)
}

type conf$N struct{ v string }

func (c *conf$N) set(s string) { c.v = s }

func build$N[T any, P setter$N[T]](s string) T {
	var x T
	P(&x).set(s)
	return x
}`,
			body: `
var s stack$N[$T]
s.push($t).push($t).push($t)
x, ok := s.pop()
trace("stack", x, ok, s.items, s.count())
var empty stack$N[$U]
y, ok := empty.pop()
trace("empty", y, ok)
p := pair$N[$K, $T]{$k, $t}
q := p.swap($k)
fmt.Println(p, q, []pair$N[string, int]{{"a", $int}}, pair$N[int, pair$N[string, bool]]{1, pair$N[string, bool]{"x", true}})
t := set$N[$K]{}.add($k, $k, $k)
trace("set", len(t), t.has($k), set$N[int]{}.add(1, 2).has($int))
var l list$N[$U]
for range $pos {
	l.add($u)
}
for i, v := range l.all() {
	if i == 3 {
		break
	}
	trace("list", i, v)
}
var root *tree$N[string]
for _, w := range []string{$word, "m", $word, "b"} {
	root = root.insert(w)
}
root.each(func(w string) { trace("tree", w) })
trace("count", total$N[counter$N](&s, &l, t), total$N(&s, &s), total$N(&empty))
for _, c := range []counter$N{&s, t, &l} {
	switch c := c.(type) {
	case *stack$N[$T]:
		trace("stack", len(c.items))
	case set$N[$K]:
		trace("set", len(c))
	default:
		trace("other", c.count())
	}
}
fmt.Printf("%T %T %+v %v\n", pair$N[string, int]{}, stack$N[[]int]{}, pair$N[int, string]{1, "a"}, stack$N[int]{[]int{$int}})
trace("build", build$N[conf$N]($word).v)
push := s.push
push($t)
trace("method value", s.count(), (*stack$N[$T]).count(&s))
$more`},
		scene{
			decls: `
func upto$N(n int) iter.Seq[int] {
	return func(yield func(int) bool) {
		defer trace("done", n)
		for i := 0; i < n; i++ {
			if !yield(i) {
				trace("stopped", i)
				return
			}
		}
	}
}

func zip$N[A, B any](a []A, b []B) iter.Seq2[A, B] {
	return func(yield func(A, B) bool) {
		for i := range min(len(a), len(b)) {
			if !yield(a[i], b[i]) {
				return
			}
		}
	}
}

func find$N(n, want int) (r int) {
	defer func() { r *= 2 }()
	for i := range upto$N(n) {
		defer trace("deferred", i)
		for j := range upto$N(i) {
			if i*j == want {
				return i + j
			}
			if j > $pos {
				break
			}
		}
	}
	return -1
}`,
			body: `
trace("find", find$N(4, $int), find$N(5, 6))
outer:
for i := range upto$N(4) {
	for j := range upto$N(3) {
		switch {
		case i*j == $int:
			continue outer
		case i+j == 5:
			break outer
		}
		trace("pair", i, j)
	}
}
var fs []func() int
for i := range upto$N(3) {
	fs = append(fs, func() int { i += $pos; return i })
}
trace("captured", fs[0](), fs[1](), fs[0]())
n := 0
for a, b := range zip$N([]$T{$t, $t, $t}, []$U{$u, $u}) {
	n++
	trace("zip", a, b, n)
}
next, stop := iter.Pull(upto$N($pos))
v, ok := next()
w, ok2 := next()
stop()
u, ok3 := next()
trace("pull", v, ok, w, ok2, u, ok3)
trace("collect", slices.Collect(upto$N($pos)), slices.Sorted(maps.Keys(map[string]int{"b": 1, "a": 2})))
for i, x := range slices.Backward([]$T{$t, $t}) {
	trace("backward", i, x)
}
for range upto$N(2) {
	n++
}
for i := range 3 {
	i *= 2
	n += i
}
var i8 int8 = $pos
for k := range i8 {
	n += int(k)
}
trace("n", n)
func() {
	defer func() { trace("panicked", recover()) }()
	for i := range upto$N(5) {
		if i == 2 {
			panic(fmt.Sprint("at ", i))
		}
	}
}()
label := 0
for i := range func(yield func(int) bool) { _ = yield(1) && yield(2) && yield(3) } {
	label = label*10 + i
	if i == $pos {
		continue
	}
}
trace("literal", label)`},
	)
}
