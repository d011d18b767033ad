// SPDX-License-Identifier: BSD-3-Clause

package gosmith

// The forms of statements in which another interpreter went wrong without a word.
func init() {
	scenes = append(scenes,
		scene{
			decls: `
type flag$N bool

type dog$N struct{ n int }

type cat$N struct{}

type animal$N interface{ sound() string }

func (d *dog$N) sound() string { return fmt.Sprint("dog", d.n) }
func (cat$N) sound() string    { return "cat" }

type caller$N struct {
	fn func() int
	d  map[string]func(*caller$N) int
}

func (c caller$N) call() (int, error) { return c.fn(), nil }

func asAny$N(x $I) any      { return -x }
func asRest$N(x $I) any     { return x % 2 }
func lengths$N(l []int) (bool, int) { return l == nil, len(l) }

type link$N struct {
	n    int
	next any
}`,
			body: `
var b any = $cond
if b.(bool) {
	trace("true")
}
for n := 0; b.(bool) && n < 3; n++ {
	b = n == 1
}
switch x := any(flag$N($cond)); {
case bool(x.(flag$N)):
	trace("flag")
}
for f := flag$N(true); bool(f); {
	f = false
}
var x $I = $n
var v any
v = -x
trace("negated", v)
v = ^x
trace("complement", v)
v = x << 1
trace("shifted", v, asAny$N(x), asRest$N(x))
holder := struct{ v any }{x % 3}
holder.v = x % 3
list := []any{nil, -x}
list[0] = ^x
table := map[string]any{"a": -x}
table["b"] = x %3
trace("any", holder, list, table)
k := $int
c := caller$N{fn: func() int { k++; return k }}
fmt.Println(c.call())
c.d = map[string]func(*caller$N) int{"k": func(c *caller$N) int { return c.fn() * 2 }}
trace("calls", c.d["k"](&c))
ints, dogs := make(chan int, 2), make(chan *dog$N, 1)
ints <- k * k
ints <- -k
select {
case dogs <- &dog$N{$int}:
}
trace("sent", <-ints, <-ints, (<-dogs).n)
close(ints)
select {
case _, ok := <-ints:
	trace("closed", ok)
case _, ok := <-dogs:
	trace("open", ok)
}
for i, ch := range []chan int{ints, nil} {
	trace("channels", i, ch == nil, len(ch))
}
s, n, m := "", 0, 0
s, n = "text", len(s) + 3
n, m, list = len(s), max(n, cap(list)), append(list, s)
n, m = copy(list, list[1:]), min(n, m)
trace("tuple", s, n, m, list)
var a, z animal$N
a, z = &dog$N{$int}, cat$N{}
a, z = z, a
trace("animals", a.sound(), z.sound())
gen := func() func() int { i := 0; return func() int { i += $pos; return i } }
for f := gen(); ; {
	v := f()
	if v > 9 {
		break
	}
	trace("generated", v)
}
var chain any
for i := range 3 {
	chain = &link$N{i, chain}
}
for l, ok := chain.(*link$N); ok; l, ok = l.next.(*link$N) {
	trace("link", l.n)
}
d := dog$N{1}
var boxed any = d
d.n = $int
copied := boxed.(dog$N)
copied.n++
trace("boxed", boxed.(dog$N).n, d.n, copied.n)
p := &d
bound := d.sound
d = dog$N{n: 50}
trace("bound", bound(), p.n)
fmt.Println(lengths$N(nil))
fmt.Println(lengths$N([]int{}))
all := [...]animal$N{2: cat$N{}, 0: p}
for i, a := range all {
	switch a := a.(type) {
	case nil:
		trace("nil", i)
	case *dog$N:
		a.n += i + 1
	case interface{ sound() string }:
		trace("sound", a.sound())
	}
}
trace("dog", d.n, all[0] == animal$N(p), all[1] == nil)
fmt.Printf("%T %v %T\n", 'a', [3]rune{'x'}, 1.5)
$more`},
	)
}
