// SPDX-License-Identifier: BSD-3-Clause

// The problem. Use an engine that can only search a whole problem, and does not know what
// is left when it is stopped, in a search of parts.
//
// The idea. A part is a problem of its own: remove the chosen options, and all that are
// incompatible with them, from the problem, and lower the bounds of the items that they
// cover. Large parts are not solved in this way, but divided into their children by
// dancing links, so that little is lost when a part is stopped and must be started again,
// unless the engine has left its state.
//
// The invariants. A part's problem has the remaining items and options in their old
// order. So an engine that depends on nothing else finds the same solutions in the same
// order as it would in the whole problem.
//
// An example. From the options "a b", "a c", "b", "c", the path that chooses "a
// c" leaves item b and the option "b".

package pool

import (
	"slices"

	"polka/dlx/internal/engine"
	"polka/dlx/internal/links"
)

// grain is the greatest weight of a part that is solved by the engine itself.
const grain = 1.0 / 64

// Whole makes workers from an engine that can only solve whole problems.
func Whole(p *engine.Problem, solve func(*engine.Problem, *engine.Search)) func(bytes int) engine.Worker {
	return func(bytes int) engine.Worker {
		return &whole{p, solve, links.Workers(p)(bytes)}
	}
}

type whole struct {
	p     *engine.Problem
	solve func(*engine.Problem, *engine.Search)
	split engine.Worker
}

// Solve searches a part: see engine.Worker.
func (w *whole) Solve(part engine.Part, s *engine.Search) (left []engine.Part, ok bool) {
	if part.Weight > grain && part.Skip == 0 {
		// Stop at the node of the part, before its children.
		top := &engine.Search{Control: s.Within()}
		top.Visit, top.Quota = s.Visit, 1
		left, ok = w.split.Solve(part, top)
		s.Add(top)
		return left, ok
	}
	above := part.Path.Steps()
	rest := Residual(w.p, above)
	path := make([]int32, 0, 64)
	for _, step := range above {
		if step.Option != engine.Null {
			path = append(path, step.Option)
		}
	}
	inner := &engine.Search{Control: s.Within()}
	inner.Cut = nil
	if state := part.Kept(); state != nil && s.Visit == nil {
		inner.Rest = []engine.Part{{Weight: 1, State: state}}
	}
	enough := false
	if s.Visit != nil {
		steps := len(path)
		inner.Visit = func(options []int32) bool {
			path = append(path[:steps], rest.Outer(options)...)
			enough = !s.Visit(path)
			return !enough
		}
	}
	switch {
	case rest.Problem == nil: // there is no solution
		s.Node(len(above))
		return nil, true
	case rest.Problem.Primary == 0:
		s.Node(len(above))
		inner.Found(nil)
		s.Count++
		return nil, !enough
	}
	w.solve(rest.Problem, inner)
	if inner.Err != nil && len(inner.Rest) == 1 && inner.Rest[0].State != nil {
		part.State, part.Later = inner.Rest[0].State, nil
		s.Err = inner.Err
		return []engine.Part{part}, true
	}
	inner.Rest, inner.NewWorker = nil, nil
	for l, n := range inner.Profile {
		s.AddNodes(len(above)+l, n)
	}
	inner.Profile = nil
	s.Add(inner)
	return nil, inner.Err == nil && !enough
}

// Residual returns the problem that a path leaves, or nil if there clearly is no
// solution. It may have no items.
func Residual(p *engine.Problem, path []engine.Step) engine.Subproblem {
	high, low := make([]int32, p.Items), make([]int32, p.Items)
	for i := range high {
		high[i] = 1
		if i < p.Primary {
			low[i], high[i] = p.Bounds(int32(i))
		}
	}
	dead := make([]bool, p.Options())
	color := make([]int32, p.Items)
	closed := make([]bool, p.Items)
	for _, step := range path {
		last := step.Option
		if last == engine.Null {
			last = int32(p.Options()) - 1
			closed[step.Item] = true
		}
		for k := int32(0); k <= last; k++ {
			for _, e := range p.Option(k) {
				if e.Item == step.Item {
					dead[k] = true
				}
			}
		}
		if step.Option == engine.Null {
			continue
		}
		dead[step.Option] = true
		for _, e := range p.Option(step.Option) {
			if int(e.Item) < p.Primary {
				low[e.Item]--
				high[e.Item]--
			} else if high[e.Item] = 0; e.Color != 0 {
				color[e.Item] = e.Color
			}
		}
	}
	var items []int32
	primary := 0
	open := make([]bool, p.Items)
	for i := range open {
		open[i] = high[i] > 0 && !closed[i]
		if i < p.Primary && !open[i] && low[i] > 0 {
			return engine.Subproblem{}
		}
		if open[i] {
			items = append(items, int32(i))
			if i < p.Primary {
				primary++
			}
		}
	}
	var options []int32
	for k := range int32(p.Options()) {
		excluded := func(e engine.Entry) bool {
			return !open[e.Item] && (int(e.Item) < p.Primary || e.Color == 0 || e.Color != color[e.Item])
		}
		if !dead[k] && !slices.ContainsFunc(p.Option(k), excluded) {
			options = append(options, k)
		}
	}
	rest := p.Selector()(items, primary, options)
	rest.Bound(func(i int32) (int32, int32) { return max(low[i], 0), high[i] })
	return rest
}
