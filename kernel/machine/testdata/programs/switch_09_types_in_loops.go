// Type switches and assertions on values of many types, often enough to become machine code.

package main

import "fmt"

type (
	sized interface{ size() int }
	pair  struct{ x, y int }
	text  struct{ s string }
	big   [20]int
	outer struct{ pair }
)

func (a pair) size() int  { return a.x }
func (a *text) size() int { return len(a.s) }

func kind(v any) int {
	switch x := v.(type) {
	case nil:
		return 1
	case int:
		return x
	case float64:
		return int(x * 2)
	case string, []byte:
		return len(fmt.Sprint(x))
	case pair:
		x.x++
		return x.x + x.y
	case *text:
		return len(x.s)
	case sized:
		return x.size()
	case big:
		return x[3]
	case func(int) int:
		return x(4)
	case struct{}:
		return 77
	case error:
		return len(x.Error())
	case map[string]int:
		return x["a"]
	case uint8:
		return int(x) << 1
	}
	return -1
}

func ofSized(s sized) (r int) {
	switch x := s.(type) {
	case pair:
		r = x.y
	case *text:
		r = 3
	case nil:
		r = 9
	default:
		_ = x
	}
	if a, ok := s.(pair); ok {
		r += a.x
	}
	if a, ok := s.(*text); ok && a != nil {
		r += 100
	}
	if _, ok := s.(fmt.Stringer); !ok {
		r += 1000
	}
	return r
}

func ofAny(v any) (r int) {
	if n, ok := v.(int); ok {
		r += n
	}
	if n, ok := v.(uint8); ok {
		r += int(n)
	}
	s, ok := v.(string)
	if ok {
		r += 5
	}
	return r + len(s)
}

func main() {
	list := []any{
		nil, 3, 2.5, "abc", []byte{1, 2}, pair{1, 2}, &pair{3, 4}, &text{"xy"}, big{3: 8}, func(n int) int { return n * n },
		struct{}{}, fmt.Errorf("err"), map[string]int{"a": 5}, uint8(200), outer{}, 'x',
	}
	total := 0
	for i := range 20000 {
		v := list[i%len(list)]
		total = 31*total + kind(v) + ofAny(v)
		if s, ok := v.(sized); ok {
			total += ofSized(s)
		} else {
			total += ofSized(nil)
		}
	}
	fmt.Println(total)
}
