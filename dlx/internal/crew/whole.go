// The problem. An engine that can only search a whole problem, and cannot tell
// what is left when it is stopped, is to join in a search of parts.
//
// The idea. A part is a problem of its own: take the chosen options, and all
// that cannot be chosen beside them, out of the problem, and lower the bounds
// of what they have covered. Large parts are not solved in this way, but
// divided into their children by dancing links, so that little is lost when a
// part is stopped, and has to be begun again.
//
// The invariants. A part's problem has the items and options that are left in
// their old order. So an engine that depends on nothing else finds the same
// solutions in the same order as it would in the whole problem.
//
// An example. From the options "a b", "a c", "b", "c", the path that chooses "a
// c" leaves item b and the option "b".

package crew

import (
	"polka/dlx/internal/engine"
	"polka/dlx/internal/links"
)

// grain is the greatest weight of a part that is solved as a whole.
const grain = 1.0 / 512

// Whole makes workers from an engine that knows whole problems only.
func Whole(p *engine.Problem, solve func(*engine.Problem, *engine.Search)) func(bytes int) engine.Worker {
	return func(bytes int) engine.Worker {
		return &whole{p, solve, links.Hire(p)(bytes)}
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
	p, option := Residual(w.p, above)
	path := make([]int32, 0, 64)
	for _, step := range above {
		if step.Option != engine.Null {
			path = append(path, step.Option)
		}
	}
	inner := &engine.Search{Control: s.Within()}
	inner.Cut = nil
	enough := false
	if s.Visit != nil {
		steps := len(path)
		inner.Visit = func(options []int32) bool {
			path = path[:steps]
			for _, k := range options {
				path = append(path, option[k])
			}
			enough = !s.Visit(path)
			return !enough
		}
	}
	switch {
	case p == nil: // there is no solution
		s.Node(len(above))
		return nil, true
	case p.Primary == 0:
		s.Node(len(above))
		inner.Found(nil)
		s.Count++
		return nil, !enough
	}
	w.solve(p, inner)
	inner.Rest, inner.Hire = nil, nil
	for l, n := range inner.Profile {
		s.AddNodes(len(above)+l, n)
	}
	inner.Profile = nil
	s.Add(inner)
	return nil, inner.Err == nil && !enough
}

// Residual is the problem that a path leaves, nil if it is clear that there is
// no solution. Its option k is option[k] of p. It may have no items.
func Residual(p *engine.Problem, path []engine.Step) (residual *engine.Problem, option []int32) {
	high, low := make([]int32, p.Items), make([]int32, p.Items)
	for i := range high {
		high[i] = 1
		switch {
		case i >= p.Primary:
		case p.High == nil:
			low[i] = 1
		default:
			low[i], high[i] = p.Low[i], p.High[i]
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
	residual = &engine.Problem{First: []int32{0}}
	place := make([]int32, p.Items)
	plain := true
	for i := range place {
		place[i] = engine.Null
		if i < p.Primary {
			if (high[i] <= 0 || closed[i]) && low[i] > 0 {
				return nil, nil
			}
			if high[i] > 0 && !closed[i] {
				place[i] = int32(residual.Items)
				residual.Items++
				residual.Primary++
				residual.Low = append(residual.Low, max(low[i], 0))
				residual.High = append(residual.High, high[i])
				plain = plain && high[i] == 1 && low[i] == 1
			}
		} else if high[i] > 0 {
			place[i] = int32(residual.Items)
			residual.Items++
		}
	}
	if plain {
		residual.Low, residual.High = nil, nil
	}
	for k := range int32(p.Options()) {
		if dead[k] {
			continue
		}
		start := len(residual.Entries)
		alive := true
		for _, e := range p.Option(k) {
			switch {
			case place[e.Item] != engine.Null:
				residual.Entries = append(residual.Entries, engine.Entry{Item: place[e.Item], Color: e.Color})
			case int(e.Item) < p.Primary, e.Color == 0, e.Color != color[e.Item]:
				alive = false
			}
		}
		if !alive {
			residual.Entries = residual.Entries[:start]
			continue
		}
		residual.First = append(residual.First, int32(len(residual.Entries)))
		option = append(option, k)
	}
	return residual, option
}
