// Channels of channels, functions over channels, direction conversion, closures as messages.

package main

import (
	"fmt"
	"strings"
)

type request struct {
	n     int
	reply chan<- int
}
type op func(map[string]int)

func server(reqs <-chan request) {
	total := 0
	for r := range reqs {
		total += r.n
		r.reply <- total
	}
}

type actor struct {
	ops  chan op
	quit chan chan int
}

func start() *actor {
	a := &actor{make(chan op), make(chan chan int)}
	go func() {
		state := map[string]int{}
		for {
			select {
			case f := <-a.ops:
				f(state)
			case done := <-a.quit:
				done <- len(state)
				return
			}
		}
	}()
	return a
}

func (a *actor) inc(k string) { a.ops <- func(m map[string]int) { m[k]++ } }
func (a *actor) get(k string) int {
	r := make(chan int)
	a.ops <- func(m map[string]int) { r <- m[k] }
	return <-r
}
func (a *actor) stop() int {
	done := make(chan int)
	a.quit <- done
	return <-done
}

func main() {
	reqs := make(chan request)
	go server(reqs)
	for _, n := range []int{5, 10, -3} {
		c := make(chan int)
		reqs <- request{n, c}
		fmt.Print(<-c, " ")
	}
	close(reqs)
	fmt.Println()
	a := start()
	for _, k := range strings.Split("abcab", "") {
		a.inc(k)
	}
	fmt.Println(a.get("a"), a.get("c"), a.get("z"), a.stop())
	cc := make(chan chan string, 1)
	inner := make(chan string, 1)
	cc <- inner
	inner <- "nested"
	fmt.Println(<-<-cc)
	var send chan<- string = inner
	var recv <-chan string = inner
	send <- "dir"
	fmt.Println(<-recv)
	fmt.Printf("%T %T %v\n", send, recv, len(recv))
	fs := make(chan func() int, 2)
	fs <- func() int { return 1 }
	fs <- a.len
	fmt.Println((<-fs)()+(<-fs)(), cap(fs))
}

func (a *actor) len() int { return cap(a.ops) }
