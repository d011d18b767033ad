// Failed assertions in deferred calls, in conditions, arguments and composite literals.

package main

import "fmt"

type walker interface{ walk() string }
type duck struct{}

func (duck) walk() string { return "waddle" }

func try(f func() string) (s string) {
	defer func() {
		if r := recover(); r != nil {
			s = fmt.Sprint("panic: ", r)
		}
	}()
	return f()
}

func main() {
	var v any = 5
	var w any = duck{}
	fmt.Println(try(func() string { return w.(walker).walk() }))
	fmt.Println(try(func() string { return v.(walker).walk() }))
	fmt.Println(try(func() string { return fmt.Sprint([]walker{w.(walker), v.(walker)}) }))
	fmt.Println(try(func() string {
		if v.(walker) != nil {
			return "bad"
		}
		return "worse"
	}))
	fmt.Println(try(func() (s string) {
		defer func() { s = v.(fmt.Stringer).String() }()
		return "returned"
	}))
	fmt.Println(try(func() string { m := map[string]walker{"v": v.(walker)}; return fmt.Sprint(len(m)) }))
	fmt.Println(try(func() string { f := v.(func() string); return f() }))
	fmt.Println(try(func() string { return w.(interface{ fly() }).(walker).walk() }))
	fmt.Println(try(func() string { var e error; return e.(walker).walk() }))
}
