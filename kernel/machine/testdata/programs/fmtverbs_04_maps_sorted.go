// Maps print in key order for all kinds of keys, nested and with own types.

package main

import (
	"fmt"
	"io"
	"math"
	"time"
)

type key struct {
	a int
	b string
}
type num int
type name string

func (n num) String() string { return fmt.Sprintf("#%d", 10-int(n)) }

func main() {
	fmt.Println(map[int]string{3: "c", -1: "a", 2: "b"})
	fmt.Println(map[string]int{"b": 1, "B": 2, "a": 3, "": 4})
	fmt.Println(map[float64]int{2.5: 1, -1: 2, math.Inf(-1): 3})
	fmt.Println(map[bool]int{true: 1, false: 0})
	fmt.Println(map[key]int{{2, "a"}: 1, {1, "z"}: 2, {1, "b"}: 3})
	fmt.Println(map[[2]int]int{{2, 0}: 1, {1, 9}: 2})
	fmt.Println(map[num]num{3: 1, 1: 2, 2: 3})
	fmt.Println(map[name][]name{"z": {"y"}, "x": nil})
	fmt.Println(map[any]int{"s": 1, 2: 2, 1.5: 3, true: 4, 1: 5, num(0): 6})
	fmt.Println(map[string]map[int]bool{"o": {2: true, 1: false}, "n": nil})
	fmt.Printf("%v %+v %d %s %q\n", map[num]key{1: {1, "x"}}, map[num]key{1: {1, "x"}}, map[num]int{1: 2}, map[name]name{"a": "b"}, map[string]string{"a": "b"})
	fmt.Printf("%#v\n", map[name]num{"b": 2, "a": 1})
	fmt.Println(map[rune]rune{'b': 'a', 'a': 'b'}, map[byte]bool{200: true, 100: false})
	fmt.Println(map[*int]int{nil: 1}, map[error]string{io.EOF: "eof"}, map[time.Duration]int{time.Second: 1, time.Millisecond: 2})
	var nilmap map[string]int
	fmt.Println(nilmap, len(nilmap), map[string]any{"x": nil, "w": map[string]any{}})
}
