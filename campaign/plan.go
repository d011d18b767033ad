package campaign

import (
	"container/heap"
	"context"
	"errors"
	"runtime"
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
		if _, err := c.enter(ctx, splitRecord(largest.part, parts, "")); err != nil {
			return err
		}
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
	return c.push(ctx, leaves)
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
	return list, errors.Join(errs...)
}
