// SPDX-License-Identifier: BSD-3-Clause

//go:build unix

package kernel

import (
	"os"
	"os/signal"
	"syscall"
)

// Signals. Frontends send SIGINT to the whole process group for Stop (unless the kernelspec asks
// for messages), and before every shutdown, so it must never end the kernel. SIGTERM and SIGHUP end
// it as shutdown_request does. SIGPIPE is ignored, since nobody needs to read the standard output.

// watchSignals calls interrupt and stop when signals arrive, until the function that it returns is
// called.
func watchSignals(interrupt, stop func()) (release func()) {
	signals := make(chan os.Signal, 16)
	signal.Notify(signals, syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGPIPE)
	done := make(chan struct{})
	go func() {
		defer close(done)
		for s := range signals {
			switch s {
			case syscall.SIGINT:
				interrupt()
			case syscall.SIGTERM, syscall.SIGHUP:
				stop()
			}
		}
	}()
	return func() {
		signal.Stop(signals)
		close(signals)
		<-done
	}
}
