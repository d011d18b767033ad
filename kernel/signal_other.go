// SPDX-License-Identifier: BSD-3-Clause

//go:build !unix

package kernel

import (
	"os"
	"os/signal"
)

// watchSignals calls interrupt when the user presses Control-C, until the function that it returns
// is called. Frontends stop cells by messages here.
func watchSignals(interrupt, _ func()) (release func()) {
	signals := make(chan os.Signal, 16)
	signal.Notify(signals, os.Interrupt)
	done := make(chan struct{})
	go func() {
		defer close(done)
		for range signals {
			interrupt()
		}
	}()
	return func() {
		signal.Stop(signals)
		close(signals)
		<-done
	}
}
