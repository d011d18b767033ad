package redelmeier

import "sync/atomic"

// A share is what a goroutine knows of the work that it shares with others: they all walk the same upper levels, number
// the sets at the split, and go on from those whose tickets they draw.
type share struct {
	split   int    // how many vertices the sets lack that are numbered
	number  uint64 // of the last such set
	ticket  uint64 // number of the set that is ours
	tickets *atomic.Uint64
	stop    *atomic.Bool
}

// mine reports whether the next set at the split is ours.
func (s *share) mine() bool {
	s.number++
	if s.number != s.ticket {
		return false
	}
	s.ticket = s.tickets.Add(1)
	return true
}
