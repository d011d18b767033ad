// Constraints with methods, pointer-receiver constraints and self-referring ones.

package main

import (
	"fmt"
	"strings"
	"time"
)

type stringish interface {
	~string
	Len() int
}
type word string

func (w word) Len() int { return len(w) }

type setter[T any] interface {
	*T
	Set(string)
}
type conf struct{ v string }
type flagv int

func (c *conf) Set(s string)  { c.v = "conf:" + s }
func (f *flagv) Set(s string) { *f = flagv(len(s)) }

func parseAll[T any, P setter[T]](ss ...string) []T {
	out := make([]T, len(ss))
	for i, s := range ss {
		P(&out[i]).Set(s)
	}
	return out
}

type ordered[T any] interface{ less(T) bool }
type age int

func (a age) less(b age) bool { return a < b }

func minOf[T ordered[T]](a T, rest ...T) T {
	for _, r := range rest {
		if r.less(a) {
			a = r
		}
	}
	return a
}

func total[S stringish](ss ...S) (n int) {
	for _, s := range ss {
		n += s.Len() + len(string(s))
	}
	return
}

func join[T fmt.Stringer](xs []T) string {
	var sb strings.Builder
	for _, x := range xs {
		sb.WriteString(x.String())
	}
	return sb.String()
}

func kind[T any](v T) string {
	switch any(v).(type) {
	case int, int8:
		return "int"
	case string:
		return "string"
	case []T:
		return "slice of itself"
	case fmt.Stringer:
		return "stringer"
	}
	return "other"
}

func main() {
	fmt.Println(total(word("ab"), "cde"), parseAll[conf]("a", "b"), parseAll[flagv]("xyz", ""))
	fmt.Println(minOf(age(30), 20, 25), minOf(age(1)))
	fmt.Println(join([]time.Duration{time.Second, 5}), kind(1), kind("s"), kind(time.Second), kind(2.5), kind[any](nil))
	fmt.Println(kind[any]([]any{}))
}
