// An event bus: generics, closures, maps of slices of functions, unsubscribing.

package main

import (
	"fmt"
	"slices"
)

type bus[T any] struct {
	subs map[string][]*sub[T]
	next int
}
type sub[T any] struct {
	id int
	fn func(T)
}

func (b *bus[T]) on(topic string, fn func(T)) (off func()) {
	if b.subs == nil {
		b.subs = make(map[string][]*sub[T])
	}
	b.next++
	s := &sub[T]{b.next, fn}
	b.subs[topic] = append(b.subs[topic], s)
	return func() {
		b.subs[topic] = slices.DeleteFunc(b.subs[topic], func(o *sub[T]) bool { return o == s })
	}
}

func (b *bus[T]) emit(topic string, v T) (n int) {
	for _, s := range slices.Clone(b.subs[topic]) {
		s.fn(v)
		n++
	}
	return
}

type click struct{ x, y int }

func main() {
	var b bus[click]
	var log []string
	off := b.on("click", func(c click) { c.x++; log = append(log, fmt.Sprint("a", c)) })
	b.on("click", func(c click) { log = append(log, fmt.Sprint("b", c)) })
	var once func()
	once = b.on("click", func(c click) { log = append(log, "once"); once() })
	fmt.Println(b.emit("click", click{1, 2}), b.emit("click", click{3, 4}), b.emit("none", click{}))
	off()
	off()
	fmt.Println(b.emit("click", click{5, 6}), len(b.subs["click"]))
	fmt.Println(log)
	s := bus[string]{}
	for i := range 3 {
		defer s.on("x", func(m string) { fmt.Println(i, m) })()
	}
	s.emit("x", "hello")
}
