// Type switches on type parameters, on pointers to interfaces, and with shadowed variables.

package main

import (
	"fmt"
	"strconv"
	"time"
)

type celsius float64

func name[T any](v T) string {
	switch x := any(v).(type) {
	case int, int64:
		return fmt.Sprintf("int %v", x)
	case *T:
		return "pointer to itself"
	case []int:
		return fmt.Sprint("ints ", len(x))
	case celsius:
		return fmt.Sprintf("%.1f degrees", x+0.5)
	case map[string]T:
		return "map of itself"
	case fmt.Stringer:
		return x.String()
	}
	var z T
	return fmt.Sprintf("%T", z)
}

func sum(vs ...any) (total float64, skipped []any) {
	for _, v := range vs {
		switch v := v.(type) {
		case int:
			total += float64(v)
		case float64:
			total += v
		case string:
			if n, err := strconv.Atoi(v); err == nil {
				v := n * 2
				total += float64(v)
				continue
			}
			skipped = append(skipped, v)
		case []any:
			t, s := sum(v...)
			total, skipped = total+t, append(skipped, s...)
		case nil:
		default:
			skipped = append(skipped, v)
		}
	}
	return
}

func main() {
	fmt.Println(name(1), name([]int{1}), name(celsius(2)), name(time.Second), name("s"), name(struct{}{}), name(int64(5)))
	fmt.Println(sum(1, 2.5, "3", "x", []any{4, "y", []any{0.5}}, nil, true))
	var e any = 5
	p := &e
	switch x := (*p).(type) {
	case int:
		*p = x + 1
	}
	fmt.Println(e)
	switch any(p).(type) {
	case *int:
		fmt.Println("bad")
	case *any:
		fmt.Println("pointer to any")
	}
}
