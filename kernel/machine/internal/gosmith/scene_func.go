// SPDX-License-Identifier: BSD-3-Clause

package gosmith

func init() {
	scenes = append(scenes,
		scene{body: `
var fs []func() int
for i := $int; i < 12; i += $pos {
	fs = append(fs, func() int { i $op= $pos; return i })
	if i % 3 == 0 {
		i++
	}
}
for _, f := range fs {
	trace("captured", f(), f())
}
var ps []*int
for i := range $pos {
	ps = append(ps, &i)
}
for j, p := range ps {
	*p += j
	trace("pointer", *p)
}
var gs []func() $T
for _, x := range []$T{$t, $t, $t} {
	gs = append(gs, func() $T { old := x; x = $t; return old })
}
for _, f := range gs {
	trace("element", f(), f())
}
$more`},
		scene{
			decls: `
func deferred$N(n int) (r int, s string) {
	defer func() {
		r *= 2
		s += "!"
		if e := recover(); e != nil {
			s = fmt.Sprint(s, "recovered ", e)
			r--
		}
	}()
	for i := range n {
		defer func(k int) { r += k * i; s += strconv.Itoa(i) }(i + $int)
	}
	if n > 3 {
		panic($word)
	}
	if n == 2 {
		var a []int
		return a[n], "never"
	}
	return n $op $pos, $word
}

func replaced$N(n int, note string) (r int, read func() int) {
	kept := n
	defer func() {
		note += "."
		r += len(note) + n
		trace("note", note)
	}()
	defer func() {
		if e := recover(); e != nil {
			r, note = n, fmt.Sprint(note, e)
			n++
		}
	}()
	if n%3 == 1 {
		defer func() {
			kept++
			read = func() int { kept++; return kept }
			if n > 1 {
				panic(note + $word)
			}
		}()
	}
	if n > 2 {
		panic(fmt.Sprint($word, n))
	}
	n += $int & 3
	return n $op $pos, nil
}

func repanic$N(depth int) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("depth %d: %v", depth, r)
			if depth > 1 {
				panic(err)
			}
		}
	}()
	if depth == 3 {
		panic($word)
	}
	return repanic$N(depth + 1)
}`,
			body: `
for i := range 6 {
	r, s := deferred$N(i)
	trace("deferred", r, s)
}
for i := range 9 {
	r, read := replaced$N(i, $word)
	trace("replaced", r, read == nil || read() + read() > 0)
	if read != nil {
		trace("read", read())
	}
}
trace("repanic", repanic$N(0), repanic$N(2))
func() {
	defer fmt.Println("last")
	x := $e
	defer trace("argument", x)
	x = $t
	defer func() { trace("closure", x) }()
	x = $t
}()
func() {
	defer func() { trace("outer", recover()) }()
	defer func() {
		defer func() { trace("inner", recover()) }()
		panic($word)
	}()
	panic($int)
}()
func() {
	defer func() { trace("nothing", recover()) }()
	func() { recover() }()
}()
$more`},
		scene{
			decls: `
type place$N struct {
	x, y $I
}

type shown$N struct {
	depth int
	v     any
}

func (s shown$N) String() string {
	if s.depth <= 0 {
		if s.depth < 0 {
			panic($word)
		}
		return fmt.Sprint(s.v)
	}
	return fmt.Sprint(s.depth, shown$N{s.depth - 1, s.v}, fmt.Sprintf("%v:%d", s.v, s.depth))
}

func listed$N(n int, rest ...any) (text string, err error) {
	for i := range n {
		defer fmt.Println("later", i, text, rest)
		text = fmt.Sprintln(i, text, shown$N{i - 1, rest}, len(rest))
		if i == 3 {
			err = fmt.Errorf("at %d: %w", i, err)
		} else if i > 0 {
			err = fmt.Errorf("%d, %v", i, fmt.Sprint(rest...))
		}
	}
	if n > 0 {
		more, _ := listed$N(n-1, text == "", shown$N{0, n}, fmt.Sprint(rest...))
		text = fmt.Sprint(len(text), fmt.Sprintf("%s|%v", more, err), n)
	}
	return text, err
}

func at$N(x, y $I, m map[place$N]int, n map[place$N]string) {
	m[place$N{x, y}]++
	m[place$N{y, x}] += len(n)
	n[place$N{x, y}] += fmt.Sprint(m[place$N{x, y}], x)
	m[place$N{x $op $pos, y}] = $int
}`,
			body: `
text, err := listed$N($pos, $word)
trace("listed", text, err)
m, n := map[place$N]int{}, map[place$N]string{}
for i := range 40 {
	at$N($I(i%7), $I(i%5), m, n)
}
trace("places", m, n)
out := make(chan string, 1)
for i := range 3 {
	go func(args ...any) { out <- fmt.Sprint(args...) }(i, $word)
	trace("go", <-out)
}
$more`},
		scene{
			decls: `
type lexer$N struct {
	in  string
	pos int
	out []string
}

type state$N func(*lexer$N) state$N

func start$N(l *lexer$N) state$N {
	if l.pos >= len(l.in) {
		return nil
	}
	if c := l.in[l.pos]; '0' <= c && c <= '9' {
		return digits$N
	}
	l.out = append(l.out, string(l.in[l.pos]))
	l.pos++
	return start$N
}

func digits$N(l *lexer$N) state$N {
	begin := l.pos
	for l.pos < len(l.in) && '0' <= l.in[l.pos] && l.in[l.pos] <= '9' {
		l.pos++
	}
	l.out = append(l.out, l.in[begin:l.pos])
	return start$N
}`,
			body: `
l := &lexer$N{in: "12+ab345-6" + strconv.Itoa($int)}
for s := state$N(start$N); s != nil; {
	s = s(l)
}
fmt.Printf("%q %d\n", l.out, l.pos)
var fib func(int) int
fib = func(n int) int {
	if n < 2 {
		return n
	}
	return fib(n-1) + fib(n-2)
}
trace("fib", fib($pos + 4))
inc, get := func() (func(int), func() int) {
	n := $int
	return func(d int) { n $op= d }, func() int { return n }
}()
inc($pos)
inc($int)
trace("shared", get())
table := map[string]func(...int) int{
	"sum": func(l ...int) int {
		s := 0
		for _, x := range l {
			s += x
		}
		return s
	},
	"len": func(l ...int) int { return len(l) },
}
trace("table", table["sum"](1, $int, 3), table["len"](), table["sum"]([]int{$int, $pos}...), table["no"] == nil)`},
		scene{
			decls: `
func variadic$N(tag string, xs ...any) string {
	return fmt.Sprint(tag, len(xs), xs == nil, xs)
}

func pair$N(n int) (int, string) { return n $op $pos, $word }

func take$N(n int, rest ...any) (string, int) { return fmt.Sprint(n, rest), len(rest) }

func takeTwo$N(a int, b string) string { return fmt.Sprint(b, a) }`,
			body: `
list := []any{1, "a", $int}
trace("variadic", variadic$N("a"), variadic$N("b", list), variadic$N("c", list...), variadic$N("d", nil), variadic$N("e", nil...))
trace("spread", takeTwo$N(pair$N($int)))
fmt.Println(take$N($int, $e, $word))
fmt.Println(pair$N($pos))
f := variadic$N
g := func(h func(string, ...any) string) string { return h("h", 1, 2) }
trace("value", f("x", []any{}...), g(f), g(variadic$N))
change := func(xs ...int) { if len(xs) > 0 { xs[0] = $int } }
own := []int{7, 8}
change(own...)
change(own[0], own[1])
trace("own", own)
$more`},
		scene{body: `
i := 0
again:
	if i < $pos {
		j := i $op $pos
		i++
		if j % 2 == 0 {
			goto again
		}
		trace("goto", i, j)
		goto again
	}
outer:
for a := 0; a < 4; a++ {
	for b := range 4 {
		switch {
		case b == $int:
			continue outer
		case a * b == 6:
			break outer
		case a == b:
			break
		default:
			trace("labels", a, b)
		}
		if a + b > $pos {
			continue outer
		}
	}
}
block:
switch {
default:
	if i $cmp $pos {
		break block
	}
	trace("block", i)
}
sw:
switch i {
case 0, 1, 2:
	for {
		break sw
	}
	fallthrough
case 3:
	trace("three")
	fallthrough
default:
	trace("default")
	fallthrough
case 4:
	trace("four")
case 5:
	trace("five")
}
switch a, b := $int, $int; a + b {
case 1, 3, 5:
	trace("odd", a)
case 2:
	trace("two", b)
default:
	trace("other", a $op b)
}
switch x := $h; {
default:
	trace("no tag", x)
case i == 77:
}
$more`},
		scene{body: `
len := $int
trace("len", len $op 1)
{
	nil := $int
	true := nil > 4
	string := func(x int) int { return x + 1 }
	trace("names", nil, true, string(len))
}
type int string
var x int = "int"
fmt.Printf("%v %T\n", x, x)
print := func(a ...any) { trace("print", a...) }
print(len, $word)
fmt := "fmt"
append := func(a, b int) int { return a + b }
trace("append", append("a", "b") + int(fmt))
if len := len * 2; len $cmp 10 {
	trace("inner", len)
}
cap, new, copy := 1, 2, 3
trace("more", cap, new, copy)`},
		scene{
			decls: `
var trail$N []string

func note$N(s string, n int) int {
	trail$N = append(trail$N, s)
	return n
}

type chain$N struct{ n int }

func (c *chain$N) add(n int) *chain$N { trail$N = append(trail$N, fmt.Sprint("add", n)); c.n += n; return c }
func (c chain$N) with(n int) chain$N { c.n $op= n; return c }`,
			body: `
a := []int{note$N("a", 1), note$N("b", 2), note$N("c", $int)}
m := map[int]int{note$N("k", 5): note$N("v", $int)}
a[note$N("i", 0)], a[note$N("j", 1)] = note$N("x", $int), note$N("y", $int)
_ = note$N("p", 1) > 5 && note$N("q", 1) > 0 || note$N("r", 2) == 2
c := new(chain$N).add(note$N("s", 1)).add(note$N("t", $int))
defer func(n int) { trace("deferred", n, len(trail$N)) }(note$N("d", $int))
switch note$N("u", 2) {
case note$N("w", 1), note$N("z", 2):
case note$N("never", 3):
}
trace("order", a, m[5], c.n, c.with($pos).with($int).n, c.n)
trace("trail", strings.Join(trail$N, " "))`},
	)
}
