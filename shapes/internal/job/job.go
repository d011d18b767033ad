// SPDX-License-Identifier: BSD-3-Clause

// Package job connects a long count with those who wait for it: it can be stopped, and it reports
// its progress.
package job

import (
	"sync/atomic"

	"polka/internal/yield"
)

// A Job is a long count. Nobody waits for a nil Job.
type Job struct {
	stop       atomic.Bool
	done, plan atomic.Int64
}

// Stop ends the count within milliseconds. Its result is then meaningless.
func (j *Job) Stop() { j.stop.Store(true) }

// Stopped reports whether Stop was called.
func (j *Job) Stopped() bool {
	yield.Point()
	return j != nil && j.stop.Load()
}

// Plan adds to the work to be done.
func (j *Job) Plan(work int64) {
	if j != nil {
		j.plan.Add(work)
	}
}

// Did adds to the work done.
func (j *Job) Did(work int64) {
	if j != nil {
		j.done.Add(work)
	}
}

// Fraction returns the part of the work planned so far that is done, from 0 to 1.
func (j *Job) Fraction() float64 {
	plan := j.plan.Load()
	if plan == 0 {
		return 0
	}
	return min(float64(j.done.Load())/float64(plan), 1)
}
