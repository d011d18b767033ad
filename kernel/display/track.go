// SPDX-License-Identifier: BSD-3-Clause

package display

import (
	"fmt"
	"sync/atomic"
	"time"
)

// A Tracker shows the progress of a loop. Track returns one.
type Tracker struct {
	n      int
	done   atomic.Int64
	began  time.Time
	report func(done float64, text string)
}

// Step reports that one more of the n steps is done. It may be called from several goroutines.
// After the last step the bar disappears; more steps than n have no effect.
func (t *Tracker) Step() {
	done := t.done.Add(1)
	if done > int64(t.n) {
		return
	}
	part := float64(done) / float64(t.n)
	left := time.Duration(float64(time.Since(t.began)) * (1 - part) / part)
	t.report(part, fmt.Sprintf("%d of %d, %v left", done, t.n, left.Round(time.Second)))
}

// String returns the number of completed steps and the total, such as "3 of 10".
func (t *Tracker) String() string {
	return fmt.Sprintf("%d of %d", min(t.done.Load(), int64(t.n)), t.n)
}
