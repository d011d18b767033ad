// Maps_string works on maps with string keys: made-up words are counted, grouped by their letters, and
// linked to the words that follow them.
package main

import (
	"fmt"
	"sort"
	"strings"
)

var syllables = []string{"ka", "to", "mi", "ra", "ne", "so", "lu", "ve", "di", "po"}

// words makes n words of one to three syllables.
func words(n int) []string {
	list := make([]string, 0, n)
	x := 99
	for i := 0; i < n; i++ {
		x = (x*1103515245 + 12345) & 0x7fffffff
		y := x >> 8
		word := syllables[y%10]
		for y%3 != 0 {
			y /= 10
			word += syllables[y%10]
			if len(word) == 6 {
				break
			}
		}
		list = append(list, word)
	}
	return list
}

func sortLetters(word string) string {
	letters := strings.Split(word, "")
	sort.Strings(letters)
	return strings.Join(letters, "")
}

func main() {
	list := words(800000)

	counts := make(map[string]int)
	for _, word := range list {
		counts[word]++
	}

	groups := make(map[string][]string)
	for word := range counts {
		key := sortLetters(word)
		groups[key] = append(groups[key], word)
	}
	largest := 0
	for _, group := range groups {
		if len(group) > largest {
			largest = len(group)
		}
	}

	follow := make(map[string]map[string]bool)
	for i := 1; i < len(list); i++ {
		before, after := list[i-1], list[i]
		if len(before) > 4 {
			continue
		}
		set := follow[before]
		if set == nil {
			set = make(map[string]bool)
			follow[before] = set
		}
		set[after] = true
	}
	links := 0
	for _, set := range follow {
		links += len(set)
	}

	keys := make([]string, 0, len(counts))
	for word := range counts {
		keys = append(keys, word)
	}
	sort.Strings(keys)
	check := 0
	for i, word := range keys {
		check = (check + (i+1)*counts[word]) % 1000007
	}
	fmt.Println(len(counts), len(groups), largest)
	fmt.Println(len(follow), links)
	fmt.Println(check, keys[0], keys[len(keys)-1])
}
