// Anagram groups, word frequencies, pangrams, common prefixes.

package main

import (
	"fmt"
	"sort"
	"strings"
)

type bag [26]int

func newBag(s string) (b bag) {
	for _, r := range strings.ToLower(s) {
		if r >= 'a' && r <= 'z' {
			b[r-'a']++
		}
	}
	return
}

func (b bag) covers(o bag) bool {
	for i, n := range o {
		if b[i] < n {
			return false
		}
	}
	return true
}

func (b bag) String() (s string) {
	for i, n := range b {
		if n > 0 {
			s += fmt.Sprintf("%c%d", 'a'+i, n)
		}
	}
	return
}

func prefix(words []string) string {
	if len(words) == 0 {
		return ""
	}
	for i := range words[0] {
		for _, w := range words[1:] {
			if i == len(w) || w[i] != words[0][i] {
				return words[0][:i]
			}
		}
	}
	return words[0]
}

func main() {
	groups := map[bag][]string{}
	for _, w := range strings.Fields("listen silent enlist google elgoog abc cab tac") {
		b := newBag(w)
		groups[b] = append(groups[b], w)
	}
	var lines []string
	for b, ws := range groups {
		if len(ws) > 1 {
			lines = append(lines, fmt.Sprint(b, ws))
		}
	}
	sort.Strings(lines)
	fmt.Println(strings.Join(lines, "\n"))
	fmt.Println(newBag("mississippi"), newBag("mississippi").covers(newBag("miss")), newBag("a").covers(newBag("b")))
	letters := 0
	for _, n := range newBag("The quick brown fox jumps over the lazy dog") {
		if n > 0 {
			letters++
		}
	}
	fmt.Println("pangram", letters == 26)
	fmt.Println(prefix([]string{"flower", "flow", "flight"}), prefix([]string{"dog", "car"}) == "", prefix([]string{"one"}))
	fmt.Println(newBag("Dormitory") == newBag("Dirty room!"))
}
