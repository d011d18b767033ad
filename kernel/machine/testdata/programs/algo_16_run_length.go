// Run length encoding, look-and-say, Huffman codes.

package main

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

func encode(s string) string {
	var sb strings.Builder
	rs := []rune(s)
	for i := 0; i < len(rs); {
		j := i
		for j < len(rs) && rs[j] == rs[i] {
			j++
		}
		if n := j - i; n > 1 {
			sb.WriteString(strconv.Itoa(n))
		}
		sb.WriteRune(rs[i])
		i = j
	}
	return sb.String()
}

func decode(s string) (out string) {
	n := 0
	for _, r := range s {
		if d := int(r - '0'); d >= 0 && d <= 9 {
			n = n*10 + d
			continue
		}
		out += strings.Repeat(string(r), max(n, 1))
		n = 0
	}
	return
}

type tree interface{ weight() int }
type leaf struct {
	r rune
	n int
}
type fork struct{ l, r tree }

func (l leaf) weight() int  { return l.n }
func (f *fork) weight() int { return f.l.weight() + f.r.weight() }

func codes(t tree, prefix string, out map[rune]string) map[rune]string {
	switch t := t.(type) {
	case leaf:
		out[t.r] = prefix
	case *fork:
		codes(t.l, prefix+"0", out)
		codes(t.r, prefix+"1", out)
	}
	return out
}

func huffman(s string) tree {
	freq := map[rune]int{}
	for _, r := range s {
		freq[r]++
	}
	var q []tree
	for _, r := range slices.Sorted(maps.Keys(freq)) {
		q = append(q, leaf{r, freq[r]})
	}
	for len(q) > 1 {
		slices.SortStableFunc(q, func(a, b tree) int { return a.weight() - b.weight() })
		q = append(q[2:], &fork{q[0], q[1]})
	}
	return q[0]
}

func main() {
	for _, s := range []string{"WWWWWBWWW", "abc", "", "ééé  x"} {
		e := encode(s)
		fmt.Printf("%q %v\n", e, decode(e) == s)
	}
	s := "1"
	for range 6 {
		next := ""
		for i, n := 0, 0; i < len(s); i++ {
			n++
			if i+1 == len(s) || s[i+1] != s[i] {
				next += strconv.Itoa(n) + s[i:i+1]
				n = 0
			}
		}
		s = next
		fmt.Print(s, " ")
	}
	fmt.Println()
	t := huffman("abracadabra")
	cs := codes(t, "", map[rune]string{})
	total := 0
	for _, r := range "abracadabra" {
		total += len(cs[r])
	}
	fmt.Println(t.weight(), total, len(cs['a']))
}
