// SPDX-License-Identifier: BSD-3-Clause

package gosmith

func init() {
	scenes = append(scenes,
		scene{
			decls: `
type shape$N interface {
	area() int
	grow(int)
}

type named$N interface {
	shape$N
	fmt.Stringer
}

type square$N struct{ side int }

func (s *square$N) area() int      { return s.side * s.side }
func (s *square$N) grow(n int)     { s.side += n }
func (s *square$N) String() string { return fmt.Sprintf("square %d", s.side) }

type rect$N struct {
	w, h int
	tag  $T
}

func (r *rect$N) area() int  { return r.w * r.h }
func (r *rect$N) grow(n int) { r.w, r.h = r.h+n, r.w-n }

type unit$N struct{}

func (unit$N) area() int  { return 1 }
func (unit$N) grow(n int) {}

type number$N int

func (n number$N) area() int  { return int(n) }
func (n *number$N) grow(k int) { *n += number$N(k) }

type holder$N struct {
	shape$N
	n int
}`,
			body: `
var l []shape$N
m := map[string]shape$N{}
for i := range 3 {
	l = append(l, &square$N{i}, &rect$N{w: i, h: $pos, tag: $t})
	m[strconv.Itoa(i)] = &square$N{side: i + $int}
}
n := number$N($int)
l = append(l, unit$N{}, &n, holder$N{&square$N{$int}, 1}, &holder$N{shape$N: l[0]})
for i, s := range l {
	s.grow(i)
	switch x := s.(type) {
	case named$N:
		trace("named", x.String(), x.area())
	case *rect$N:
		trace("rect", x.w, x.h, x.tag)
	case unit$N, *number$N:
		trace("small", x.area())
	case holder$N:
		trace("holder", x.n, x.area(), x.shape$N == l[0])
	default:
		trace("other", x.area())
	}
}
total := 0
for _, s := range m {
	total += s.area()
}
trace("total", total, n, l[0] == l[0], l[0] == l[2], l[7] == l[8])
var s shape$N = &square$N{2}
_, ok1 := s.(interface{ String() string })
_, ok2 := s.(*rect$N)
_, ok3 := any(n).(shape$N)
_, ok4 := any(&n).(shape$N)
trace("assertions", ok1, ok2, ok3, ok4, s.(named$N).String())
f := s.area
g := shape$N.area
s.grow($pos)
trace("values", f(), g(s), (*square$N).area(s.(*square$N)))
var none shape$N
var p *rect$N
trace("nil", none == nil, p == nil, shape$N(p) == nil, any(nil) == nil, any(p) == any((*rect$N)(nil)))
for _, bad := range []func(){
	func() { none.area() },
	func() { _ = s.(*rect$N) },
	func() { _ = none.(named$N) },
	func() { _ = any(n).(shape$N) },
	func() { _ = any($e).(named$N) },
	func() { _ = any(unit$N{}).(fmt.Stringer) },
	func() { p.grow(1) },
	func() { holder$N{}.area() },
	func() { fmt.Println(any([]int{1}) == any([]int{1})) },
} {
	try("bad", bad)
}
$more`},
		scene{
			decls: `
type valueError$N struct {
	Code int
	what string
}

func (e valueError$N) Error() string { return fmt.Sprintf("value %d %s", e.Code, e.what) }

type pointerError$N struct{ cause error }

func (e *pointerError$N) Error() string { return "pointer: " + e.cause.Error() }
func (e *pointerError$N) Unwrap() error { return e.cause }

type kindError$N string

func (k kindError$N) Error() string       { return string(k) }
func (k kindError$N) Is(target error) bool { return target == errSpecial$N }

var errSpecial$N = errors.New("special")

func fail$N(n int) error {
	switch n {
	case 0:
		return nil
	case 1:
		return valueError$N{n, $word}
	case 2:
		return &pointerError$N{valueError$N{n, "inner"}}
	case 3:
		return fmt.Errorf("wrapped: %w", fail$N(2))
	case 4:
		return kindError$N("kind")
	case 5:
		return errors.Join(fail$N(1), errSpecial$N)
	case 6:
		var p *pointerError$N
		return p
	}
	return errSpecial$N
}`,
			body: `
for i := range 8 {
	err := fail$N(i)
	var v valueError$N
	var p *pointerError$N
	if i == 6 {
		trace("typed nil", err == nil, errors.As(err, &p), p == nil)
		continue
	}
	trace("error", err, err == nil, errors.Is(err, errSpecial$N), errors.As(err, &v), v.Code, errors.As(err, &p), p != nil)
	switch e := err.(type) {
	case nil:
		trace("nil")
	case valueError$N:
		trace("value", e.Code, e == valueError$N{1, e.what}, err == valueError$N{1, "no"})
	case *pointerError$N:
		trace("pointer", e.cause, errors.Unwrap(e) == e.cause)
	case interface{ Unwrap() []error }:
		trace("joined", len(e.Unwrap()))
	case interface{ Unwrap() error }:
		trace("wrapped", e.Unwrap())
	default:
		trace("default", e)
	}
}
var e error = valueError$N{$int, "x"}
w, ok := e.(valueError$N)
trace("assert", w, ok, e.Error())
fmt.Printf("%v %s %q %+v\n", e, e, e, fail$N(3))
fmt.Println([]error{fail$N(1), nil, fail$N(4)}, map[string]error{"a": fail$N(1)}, struct{ E error }{fail$N(4)})
func() {
	defer func() {
		r := recover()
		err, isError := r.(error)
		trace("recovered", isError, err, r == e)
	}()
	panic(e)
}()`},
		scene{
			decls: `
type point$N struct{ X, Y int }

func (p point$N) String() string { return fmt.Sprintf("(%d,%d)", p.X, p.Y) }

type secret$N struct{ v int }

func (s *secret$N) String() string { return "secret" }

type code$N int

func (c code$N) GoString() string { return "code!" }

type verbose$N struct{ n int }

func (v verbose$N) Format(f fmt.State, verb rune) { fmt.Fprintf(f, "<%c %d>", verb, v.n) }

type celsius$N float64

func (c celsius$N) String() string { return fmt.Sprintf("%.1f°", float64(c)) }

type words$N []string

func (w words$N) String() string { return strings.Join(w, "|") }

type plain$N struct {
	A int
	B []string
	C map[string]int
	D *int
	E any
	F [2]bool
}`,
			body: `
p := point$N{$int, $pos}
fmt.Println(p, &p, []point$N{p}, []any{p, 1, "a", nil}, map[string]point$N{"a": p}, map[point$N]string{p: "b"})
fmt.Println(struct{ P point$N }{p}, struct{ p point$N }{p}, struct{ P any }{p}, [2]point$N{p})
fmt.Printf("%v %+v %#v %T %d %s\n", p, p, p, p, p, p)
s := secret$N{$int}
fmt.Println(s, &s, []secret$N{s}, (*secret$N)(nil))
fmt.Printf("%v %#v %v %#v\n", code$N(1), code$N(2), []code$N{3}, []code$N{4})
fmt.Printf("%v %d %s|%v\n", verbose$N{1}, verbose$N{2}, []verbose$N{{3}}, map[string]verbose$N{"k": {$int}})
fmt.Println(celsius$N($pos), []celsius$N{1.25}, words$N{"a", $word}, map[celsius$N]words$N{1: {"x"}})
x := plain$N{$int, []string{$word}, map[string]int{"z": 1, "a": 2}, nil, p, [2]bool{true}}
fmt.Printf("%v\n%+v\n%#v\n%T\n", x, x, x, x)
fmt.Printf("%v %+v %T %T\n", &x.B, &struct{ A int }{$int}, &x, x.C)
fmt.Printf("%T %T %T %T %T %T\n", fmt.Println, func(int) string { return "" }, make(chan int), [3]*int{}, struct{ A int }{}, any(p))
fmt.Printf("%5d|%-5d|%05d|%+d|%x|%X|%o|%b|%c|%U|%q\n", $int, $int, $int, $int, 255, 255, 8, 5, 'x', 0x4e16, 'q')
fmt.Printf("%t %v %p %s %d\n", true, nil, nil, 5, "x")
fmt.Printf("%d %s\n", 1)
fmt.Printf("%[2]d %[1]d %d%%\n", 1, 2)
fmt.Printf("%*d|%-*d|%.*f\n", 5, 42, 5, 42, 2, 3.14159)
fmt.Printf("%6.2f|%v|%q|%v|%x\n", 3.14159, []byte("hi"), []string{"a", "b"}, [3]byte{1, 2}, "hex")
var e $T = $t
fmt.Printf("%v %+v %T\n", e, e, e)
fmt.Print("a", 1, 2, "b", "c", 3.5, '\n', "\n")
fmt.Println(fmt.Sprint(), fmt.Sprintln("x", 1) == "x 1\n", fmt.Sprint("a", "b", 1, 2, true, false))`},
	)
}
