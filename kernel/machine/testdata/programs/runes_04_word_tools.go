// Small text tools: palindromes, isograms, acronyms, title case, caesar.

package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"
)

func palindrome(s string) bool {
	var rs []rune
	for _, r := range s {
		if unicode.IsLetter(r) {
			rs = append(rs, unicode.ToLower(r))
		}
	}
	for i := range len(rs) / 2 {
		if rs[i] != rs[len(rs)-1-i] {
			return false
		}
	}
	return true
}

func isogram(s string) bool {
	seen := make(map[rune]bool)
	for _, r := range strings.ToLower(s) {
		if unicode.IsLetter(r) && seen[r] {
			return false
		}
		seen[r] = true
	}
	return true
}

func acronym(s string) (out string) {
	start := true
	for _, r := range s {
		switch {
		case r == ' ' || r == '-':
			start = true
		case start && unicode.IsLetter(r):
			out += string(unicode.ToUpper(r))
			start = false
		}
	}
	return
}

func caesar(s string, shift int) string {
	b := []byte(s)
	for i, c := range b {
		if c >= 'a' && c <= 'z' {
			b[i] = 'a' + byte((int(c-'a')+shift+26)%26)
		}
	}
	return string(b)
}

func main() {
	fmt.Println(palindrome("A man, a plan, a canal: Panama"), palindrome("Straße"), palindrome(""))
	fmt.Println(isogram("six-year-old"), isogram("Alphabet"), isogram("éclairé"))
	fmt.Println(acronym("Portable Network-graphics"), acronym("first in, first out"))
	c := caesar("attack at dawn", 3)
	fmt.Println(c, caesar(c, -3))
	h := map[rune]int{}
	for _, r := range "mississippi" {
		h[r]++
	}
	for _, r := range slices.Sorted(maps.Keys(h)) {
		fmt.Printf("%c=%d ", r, h[r])
	}
	fmt.Println()
}
