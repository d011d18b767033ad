// SPDX-License-Identifier: BSD-3-Clause

package gosmith

func init() {
	scenes = append(scenes,
		scene{body: `
a := [4]$T{$t, $t, 3: $t}
b := a
p := &a
p[1] = $t
a[0], a[2] = a[2], a[0]
for i, x := range a {
	a[3] = $t
	trace("copy", i, x)
}
for i, x := range p {
	p[len(p)-1-i] = $t
	trace("pointer", i, x)
}
for i := range p {
	trace("index", i, len(p), b[i])
}
s := a[1:3]
s[0] = $t
t := append(s, $t)
trace("alias", a, len(s), cap(s), len(t))
u := append(s[:1:1], $t)
u[0] = $t
trace("three", s, u, a)
c := [2][4]$T{a, b}
d := c
d[1][2] = $t
c[0] = d[1]
trace("nested", c, d)
func(x [4]$T, y []$T, z *[4]$T) {
	x[0], y[0], z[3] = $t, $t, $t
	trace("inside", x)
}(a, a[2:], &b)
trace("after", a, b)
arr := [2]$T(a[1:3])
q := (*[2]$T)(a[2:])
q[1] = $t
trace("conversion", arr, *q, a)
$more`},
		scene{body: `
s := make([]$T, 3, 10)
t := s[1:2]
t = append(t, $t, $t)
s = append(s, $t)
trace("capacity", s, t, cap(t), len(s[:5]))
n := copy(s[1:], s)
trace("copy", n, s)
n = copy(s, s[2:])
trace("copy", n, s)
i := $int % len(s)
s = append(s[:i], s[i+1:]...)
trace("delete", s, s[:4])
s = append(s[:1], append([]$T{$t}, s[1:]...)...)
trace("insert", s)
var none []$T
trace("nil", none == nil, len(none), append(none, none...) == nil, none[:0] == nil, len(none[0:]))
for i, j := 0, len(s)-1; i < j; i, j = i+1, j-1 {
	s[i], s[j] = s[j], s[i]
}
trace("reverse", s)
l := [][]$T{{$t}, nil, {$t, $t}}
l[1] = l[2][:1]
l[1][0] = $t
l[0], l[2] = l[2], l[0]
trace("nested", l)
clear(l[0])
clear(l[1:])
trace("clear", l)
var bs []byte
bs = append(bs, $word...)
bs = append(bs, "xyz"[1:]...)
trace("bytes", copy(bs, "go"), string(bs))
for i, x := range s[:2] {
	s = append(s, x)
	s[1] = $t
	trace("range", i, x, len(s))
}`},
		scene{body: `
m := map[$K]$T{}
m[$k] = $t
m[$k] = $t
x, ok := m[$k]
trace("lookup", len(m), x, ok, m)
delete(m, $k)
trace("deleted", len(m), m)
var none map[$K]$T
_, ok = none[$k]
delete(none, $k)
trace("nil", len(none), ok, none == nil)
for range none {
	trace("never")
}
count := map[$K]int{}
for _, k := range []$K{$k, $k, $k, $k, $k} {
	count[k]++
	count[k] *= 2
}
sum := 0
for k, n := range count {
	sum += n
	delete(count, k)
}
trace("sum", sum, len(count))
type point struct{ x, y int }
grid := map[point]*point{{1, 2}: {3, 4}, {$int, 2}: nil}
grid[point{1, 2}].x++
if p := grid[point{1, 2}]; p != nil {
	trace("point", *p, len(grid))
}
lists := map[[2]$K][]int{}
for i := range 6 {
	key := [2]$K{$k, $k}
	lists[key] = append(lists[key], i)
}
total := 0
for _, l := range lists {
	for _, n := range l {
		total += n
	}
}
trace("total", total)
var e any = $e
mixed := map[any]string{1: "int", int8(1): "int8", "1": "string", 1.0: "float", point{1, 1}: "point", [1]int{1}: "array"}
trace("mixed", len(mixed), mixed[1], mixed[int8(1)], mixed["1"], mixed[1.0], mixed[point{1, 1}], mixed[[1]int{1}], mixed[nil] == "")
_ = e
inner := map[string]map[string]int{"a": {"b": $int}}
inner["a"]["c"] $op= $int
inner["d"] = inner["a"]
inner["d"]["b"]--
trace("inner", inner, len(inner["zzz"]), inner["x"]["y"])
structs := map[string]point{"a": {1, 2}}
v := structs["a"]
v.x = $int
trace("value", structs, v)
structs["a"] = v
trace("value", structs)
clear(structs)
trace("clear", len(structs))
func() {
	defer func() { trace("key", recover()) }()
	mixed[[]int{1}] = "slice"
}()
$more`},
		scene{
			decls: `
type node$N struct {
	val  $T
	next *node$N
}

type tree$N struct {
	left, right *tree$N
	key         int
}

func (t *tree$N) insert(key int) *tree$N {
	if t == nil {
		return &tree$N{key: key}
	}
	if key < t.key {
		t.left = t.left.insert(key)
	} else if key > t.key {
		t.right = t.right.insert(key)
	}
	return t
}

func (t *tree$N) walk(visit func(int) bool) bool {
	return t == nil || t.left.walk(visit) && visit(t.key) && t.right.walk(visit)
}`,
			body: `
var head *node$N
for _, x := range []$T{$t, $t, $t} {
	head = &node$N{x, head}
}
var prev *node$N
for cur := head; cur != nil; {
	prev, cur, cur.next = cur, cur.next, prev
}
for n := prev; n != nil; n = n.next {
	trace("list", n.val, n.next == nil)
}
var root *tree$N
for _, k := range []int{5, $int, 8, $int, 1, $int} {
	root = root.insert(k)
}
root.walk(func(k int) bool {
	trace("key", k)
	return k < 7
})
a, b, c := 1, $int, $pos
a, b, c = b, c, a
l := []int{2, 0, 1}
i := 0
i, l[i] = l[i], $int
trace("tuple", a, b, c, i, l)
l[0], l[1], l[2] = len(l), l[0], cap(l)
trace("tuple", l)
p, q := &a, &b
*p, *q = *q, *p
p, *p = q, $int
trace("pointers", a, b, *p)
x, y := 0, 1
for range $pos {
	x, y = y, x+y
}
trace("fibonacci", x, y)
var pp **int = &p
*pp = &c
**pp = $int
trace("double", c, *p == c, p == q)
n := node$N{val: $t}
n.next = &n
n.next.next.val = $t
trace("cycle", n.val, n.next == &n)
m := n
n.val = $t
trace("cycle", m.val, m.next.val)
$more`},
		scene{
			decls: `
type base$N struct {
	id   int
	Name string
}

func (b base$N) Describe() string { return fmt.Sprintf("%d/%s", b.id, b.Name) }
func (b *base$N) rename(s string)  { b.Name = s }

type derived$N struct {
	base$N
	extra $T
}

func (d derived$N) Describe() string { return "derived " + d.base$N.Describe() }

type outer$N struct {
	*derived$N
	Name int
}

type tagged$N struct {
	A int    ` + "`json:\"a\"`" + `
	B string ` + "`json:\"b,omitempty\"`" + `
}`,
			body: `
d := derived$N{base$N{$int, $word}, $t}
d.rename("first")
o := outer$N{&d, $pos}
o.rename("second")
o.id++
trace("embedded", d, o.Describe(), o.Name, o.derived$N.Name, o.base$N.Describe(), d.base$N)
var s interface{ Describe() string } = o
var t interface{ Describe() string } = &d.base$N
d.Name = "third"
trace("interface", s.Describe(), t.Describe())
f := d.Describe
g := d.base$N.rename
h := (*base$N).rename
k := derived$N.Describe
d.id = $int
g("fourth")
trace("values", f(), k(d))
h(&d.base$N, "fifth")
trace("expressions", d.Describe(), base$N.Describe(d.base$N), (*derived$N).Describe(&d))
x := tagged$N{1, "b"}
y := struct {
	A int
	B string
}(x)
y.A = $int
trace("conversion", x, y, tagged$N(y) == x)
z := []struct{ A, B any }{{1, $word}, {$e, nil}}
fmt.Printf("%v %+v %#v\n", z, z[0], x)
fmt.Printf("%+v %v %#v\n", d, &d, d.base$N)
anon := struct {
	base$N
	n [2]int
}{d.base$N, [2]int{1, $int}}
other := anon
other.n[0]--
trace("anonymous", anon == other, anon.id == other.id, anon.Describe())
old := &d
d = derived$N{extra: $t}
trace("same", old.id, old.Name == "", old.Describe())
arr := [2]derived$N{d, d}
for _, e := range arr {
	e.id = 100
}
for i := range arr {
	arr[i].id += i + $pos
}
trace("copies", arr[0].id, arr[1].id, d.id)`},
		scene{body: `
s := $word + "aé世\xffz" + $word
for i, r := range s {
	trace("rune", i, r, string(r))
}
for i := range "aé世" {
	trace("offset", i)
}
bs, rs := []byte(s), []rune(s)
bs[0] = 'X'
rs[len(rs)-1] = 'é'
trace("converted", len(s), len(bs), len(rs), string(bs[:4]), string(rs), s)
var b strings.Builder
for i := range $pos {
	fmt.Fprintf(&b, "%d%c", i, 'a'+i)
	b.WriteByte('-')
	b.WriteString($word)
	b.WriteRune('世')
}
trace("builder", b.Len(), b.String())
t := s[1:] + s[:1]
t += string(s[0])
trace("compare", s < t, s == t, s[0] $cmp t[0], strings.Compare(s, t), t[len(t)-1])
trace("fields", strings.Fields(" a b  c "), strings.Split("a,b,,c", ","), strings.Map(func(r rune) rune {
	if r == 'a' {
		return -1
	}
	return r + 1
}, "banana"))
type text string
var x text = text(s)
for _, c := range []byte(x[:3]) {
	trace("byte", c)
}
n, err := strconv.Atoi($word)
trace("atoi", n, err)
switch {
case s > "b":
	trace("greater")
case s == "":
	trace("empty")
}
fmt.Printf("%q %x %+q % x %v %s|%8.3s|%-6s|\n", s, s, s, bs, rs[:1], x, s, "ab")`},
		scene{
			decls: `
type list$N []$T

func (l list$N) Len() int           { return len(l) }
func (l list$N) Less(i, j int) bool { return fmt.Sprint(l[i]) < fmt.Sprint(l[j]) }
func (l list$N) Swap(i, j int)      { l[i], l[j] = l[j], l[i] }

type heap$N []int

func (h heap$N) Len() int           { return len(h) }
func (h heap$N) Less(i, j int) bool { return h[i] < h[j] }
func (h heap$N) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *heap$N) Push(x any)        { *h = append(*h, x.(int)) }
func (h *heap$N) Pop() any {
	old := *h
	x := old[len(old)-1]
	*h = old[:len(old)-1]
	return x
}`,
			body: `
l := list$N{$t, $t, $t, $t}
sort.Sort(l)
trace("sorted", l)
sort.Sort(sort.Reverse(l))
trace("reverse", l, sort.IsSorted(l))
type pair struct {
	key $K
	n   int
}
ps := []pair{{$k, 1}, {$k, 2}, {$k, 3}, {$k, 4}}
sort.SliceStable(ps, func(i, j int) bool { return fmt.Sprint(ps[i].key) < fmt.Sprint(ps[j].key) })
trace("stable", ps)
slices.SortStableFunc(ps, func(a, b pair) int { return cmp.Compare(b.n % 3, a.n % 3) })
trace("func", ps)
ns := []int{3, $int, 2, $int, 9, 1}
sort.Slice(ns, func(i, j int) bool { return ns[i] > ns[j] })
trace("slice", ns, sort.Search(len(ns), func(i int) bool { return ns[i] < $pos }))
h := &heap$N{5, $int, 8}
heap.Init(h)
heap.Push(h, $int)
for h.Len() > 0 {
	trace("heap", heap.Pop(h))
}
slices.Sort(ns)
i, found := slices.BinarySearch(ns, $int)
trace("search", i, found, slices.Max(ns), slices.Index(ns, 9), slices.Contains(ns, 100))`},
	)
}
