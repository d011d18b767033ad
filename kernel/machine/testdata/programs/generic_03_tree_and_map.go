// A generic ordered map as a binary tree, with a comparison function.

package main

import (
	"cmp"
	"fmt"
	"iter"
	"strings"
)

type tree[K, V any] struct {
	cmp  func(a, b K) int
	root *tnode[K, V]
	n    int
}
type tnode[K, V any] struct {
	key  K
	val  V
	l, r *tnode[K, V]
}

func newTree[K cmp.Ordered, V any]() *tree[K, V] { return &tree[K, V]{cmp: cmp.Compare[K]} }

func (t *tree[K, V]) find(k K) **tnode[K, V] {
	p := &t.root
	for *p != nil {
		switch c := t.cmp(k, (*p).key); {
		case c < 0:
			p = &(*p).l
		case c > 0:
			p = &(*p).r
		default:
			return p
		}
	}
	return p
}

func (t *tree[K, V]) put(k K, v V) (old V, had bool) {
	p := t.find(k)
	if *p != nil {
		old, (*p).val = (*p).val, v
		return old, true
	}
	*p = &tnode[K, V]{key: k, val: v}
	t.n++
	return
}

func (t *tree[K, V]) get(k K) (v V, ok bool) {
	if p := t.find(k); *p != nil {
		return (*p).val, true
	}
	return
}

func (n *tnode[K, V]) each(f func(K, V) bool) bool {
	return n == nil || n.l.each(f) && f(n.key, n.val) && n.r.each(f)
}

func (t *tree[K, V]) all() iter.Seq2[K, V] {
	return func(yield func(K, V) bool) { t.root.each(yield) }
}

func main() {
	t := newTree[string, int]()
	for i, w := range strings.Fields("the quick brown fox jumps over the lazy dog") {
		if old, had := t.put(w, i); had {
			fmt.Println("replaced", w, old)
		}
	}
	for k, v := range t.all() {
		if k > "o" {
			break
		}
		fmt.Print(k, ":", v, " ")
	}
	fmt.Println(t.n)
	fmt.Println(t.get("fox"))
	fmt.Println(t.get("cat"))
	rev := &tree[float64, []string]{cmp: func(a, b float64) int { return cmp.Compare(b, a) }}
	for _, f := range []float64{1, 3, 2, 3} {
		p := rev.find(f)
		if *p == nil {
			rev.put(f, nil)
		}
		(*rev.find(f)).val = append((*rev.find(f)).val, fmt.Sprint(f))
	}
	for k, v := range rev.all() {
		fmt.Print(k, v, " ")
	}
	fmt.Println()
}
