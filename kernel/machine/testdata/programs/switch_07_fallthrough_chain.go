// Chains of fallthrough with init statements, breaks and returns.

package main

import "fmt"

func days(month, year int) (n int, s string) {
	switch n = 30; month {
	case 2:
		n = 28
		switch {
		case year%400 == 0:
			fallthrough
		case year%4 == 0 && year%100 != 0:
			n++
		}
	case 4, 6, 9, 11:
		s = "short "
	default:
		s += "long "
		fallthrough
	case 0:
		n, s = n+1, s+"plus"
	}
	return
}

func ladder(n int) (out []int) {
	switch {
	case n >= 4:
		out = append(out, 4)
		fallthrough
	case n >= 3:
		out = append(out, 3)
		if n == 3 {
			break
		}
		fallthrough
	case n >= 2:
		out = append(out, 2)
		fallthrough
	default:
		out = append(out, 0)
	case n == -1:
		return nil
	}
	return
}

func main() {
	for _, p := range [][2]int{{2, 2000}, {2, 1900}, {2, 2024}, {4, 1}, {1, 1}, {0, 0}} {
		fmt.Println(days(p[0], p[1]))
	}
	for n := -1; n <= 5; n++ {
		fmt.Print(ladder(n), " ")
	}
	fmt.Println()
	switch f := ladder; len(f(4)) {
	case 4:
		fmt.Println("four")
		fallthrough
	case 5:
		fmt.Println("five")
	case 6:
		fmt.Println("bad")
	}
}
