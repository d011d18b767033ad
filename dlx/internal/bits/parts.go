// The problem. A search is to be spread over several processors, or stopped and
// taken up again, and the sum of its parts must be the whole: every solution
// once, every node once, whoever does the work and when.
//
// The idea. What is left of a depth-first search is a list of sub-problems, in
// the order in which the search would come to them: the options of the item at
// the deepest level that were not yet tried, then those of the level above, and
// so on. Each is a Part, told by the options that lead to it. Parts are solved
// independently, and can be split in their turn into the children of their
// root.
//
// The invariants. The node of a part has not been counted, nor any below it;
// all others have been, once. Every part begins from the same rows, so that
// what it costs does not depend on what was done before, or by whom.

package bits

import (
	"math"
	"math/bits"
	"sync"
	"sync/atomic"

	"polka/dlx/internal/engine"
)

// A Part is a sub-problem: the solutions that have the given options. Its
// weight is its share of the search tree, if all branches of a node have the
// same share.
type Part struct {
	Options []int32
	Weight  float64
}

// A Rest is what is left of a search.
type Rest struct {
	layout *layout
	Parts  []Part
}

// Begin searches a problem without multiplicities from the root until the search is done or has to stop, and
// returns what is left.
func Begin(p *engine.Problem, s *engine.Search) Rest {
	v := newSolver(newLayout(p), s, MaxRows)
	rest := Rest{layout: v.layout}
	s.Node(0)
	if root := v.levels[0]; root.degree > 0 && !v.branch(0, 64*v.spans[root.item].first) {
		rest.Parts = v.left()
	}
	s.Progress = 1
	for _, part := range rest.Parts {
		s.Progress -= part.Weight
	}
	return rest
}

// left lists the parts that are left when the search has stopped.
func (v *solver) left() []Part {
	var parts []Part
	for l := v.stopped; l >= 0; l-- {
		from := v.levels[l].bit
		if l < v.stopped {
			from++ // the parts below this bit are listed already
		}
		parts = append(parts, v.below(l, from)...)
	}
	return parts
}

// below lists the parts that begin with the options chosen before level l and
// a live option of the item to branch on there, from a bit on.
func (v *solver) below(l int, from int32) []Part {
	weight := 1.0
	for _, level := range v.levels[:l+1] {
		weight /= float64(level.degree)
	}
	var parts []Part
	now := v.levels[l]
	for w := from / 64; w < v.spans[now.item].end; w++ {
		live := now.live[w]
		if w == from/64 {
			live &= math.MaxUint64 << (from % 64)
		}
		for ; live != 0; live &= live - 1 {
			options := make([]int32, l+1)
			copy(options, v.chosen[:l])
			options[l] = v.option[64*int(w)+bits.TrailingZeros64(live)]
			parts = append(parts, Part{options, weight})
		}
	}
	return parts
}

// take chooses the options of a part, and reports what comes of it. Only the
// last one costs a node and updates.
func (v *solver) take(part Part) int {
	root := v.levels[0]
	for i := range root.open {
		root.open[i] = int32(i)
	}
	updates := v.Updates
	result := open
	for l, k := range part.Options {
		if l == len(part.Options)-1 {
			v.Updates = updates
			v.Node(l + 1)
		}
		v.level(l + 1)
		result = v.try(l, k)
	}
	return result
}

// solve searches a part.
func (v *solver) solve(part Part) {
	l := len(part.Options)
	switch v.take(part) {
	case open:
		v.branch(l, 64*v.spans[v.levels[l].item].first)
	case solved:
		v.Found(v.chosen[:l])
	}
}

// split replaces parts of more than the given weight by the parts below them.
func (v *solver) split(parts []Part, most float64) []Part {
	var list []Part
	for _, part := range parts {
		if part.Weight <= most {
			list = append(list, part)
			continue
		}
		l := len(part.Options)
		switch v.take(part) {
		case open:
			list = append(list, v.split(v.below(l, 64*v.spans[v.levels[l].item].first), most)...)
		case solved:
			v.Found(v.chosen[:l])
		}
	}
	return list
}

// grain is the share of a part in what is left to do. It is small enough that
// all processors have work until shortly before the end.
const grain = 1.0 / 1024

// Finish counts the solutions in what is left, with so many threads at work.
// The counters do not depend on how many there are.
func (rest Rest) Finish(s *engine.Search, threads int) {
	total := 0.0
	for _, part := range rest.Parts {
		total += part.Weight
	}
	parts := newSolver(rest.layout, s, MaxRows).split(rest.Parts, total*grain)
	results := make([]engine.Search, len(parts))
	var next atomic.Int64
	var stop atomic.Bool
	work := func() {
		v := newSolver(rest.layout, nil, MaxRows/threads)
		for !stop.Load() {
			i := int(next.Add(1)) - 1
			if i >= len(parts) {
				return
			}
			v.Search = &results[i]
			v.Context = s.Context
			v.solve(parts[i])
			if v.Err != nil {
				stop.Store(true)
			}
		}
	}
	if threads == 1 {
		work()
	} else {
		var group sync.WaitGroup
		for range threads {
			group.Go(work)
		}
		group.Wait()
	}
	done := 0.0
	for i := range results {
		s.Add(&results[i])
		if results[i].Nodes > 0 {
			done += parts[i].Weight
		}
	}
	s.Progress += done
	if s.Err == nil {
		s.Progress = 1
	}
}
