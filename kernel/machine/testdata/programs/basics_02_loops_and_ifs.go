// For loops in every form, if with init, else chains.

package main

import "fmt"

func main() {
	i := 1
	for i <= 3 {
		fmt.Print(i, " ")
		i++
	}
	for j := 7; j > 3; j -= 2 {
		fmt.Print(j, " ")
	}
	for {
		i--
		if i == 2 {
			continue
		}
		if i < 1 {
			break
		}
		fmt.Print("i", i, " ")
	}
	fmt.Println()
	for n := range 12 {
		if d := n % 4; d == 0 {
			fmt.Print("four ")
		} else if d%2 == 0 {
			fmt.Print("two ", d, " ")
		} else if n > 10 {
			fmt.Print("end")
		}
	}
	fmt.Println()
	sum := 0
	for i, j := 0, 10; i < j; i, j = i+1, j-1 {
		sum += i * j
	}
	fmt.Println(sum)
	for row := range 3 {
		for col := 0; col <= row; col++ {
			fmt.Print(row*col, " ")
		}
	}
	fmt.Println()
}
