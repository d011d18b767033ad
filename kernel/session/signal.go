// SPDX-License-Identifier: BSD-3-Clause

package session

import (
	"context"
	"os"
	"os/signal"
	"slices"
	"syscall"
)

// signalOverrides returns the functions of package os/signal with which a program handles signals.
// If interrupts are among them, the host leaves them to the program from then on.
func (s *Session) signalOverrides() map[string]any {
	note := func(list []os.Signal) {
		if len(list) == 0 || slices.Contains(list, os.Interrupt) || slices.Contains(list, os.Signal(syscall.SIGTERM)) {
			s.o.OnSignals()
		}
	}
	return map[string]any{
		"Notify": func(c chan<- os.Signal, list ...os.Signal) {
			signal.Notify(c, list...)
			note(list)
		},
		"NotifyContext": func(parent context.Context, list ...os.Signal) (context.Context, context.CancelFunc) {
			defer note(list)
			return signal.NotifyContext(parent, list...)
		},
		"Ignore": func(list ...os.Signal) {
			signal.Ignore(list...)
			note(list)
		},
		"Reset": func(list ...os.Signal) {
			signal.Reset(list...)
			note(list)
		},
	}
}
