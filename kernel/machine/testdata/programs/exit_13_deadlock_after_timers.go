// Deadlock after timers of all kinds have fired or have been stopped.

package main

import (
	"context"
	"fmt"
	"time"
)

func main() {
	fmt.Println(time.Now().Before(time.Now().Add(time.Hour)), time.Since(time.Now()) < time.Hour)
	<-time.After(time.Millisecond)
	late := make(chan int)
	time.AfterFunc(150*time.Millisecond, func() { fmt.Println("late"); <-late })
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	<-ctx.Done()
	ctx, cancel = context.WithTimeout(ctx, 100*time.Millisecond)
	defer cancel()
	<-ctx.Done()
	fmt.Println(ctx.Err())
	<-make(chan int)
}
