// New objects per iteration handed to goroutines, deferred calls and callbacks.

package main

import (
	"fmt"
	"sync"
)

type job interface{ do() string }
type square struct{ n int }

func (s *square) do() string { s.n *= s.n; return fmt.Sprint(s.n) }

type queue struct {
	mu   sync.Mutex
	done map[int]string
}

func (q *queue) submit(wg *sync.WaitGroup, k int, j job) {
	wg.Add(1)
	go func() {
		defer wg.Done()
		r := j.do()
		q.mu.Lock()
		defer q.mu.Unlock()
		q.done[k] = r
	}()
}

func main() {
	q := &queue{done: map[int]string{}}
	var wg sync.WaitGroup
	for i := range 5 {
		q.submit(&wg, i, &square{i + 1})
	}
	wg.Wait()
	fmt.Println(q.done)
	func() {
		for i := range 3 {
			j := &square{i + 2}
			defer func() { fmt.Print(j.do(), " ") }()
			defer j.do()
		}
	}()
	fmt.Println()
	var cbs []func() string
	for _, n := range []int{3, 4} {
		var j job = &square{n}
		cbs = append(cbs, j.do, (&square{n + 10}).do)
	}
	for _, cb := range cbs {
		fmt.Print(cb(), " ")
	}
	fmt.Println()
	errs := make([]error, 2)
	for i := range errs {
		errs[i] = &fail{i}
	}
	fmt.Println(errs[0], errs[1], errs)
}

type fail struct{ i int }

func (f *fail) Error() string { return fmt.Sprintf("fail#%d", f.i) }
