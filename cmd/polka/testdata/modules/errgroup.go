package main

import (
	"context"
	"errors"
	"fmt"

	"golang.org/x/sync/errgroup"
	"golang.org/x/sync/semaphore"
	"golang.org/x/sync/singleflight"
)

type Failure struct{ N int }

func (f *Failure) Error() string { return fmt.Sprint("failure ", f.N) }

func main() {
	g, ctx := errgroup.WithContext(context.Background())
	results := make([]int, 4)
	for i := range results {
		g.Go(func() error {
			results[i] = i * i
			if i == 3 {
				return fmt.Errorf("task: %w", &Failure{i})
			}
			return nil
		})
	}
	err := g.Wait()
	var f *Failure
	fmt.Println(results, err, errors.As(err, &f), f.N, ctx.Err(), context.Cause(ctx) == err)
	var limited errgroup.Group
	limited.SetLimit(2)
	sum := make(chan int, 10)
	for i := range 10 {
		limited.Go(func() error { sum <- i; return nil })
	}
	fmt.Println(limited.Wait(), len(sum))
	s := semaphore.NewWeighted(2)
	fmt.Println(s.TryAcquire(2), s.TryAcquire(1))
	var sf singleflight.Group
	v, err, shared := sf.Do("k", func() (any, error) { return Failure{5}, nil })
	fmt.Printf("%v %T %v %v\n", v, v, err, shared)
}
