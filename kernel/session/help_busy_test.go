// SPDX-License-Identifier: BSD-3-Clause

package session_test

import (
	"context"
	"strings"
	"sync"
	"testing"

	"polka/kernel/engine"
)

// While a cell runs, completion and inspection are answered, without the values of variables, which
// the cell may be changing.
func TestHelpWhileBusy(t *testing.T) {
	s := newSession(t)
	ctx := context.Background()
	s.Execute(ctx, engine.Cell{Number: 1, Code: "number := 1234567"}, engine.Discard)
	if text := s.Inspect(ctx, "number", 6, 0).Bundle.Plain(); !strings.Contains(text, "1234567") {
		t.Errorf("between cells: %s", text)
	}
	stop, cancel := context.WithCancel(ctx)
	started := &signal{seen: make(chan struct{})}
	ended := make(chan engine.Reply)
	go func() {
		ended <- s.Execute(stop, engine.Cell{Number: 2, Code: "import \"fmt\"\nfmt.Println(number)\nfor { number++ }"}, started)
	}()
	<-started.seen
	if c := s.Complete(ctx, "strings.ToUpp", 13); len(c.Matches) == 0 || c.Matches[0].Text != "ToUpper" {
		t.Errorf("completion while a cell runs: %v", c)
	}
	in := s.Inspect(ctx, "number", 6, 0)
	if text := in.Bundle.Plain(); !in.Found || !strings.Contains(text, "int") || strings.Contains(text, "1234567") {
		t.Errorf("inspection while a cell runs: %v %s", in.Found, text)
	}
	if c := s.IsComplete("for {"); c.Status != engine.Incomplete {
		t.Errorf("completeness: %v", c)
	}
	cancel()
	if r := <-ended; r.Err == nil || r.Err.Name != engine.Interrupted {
		t.Errorf("the cell ended with %v", r.Err)
	}
	if text := s.Inspect(ctx, "number", 6, 0).Bundle.Plain(); !strings.Contains(text, "value: ") {
		t.Errorf("after the cell: %s", text)
	}
}

// So it is while a command runs.
func TestHelpWhileCommandRuns(t *testing.T) {
	s := newSession(t)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	started := &signal{seen: make(chan struct{})}
	ended := make(chan engine.Reply)
	go func() {
		ended <- s.Execute(ctx, engine.Cell{Number: 1, Code: "%sh echo begun; sleep 1000"}, started)
	}()
	<-started.seen
	if c := s.Complete(ctx, "strings.ToUpp", 13); len(c.Matches) == 0 || c.Matches[0].Text != "ToUpper" {
		t.Errorf("completion while a command runs: %v", c)
	}
	cancel()
	if r := <-ended; r.Err == nil || r.Err.Name != engine.Interrupted {
		t.Errorf("the cell ended with %v", r.Err)
	}
}

// Help and cells do not disturb each other.
func TestHelpBesideCells(t *testing.T) {
	s := newSession(t)
	ctx := context.Background()
	var helping sync.WaitGroup
	done := make(chan struct{})
	for _, code := range []string{"strings.To", "fmt.Pri", "twice"} {
		helping.Go(func() {
			for {
				select {
				case <-done:
					return
				default:
				}
				s.Complete(ctx, code, len(code))
				s.Inspect(ctx, code, len(code), 1)
			}
		})
	}
	for n := 1; n <= 20; n++ {
		r := s.Execute(ctx, engine.Cell{Number: n, Code: "func twice(n int) int { return 2 * n }\ntype T struct{ X int }\nt := T{twice(21)}\nfmt.Sprint(slices.Max([]int{t.X, 1}))"}, engine.Discard)
		if r.Err != nil || r.Value.Plain() != `"42"` {
			t.Fatalf("cell %d: %v %v", n, r.Value, r.Err)
		}
	}
	close(done)
	helping.Wait()
}

// A signal is an output that says when something is written.
type signal struct {
	recorder
	once sync.Once
	seen chan struct{}
}

func (s *signal) Write(stream engine.Stream, text []byte) {
	s.recorder.Write(stream, text)
	s.once.Do(func() { close(s.seen) })
}
