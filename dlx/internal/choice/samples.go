// SPDX-License-Identifier: BSD-3-Clause

package choice

import (
	"context"
	"math/big"
	"math/rand/v2"
	"slices"

	"polka/dlx/internal/bits"
	"polka/dlx/internal/engine"
	"polka/dlx/internal/pool"
)

// Samples chooses n solutions at random, independently and each with the same probability, as
// Sample does for one. There are none if the problem has no solution. It gives up with
// ErrUncounted.
func Samples(ctx context.Context, p *engine.Problem, n int, random *rand.Rand) ([][]int32, error) {
	if choose, ok, err := Matching(ctx, p); ok || err != nil {
		var list [][]int32
		for len(list) < n && err == nil {
			var one []int32
			if one, err = choose(random); one == nil {
				break
			}
			list = append(list, one)
		}
		return list, err
	}
	if p.Primary == 0 {
		return make([][]int32, n), ctx.Err()
	}
	list, err := pick(ctx, p, n, random)
	if err != engine.ErrQuota {
		return list, err
	}
	return Share(ctx, p, n, random)
}

// Share chooses n solutions in the search tree, weighing branches by their numbers of solutions. It
// gives up with ErrUncounted.
func Share(ctx context.Context, p *engine.Problem, n int, random *rand.Rand) ([][]int32, error) {
	d := &descent{ctx: ctx, effort: layersEffort, list: make([][]int32, n)}
	total, ok, err := countLayers(ctx, p, &d.effort)
	switch {
	case err != nil:
		return nil, err
	case !ok:
		return nil, ErrUncounted
	case total.Sign() == 0:
		return nil, nil
	}
	d.effort = layersEffort * int64(n) // as much as for each one alone
	ok, err = d.share(p, p, nil, drawn(random, total, n))
	switch {
	case err != nil:
		return nil, err
	case !ok:
		return nil, ErrUncounted
	}
	return d.list, nil
}

// A ticket is a number below a count, and which solution it chooses.
type ticket struct {
	number *big.Int
	by     int
}

// drawn draws n numbers below a total, and sorts them.
func drawn(random *rand.Rand, total *big.Int, n int) []ticket {
	list := make([]ticket, n)
	for i := range list {
		list[i] = ticket{Below(random, total), i}
	}
	slices.SortStableFunc(list, func(a, b ticket) int { return a.number.Cmp(b.number) })
	return list
}

// pick visits all solutions twice: it counts them, and then keeps those that have been drawn. It
// gives up with engine.ErrQuota.
func pick(ctx context.Context, p *engine.Problem, n int, random *rand.Rand) ([][]int32, error) {
	total := int64(0)
	s := &engine.Search{Control: engine.Control{Context: ctx, Quota: searchEffort}}
	s.Visit = func([]int32) bool {
		total++
		return true
	}
	bits.Solve(p, s)
	if s.Err != nil || total == 0 || n == 0 {
		return nil, s.Err
	}
	left := drawn(random, big.NewInt(total), n)
	list := make([][]int32, n)
	at := int64(0)
	s = &engine.Search{Control: engine.Control{Context: ctx}}
	s.Visit = func(options []int32) bool {
		for len(left) > 0 && left[0].number.Int64() == at {
			list[left[0].by] = slices.Clone(options)
			left = left[1:]
		}
		at++
		return len(left) > 0
	}
	bits.Solve(p, s)
	return list, s.Err
}

// A descent chooses several solutions in the search tree, as Descend chooses one.
type descent struct {
	ctx    context.Context
	effort int64
	list   [][]int32
}

// share chooses the solutions of some tickets, sorted, below the node that is reached by a path and
// whose problem is here. Each node is counted once. It reports false if the effort is used up.
func (d *descent) share(p, here *engine.Problem, path []engine.Step, tickets []ticket) (bool, error) {
	if here.Primary == 0 {
		for _, t := range tickets {
			for _, step := range path {
				d.list[t.by] = append(d.list[t.by], step.Option)
			}
		}
		return true, nil
	}
	item, children := fewest(p, path)
	for _, k := range children {
		if len(tickets) == 0 {
			break
		}
		step := append(path[:len(path):len(path)], engine.Step{Item: item, Option: k})
		rest := pool.Residual(p, step).Problem
		n, ok, err := countLayers(d.ctx, rest, &d.effort)
		if !ok || err != nil {
			return ok, err
		}
		below := 0
		for below < len(tickets) && tickets[below].number.Cmp(n) < 0 {
			below++
		}
		if below > 0 {
			if ok, err := d.share(p, rest, step, tickets[:below]); !ok || err != nil {
				return ok, err
			}
		}
		for _, t := range tickets[below:] {
			t.number.Sub(t.number, n)
		}
		tickets = tickets[below:]
	}
	return true, nil
}
