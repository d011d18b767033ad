// Directives: indexes, stars, wrong ones, %T, %p and %w.
package main

import (
	"errors"
	"fmt"
	"log"
	"os"
	"strings"
)

type T struct {
	X int
	s string
}
type N int
type Width int
type U uint8
type Str string
type Err struct{ code int }

func (e Err) Error() string { return fmt.Sprint("err ", e.code) }

type PErr struct{ code int }

func (e *PErr) Error() string        { return fmt.Sprint("perr ", e.code) }
func (e *PErr) Is(target error) bool { return target == errBase }

var errBase = errors.New("base")

type List[E any] struct{ items []E }

type Kinds struct {
	f func(N) Str
	c chan T
	m map[N][]Str
}

func main() {
	t, n := T{1, "a"}, N(5)
	fmt.Printf("%T %T %T %T %T %T\n", t, &t, n, &n, []T{t}, map[N]T{})
	fmt.Printf("%T %T %T %T\n", []any{t}, nil, 'a', []byte("x"))
	fmt.Printf("%T %T %T\n", Kinds{}.f, Kinds{}.c, Kinds{}.m)
	fmt.Printf("%T %T %T\n", List[int]{}, List[T]{}, &List[Str]{})
	fmt.Printf("%T %T %T\n", func(T) {}, struct{ A N }{}, [3]T{})
	fmt.Printf("%v is %[1]T, %[1]d, %[2]T %[1]T\n", n, t)
	fmt.Printf("%10T|%-10T|%.3T|%010T\n", n, n, n, n)
	fmt.Printf("%[2]v %[1]v %v\n", n, t)
	fmt.Printf("%*d|%-*d|%*d\n", 5, n, 5, n, Width(6), n)
	fmt.Printf("%.*f|%[3]*.[2]*[1]f|\n", 2, 3.14159, 8)
	fmt.Printf("%[3]*.[2]*[1]v|%T\n", n, Width(3), U(8), 1)
	fmt.Printf("%*v|%.*v|%*T\n", Width(-8), n, N(2), Str("abc"), 9, t)
	fmt.Printf("%d %d\n", n)
	fmt.Printf("%d\n", n, t, nil, "x", 5)
	fmt.Printf("%!\n", n)
	fmt.Printf("%", n)
	fmt.Println()
	fmt.Printf("%d %", n)
	fmt.Println()
	fmt.Printf("%[5]d %[0]d %[x]d %[2]d %[1]d %[ %d\n", n, t)
	fmt.Printf("%[2]3d %[1].2d %[1\n", n, t)
	fmt.Printf("%s %z %w %d%%\n", n, t, t, n)
	fmt.Printf("%*d %.*d\n", "a", n, t, n)
	fmt.Printf("%*d\n", 10000000, n)
	fmt.Printf("%99999999d|\n", n)
	fmt.Printf("%.d|%5.d|%.0d|%.d\n", N(0), N(0), N(0), n)
	fmt.Printf("%v %!d %é\n", t, n, n)
	fmt.Printf("%w %v\n", Err{1}, Err{2})
	fmt.Printf("%-010d|%+-8d|% 08d|%+08d|%-+#8x|\n", n, n, n, n, n)
	fmt.Printf("%p|%p\n", n, t)
	fmt.Printf("%p %p %p\n", (*T)(nil), []T(nil), map[N]T(nil))
	fmt.Printf("%#p %8p|%d %x\n", (*T)(nil), (*T)(nil), (*T)(nil), (*T)(nil))
	fmt.Println(fmt.Sprintf("%p", &t) == fmt.Sprintf("0x%x", &t), fmt.Sprintf("%p", &t) == fmt.Sprint(&[]*T{&t})[2:len(fmt.Sprint(&[]*T{&t}))-1],
		strings.HasPrefix(fmt.Sprintf("%v", &n), "0x"), strings.HasPrefix(fmt.Sprintf("%#v", &n), "(*main.N)(0x"), strings.HasPrefix(fmt.Sprintf("%#v", func(N) {}), "(func(main.N))(0x"),
		strings.HasPrefix(fmt.Sprintf("%s", []*T{&t}), "[%!s(*main.T=&{1 a}"), fmt.Sprintf("%#v", []*T{&t})[:len("[]*main.T{(*main.T)(0x")])

	err := fmt.Errorf("e1: %w (%d)", Err{4}, n)
	var e Err
	fmt.Println(err, errors.As(err, &e), e.code, errors.Is(err, Err{4}), errors.Is(err, Err{5}))
	err = fmt.Errorf("%s %w and %w 100%%", t, &PErr{5}, Err{6})
	var pe *PErr
	fmt.Println(err, errors.As(err, &pe), pe.code, errors.Is(err, errBase), errors.As(err, &e), e.code)
	err = fmt.Errorf("%[2]w %[1]v %[2]w %[3]T", n, Err{7}, t)
	fmt.Println(err, errors.Is(err, Err{7}))
	err = fmt.Errorf("%w %v", errBase, t)
	fmt.Println(err, errors.Is(err, errBase), errors.Unwrap(err) == errBase)
	err = fmt.Errorf("%10w|%-12w|%+w|%.2w", Err{1}, Err{2}, Err{3}, Err{4})
	fmt.Println(err, len(err.(interface{ Unwrap() []error }).Unwrap()))
	err = fmt.Errorf("no error %w", t)
	fmt.Println(err, errors.Unwrap(err))
	err = fmt.Errorf("nil %w %T", error(nil), n)
	fmt.Println(err)
	err = fmt.Errorf("%d%% %T", n, t)
	fmt.Println(err, errors.Unwrap(err))
	err = fmt.Errorf("outer: %w", fmt.Errorf("mid %v: %w", n, Err{9}))
	fmt.Println(err, errors.Is(err, Err{9}))
	fmt.Printf("%v %+v %T\n", err, errors.Unwrap(errors.Unwrap(err)), errors.Unwrap(errors.Unwrap(err)))

	fmt.Fprintf(os.NewFile(0, ""), "")
	var b strings.Builder
	fmt.Fprintf(&b, "%T %v", n, t)
	fmt.Fprint(&b, n, t)
	fmt.Fprintln(&b, n, t)
	fmt.Println(b.String())
	fmt.Println(string(fmt.Appendf(nil, "%T|%5d", t, n)), string(fmt.Append([]byte("x"), t, n)), string(fmt.Appendln(nil, Str("a"), t)))
	l := log.New(&b, "p: ", 0)
	b.Reset()
	l.Printf("%T %v", t, n)
	l.Print(Str("a"), Str("b"), n, n)
	l.Println(t, n)
	fmt.Print(b.String())

	fmt.Print(Str("a"), Str("b"), 1, 2, Str("c"), 3, n, n, t, "d", n, t, t, nil, nil, "\n")
	fmt.Print("a", n, "b\n")
	fmt.Print(n, t, Err{1}, &T{2, "z"}, "\n")
	fmt.Println(Str("a"), n, nil, t, []any{n, t})
	fmt.Println(fmt.Sprint(), fmt.Sprint(n), fmt.Sprint(Str("a"), 1), fmt.Sprint([]Str{"a", "b"}, 1, 2, true, t))
	args := []any{n, t, Str("q")}
	fmt.Println(args...)
	fmt.Printf("%v %v %v\n", args...)
	fmt.Println(args)
	fmt.Printf("%T %d\n", args, args)
	fmt.Println([]any{1, "a"}, []any{[]any{}}, []any{nil}, map[string]any{"a": 1}, []error{errBase}, []any(nil))
	fmt.Printf("%#v %#v %#v %#v\n", []any{1, "a", nil}, map[string]any{"a": []any{1.5}}, []error{nil}, struct{ A any }{})
}
