// Goroutines writing to slices, closures with arguments, panics recovered inside, and a barrier.

package main

import (
	"fmt"
	"strings"
	"sync"
)

type task struct {
	id  int
	run func(int) int
}

func safe(t task) (s string) {
	defer func() {
		if r := recover(); r != nil {
			s = fmt.Sprint("task ", t.id, " failed: ", r)
		}
	}()
	return fmt.Sprint("task ", t.id, " = ", t.run(t.id))
}

func main() {
	ts := []task{{1, func(n int) int { return n * 10 }}, {2, func(n int) int { return n / (n - 2) }}, {3, func(n int) int { return []int{n}[n] }}}
	out := make([]string, len(ts))
	var wg sync.WaitGroup
	for i, t := range ts {
		wg.Add(1)
		go func(dst *string) {
			defer wg.Done()
			*dst = safe(t)
		}(&out[i])
	}
	wg.Wait()
	fmt.Println(strings.Join(out, "\n"))
	done := make(chan int)
	x := 1
	go func(n int) { done <- n + x }(x * 10)
	fmt.Println(<-done)
	var mu sync.Mutex
	total := 0
	for i := range 10 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			mu.Lock()
			total += i
			mu.Unlock()
		}()
	}
	wg.Wait()
	fmt.Println(total)
	go fmt.Sprint("ignored")
	m := &sync.Map{}
	func() {
		defer wg.Wait()
		for _, k := range []string{"a", "b"} {
			wg.Add(1)
			go func() { defer wg.Done(); m.Store(k, len(k)) }()
		}
	}()
	v, ok := m.Load("b")
	fmt.Println(v, ok)
}
