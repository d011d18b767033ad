// A recovered panic that is raised again, and an exit inside of a deferred call.

package main

import (
	"fmt"
	"os"
)

func main() {
	defer func() {
		r := recover()
		fmt.Println("main recovered", r)
		os.Exit(4)
	}()
	func() {
		defer func() {
			if r := recover(); r != nil {
				fmt.Println("inner", r)
				panic(fmt.Errorf("again: %v", r))
			}
		}()
		var p *struct{ n int }
		p.n++
	}()
}
