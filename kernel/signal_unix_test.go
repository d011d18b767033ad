// SPDX-License-Identifier: BSD-3-Clause

//go:build unix

package kernel

import (
	"os"
	"syscall"
	"testing"
)

func TestSignals(t *testing.T) {
	came := make(chan string, 10)
	release := watchSignals(func() { came <- "interrupt" }, func() { came <- "stop" })
	for _, c := range []struct {
		signal syscall.Signal
		want   string
	}{{syscall.SIGINT, "interrupt"}, {syscall.SIGTERM, "stop"}, {syscall.SIGINT, "interrupt"}, {syscall.SIGHUP, "stop"}} {
		if err := syscall.Kill(os.Getpid(), syscall.SIGPIPE); err != nil { // means nothing
			t.Fatal(err)
		}
		if err := syscall.Kill(os.Getpid(), c.signal); err != nil {
			t.Fatal(err)
		}
		if got := <-came; got != c.want {
			t.Errorf("%v: %s, want %s", c.signal, got, c.want)
		}
	}
	release()
	if len(came) > 0 {
		t.Errorf("more came: %s", <-came)
	}
}
