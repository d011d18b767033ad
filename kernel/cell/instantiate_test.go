package cell_test

import (
	"strings"
	"testing"
)

// page is a cell of thirty lines that declares and uses generics, and needs the library's.
const page = `type Tree[K cmp.Ordered, V any] struct { root *node[K, V]; n int }
type node[K cmp.Ordered, V any] struct { k K; v V; l, r *node[K, V] }
func (t *Tree[K, V]) find(k K) **node[K, V] {
	p := &t.root
	for *p != nil {
		switch n := *p; {
		case k < n.k: p = &n.l
		case k > n.k: p = &n.r
		default: return p
		}
	}
	return p
}
func (t *Tree[K, V]) Set(k K, v V) {
	p := t.find(k)
	if *p == nil { *p = &node[K, V]{k: k}; t.n++ }
	(*p).v = v
}
func Map[T, U any](xs []T, f func(T) U) []U {
	var out []U
	for _, x := range xs { out = append(out, f(x)) }
	return out
}
words := strings.Fields("the quick brown fox")
lengths := Map(words, func(s string) int { return len(s) })
slices.Sort(lengths)
slices.SortFunc(words, func(a, b string) int { return cmp.Compare(b, a) })
t := Tree[string, int]{}
for i, w := range words { t.Set(w, i) }
keys := slices.Sorted(maps.Keys(map[string]int{"a": 1}))
keys, lengths, slices.Max(lengths)
`

// BenchmarkGenerics measures the compiler on a page with generics, in a session that has seen it before
// and in a new one.
func BenchmarkGenerics(b *testing.B) {
	if strings.Count(page, "\n") < 30 {
		b.Fatal("the page has too few lines")
	}
	c := newCompiler(b)
	define(b, c, page)
	b.Run("again", func(b *testing.B) {
		for b.Loop() {
			if _, err := c.Compile(2, page); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("first", func(b *testing.B) {
		for b.Loop() {
			b.StopTimer()
			c := newCompiler(b)
			b.StartTimer()
			if _, err := c.Compile(1, page); err != nil {
				b.Fatal(err)
			}
		}
	})
}
