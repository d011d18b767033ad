// Assertions to bool as operands of && and ||, and in comparisons.

package main

import "fmt"

var trace []string

func say(name string, b bool) any {
	trace = append(trace, name)
	return b
}

func main() {
	r := say("a", false).(bool) && say("b", true).(bool)
	fmt.Println(r, trace)
	trace = nil
	r = say("a", true).(bool) || say("b", true).(bool)
	fmt.Println(r, trace)
	trace = nil
	r = say("a", false).(bool) || say("b", false).(bool) || say("c", true).(bool)
	fmt.Println(r, trace)
	var x, y any = true, false
	fmt.Println(x.(bool) == y.(bool), x.(bool) != y.(bool), !x.(bool), !y.(bool))
	if x.(bool) != y.(bool) {
		fmt.Println("different")
	}
	if v, ok := y.(bool); ok && !v {
		fmt.Println("false and a bool")
	}
	if _, ok := any(1).(bool); ok {
		fmt.Println("bad")
	}
	defer func() { fmt.Println("recovered:", recover()) }()
	if any("true").(bool) {
		fmt.Println("unreachable")
	}
}
