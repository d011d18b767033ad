// Break and continue inside switches inside loops, with and without labels.

package main

import "fmt"

func main() {
	for i := 0; i < 5; i++ {
		switch i {
		case 1:
			continue
		case 3:
			break
		default:
			fmt.Print("d", i, " ")
		}
		fmt.Print("after", i, " ")
	}
	fmt.Println()
outer:
	for i := 0; ; i++ {
		switch {
		case i == 2:
			continue outer
		case i > 4:
			break outer
		}
		fmt.Print(i, " ")
	}
	fmt.Println()
sw:
	switch n := 3; {
	case n > 2:
		for j := range 10 {
			if j == n {
				break sw
			}
			fmt.Print("j", j, " ")
		}
		fmt.Println("unreachable")
	case n > 1:
		fmt.Println("bad")
	}
	fmt.Println()
rows:
	for r, row := range [][]int{{1, 2, 3}, {4, -1, 6}, {7, 8, 9}} {
		for c, v := range row {
			switch {
			case v < 0:
				fmt.Println("negative at", r, c)
				continue rows
			case v == 9:
				fmt.Println("nine at", r, c)
				break rows
			}
		}
		fmt.Println("row", r, "done")
	}
}
