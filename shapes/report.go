// SPDX-License-Identifier: BSD-3-Clause

package shapes

import (
	"context"
	"fmt"
	"time"

	"polka/internal/progress"
)

// A reporter reports the number of shapes found to the listener of a context. A nil reporter has no
// listener.
type reporter struct {
	tell        func(progress.Report)
	begin, last time.Time
}

// reportEvery is the minimum time between reports; the clock is read once per reportShapes shapes.
const (
	reportEvery  = 250 * time.Millisecond
	reportShapes = 256
)

// newReporter returns a reporter, or nil if the context has no listener.
func newReporter(ctx context.Context) *reporter {
	tell := progress.Listener(ctx)
	if tell == nil {
		return nil
	}
	now := time.Now()
	return &reporter{tell, now, now}
}

// found must be called with the number of shapes after each of them.
func (r *reporter) found(shapes int64) {
	if r == nil || shapes%reportShapes != 0 {
		return
	}
	now := time.Now()
	if now.Sub(r.last) < reportEvery {
		return
	}
	r.last = now
	r.tell(progress.Report{Done: -1, Text: fmt.Sprintf("%d shapes, %.0f a second", shapes, float64(shapes)/now.Sub(r.begin).Seconds())})
}

// end reports that the work has ended.
func (r *reporter) end() {
	if r != nil {
		r.tell(progress.Report{Done: 1})
	}
}
