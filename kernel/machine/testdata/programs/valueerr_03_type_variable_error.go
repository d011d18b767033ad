// `var e error = V{...}` in type switches, as map keys, in defers and channels.

package main

import "fmt"

type V struct{ msg string }
type P struct{ msg string }
type C [2]int

func (v V) Error() string  { return "V " + v.msg }
func (p *P) Error() string { return "P " + p.msg }
func (c C) Error() string  { return fmt.Sprint("C ", c[0]+c[1]) }

func class(e error) string {
	switch x := e.(type) {
	case V:
		return "V:" + x.msg
	case *P:
		return "P:" + x.msg
	case C:
		return fmt.Sprint("C:", x[1])
	case nil:
		return "nil"
	}
	return "?"
}

func main() {
	var e error = V{"a"}
	switch e.(type) {
	case V:
		fmt.Println("V without variable")
	default:
		fmt.Println("bad")
	}
	for _, x := range []error{e, &P{"b"}, C{1, 2}, nil, fmt.Errorf("f")} {
		fmt.Println(class(x), x)
	}
	if v, ok := e.(V); ok {
		v.msg = "changed"
		fmt.Println(v, e)
	}
	seen := map[error]int{V{"a"}: 1, C{1, 2}: 2}
	seen[e]++
	fmt.Println(seen[V{"a"}], seen[C{1, 2}], len(seen))
	e = &P{"p"}
	fmt.Println(e == error(&P{"p"}), e.(*P).msg)
	c := make(chan error, 1)
	c <- V{"sent"}
	fmt.Println((<-c).(V).msg)
	defer func() {
		if v, ok := recover().(V); ok {
			fmt.Println("recovered", v.msg)
		}
	}()
	panic(V{"thrown"})
}
