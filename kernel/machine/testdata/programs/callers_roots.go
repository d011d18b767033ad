package main

import (
	"fmt"
	"runtime"
	"strings"
)

func stack() {
	pcs := make([]uintptr, 20)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(1, pcs)])
	for {
		f, more := frames.Next()
		if !strings.HasPrefix(f.Function, "main.") {
			f.Line = 0
		}
		fmt.Println(f.Function, f.Line, more)
		if !more {
			break
		}
	}
	for i := range 6 {
		_, _, line, ok := runtime.Caller(i)
		fmt.Println(ok, ok && line > 0)
	}
}

type t struct{}

func (t) method() { stack() }

func main() {
	t{}.method()
	done := make(chan bool)
	go func() {
		func() { stack() }()
		close(done)
	}()
	<-done
	pcs := make([]uintptr, 2)
	fmt.Println(runtime.Callers(2, pcs), runtime.Callers(1, nil), runtime.FuncForPC(pcs[1]).Name())
	fmt.Println(runtime.Callers(9, pcs))
}
