// Contexts: cancellation, values with own key types, causes and deadlines already over.

package main

import (
	"context"
	"errors"
	"fmt"
)

type key int
type user struct{ name string }

const (
	userKey key = iota
	idKey
)

var errQuit = errors.New("quit")

func who(ctx context.Context) string {
	u, ok := ctx.Value(userKey).(*user)
	if !ok {
		return "nobody"
	}
	return u.name
}

func worker(ctx context.Context, out chan<- int) {
	defer close(out)
	for i := 0; ; i++ {
		select {
		case out <- i:
		case <-ctx.Done():
			return
		}
	}
}

func main() {
	ctx := context.WithValue(context.Background(), userKey, &user{"ann"})
	ctx = context.WithValue(ctx, idKey, 7)
	fmt.Println(who(ctx), ctx.Value(idKey), ctx.Value(key(5)), ctx.Value(0), who(context.Background()))
	c, cancel := context.WithCancel(ctx)
	out := make(chan int)
	go worker(c, out)
	for v := range out {
		if v == 3 {
			cancel()
			break
		}
	}
	<-c.Done()
	fmt.Println(c.Err(), errors.Is(c.Err(), context.Canceled), who(c))
	cc, stop := context.WithCancelCause(ctx)
	child, cancel2 := context.WithCancel(cc)
	defer cancel2()
	stop(errQuit)
	fmt.Println(cc.Err(), context.Cause(child), child.Err())
	d, cancel3 := context.WithTimeout(ctx, -1)
	defer cancel3()
	fmt.Println(d.Err(), errors.Is(d.Err(), context.DeadlineExceeded))
	var ctxi interface{ Err() error } = ctx
	fmt.Println(ctxi.Err())
}
