// SPDX-License-Identifier: BSD-3-Clause

package redelmeier

import (
	"sync"
	"sync/atomic"

	"polka/shapes/internal/job"
)

// A share is the part of one goroutine in shared work: all goroutines walk the same upper levels,
// number the sets at the split, and continue from those whose tickets they take.
type share struct {
	split   int    // number of vertices that the numbered sets lack
	number  uint64 // of the last such set
	ticket  uint64 // number of the set that is ours
	tickets *atomic.Uint64
	job     *job.Job
}

// countShared adds up what that many goroutines count of the sets of n vertices, each with a share
// of its own. It reports false if the job was stopped.
func countShared(n, goroutines int, job *job.Job, count func(share) uint64) (uint64, bool) {
	var (
		total, tickets atomic.Uint64
		group          sync.WaitGroup
	)
	for range max(goroutines, 1) {
		group.Go(func() {
			total.Add(count(share{split: min(n, ticketLevels), ticket: tickets.Add(1), tickets: &tickets, job: job}))
		})
	}
	group.Wait()
	return total.Load(), !job.Stopped()
}

// mine reports whether the next set at the split is ours.
func (s *share) mine() bool {
	s.number++
	if s.number != s.ticket {
		return false
	}
	s.ticket = s.tickets.Add(1)
	s.job.Did(1)
	return true
}

// plan sets the number of distributed sets for the progress report, if there is one: the result of
// count for their size. If counting these alone would take long, it sets nothing.
func plan(j *job.Job, n int, count func(n int) (uint64, bool)) {
	if j != nil && n > ticketLevels && n <= 2*ticketLevels {
		sets, _ := count(n - ticketLevels)
		j.Plan(int64(sets))
	}
}
