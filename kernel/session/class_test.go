package session_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"polka/kernel/engine"
)

// TestClass is a class on goroutines: each session makes a classic mistake, and repairs it in the
// same cell. What the wrong cell has left behind must not disturb the right one.
func TestClass(t *testing.T) {
	const decl = "var wg sync.WaitGroup\n"
	for name, test := range map[string]struct{ before, wrong, right, want string }{
		"missing Done": {
			wrong: decl + "for i := range 3 { wg.Add(1); go func() { _ = i }() }\nwg.Wait()",
			right: decl + "for i := range 3 { wg.Add(1); go func() { defer wg.Done(); _ = i }() }\nwg.Wait()\n7",
		},
		"Done in one branch": {
			wrong: decl + "for i := range 4 { wg.Add(1); go func() { if i%2 == 0 { wg.Done() } }() }\nwg.Wait()",
			right: decl + "for i := range 4 { wg.Add(1); go func() { defer wg.Done(); _ = i }() }\nwg.Wait()\n7",
		},
		"one Add too many": {
			wrong: decl + "wg.Add(4)\nfor range 3 { go wg.Done() }\nwg.Wait()",
			right: decl + "wg.Add(3)\nfor range 3 { go wg.Done() }\nwg.Wait()\n7",
		},
		"negative counter": {
			wrong: decl + "wg.Add(1)\nwg.Done()\nwg.Done()",
			right: decl + "wg.Add(1)\nwg.Done()\nwg.Wait()\n7",
		},
		"negative counter in goroutines": {
			wrong: decl + "wg.Add(2)\nfor range 3 { go func() { time.Sleep(time.Millisecond); wg.Done() }() }\nwg.Wait(); time.Sleep(20*time.Millisecond)",
			right: decl + "wg.Add(3)\nfor range 3 { go func() { time.Sleep(time.Millisecond); wg.Done() }() }\nwg.Wait()\n7",
		},
		"Add in the goroutine": {
			wrong: decl + "var n atomic.Int32\nfor range 3 { go func() { time.Sleep(5*time.Millisecond); wg.Add(1); n.Add(1); wg.Done() }() }\nwg.Wait()\nif n.Load() == 0 { panic(\"too early\") }",
			right: decl + "var n atomic.Int32\nfor range 3 { wg.Add(1); go func() { n.Add(1); wg.Done() }() }\nwg.Wait()\nn.Load() + 4",
		},
		"WaitGroup by value": {
			wrong: "func work(wg sync.WaitGroup) { defer wg.Done() }\n" + decl + "wg.Add(1)\ngo work(wg)\nwg.Wait()",
			right: "func work(wg *sync.WaitGroup) { defer wg.Done() }\n" + decl + "wg.Add(1)\ngo work(&wg)\nwg.Wait()\n7",
		},
		"short declaration": {
			wrong: "wg := new(sync.WaitGroup)\nwg.Add(2)\ngo wg.Done()\nwg.Wait()",
			right: "wg := new(sync.WaitGroup)\nwg.Add(2)\ngo wg.Done()\ngo wg.Done()\nwg.Wait()\n7",
		},
		"worker by name": {
			wrong: "func worker(id int) { if id > 0 { wg.Done() } }\n" + decl + "for i := range 3 { wg.Add(1); go worker(i) }\nwg.Wait()",
			right: "func worker(id int) { wg.Done() }\n" + decl + "for i := range 3 { wg.Add(1); go worker(i) }\nwg.Wait()\n7",
		},
		"worker of an earlier cell": {
			before: decl + "func worker(id int) { time.Sleep(time.Duration(id)*20*time.Millisecond); wg.Done() }",
			wrong:  decl + "for i := range 3 { wg.Add(1); go worker(i) }\npanic(\"forgot to wait\")",
			right:  decl + "for i := range 3 { wg.Add(1); go worker(i) }\nwg.Wait()\ntime.Sleep(60*time.Millisecond)\n7",
		},
		"double Lock": {
			wrong: "var mu sync.Mutex\nmu.Lock()\nmu.Lock()",
			right: "var mu sync.Mutex\nmu.Lock()\nmu.Unlock()\nmu.Lock()\nmu.Unlock()\n7",
		},
		"Lock without Unlock in goroutines": {
			wrong: "var mu sync.Mutex\n" + decl + "n := 0\nfor range 3 { wg.Add(1); go func() { defer wg.Done(); mu.Lock(); n++ }() }\nwg.Wait()",
			right: "var mu sync.Mutex\n" + decl + "n := 0\nfor range 3 { wg.Add(1); go func() { defer wg.Done(); mu.Lock(); n++; mu.Unlock() }() }\nwg.Wait()\nn + 4",
		},
		"return before Unlock": {
			wrong: "var mu sync.Mutex\nfunc get(ok bool) int { mu.Lock(); if !ok { return 0 }; mu.Unlock(); return 7 }\nget(false)\nget(true)",
			right: "var mu sync.Mutex\nfunc get(ok bool) int { mu.Lock(); defer mu.Unlock(); if !ok { return 0 }; return 7 }\nget(false)\nget(true)",
		},
		"Lock in a method that locks": {
			wrong: "type C struct { mu sync.Mutex; n int }\nfunc (c *C) Inc() { c.mu.Lock(); defer c.mu.Unlock(); c.n++ }\nfunc (c *C) Two() { c.mu.Lock(); defer c.mu.Unlock(); c.Inc(); c.Inc() }\nvar c C\nc.Two()",
			right: "type C struct { mu sync.Mutex; n int }\nfunc (c *C) Inc() { c.mu.Lock(); defer c.mu.Unlock(); c.n++ }\nfunc (c *C) Two() { c.Inc(); c.Inc() }\nvar c C\nc.Two()\nc.n + 5",
		},
		"RLock then Lock": {
			wrong: "var mu sync.RWMutex\nmu.RLock()\nmu.Lock()",
			right: "var mu sync.RWMutex\nmu.RLock()\nmu.RUnlock()\nmu.Lock()\nmu.Unlock()\n7",
		},
		"opposite order of locks": {
			wrong: "var a, b sync.Mutex\n" + decl + "wg.Add(2)\ngo func() { defer wg.Done(); a.Lock(); time.Sleep(5*time.Millisecond); b.Lock() }()\ngo func() { defer wg.Done(); b.Lock(); time.Sleep(5*time.Millisecond); a.Lock() }()\nwg.Wait()",
			right: "var a, b sync.Mutex\n" + decl + "wg.Add(2)\nfor range 2 { go func() { defer wg.Done(); a.Lock(); time.Sleep(time.Millisecond); b.Lock(); b.Unlock(); a.Unlock() }() }\nwg.Wait()\n7",
		},
		"send without receiver": {
			wrong: "ch := make(chan int)\nch <- 7\n<-ch",
			right: "ch := make(chan int)\ngo func() { ch <- 7 }()\n<-ch",
		},
		"receive without sender": {
			wrong: "ch := make(chan int)\ngo func() { <-ch }()\n<-ch",
			right: "ch := make(chan int)\ngo func() { ch <- 7 }()\n<-ch",
		},
		"several receivers": {
			wrong: "ch := make(chan int)\ndone := make(chan bool)\nfor range 3 { go func() { <-ch; done <- true }() }\nch <- 1\n<-done\n<-done",
			right: "ch := make(chan int)\ndone := make(chan bool)\nfor range 3 { go func() { <-ch; done <- true }() }\nfor range 3 { ch <- 1 }\nfor range 3 { <-done }\n7",
		},
		"channels sent before Done": {
			wrong: decl + "ch := make(chan int)\nfor i := range 3 { wg.Add(1); go func() { ch <- i; wg.Done() }() }\nwg.Wait()\nclose(ch)\nfor range ch { }",
			right: decl + "ch := make(chan int)\nfor i := range 3 { wg.Add(1); go func() { ch <- i; wg.Done() }() }\ngo func() { wg.Wait(); close(ch) }()\nn := 4\nfor range ch { n++ }\nn",
		},
		"nil channel": {
			wrong: "var ch chan int\ngo func() { ch <- 7 }()\n<-ch",
			right: "ch := make(chan int)\ngo func() { ch <- 7 }()\n<-ch",
		},
		"closed twice": {
			wrong: "ch := make(chan int)\nclose(ch)\nclose(ch)",
			right: "ch := make(chan int)\nclose(ch)\n<-ch + 7",
		},
		"send on a closed channel": {
			wrong: "ch := make(chan int, 1)\nclose(ch)\nch <- 1",
			right: "ch := make(chan int, 1)\nch <- 7\nclose(ch)\n<-ch",
		},
		"range over a channel that is not closed": {
			wrong: "ch := make(chan int)\ngo func() { for i := range 3 { ch <- i } }()\nn := 0\nfor x := range ch { n += x }",
			right: "ch := make(chan int)\ngo func() { for i := range 3 { ch <- i }; close(ch) }()\nn := 4\nfor x := range ch { n += x }\nn",
		},
		"workers that wait for a close": {
			wrong: "jobs := make(chan int)\n" + decl + "for range 2 { wg.Add(1); go func() { defer wg.Done(); for range jobs { } }() }\nfor i := range 4 { jobs <- i }\nwg.Wait()",
			right: "jobs := make(chan int)\n" + decl + "for range 2 { wg.Add(1); go func() { defer wg.Done(); for range jobs { } }() }\nfor i := range 4 { jobs <- i }\nclose(jobs)\nwg.Wait()\n7",
		},
		"results that nobody reads": {
			wrong: "jobs, results := make(chan int), make(chan int)\ngo func() { for j := range jobs { results <- j }; close(results) }()\nfor i := range 3 { jobs <- i }\nclose(jobs)",
			right: "jobs, results := make(chan int), make(chan int)\ngo func() { for j := range jobs { results <- j }; close(results) }()\ngo func() { for i := range 3 { jobs <- i }; close(jobs) }()\nn := 4\nfor r := range results { n += r }\nn",
		},
		"select without a case that is ready": {
			wrong: "a, b := make(chan int), make(chan int)\ngo func() { select { case <-a: case <-b: } }()\nselect { case x := <-a: _ = x; case x := <-b: _ = x }",
			right: "a, b := make(chan int), make(chan int)\ngo func() { a <- 7 }()\nx := 0\nselect { case x = <-a: case x = <-b: }\nx",
		},
		"select that waits for ever": {
			before: "done := make(chan bool)\ngo func() { select {} }()",
			wrong:  "done := make(chan bool)\n<-done",
			right:  "done := make(chan bool)\ngo func() { done <- true }()\n<-done\n7",
		},
		"timer beside a WaitGroup": {
			wrong: decl + "t := time.NewTicker(time.Hour)\nwg.Add(2)\ngo wg.Done()\nwg.Wait(); t.Stop()",
			right: decl + "t := time.NewTicker(time.Hour)\nwg.Add(1)\ngo wg.Done()\nwg.Wait(); t.Stop()\n7",
		},
		"Cond without a signal": {
			wrong: "var mu sync.Mutex\ncond := sync.NewCond(&mu)\nready := false\ngo func() { mu.Lock(); ready = true; mu.Unlock() }()\nmu.Lock()\nfor { cond.Wait(); if ready { break } }\nmu.Unlock()",
			right: "var mu sync.Mutex\ncond := sync.NewCond(&mu)\nready := false\ngo func() { mu.Lock(); ready = true; mu.Unlock(); cond.Signal() }()\nmu.Lock()\nfor !ready { cond.Wait() }\nmu.Unlock()\n7",
		},
		"Once within Once": {
			wrong: "var once sync.Once\nfunc setup() { once.Do(setup) }\nsetup()",
			right: "var once sync.Once\nfunc setup() { once.Do(func() { }) }\nsetup()\n7",
		},
		"token taken twice": {
			wrong: "sem := make(chan bool, 1)\nsem <- true\nsem <- true",
			right: "sem := make(chan bool, 1)\nsem <- true\n<-sem\nsem <- true\n7",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newSession(t)
			if test.before != "" {
				run(t, s, test.before)
			}
			for n := 2; n < 8; n += 2 { // and the same mistake again
				ctx, cancel := context.WithTimeout(t.Context(), time.Second)
				s.Execute(ctx, engine.Cell{Number: n, Code: test.wrong}, engine.Discard)
				cancel()
				out := new(recorder)
				ctx, cancel = context.WithTimeout(t.Context(), time.Minute)
				r := s.Execute(ctx, engine.Cell{Number: n + 1, Code: test.right}, out)
				cancel()
				if r.Err != nil || r.Value == nil || fmt.Sprint(r.Value.Plain()) != "7" {
					t.Fatalf("cell %d: %s", n+1, show(r, out))
				}
			}
		})
	}
}
