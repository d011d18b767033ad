// An error group, a rate of results in order, futures and a broadcast by close.

package main

import (
	"fmt"
	"io"
	"sync"
	"sync/atomic"
)

type group struct {
	wg   sync.WaitGroup
	once sync.Once
	err  error
}

func (g *group) Go(f func() error) {
	g.wg.Add(1)
	go func() {
		defer g.wg.Done()
		if err := f(); err != nil {
			g.once.Do(func() { g.err = err })
		}
	}()
}
func (g *group) Wait() error { g.wg.Wait(); return g.err }

type future[T any] struct {
	done chan struct{}
	val  T
	err  error
}

func async[T any](f func() (T, error)) *future[T] {
	fu := &future[T]{done: make(chan struct{})}
	go func() {
		defer close(fu.done)
		defer func() {
			if r := recover(); r != nil {
				fu.err = fmt.Errorf("panic: %v", r)
			}
		}()
		fu.val, fu.err = f()
	}()
	return fu
}
func (f *future[T]) get() (T, error) { <-f.done; return f.val, f.err }

func parallel[A, B any](xs []A, f func(A) B) []B {
	out := make([]B, len(xs))
	var wg sync.WaitGroup
	for i, x := range xs {
		wg.Go(func() { out[i] = f(x) })
	}
	wg.Wait()
	return out
}

func main() {
	var g group
	var n atomic.Int32
	for i := range 5 {
		g.Go(func() error {
			n.Add(int32(i))
			if i == 3 {
				return fmt.Errorf("task %d", i)
			}
			return nil
		})
	}
	fmt.Println(g.Wait(), n.Load())
	fmt.Println(async(func() (int, error) { return 42, nil }).get())
	fmt.Println(async(func() (string, error) { return "", io.EOF }).get())
	fmt.Println(async(func() ([]int, error) { var m map[string]int; m["x"]++; return nil, nil }).get())
	fmt.Println(parallel([]string{"a", "bb", "ccc"}, func(s string) int { return len(s) * 10 }))
	start := make(chan struct{})
	results := make(chan int, 3)
	for i := range 3 {
		go func() { <-start; results <- i }()
	}
	close(start)
	fmt.Println(<-results + <-results + <-results)
}
