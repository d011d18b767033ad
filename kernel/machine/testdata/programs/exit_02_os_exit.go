// os.Exit ends at once with the given status, without deferred calls.

package main

import (
	"fmt"
	"os"
)

func run(args []string) int {
	defer fmt.Println("run deferred")
	if len(args) < 2 {
		fmt.Println("usage: prog file")
		return 3
	}
	return 0
}

func main() {
	defer fmt.Println("never printed")
	code := run([]string{"prog"})
	fmt.Println("exiting with", code)
	os.Exit(code)
}
