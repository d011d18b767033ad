package shapes

import (
	"context"
	"fmt"
	"time"

	"polka/internal/progress"
)

// A reporter tells those who wait how many shapes have been found. Nil is one to whom nobody
// listens.
type reporter struct {
	tell        func(progress.Report)
	begin, last time.Time
}

// reportEvery is how often a reporter speaks at most; it looks at the clock after so many shapes.
const (
	reportEvery  = 250 * time.Millisecond
	reportShapes = 256
)

// newReporter gives a reporter if somebody listens through the context.
func newReporter(ctx context.Context) *reporter {
	tell := progress.Listener(ctx)
	if tell == nil {
		return nil
	}
	now := time.Now()
	return &reporter{tell, now, now}
}

// found is called with the number of shapes after each of them.
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

// end says that the work has ended.
func (r *reporter) end() {
	if r != nil {
		r.tell(progress.Report{Done: 1})
	}
}
