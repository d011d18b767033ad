// Seeded random numbers, and unicode tables.

package main

import (
	"fmt"
	"math/rand"
	"sort"
	"strings"
	"unicode"
)

func main() {
	r := rand.New(rand.NewSource(7))
	a := r.Perm(5)
	sort.Ints(a)
	fmt.Println(a, r.Intn(1), r.Float64() < 1)
	x, y := rand.New(rand.NewSource(1)).Intn(1000), rand.New(rand.NewSource(1)).Intn(1000)
	fmt.Println(x == y, x)
	deck := []string{"A", "K", "Q", "J"}
	rand.New(rand.NewSource(3)).Shuffle(len(deck), func(i, j int) { deck[i], deck[j] = deck[j], deck[i] })
	fmt.Println(len(deck), strings.Contains(strings.Join(deck, ""), "A"))
	counts := map[string]int{}
	for _, r := range "Go 1.26, é 世!" {
		switch {
		case unicode.Is(unicode.Han, r):
			counts["han"]++
		case unicode.IsUpper(r):
			counts["upper"]++
		case unicode.IsLetter(r):
			counts["letter"]++
		case unicode.IsDigit(r):
			counts["digit"]++
		case unicode.In(r, unicode.Punct, unicode.Space):
			counts["other"]++
		}
	}
	fmt.Println(counts)
}
