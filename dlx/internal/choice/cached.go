// SPDX-License-Identifier: BSD-3-Clause

// The problem. When does a cache of counts (package bits, memo.go) pay for the time that each of
// its nodes takes?
//
// The idea. A trial with a small share of the nodes says how many of them the cache saves. It is
// made on the whole problem. If symmetries have divided the count, the parts are counted with the
// same cache: their states are some of those of the whole.
//
// An example. A random problem with items that can be exchanged: 3 million nodes in the parts
// that symmetries leave. With a cache there are 313 thousand in the whole, and 163 thousand in the
// parts.

package choice

import (
	"slices"

	"polka/dlx/internal/bits"
	"polka/dlx/internal/engine"
	"polka/dlx/internal/pool"
)

// remember counts with a cache, if a trial shows that the cache makes the tree several times
// smaller. It reports whether it has counted or was stopped.
func (c *selection) remember() bool {
	if !c.memories && c.time(min(c.nodes()/150, 40*glance)) > c.toSeek() {
		c.byOrbits()
	}
	for !c.over() && !c.memories && float64(c.Nodes) < min(c.nodes()/maxGrowth, 40*glance) {
		c.look(2 * c.Nodes) // the estimate may be too large by a factor
	}
	quota, least := c.nodes()/150, float64(gain)
	if c.engine == "cells" {
		quota, least = quota/octetGain, octetGain*gain
	}
	if c.over() || quota < glance || c.memories {
		return false
	}
	c.memories = true
	memo := c.cache()
	t := c.again()
	t.Quota = int64(min(quota, 40*glance))
	memo.Count(t)
	switch {
	case t.Err == engine.ErrQuota && memo.Gain() < least, t.Err == bits.ErrHuge:
		return false
	case t.Err == engine.ErrQuota:
		t.Err, t.Quota = nil, 0
		if symmetric(c.parts) {
			newWorker := t.NewWorker
			t = c.again()
			t.Rest, t.NewWorker, t.Name = slices.Clone(c.parts), newWorker, "memo"
		}
		if pool.Run(t, 1); t.Err == bits.ErrHuge {
			return false
		}
	case t.Err != nil:
		c.Err = t.Err
		return false
	}
	c.Result, c.Remainder = t.Result, t.Remainder
	return true
}

// cache returns the search with a cache.
func (c *selection) cache() *bits.Memo {
	if c.engine == "cells" {
		return bits.NewMemo(c.p, c.Room())
	}
	return bits.MemoOf(c.worker, c.Room())
}

// gain is the factor by which a cache must make the tree smaller, and octetGain a factor by which
// package cells is faster than package bits where items are bytes.
const gain, octetGain = 4, 8
