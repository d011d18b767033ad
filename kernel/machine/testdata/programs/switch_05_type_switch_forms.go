// Type switches: several types in one case, nil, no variable, init, own types.

package main

import (
	"errors"
	"fmt"
)

type animal interface{ Sound() string }
type dog struct{ name string }
type cat struct{ name string }

func (d dog) Sound() string  { return d.name + " woof" }
func (c *cat) Sound() string { return c.name + " meow" }

type id int

func describe(v any) string {
	switch x := v.(type) {
	case nil:
		return "nil"
	case int, int64:
		return fmt.Sprintf("integer %v", x)
	case id:
		return fmt.Sprint("id ", int(x)+1)
	case error:
		return "error " + x.Error()
	case animal:
		return x.Sound()
	case []int:
		return fmt.Sprint("ints ", len(x))
	case map[string]int:
		return fmt.Sprint("map ", x["a"])
	case func(int) int:
		return fmt.Sprint("func ", x(20))
	case [2]string:
		return x[0] + x[1]
	case *int:
		*x++
		return fmt.Sprint("pointer ", *x)
	case struct{ X int }:
		return fmt.Sprint("anonymous ", x.X)
	case chan int:
		return fmt.Sprint("chan ", cap(x))
	default:
		return fmt.Sprintf("other %T", x)
	}
}

func main() {
	n := 41
	for _, v := range []any{nil, 1, int64(2), id(3), errors.New("e"), dog{"rex"}, &cat{"tom"}, cat{"raw"},
		[]int{1, 2}, map[string]int{"a": 7}, func(i int) int { return i * 2 }, [2]string{"x", "y"}, &n,
		struct{ X int }{5}, make(chan int, 3), 2.5, "s", []any{}} {
		fmt.Println(describe(v))
	}
	switch any(n).(type) {
	case string:
		fmt.Println("bad")
	case int:
		fmt.Println("plain form")
	}
	var a animal
	switch a.(type) {
	case dog, *cat:
		fmt.Println("bad")
	case nil:
		fmt.Println("nil animal")
	}
}
