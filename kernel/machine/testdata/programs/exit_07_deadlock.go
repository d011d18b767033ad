// All goroutines asleep: the runtime ends the program with status 2.

package main

import "fmt"

func main() {
	c := make(chan int)
	fmt.Println("about to block")
	<-c
	fmt.Println("never")
}
