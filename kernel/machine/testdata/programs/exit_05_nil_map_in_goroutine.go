// A panic in another goroutine ends the program.

package main

import "fmt"

func main() {
	fmt.Println("start")
	var m map[string]int
	done := make(chan bool)
	go func() {
		defer fmt.Println("goroutine deferred")
		m["x"] = 1
		done <- true
	}()
	<-done
	fmt.Println("never")
}
