// strings.Map, FieldsFunc, Builder and friends with own functions.

package main

import (
	"fmt"
	"strings"
	"unicode"
)

func rot13(r rune) rune {
	switch {
	case r >= 'a' && r <= 'z':
		return 'a' + (r-'a'+13)%26
	case r >= 'A' && r <= 'Z':
		return 'A' + (r-'A'+13)%26
	}
	return r
}

func reverse(s string) string {
	r := []rune(s)
	for i, j := 0, len(r)-1; i < j; i, j = i+1, j-1 {
		r[i], r[j] = r[j], r[i]
	}
	return string(r)
}

func main() {
	fmt.Println(strings.Map(rot13, "Hello, World"), strings.Map(rot13, strings.Map(rot13, "Round trip")))
	fmt.Println(strings.Map(func(r rune) rune {
		if unicode.IsDigit(r) {
			return -1
		}
		return unicode.ToUpper(r)
	}, "a1b22é3"))
	vowels := 0
	parts := strings.FieldsFunc("one;two,,three four", func(r rune) bool {
		if strings.ContainsRune("aeiou", r) {
			vowels++
		}
		return r == ';' || r == ',' || unicode.IsSpace(r)
	})
	fmt.Printf("%q %d\n", parts, vowels)
	fmt.Println(reverse("héllo 世界"), strings.IndexFunc("abc1", unicode.IsDigit), strings.TrimFunc("--x--", func(r rune) bool { return r == '-' }))
	var sb strings.Builder
	for i := 3; i >= 1; i-- {
		fmt.Fprintf(&sb, "%d...", i)
	}
	sb.WriteByte('g')
	sb.WriteRune('ö')
	sb.WriteString("!")
	fmt.Println(sb.String(), sb.Len())
	r := strings.NewReplacer("<", "&lt;", ">", "&gt;")
	fmt.Println(r.Replace("<b>x</b>"), strings.Title("to be"), strings.EqualFold("ÀB", "àb"))
	before, after, ok := strings.Cut("key=val=x", "=")
	fmt.Println(before, after, ok, strings.Count("cheese", "e"), strings.Repeat("ab", 3), strings.LastIndex("go gopher", "go"))
}
