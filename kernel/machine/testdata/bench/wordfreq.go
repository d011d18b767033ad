// Wordfreq counts the words of a text, as a student would with the functions of package strings.
package main

import (
	"fmt"
	"sort"
	"strings"
)

const passage = `The quick brown fox jumps over the lazy dog. A domino covers two squares; a pentomino covers five.
The twelve pentominoes fill a rectangle of six by ten in 2339 ways, "not counting reflections" (or rotations).
Which pieces touch the border? How many of the pieces may be turned over, and which of them may not?
`

func main() {
	text := strings.Repeat(passage, 24000)
	counts := map[string]int{}
	lengths := map[int]int{}
	lines := 0
	for _, line := range strings.Split(text, "\n") {
		if line == "" {
			continue
		}
		lines++
		for _, word := range strings.Fields(strings.ToLower(line)) {
			word = strings.Trim(word, `.,;?"()`)
			counts[word]++
			lengths[len(word)]++
		}
	}

	words := make([]string, 0, len(counts))
	for word := range counts {
		words = append(words, word)
	}
	sort.Slice(words, func(i, j int) bool {
		if counts[words[i]] != counts[words[j]] {
			return counts[words[i]] > counts[words[j]]
		}
		return words[i] < words[j]
	})
	fmt.Println(lines, len(words))
	for _, word := range words[:8] {
		fmt.Printf("%-8s %7d\n", word, counts[word])
	}
	for n := 1; n <= 12; n++ {
		fmt.Print(lengths[n], " ")
	}
	fmt.Println()
}
