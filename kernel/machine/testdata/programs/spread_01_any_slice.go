// A []any passed as one argument, and the same spread with dots.

package main

import "fmt"

func count(args ...any) int { return len(args) }
func first(args ...any) string {
	if len(args) == 0 {
		return "none"
	}
	return fmt.Sprintf("%T", args[0])
}

type log struct{ lines []string }

func (l *log) add(args ...any) { l.lines = append(l.lines, fmt.Sprintln(args...)) }
func (l log) prefixed(p string, args ...any) string {
	return p + fmt.Sprint(append([]any{len(args)}, args...)...)
}

func main() {
	xs := []any{1, 2}
	fmt.Println(count([]any{1, 2}), count([]any{1, 2}...), count(xs), count(xs...), count(xs, xs))
	fmt.Println(first([]any{1}), first([]any{1}...), first(), first(nil), first([]any(nil)...), first([]int{1}))
	fmt.Println(count(nil), count(nil, nil), count([]any{}...))
	var l log
	l.add(xs)
	l.add(xs...)
	l.add("a", xs, nil)
	l.add()
	fmt.Printf("%q\n", l.lines)
	fmt.Println(l.prefixed("p", xs), l.prefixed("q", xs...), l.prefixed("r"))
	f := func(a any, rest ...any) string { return fmt.Sprint(a, len(rest)) }
	fmt.Println(f(xs), f(xs, xs...), f(xs[0], xs[1:]...))
	g := l.prefixed
	fmt.Println(g("m", []any{xs}), g("n", []any{xs}...))
	fmt.Println([]any{1, "a"})
	fmt.Println([]any{1, "a"}...)
}
