// Strings builds text, scans its bytes and its runes, and looks for palindromes.
package main

import (
	"fmt"
	"strings"
)

// text makes n letters of a small alphabet.
func text(n int) string {
	var b strings.Builder
	x := 5
	for i := 0; i < n; i++ {
		x = (x*1103515245 + 12345) & 0x7fffffff
		b.WriteByte("abcde"[(x>>12)%5])
	}
	return b.String()
}

// longest is the longest palindrome in s.
func longest(s string) string {
	from, to := 0, 0
	grow := func(i, j int) {
		for i >= 0 && j < len(s) && s[i] == s[j] {
			i--
			j++
		}
		if j-i-1 > to-from {
			from, to = i+1, j
		}
	}
	for i := range s {
		grow(i, i)
		grow(i, i+1)
	}
	return s[from:to]
}

func palindrome(s string) bool {
	for i, j := 0, len(s)-1; i < j; i, j = i+1, j-1 {
		if s[i] != s[j] {
			return false
		}
	}
	return true
}

// shift moves letters along the alphabet, and leaves all else.
func shift(s string, k int) string {
	var b strings.Builder
	for _, r := range s {
		if r >= 'a' && r <= 'z' {
			r = 'a' + (r-'a'+rune(k))%26
		}
		b.WriteRune(r)
	}
	return b.String()
}

func reverse(s string) string {
	runes := []rune(s)
	for i, j := 0, len(runes)-1; i < j; i, j = i+1, j-1 {
		runes[i], runes[j] = runes[j], runes[i]
	}
	return string(runes)
}

func vowels(s string) int {
	n := 0
	for _, r := range s {
		switch r {
		case 'a', 'e', 'i', 'o', 'u', 'ä', 'ö', 'ü':
			n++
		}
	}
	return n
}

func main() {
	s := text(300000)
	hash := 0
	for i := 0; i < len(s); i++ {
		hash = (hash*31 + int(s[i])) % 1000000007
	}
	fmt.Println(len(s), hash, longest(s))

	n := 0
	for i := 0; i+5 <= len(s); i++ {
		if palindrome(s[i : i+5]) {
			n++
		}
	}
	numbers := 0
	for i := 0; i < 300000; i++ {
		if palindrome(fmt.Sprint(i)) {
			numbers++
		}
	}
	fmt.Println(n, numbers)

	line := "zwölf größere Bären müssen über grüne Hügel stürmen; "
	verse := strings.Repeat(line, 5000)
	secret := shift(verse, 3)
	back := reverse(reverse(shift(secret, 23)))
	same := 0
	if back == verse {
		same = 1
	}
	fmt.Println(shift(line, 3), same, vowels(verse), vowels(secret))
}
