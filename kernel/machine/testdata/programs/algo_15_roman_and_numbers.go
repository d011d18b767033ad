// Roman numerals both ways, number words, base conversion, digit sums.

package main

import (
	"fmt"
	"strconv"
	"strings"
)

var romans = []struct {
	v int
	s string
}{{1000, "M"}, {900, "CM"}, {500, "D"}, {400, "CD"}, {100, "C"}, {90, "XC"}, {50, "L"}, {40, "XL"}, {10, "X"}, {9, "IX"}, {5, "V"}, {4, "IV"}, {1, "I"}}

func toRoman(n int) (s string) {
	for _, r := range romans {
		for ; n >= r.v; n -= r.v {
			s += r.s
		}
	}
	return
}

func fromRoman(s string) (n int) {
	for s != "" {
		for _, r := range romans {
			if strings.HasPrefix(s, r.s) {
				n, s = n+r.v, s[len(r.s):]
				break
			}
		}
	}
	return
}

var small = [...]string{"zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", 19: "nineteen"}
var tens = map[int]string{2: "twenty", 3: "thirty", 9: "ninety"}

func say(n int) string {
	switch {
	case n < 20:
		return small[n]
	case n < 100:
		if n%10 == 0 {
			return tens[n/10]
		}
		return tens[n/10] + "-" + small[n%10]
	case n < 1000:
		s := small[n/100] + " hundred"
		if n%100 != 0 {
			s += " and " + say(n%100)
		}
		return s
	}
	return say(n/1000) + " thousand " + say(n%1000)
}

func base(n, b int) string {
	if n < b {
		return "0123456789abcdef"[n : n+1]
	}
	return base(n/b, b) + base(n%b, b)
}

func main() {
	for _, n := range []int{1, 4, 9, 14, 40, 90, 400, 1994, 3999} {
		r := toRoman(n)
		fmt.Print(r, "=", fromRoman(r), " ")
	}
	fmt.Println()
	fmt.Println(say(0), "|", say(7), "|", say(21), "|", say(399), "|", say(2019))
	fmt.Println(base(255, 2), base(255, 16), base(7, 8), base(100, 3))
	arm := []int{}
	for n := 1; n < 1000; n++ {
		s, sum := strconv.Itoa(n), 0
		for _, d := range s {
			p := 1
			for range s {
				p *= int(d - '0')
			}
			sum += p
		}
		if sum == n {
			arm = append(arm, n)
		}
	}
	fmt.Println(arm)
}
