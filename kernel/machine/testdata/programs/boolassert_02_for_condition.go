// A for loop whose condition is an assertion to bool must stop.

package main

import "fmt"

type flags map[string]any

func next(f flags) any {
	n := f["left"].(int)
	f["left"] = n - 1
	return n > 0
}

func main() {
	var more any = true
	n := 0
	for more.(bool) {
		n++
		if n == 4 {
			more = false
		}
		if n > 10 {
			fmt.Println("runaway")
			break
		}
	}
	fmt.Println("rounds", n)

	f := flags{"left": 3}
	rounds := 0
	for next(f).(bool) {
		rounds++
		if rounds > 10 {
			break
		}
	}
	fmt.Println("rounds", rounds, f)

	for i := 0; any(i < 2).(bool); i++ {
		fmt.Println("i", i)
	}
	for any(false).(bool) {
		fmt.Println("never")
		break
	}
}
