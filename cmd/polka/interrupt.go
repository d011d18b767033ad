// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"context"
	"os"
	"os/signal"
	"sync"
	"syscall"
	"time"

	"github.com/spf13/cobra"
)

// interruptible gives a context that ends when the user interrupts the program. The kernel does
// without: it survives an interrupt, which is how some frontends ask for the end of a cell.
func interruptible(cmd *cobra.Command) (context.Context, context.CancelFunc) {
	return signal.NotifyContext(cmd.Context(), os.Interrupt, syscall.SIGTERM)
}

// unnoticed is how long a command runs before anybody sees that it does.
const unnoticed = 10 * time.Millisecond

// interruptibleSoon is interruptible for commands that take a few milliseconds for a small problem.
// To catch signals, the runtime of Go starts threads, which takes half a millisecond; so they are
// caught from the time unnoticed on. Until then an interrupt ends the process at once, and a shell
// reports the same status.
func interruptibleSoon(cmd *cobra.Command) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(cmd.Context())
	stopped := make(chan struct{})
	timer := time.AfterFunc(unnoticed, func() {
		caught, release := interruptible(cmd)
		defer release()
		select {
		case <-caught.Done():
			cancel()
			<-stopped // until then, further interrupts do nothing
		case <-stopped:
		}
	})
	return ctx, sync.OnceFunc(func() {
		timer.Stop()
		cancel()
		close(stopped)
	})
}
