// runtime.Goexit runs deferred calls of its goroutine only and is not a panic.

package main

import (
	"fmt"
	"os"
	"runtime"
	"sync"
)

func worker(n int, out chan<- string) {
	defer func() { out <- fmt.Sprint("done ", n, " ", recover()) }()
	defer func() { out <- fmt.Sprint("first ", n) }()
	if n%2 == 1 {
		runtime.Goexit()
	}
	out <- fmt.Sprint("worked ", n)
}

func main() {
	for n := range 3 {
		out := make(chan string, 5)
		var wg sync.WaitGroup
		wg.Add(1)
		go func() {
			defer wg.Done()
			worker(n, out)
			out <- "returned"
		}()
		wg.Wait()
		close(out)
		for s := range out {
			fmt.Print(s, "; ")
		}
		fmt.Println()
	}
	os.Exit(1)
}
