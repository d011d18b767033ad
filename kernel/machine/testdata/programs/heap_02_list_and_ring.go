// container/list and container/ring with own element types; an LRU cache.

package main

import (
	"container/list"
	"container/ring"
	"fmt"
)

type entry struct {
	key string
	val int
}
type lru struct {
	cap int
	ll  *list.List
	m   map[string]*list.Element
}

func newLRU(n int) *lru { return &lru{n, list.New(), map[string]*list.Element{}} }

func (c *lru) get(k string) (int, bool) {
	if e, ok := c.m[k]; ok {
		c.ll.MoveToFront(e)
		return e.Value.(*entry).val, true
	}
	return 0, false
}

func (c *lru) put(k string, v int) {
	if e, ok := c.m[k]; ok {
		e.Value.(*entry).val = v
		c.ll.MoveToFront(e)
		return
	}
	c.m[k] = c.ll.PushFront(&entry{k, v})
	if c.ll.Len() > c.cap {
		last := c.ll.Back()
		delete(c.m, c.ll.Remove(last).(*entry).key)
	}
}

func main() {
	c := newLRU(2)
	c.put("a", 1)
	c.put("b", 2)
	c.get("a")
	c.put("c", 3)
	c.put("a", 10)
	for _, k := range []string{"a", "b", "c"} {
		v, ok := c.get(k)
		fmt.Print(k, v, ok, " ")
	}
	fmt.Println(len(c.m))
	l := list.New()
	e4 := l.PushBack(4)
	e1 := l.PushFront(1)
	l.InsertBefore(3, e4)
	l.InsertAfter("two", e1)
	for e := l.Front(); e != nil; e = e.Next() {
		fmt.Print(e.Value, " ")
	}
	fmt.Println(l.Len())
	r := ring.New(5)
	for i := range r.Len() {
		r.Value = i * i
		r = r.Next()
	}
	sum := 0
	r.Do(func(v any) { sum += v.(int) })
	r.Unlink(2)
	fmt.Println(sum, r.Len(), r.Move(2).Value)
}
