// SPDX-License-Identifier: BSD-3-Clause

package campaign

import (
	"cmp"
	"container/heap"
	"context"
	"errors"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
)

// A sized part is a part with its estimate.
type sized struct {
	part Part
	size float64
}

// A bySize is a heap of parts, the largest first.
type bySize []sized

func (h bySize) Len() int { return len(h) }
func (h bySize) Less(i, j int) bool {
	return h[i].size > h[j].size || h[i].size == h[j].size && h[i].part < h[j].part
}
func (h bySize) Swap(i, j int) { h[i], h[j] = h[j], h[i] }
func (h *bySize) Push(x any)   { *h = append(*h, x.(sized)) }
func (h *bySize) Pop() any {
	last := (*h)[len(*h)-1]
	*h = (*h)[:len(*h)-1]
	return last
}

// plan splits the largest part, by estimate, until there are enough, and puts the parts into
// the queue. All that it writes is the same for the same search and plan, so that it can be
// repeated if it was interrupted.
func (c *Campaign) plan(ctx context.Context) error {
	open := &bySize{{"", 1}}
	var leaves []Part
	var splits []Record
	add := func(part Part) { leaves = append(leaves, part) }
	for open.Len() > 0 && open.Len()+len(leaves) < c.Info.Plan.Parts {
		largest := heap.Pop(open).(sized)
		parts, err := c.Search.Split(largest.part)
		if errors.Is(err, ErrWhole) {
			add(largest.part)
			continue
		}
		if err != nil {
			return err
		}
		splits = append(splits, splitRecord(largest.part, parts, ""))
		children, err := c.estimate(ctx, parts)
		if err != nil {
			return err
		}
		for _, p := range children {
			heap.Push(open, p)
		}
	}
	// The largest first: they must not be left for the end.
	for open.Len() > 0 {
		add(heap.Pop(open).(sized).part)
	}
	if err := c.enterAll(ctx, splits); err != nil {
		return err
	}
	return c.push(ctx, leaves)
}

// entering is the number of records that are written at the same time. On a network, most of the
// time of each is that of the way.
const entering = 64

// enterAll writes the records of a plan, those of fewer steps first: if that is interrupted, every
// record belongs to a part of a record before it.
func (c *Campaign) enterAll(ctx context.Context, records []Record) error {
	steps := func(r Record) int { return len(strings.Fields(string(r.Part))) }
	slices.SortStableFunc(records, func(a, b Record) int { return cmp.Compare(steps(a), steps(b)) })
	for len(records) > 0 {
		n := 1
		for n < len(records) && steps(records[n]) == steps(records[0]) {
			n++
		}
		errs := make([]error, entering)
		var next atomic.Int64
		var group sync.WaitGroup
		for i := range min(n, entering) {
			group.Go(func() {
				for k := int(next.Add(1)) - 1; k < n && errs[i] == nil; k = int(next.Add(1)) - 1 {
					_, errs[i] = c.enter(ctx, records[k])
				}
			})
		}
		group.Wait()
		if err := cmp.Or(errs...); err != nil {
			return err
		}
		records = records[n:]
	}
	return nil
}

// estimate estimates the sizes of parts, on all cores.
func (c *Campaign) estimate(ctx context.Context, parts []Part) ([]sized, error) {
	list := make([]sized, len(parts))
	errs := make([]error, len(parts))
	var next atomic.Int64
	var group sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(parts)) {
		group.Go(func() {
			for i := int(next.Add(1)) - 1; i < len(parts); i = int(next.Add(1)) - 1 {
				list[i].part = parts[i]
				list[i].size, errs[i] = c.Search.Estimate(ctx, parts[i])
			}
		})
	}
	group.Wait()
	return list, cmp.Or(errs...)
}
