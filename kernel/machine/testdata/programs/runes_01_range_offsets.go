// Range over strings yields byte offsets and runes, also with invalid bytes.

package main

import (
	"fmt"
	"unicode/utf8"
)

func main() {
	for i := range "aé世" {
		fmt.Print(i, " ")
	}
	fmt.Println()
	for i, r := range "aé世🙂b" {
		fmt.Printf("%d:%c(%U) ", i, r, r)
	}
	fmt.Println()
	for i, r := range "x\xffy\xc3" {
		fmt.Printf("%d:%d ", i, r)
	}
	fmt.Println()
	s := "héllo"
	n := 0
	for range s {
		n++
	}
	fmt.Println(len(s), n, utf8.RuneCountInString(s), len([]rune(s)))
	for i := range len(s) {
		fmt.Printf("%02x ", s[i])
	}
	fmt.Println()
	last := -1
	for last = range s {
	}
	fmt.Println(last)
	var r rune
	for _, r = range s {
		if r > 127 {
			break
		}
	}
	fmt.Printf("%c %q %d\n", r, r, r)
	type text string
	for i, r := range text("ñ!") {
		fmt.Printf("%T %T %d %c ", i, r, i, r)
	}
	fmt.Println()
	for range "" {
		fmt.Println("never")
	}
}
