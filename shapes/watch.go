// SPDX-License-Identifier: BSD-3-Clause

package shapes

import (
	"context"
	"fmt"
	"sync"
	"time"

	"polka/internal/progress"
	"polka/shapes/internal/job"
)

// watched runs a part of a count under the given name. The part stops within milliseconds after ctx
// ends, and a listener of ctx receives its progress. The error is that of ctx.
func watched(ctx context.Context, name string, count func(*job.Job)) error {
	j := new(job.Job)
	defer context.AfterFunc(ctx, j.Stop)()
	if tell := progress.Listener(ctx); tell != nil {
		end := make(chan struct{})
		var teller sync.WaitGroup
		teller.Go(func() {
			tick := time.NewTicker(reportEvery)
			defer tick.Stop()
			for {
				select {
				case <-tick.C:
					done := j.Fraction()
					tell(progress.Report{Done: done, Text: fmt.Sprintf("%s: about %.0f %%", name, 100*done)})
				case <-end:
					tell(progress.Report{Done: 1})
					return
				}
			}
		})
		defer func() {
			close(end)
			teller.Wait()
		}()
	}
	count(j)
	if j.Stopped() {
		return ctx.Err()
	}
	return nil
}
