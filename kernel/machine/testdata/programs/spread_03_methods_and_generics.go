// Spread in method calls, function values, generics, append and defer.

package main

import "fmt"

type buf struct{ parts []string }

func (b *buf) add(sep string, xs ...any) *buf {
	for _, x := range xs {
		b.parts = append(b.parts, fmt.Sprintf("%v%s", x, sep))
	}
	return b
}

type adder interface {
	add(sep string, xs ...any) *buf
}

func count[T any](xs ...T) string { return fmt.Sprintf("%d %T", len(xs), xs) }
func wrap(f string, a ...any) string {
	return fmt.Sprintf("<"+f+">", a...)
}

type logf func(string, ...any) string

func main() {
	var a adder = &buf{}
	xs := []any{1, "b", nil}
	fmt.Println(a.add(",", xs...).add(";", xs).add("!").parts)
	fmt.Println(count(1, 2), count([]int{1, 2}), count([]int{1, 2}...), count[any](1, "a"), count(xs), count(xs...))
	fmt.Println(wrap("%v-%v", 1, 2), wrap("%v", xs), wrap("%d", []any{7}...), wrap("none"))
	var l logf = wrap
	fmt.Println(l("%s=%d", "k", 5), l("%v", []int{1}))
	f := (*buf).add
	fmt.Println(len(f(&buf{}, "", xs...).parts), len(f(&buf{}, "", xs, xs).parts))
	defer func(args ...any) { fmt.Println(len(args), args) }(xs...)
	s := append([]any{}, xs)
	s = append(s, xs...)
	fmt.Println(len(s), s)
	xs[0] = "changed"
}
