// Marshal of maps with various keys, floats, nil values, and unsupported types.

package main

import (
	"encoding/json"
	"fmt"
	"math"
)

type kind uint8
type amount float64
type name string
type tree struct {
	V    int     `json:"v"`
	Kids []*tree `json:"kids,omitempty"`
}

func main() {
	for _, v := range []any{
		map[int]string{2: "b", 1: "a"}, map[kind]bool{3: true}, map[name]name{"k": "v"},
		1e21, 1e-7, amount(2.5), float32(0.1), int64(1) << 60, "é\t\"<", nil, true,
		[]int(nil), []int{}, map[string]int(nil), (*tree)(nil), [2]name{"x"}, []byte{1, 2}, []kind{1, 2},
		&tree{1, []*tree{{2, nil}, {3, []*tree{{V: 4}}}}}, struct{}{}, []any{nil, 1, "a"},
		math.Inf(1), func() {}, make(chan int), map[bool]int{true: 1}, complex(1, 2), 'x', json.Number("12"),
	} {
		b, err := json.Marshal(v)
		fmt.Println(string(b), err)
	}
	var t tree
	fmt.Println(json.Unmarshal([]byte(`{"v":1,"kids":[{"v":2},{"v":3,"kids":[{"v":4}]}]}`), &t), t.Kids[1].Kids[0].V)
	var m map[int]kind
	fmt.Println(json.Unmarshal([]byte(`{"1":2,"-3":255}`), &m), m)
	fmt.Println(json.Unmarshal([]byte(`{"1":256}`), &m))
	var n name
	var i8 int8
	fmt.Println(json.Unmarshal([]byte(`"s"`), &n), n, json.Unmarshal([]byte(`128`), &i8), json.Unmarshal([]byte(`1`), n))
}
