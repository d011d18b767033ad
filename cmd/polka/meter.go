// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"context"
	"fmt"
	"io"
	"sync"
	"sync/atomic"
	"time"

	"polka/internal/printing"
	"polka/internal/progress"
)

// metered shows the progress of work with the context that it gives, after the first second, on one
// line that goes away with end, which may be called twice. It shows nothing if w is not a terminal.
func metered(ctx context.Context, w io.Writer) (reporting context.Context, end func()) {
	if !printing.IsTerminal(w) {
		return ctx, func() {}
	}
	var newest atomic.Pointer[string]
	ctx = progress.With(ctx, func(r progress.Report) { newest.Store(&r.Text) })
	stop, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		begin := time.Now()
		tick := time.NewTicker(time.Second)
		defer tick.Stop()
		for shown := false; ; shown = true {
			select {
			case <-stop:
				if shown {
					fmt.Fprint(w, "\r\x1b[K")
				}
				return
			case <-tick.C:
				line := fmt.Sprintf("%.0f s", time.Since(begin).Seconds())
				if text := newest.Load(); text != nil && *text != "" {
					line += ", " + *text
				}
				// What does not fit is cut off: a second line would stay.
				fmt.Fprintf(w, "\r\x1b[?7l%s\x1b[K\x1b[?7h", line)
			}
		}
	}()
	return ctx, sync.OnceFunc(func() {
		close(stop)
		<-stopped
	})
}
