// Package job is what a long count and those who wait for it tell each other: that it should stop,
// and how far it is.
package job

import "sync/atomic"

// A Job is a count that takes long. Nil is one that nobody waits for.
type Job struct {
	stop       atomic.Bool
	done, plan atomic.Int64
}

// Stop ends the count within milliseconds; its result is of no use then.
func (j *Job) Stop() { j.stop.Store(true) }

// Stopped reports whether Stop was called.
func (j *Job) Stopped() bool { return j != nil && j.stop.Load() }

// Plan says that so much more is to be done.
func (j *Job) Plan(work int64) {
	if j != nil {
		j.plan.Add(work)
	}
}

// Did says that so much has been done of what was planned.
func (j *Job) Did(work int64) {
	if j != nil {
		j.done.Add(work)
	}
}

// Fraction tells how much of what has been planned so far is done, from 0 to 1.
func (j *Job) Fraction() float64 {
	plan := j.plan.Load()
	if plan == 0 {
		return 0
	}
	return min(float64(j.done.Load())/float64(plan), 1)
}
