// Bool assertions and named bools in methods, loops and returns.

package main

import "fmt"

type settings map[string]any
type toggle bool

func (s settings) on(k string) bool {
	if v, ok := s[k]; ok && v.(bool) {
		return true
	}
	return false
}
func (s settings) both(a, b string) bool { return s[a].(bool) && s[b].(bool) }
func (t toggle) flip() toggle            { return !t }
func (t toggle) word() string {
	switch t {
	case true:
		return "on"
	}
	return "off"
}

func main() {
	s := settings{"a": true, "b": false, "c": 1 < 2}
	fmt.Println(s.on("a"), s.on("b"), s.on("zz"), s.both("a", "b"), s.both("a", "c"))
	n := 0
	for i := 0; i < 3 && !s["b"].(bool); i++ {
		n++
	}
	fmt.Println(n)
	var t toggle
	fmt.Println(t.word(), t.flip().word(), t.flip().flip() == t)
	if t {
		fmt.Println("bad")
	} else if !t.flip() {
		fmt.Println("bad too")
	} else {
		fmt.Println("good")
	}
	defer func() { fmt.Println(recover()) }()
	if s["zz"].(bool) {
		fmt.Println("never")
	}
}
