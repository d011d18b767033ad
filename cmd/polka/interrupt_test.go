// SPDX-License-Identifier: BSD-3-Clause

//go:build unix

package main

import (
	"context"
	"os"
	"os/signal"
	"testing"

	"github.com/spf13/cobra"
)

// TestInterruptibleSoon interrupts the process until the context ends, which does not end the test
// because that catches the interrupts too.
func TestInterruptibleSoon(t *testing.T) {
	caught := make(chan os.Signal, 1)
	signal.Notify(caught, os.Interrupt)
	defer signal.Stop(caught)
	self, err := os.FindProcess(os.Getpid())
	if err != nil {
		t.Fatal(err)
	}
	cmd := &cobra.Command{}
	cmd.SetContext(t.Context())
	ctx, stop := interruptibleSoon(cmd)
	for ctx.Err() == nil {
		if err := self.Signal(os.Interrupt); err != nil {
			t.Fatal(err)
		}
		<-caught
	}
	stop()
	stop()

	ctx, stop = interruptibleSoon(cmd)
	stop()
	if ctx.Err() == nil {
		t.Error("the context did not end when it was stopped")
	}

	parent, cancel := context.WithCancel(t.Context())
	cmd.SetContext(parent)
	ctx, stop = interruptibleSoon(cmd)
	defer stop()
	cancel()
	if ctx.Err() == nil {
		t.Error("the context did not end with that of the command")
	}
}
