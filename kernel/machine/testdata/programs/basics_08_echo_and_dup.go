// Small text utilities: duplicate lines, word lengths, joining.

package main

import (
	"bufio"
	"bytes"
	"fmt"
	"strings"
)

func dup(in string) map[string]int {
	counts := make(map[string]int)
	input := bufio.NewScanner(strings.NewReader(in))
	for input.Scan() {
		counts[input.Text()]++
	}
	return counts
}

func basename(s string) string {
	if slash := strings.LastIndex(s, "/"); slash >= 0 {
		s = s[slash+1:]
	}
	if dot := strings.LastIndex(s, "."); dot >= 0 {
		s = s[:dot]
	}
	return s
}

func comma(s string) string {
	if n := len(s); n > 3 {
		return comma(s[:n-3]) + "," + s[n-3:]
	}
	return s
}

func intsToString(values []int) string {
	var buf bytes.Buffer
	buf.WriteByte('[')
	for i, v := range values {
		if i > 0 {
			buf.WriteString(", ")
		}
		fmt.Fprintf(&buf, "%d", v)
	}
	buf.WriteByte(']')
	return buf.String()
}

func nonempty(ss []string) []string {
	out := ss[:0]
	for _, s := range ss {
		if s != "" {
			out = append(out, s)
		}
	}
	return out
}

func main() {
	for line, n := range dup("a\nb\na\n\nc") {
		if n > 1 {
			fmt.Println(n, line)
		}
	}
	fmt.Println(basename("a/b/c.go"), basename("c.d.go"), basename("abc"), comma("1234567"), comma("12"))
	fmt.Println(intsToString([]int{1, 2, 3}), intsToString(nil))
	data := []string{"one", "", "three"}
	fmt.Printf("%q %q\n", nonempty(data), data)
	sep, s := "", ""
	for _, arg := range []string{"x", "y"} {
		s += sep + arg
		sep = " "
	}
	fmt.Println(s)
}
