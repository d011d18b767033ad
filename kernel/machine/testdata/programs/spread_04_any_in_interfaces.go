// A []any as the only argument through interface methods and stored functions.

package main

import "fmt"

type printer interface{ print(args ...any) string }
type p struct{ fn func(...any) int }

func (p) print(args ...any) string { return fmt.Sprintf("%d%v", len(args), args) }

func main() {
	var i printer = p{}
	xs := []any{"a", 1}
	fmt.Println(i.print([]any{1, 2}), i.print(xs), i.print(xs...), i.print([]any{}), i.print(nil, nil))
	f := p{func(a ...any) int { return len(a) }}
	fmt.Println(f.fn(xs), f.fn(xs...), f.fn([]string{"a", "b"}), f.fn([][]any{xs}))
	m := map[string]func(...any) int{"f": f.fn}
	fmt.Println(m["f"](xs), m["f"](xs...), m["f"]())
	g := printer.print
	fmt.Println(g(i, xs), g(i, xs...))
}
