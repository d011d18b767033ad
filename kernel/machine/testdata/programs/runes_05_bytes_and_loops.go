// Loops over bytes and runes of constants, slices of strings and substrings.

package main

import (
	"fmt"
	"strings"
	"unicode"
)

type word string

func (w word) count(f func(rune) bool) (n int) {
	for _, r := range w {
		if f(r) {
			n++
		}
	}
	return
}

func offsets(s string) (idx []int, rs []rune) {
	for i, r := range s {
		idx, rs = append(idx, i), append(rs, r)
	}
	return
}

func main() {
	const s = "ñandú ☃!"
	idx, rs := offsets(s)
	fmt.Println(idx, len(rs), string(rs), s[idx[1]:idx[3]], len(s))
	fmt.Println(offsets("\xe4\xb8a\xed\xa0\x80"))
	for i, b := range []byte("é!") {
		fmt.Print(i, ":", b, " ")
	}
	for i, r := range []rune("é!") {
		fmt.Print(i, ":", string(r), " ")
	}
	fmt.Println()
	w := word("Hello, Wörld 42")
	fmt.Println(w.count(unicode.IsUpper), w.count(unicode.IsDigit), w.count(func(r rune) bool { return r > 127 }))
	for i, r := range s[6:] {
		fmt.Print(i, string(r), " ")
	}
	fmt.Println()
	var fs []func() string
	for i, r := range "aé" {
		fs = append(fs, func() string { r++; return fmt.Sprint(i, string(r)) })
	}
	fmt.Println(fs[0](), fs[0](), fs[1]())
	last, n := rune(0), 0
	for n, last = range "xyz" {
		if last == 'y' {
			break
		}
	}
	fmt.Println(n, last, string(last))
	x := "abc"
	for i := range x {
		x = x[:i] + "Z" + x[i+1:]
	}
	fmt.Println(x, "a" < "b", "Z" < "a", "é" > "z", strings.Compare("a", "á"))
	b := []byte("xyz")
	for i := range b {
		b[i], b[len(b)-1-i] = b[len(b)-1-i], b[i]-32
	}
	fmt.Printf("%s %q %v\n", b, 'ñ', "ñ"[0] == 0xc3)
}
