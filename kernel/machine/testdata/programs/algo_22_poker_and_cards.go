// Cards with enums, Stringers, sorting and hand ranking.

package main

import (
	"cmp"
	"fmt"
	"slices"
	"sort"
	"strings"
)

type suit byte
type rank int
type card struct {
	rank
	suit
}
type hand []card

const ranks = "23456789TJQKA"

func (s suit) String() string {
	return map[suit]string{'s': "♠", 'h': "♥", 'd': "♦", 'c': "♣"}[s]
}
func (r rank) String() string { return ranks[r : r+1] }
func (c card) String() string { return c.rank.String() + c.suit.String() }

func parse(s string) (h hand) {
	for _, f := range strings.Fields(s) {
		h = append(h, card{rank(strings.IndexByte(ranks, f[0])), suit(f[1])})
	}
	slices.SortFunc(h, func(a, b card) int { return cmp.Or(int(b.rank-a.rank), cmp.Compare(a.suit, b.suit)) })
	return
}

type kind int

const (
	high kind = iota
	pair
	twoPair
	three
	straight
	flush
	full
	four
)

//go:generate stringer
func (k kind) String() string {
	return [...]string{"high card", "pair", "two pair", "three", "straight", "flush", "full house", "four"}[k]
}

func (h hand) kind() kind {
	counts := map[rank]int{}
	suits := map[suit]bool{}
	for _, c := range h {
		counts[c.rank]++
		suits[c.suit] = true
	}
	var shape []int
	for _, n := range counts {
		shape = append(shape, n)
	}
	sort.Sort(sort.Reverse(sort.IntSlice(shape)))
	switch {
	case shape[0] == 4:
		return four
	case shape[0] == 3 && shape[1] == 2:
		return full
	case len(suits) == 1:
		return flush
	case len(counts) == 5 && h[0].rank-h[4].rank == 4:
		return straight
	case shape[0] == 3:
		return three
	case shape[0] == 2 && shape[1] == 2:
		return twoPair
	case shape[0] == 2:
		return pair
	}
	return high
}

func main() {
	for _, s := range []string{"2h 3h 4h 5h 9h", "Ks Kh 2d 2c Kd", "9s 8h 7d 6c Td", "As Ah 2d 3c 4d", "As Kh 2d 3c 5d", "3s 3h 2d 2c 5d"} {
		h := parse(s)
		fmt.Println(h, h.kind())
		fmt.Printf("%v %d %s\n", h[0], h[0].rank, h[0].suit)
	}
	fmt.Printf("%v %+v %d\n", card{}, hand{{12, 'c'}}, straight)
}
