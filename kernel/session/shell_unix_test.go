// SPDX-License-Identifier: BSD-3-Clause

//go:build unix

package session_test

import (
	"context"
	"os"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"polka/kernel/engine"
)

// TestStopCommand stops commands, and what they have started, and keeps the variables.
func TestStopCommand(t *testing.T) {
	s := newSession(t)
	if r := s.Execute(t.Context(), engine.Cell{Number: 1, Code: "kept := 7"}, engine.Discard); r.Err != nil {
		t.Fatal(r.Err)
	}
	for n, code := range []string{
		"!sleep 1000 & echo $!; wait",
		"%%sh\necho begin\n(sleep 1000 & echo $!; wait) | cat",
		"cmd := exec.Command(\"sleep\", \"1000\")\ncmd.Start()\nfmt.Println(cmd.Process.Pid)\ncmd.Wait()",
	} {
		ctx, cancel := context.WithCancel(t.Context())
		out := &waiting{pid: make(chan int, 1)}
		go func() {
			out.found = <-out.pid
			cancel()
			close(out.pid)
		}()
		r := s.Execute(ctx, engine.Cell{Number: n + 2, Code: code}, out)
		<-out.pid // found is set
		if r.Err == nil || r.Err.Name != engine.Interrupted {
			t.Errorf("%s: %v, expected %s", code, r.Err, engine.Interrupted)
		}
		for begin := time.Now(); syscall.Kill(out.found, 0) == nil && !isZombie(out.found); time.Sleep(time.Millisecond) {
			if time.Since(begin) > time.Minute {
				t.Fatalf("%s: process %d is still running", code, out.found)
			}
		}
	}
	if r := s.Execute(t.Context(), engine.Cell{Number: 9, Code: "kept"}, engine.Discard); r.Err != nil || r.Value.Plain() != "7" {
		t.Errorf("the variable is lost: %v", r.Err)
	}
}

// isZombie reports whether a process has ended, but its parent has not asked for its status.
func isZombie(pid int) bool {
	text, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	_, state, _ := strings.Cut(string(text), ") ")
	return err == nil && strings.HasPrefix(state, "Z")
}

// waiting finds the number of a process in what a cell prints.
type waiting struct {
	recorder
	pid   chan int
	found int
}

func (w *waiting) Write(s engine.Stream, text []byte) {
	for f := range strings.FieldsSeq(string(text)) {
		if n, err := strconv.Atoi(f); err == nil {
			w.pid <- n
		}
	}
}
