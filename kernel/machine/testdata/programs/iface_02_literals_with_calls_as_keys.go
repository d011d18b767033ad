// Map literals with interface keys, keys from calls, and values of interface type.

package main

import (
	"errors"
	"fmt"
	"io"
)

func id[T any](v T) T { return v }

type op interface{ do(int) int }
type add int
type mulBy struct{ n int }

func (a add) do(n int) int    { return n + int(a) }
func (m *mulBy) do(n int) int { return n * m.n }

var k = "key"

func main() {
	m := map[any]string{1: "a", id(2): "b", id("c"): "c", k: "k", len(k): "len", k + "2": "k2"}
	fmt.Println(len(m), m[2], m["c"], m["key"], m[3], m["key2"])
	ops := map[string]op{"add": add(3), "mul": &mulBy{4}}
	fmt.Println(ops["add"].do(1), ops["mul"].do(2), len(ops))
	rev := map[op]string{add(1): "one", add(2): "two"}
	fmt.Println(rev[add(2)], rev[add(3)] == "")
	errs := map[error]int{io.EOF: 1, errors.New("x"): 2}
	fmt.Println(errs[io.EOF], errs[errors.New("x")], len(errs))
	nested := map[string]map[any][]any{"p": {1: {1, "x", nil}, "q": {}}}
	fmt.Println(nested["p"][1], nested["p"]["q"], nested["z"][1] == nil)
	type pair struct{ a, b any }
	ps := map[pair]int{{1, "a"}: 1, {"a", 1}: 2, {nil, nil}: 3}
	fmt.Println(ps[pair{1, "a"}], ps[pair{"a", 1}], ps[pair{}], ps[pair{1, 1}])
	arr := [...]any{2: "two", 0: add(0), 1: id[any](nil)}
	fmt.Println(arr, len(arr))
	fm := map[string]func(...any) string{"s": fmt.Sprint, "ln": fmt.Sprintln}
	fmt.Printf("%q %q\n", fm["s"](1, 2), fm["ln"]("a", 3))
}
