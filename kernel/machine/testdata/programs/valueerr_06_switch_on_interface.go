package main

import "fmt"

func main() {
	var i any = true
	switch i := any(true); {
	case i:
		fmt.Println("ok")
	case false:
		fmt.Println("bad")
	}
	switch {
	case i:
		fmt.Println("ok")
	default:
		fmt.Println("bad")
	}
	switch true {
	case i:
		fmt.Println("ok")
	default:
		fmt.Println("bad")
	}
	fmt.Println(true == i, i == true)
}
