// A set of small integers as a bit vector with String.

package main

import (
	"fmt"
	"strings"
)

type IntSet struct{ words []uint64 }

func (s *IntSet) Has(x int) bool {
	word, bit := x/64, uint(x%64)
	return word < len(s.words) && s.words[word]&(1<<bit) != 0
}
func (s *IntSet) Add(xs ...int) *IntSet {
	for _, x := range xs {
		word, bit := x/64, uint(x%64)
		for word >= len(s.words) {
			s.words = append(s.words, 0)
		}
		s.words[word] |= 1 << bit
	}
	return s
}
func (s *IntSet) UnionWith(t *IntSet) {
	for i, w := range t.words {
		if i < len(s.words) {
			s.words[i] |= w
		} else {
			s.words = append(s.words, w)
		}
	}
}
func (s *IntSet) Len() (n int) {
	for _, w := range s.words {
		for ; w != 0; w &= w - 1 {
			n++
		}
	}
	return
}
func (s *IntSet) String() string {
	var sb strings.Builder
	for i, w := range s.words {
		for j := range 64 {
			if w&(1<<uint(j)) != 0 {
				if sb.Len() > 0 {
					sb.WriteByte(' ')
				}
				fmt.Fprint(&sb, 64*i+j)
			}
		}
	}
	return "{" + sb.String() + "}"
}

func main() {
	var x, y IntSet
	x.Add(1, 144, 9)
	y.Add(9).Add(42)
	fmt.Println(&x, &y, x.Len())
	x.UnionWith(&y)
	fmt.Println(x.String(), x.Has(9), x.Has(123), x.Has(1000))
	fmt.Println(x.words[0]>>40, len(x.words), y)
	z := x
	z.Add(2)
	fmt.Println(x.Has(2), z.Has(2), z.Len() == x.Len())
}
