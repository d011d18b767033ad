// An assertion to bool as the condition of an if, for both values.

package main

import "fmt"

type box struct{ v any }

func get(b bool) any { return b }

func main() {
	for _, v := range []any{true, false} {
		if v.(bool) {
			fmt.Println("true branch", v)
		} else {
			fmt.Println("false branch", v)
		}
		if !v.(bool) {
			fmt.Println("not", v)
		}
	}
	b := box{false}
	if b.v.(bool) {
		fmt.Println("bad field")
	}
	if get(false).(bool) {
		fmt.Println("bad call")
	} else if get(true).(bool) {
		fmt.Println("else if ok")
	}
	m := map[string]any{"on": true, "off": false}
	if m["off"].(bool) || !m["on"].(bool) {
		fmt.Println("bad map")
	}
	if m["on"].(bool) && !m["off"].(bool) {
		fmt.Println("map ok")
	}
}
