// An LRU cache with a hand-made doubly linked list and generics.

package main

import (
	"fmt"
	"strings"
)

type node[K comparable, V any] struct {
	k          K
	v          V
	prev, next *node[K, V]
}

type cache[K comparable, V any] struct {
	cap  int
	m    map[K]*node[K, V]
	root node[K, V]
	drop func(K, V)
}

func New[K comparable, V any](n int, drop func(K, V)) *cache[K, V] {
	c := &cache[K, V]{cap: n, m: make(map[K]*node[K, V], n), drop: drop}
	c.root.prev, c.root.next = &c.root, &c.root
	return c
}

func (c *cache[K, V]) unlink(n *node[K, V]) { n.prev.next, n.next.prev = n.next, n.prev }
func (c *cache[K, V]) front(n *node[K, V]) {
	n.prev, n.next = &c.root, c.root.next
	n.prev.next, n.next.prev = n, n
}

func (c *cache[K, V]) Get(k K) (v V, ok bool) {
	n, ok := c.m[k]
	if !ok {
		return
	}
	c.unlink(n)
	c.front(n)
	return n.v, true
}

func (c *cache[K, V]) Put(k K, v V) {
	if n, ok := c.m[k]; ok {
		n.v = v
		c.Get(k)
		return
	}
	if len(c.m) == c.cap {
		last := c.root.prev
		c.unlink(last)
		delete(c.m, last.k)
		if c.drop != nil {
			c.drop(last.k, last.v)
		}
	}
	n := &node[K, V]{k: k, v: v}
	c.m[k] = n
	c.front(n)
}

func (c *cache[K, V]) keys() (ks []K) {
	for n := c.root.next; n != &c.root; n = n.next {
		ks = append(ks, n.k)
	}
	return
}

func main() {
	var dropped []string
	c := New(3, func(k string, v int) { dropped = append(dropped, fmt.Sprint(k, "=", v)) })
	for i, k := range strings.Split("abcadbe", "") {
		c.Put(k, i)
		if i == 4 {
			fmt.Println(c.Get("c"))
		}
		fmt.Println(k, c.keys(), dropped)
	}
	d := New[[2]int, []string](1, nil)
	d.Put([2]int{1, 2}, []string{"x"})
	d.Put([2]int{3, 4}, nil)
	v, ok := d.Get([2]int{1, 2})
	fmt.Println(v == nil, ok, d.keys())
}
