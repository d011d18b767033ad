// Nonblocking operations, semaphores, nil channels, ping-pong, len and cap.

package main

import (
	"fmt"
	"sync"
	"time"
)

func try(c chan int, v int) string {
	select {
	case c <- v:
		return "sent"
	default:
		return "full"
	}
}

func take(c chan int) (v int, state string) {
	select {
	case v, ok := <-c:
		if !ok {
			return v, "closed"
		}
		return v, "got"
	default:
		return -1, "empty"
	}
}

func main() {
	c := make(chan int, 2)
	fmt.Println(try(c, 1), try(c, 2), try(c, 3), len(c), cap(c))
	for range 3 {
		fmt.Println(take(c))
	}
	close(c)
	fmt.Println(take(c))
	fmt.Println(try(nil, 1), len(chan int(nil)))
	ping, pong := make(chan string), make(chan string)
	go func() {
		for s := range ping {
			pong <- s + "-pong"
		}
		close(pong)
	}()
	for i := range 2 {
		ping <- fmt.Sprint("ping", i)
		fmt.Println(<-pong)
	}
	close(ping)
	_, ok := <-pong
	fmt.Println(ok)
	sem := make(chan struct{}, 2)
	var mu sync.Mutex
	active, peak := 0, 0
	var wg sync.WaitGroup
	for range 6 {
		wg.Add(1)
		sem <- struct{}{}
		go func() {
			defer func() { <-sem; wg.Done() }()
			mu.Lock()
			active++
			peak = max(peak, active)
			mu.Unlock()
			mu.Lock()
			active--
			mu.Unlock()
		}()
	}
	wg.Wait()
	fmt.Println(peak <= 2, active, len(sem))
	select {
	case <-time.After(time.Millisecond):
		fmt.Println("timeout")
	case <-make(chan int):
	}
}
