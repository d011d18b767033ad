// Assertions on values out of maps, slices and calls, with and without ok.

package main

import "fmt"

type shape interface{ area() float64 }
type sq float64
type named interface {
	shape
	name() string
}

func (s sq) area() float64 { return float64(s * s) }

func get(k string) any {
	return map[string]any{"sq": sq(2), "int": 5, "nested": map[string]any{"x": []any{1, "two"}}}[k]
}

func mustAs[T any](v any) (t T, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = r.(error)
		}
	}()
	return v.(T), nil
}

func main() {
	fmt.Println(get("nested").(map[string]any)["x"].([]any)[1].(string))
	fmt.Println(get("sq").(shape).area(), get("sq").(sq)+1)
	fmt.Println(mustAs[shape](get("sq")))
	fmt.Println(mustAs[named](get("sq")))
	fmt.Println(mustAs[shape](get("int")))
	fmt.Println(mustAs[string](get("int")))
	fmt.Println(mustAs[int](get("none")))
	fmt.Println(mustAs[[]int](get("nested")))
	fmt.Println(mustAs[any](nil))
	fmt.Println(mustAs[*sq](get("sq")))
	if s, ok := get("int").(shape); !ok {
		fmt.Println(s == nil)
	}
}
