// strings functions with closures, readers, replacers, splitting and comparing.

package main

import (
	"fmt"
	"io"
	"strings"
	"unicode"
)

type lower string

func (l lower) fields() []string { return strings.Fields(strings.ToLower(string(l))) }

func camel(s string) string {
	parts := strings.FieldsFunc(s, func(r rune) bool { return r == '_' || r == '-' || r == ' ' })
	for i, p := range parts {
		if i > 0 {
			parts[i] = strings.ToUpper(p[:1]) + p[1:]
		}
	}
	return strings.Join(parts, "")
}

func snake(s string) string {
	var sb strings.Builder
	for i, r := range s {
		if unicode.IsUpper(r) {
			if i > 0 {
				sb.WriteByte('_')
			}
			r = unicode.ToLower(r)
		}
		sb.WriteRune(r)
	}
	return sb.String()
}

func main() {
	fmt.Println(camel("to_camel-case now"), snake("toSnakeCaseÉ"), lower("A bC").fields())
	fmt.Printf("%q %q %q\n", strings.Split("a,b,,c", ","), strings.SplitN("a,b,c", ",", 2), strings.SplitAfter("x;y", ";"))
	fmt.Println(strings.TrimLeft("xxabcxx", "x"), strings.TrimSuffix("a.go", ".go"), strings.Trim("  t ", " ")+"|", strings.TrimSpace("\t n\n"))
	fmt.Println(strings.Index("chicken", "ken"), strings.IndexAny("golang", "ny"), strings.IndexByte("abc", 'z'), strings.ContainsAny("x", ""))
	for l := range strings.Lines("one\ntwo\n") {
		fmt.Printf("%q ", l)
	}
	for p := range strings.SplitSeq("a-b", "-") {
		fmt.Print(p, ".")
	}
	fmt.Println()
	r := strings.NewReader("hello")
	b := make([]byte, 3)
	n, err := r.ReadAt(b, 3)
	fmt.Println(n, err, string(b[:n]), r.Len())
	prefix, found := strings.CutPrefix("prefix-x", "prefix-")
	fmt.Println(prefix, found, strings.ToTitle("ß"), strings.Replace("aaa", "a", "b", 2), strings.ReplaceAll("aaa", "a", ""))
	var sb strings.Builder
	var w io.StringWriter = &sb
	for i := range 3 {
		w.WriteString(strings.Repeat(string(rune('a'+i)), i+1))
	}
	fmt.Println(sb.String(), sb.Cap() >= sb.Len())
}
