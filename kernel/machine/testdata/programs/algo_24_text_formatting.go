// Word wrap, justification, transposition, box drawing, histogram.

package main

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

func wrap(s string, width int) (lines []string) {
	var cur []string
	n := 0
	for _, w := range strings.Fields(s) {
		if n+len(w)+len(cur) > width {
			lines = append(lines, strings.Join(cur, " "))
			cur, n = nil, 0
		}
		cur, n = append(cur, w), n+len(w)
	}
	return append(lines, strings.Join(cur, " "))
}

func justify(line string, width int) string {
	ws := strings.Fields(line)
	if len(ws) < 2 {
		return line
	}
	gaps := len(ws) - 1
	spaces := width - len(strings.Join(ws, ""))
	var sb strings.Builder
	for i, w := range ws {
		sb.WriteString(w)
		if i < gaps {
			n := spaces / gaps
			if i < spaces%gaps {
				n++
			}
			fmt.Fprintf(&sb, "%*s", n, "")
		}
	}
	return sb.String()
}

func transpose(lines []string) (out []string) {
	for i := 0; ; i++ {
		var sb strings.Builder
		found := false
		for _, l := range lines {
			if i < len(l) {
				sb.WriteByte(l[i])
				found = true
			} else {
				sb.WriteByte(' ')
			}
		}
		if !found {
			return
		}
		out = append(out, strings.TrimRight(sb.String(), " "))
	}
}

func box(lines ...string) {
	w := 0
	for _, l := range lines {
		w = max(w, utf8.RuneCountInString(l))
	}
	bar := "+" + strings.Repeat("-", w+2) + "+"
	fmt.Println(bar)
	for _, l := range lines {
		fmt.Printf("| %-*s |\n", w, l)
	}
	fmt.Println(bar)
}

func main() {
	ls := wrap("the quick brown fox jumps over the lazy dog again", 16)
	for _, l := range ls {
		fmt.Printf("[%s] [%s]\n", l, justify(l, 16))
	}
	fmt.Printf("%q\n", transpose([]string{"abc", "d", "efgh"}))
	box("name: é世", "x", "")
	for i, n := range []int{3, 0, 5} {
		fmt.Printf("%2d|%-6s|%3d%%\n", i, strings.Repeat("█", n), n*20)
	}
	for i := 1; i <= 4; i++ {
		fmt.Println(strings.Repeat(" ", 4-i) + strings.Repeat("*", 2*i-1))
	}
	for i := 1; i <= 15; i++ {
		switch {
		case i%15 == 0:
			fmt.Print("FizzBuzz ")
		case i%5 == 0:
			fmt.Print("Buzz ")
		case i%3 == 0:
			fmt.Print("Fizz ")
		default:
			fmt.Print(i, " ")
		}
	}
	fmt.Println()
}
