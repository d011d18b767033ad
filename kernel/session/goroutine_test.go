// SPDX-License-Identifier: BSD-3-Clause

package session_test

import (
	"runtime"
	"strings"
	"testing"
	"time"

	"polka/kernel/engine"
)

// TestGoroutinesLeft leaves goroutines behind that wait in every way, and ends them.
func TestGoroutinesLeft(t *testing.T) {
	before := runtime.NumGoroutine()
	for name, code := range map[string]string{
		"receive": "go func() { <-never; late() }()",
		"send":    "go func() { never <- 1; late() }()",
		"select":  "go func() { select { case <-never: case never <- 2: }; late() }()",
		"range":   "go func() { for range never { }; late() }()",
		"sleep":   "go func() { time.Sleep(time.Hour); late() }()",
		"loop":    "go func() { for { n++ } }()",
		"ticker":  "go func() { for range time.Tick(time.Millisecond) { n++ } }()",
		"nested":  "started := make(chan int)\ngo func() { go func() { <-never; late() }(); started <- 1 }()\n<-started;",
		"function": `func wait(c chan int) { <-c; late() }
go wait(never)`,
	} {
		t.Run(name, func(t *testing.T) {
			s := newSession(t)
			run(t, s, "n := 0\nnever := make(chan int)\nfunc late() { panic(\"it went on\") }\ndouble := func(x int) int { return 2 * x }")
			got := outcome(t, s, 2, code)
			if got != "display: note: 1 goroutine of this cell is still running; %stop ends it\n" {
				t.Fatalf("%s", got)
			}
			if got := outcome(t, s, 3, "double(3)"); got != "= 6\n" {
				t.Errorf("the cell after it: %s", got)
			}
			if got := outcome(t, s, 4, "%goroutines"); !strings.HasPrefix(got, "display:    1 from cell 2, line ") || !strings.Contains(got, "go ") {
				t.Errorf("%s", got)
			}
			if got := outcome(t, s, 5, "%stop"); got != "display: 1 goroutine ended\n" {
				t.Errorf("%s", got)
			}
			// Functions that were made before still work, and nothing goes on.
			if got := outcome(t, s, 6, "a := n\ntime.Sleep(3 * time.Millisecond)\ndouble(3), n - a"); got != "= 6, 0\n" {
				t.Errorf("%s", got)
			}
			if got := outcome(t, s, 7, "%goroutines"); got != "display: no goroutines of cells are running\n" {
				t.Errorf("%s", got)
			}
			s.Close()
		})
	}
	waitForGoroutines(t, before)
}

// TestStopEndsAll stops a cell, with which the goroutines of an earlier one end.
func TestStopEndsAll(t *testing.T) {
	before := runtime.NumGoroutine()
	s := newSession(t)
	run(t, s, "x := 1\nnever := make(chan int)\nfor range 3 { go func() { <-never; x = 99 }() }\ngo func() { time.Sleep(time.Hour); x = 99 }()")
	if r, _ := stopAfter(t, s, "x = 2\nfmt.Println(\"ready\")\nfor { x = 2 }"); r.Err == nil || r.Err.Name != engine.Interrupted {
		t.Fatalf("%+v", r)
	}
	for end := time.Now().Add(time.Minute); ; time.Sleep(time.Millisecond) {
		if got := outcome(t, s, 3, "%goroutines"); got == "display: no goroutines of cells are running\n" {
			break
		} else if time.Now().After(end) {
			t.Fatal(got)
		}
	}
	if got := outcome(t, s, 4, "x"); got != "= 2\n" {
		t.Error(got)
	}
	s.Close()
	waitForGoroutines(t, before)
}

// TestStopTasksThatCannot counts the goroutines that wait in compiled code.
func TestStopTasksThatCannot(t *testing.T) {
	s := newSession(t)
	run(t, s, "r, w := io.Pipe()\ngo func() { io.Copy(io.Discard, r) }()")
	if got := outcome(t, s, 2, "%stop"); got != "display: 0 goroutines ended; 1 is in code that cannot be stopped\n" {
		t.Error(got)
	}
	run(t, s, "w.Close()")
}

// TestSleepAfterStop sleeps in the same cell after %stop.
func TestSleepAfterStop(t *testing.T) {
	s := newSession(t)
	got := outcome(t, s, 1, "c := make(chan int)\ngo func() { <-c }()\n%stop\nt := time.Now()\ntime.Sleep(5 * time.Millisecond)\ntime.Since(t) >= 5*time.Millisecond")
	if got != "display: 1 goroutine ended\n= true\n" {
		t.Error(got)
	}
}
