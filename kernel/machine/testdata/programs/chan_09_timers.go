// Deadlocks of programs that have used timers, and waits that are none.

package main

import (
	"context"
	"fmt"
	"time"
)

type clock struct {
	after func(time.Duration) <-chan time.Time
	every func(time.Duration) *time.Ticker
}

func main() {
	start := time.Now()
	c := clock{time.After, time.NewTicker}
	<-c.after(60 * time.Millisecond)
	t := c.every(60 * time.Millisecond)
	<-t.C
	t.Stop()
	fmt.Println(time.Since(start) > 100*time.Millisecond)
	select {
	case <-make(chan int):
	case <-time.After(90 * time.Millisecond):
		fmt.Println("after")
	}
	done := make(chan string)
	time.AfterFunc(80*time.Millisecond, func() { done <- "called" })
	fmt.Println(<-done)
	ctx, cancel := context.WithTimeout(context.Background(), 70*time.Millisecond)
	defer cancel()
	<-ctx.Done()
	fmt.Println(ctx.Err())
	timer := time.NewTimer(time.Hour)
	timer.Reset(65 * time.Millisecond)
	<-timer.C
	fmt.Println("reset")
}
