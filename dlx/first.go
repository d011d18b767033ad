// The problem. The time to the first solution has a heavy tail: with one order
// of the items a search meets a solution at once, with another one it loses
// itself in a subtree without any, for hours. Sixty queens take 66 million
// nodes in the order of the problem, and a hundred in most others.
//
// The source. C. P. Gomes, B. Selman, N. Crato and H. Kautz, Heavy-tailed
// phenomena in satisfiability and constraint satisfaction problems, Journal of
// Automated Reasoning 24 (2000), DOI 10.1023/A:1006314320276.
//
// The idea. Give up after a number of nodes and begin again otherwise, with a
// larger number: with another engine, which orders the options otherwise as it
// goes (package cells), or with the items and options in random order; and in
// between with the order of the problem, and a number that grows faster. If
// there is no solution, then one of these searches proves it, and the others
// have cost at most as much again. The random orders come from a fixed seed, so
// that the same problem has the same first solution every time.
//
// An example. One square of side 1, two of side 2, ..., eight of side 8 fill a
// square of side 36. Package bits has not found out how in a million nodes, nor
// in any other order; package cells does after 7330.

package dlx

import (
	"fmt"
	"math/rand/v2"

	"polka/dlx/internal/bits"
	"polka/dlx/internal/cells"
	"polka/dlx/internal/engine"
)

// firstQuota is how many nodes the first search may visit. It is enough for
// most problems.
const firstQuota = 4_000

// A starter is an engine that looks for a first solution.
type starter struct {
	name  string
	solve func(*engine.Problem, *engine.Search)
}

// portfolio is a way to find one solution.
func portfolio(p *engine.Problem, s *engine.Search) (name, why string) {
	bits, cells := starter{"bits", bits.Solve}, starter{"cells", cells.Solve}
	searches := 0
	random := rand.New(rand.NewPCG(7, 2))
	total := &engine.Search{}
	try := func(with starter, p *engine.Problem, option []int32, quota int64) bool {
		searches++
		name = with.name
		t := &engine.Search{Context: s.Context, Limit: s.Limit, Quota: quota}
		t.Visit = func(options []int32) bool {
			found := make([]int32, len(options))
			for i, k := range options {
				found[i] = k
				if option != nil {
					found[i] = option[k]
				}
			}
			return s.Visit(found)
		}
		with.solve(p, t)
		over := t.Err != engine.ErrQuota
		if !over {
			t.Err = nil
		}
		total.Add(t)
		return over
	}
	done := try(bits, p, nil, firstQuota) || try(cells, p, nil, 4*firstQuota)
	for own, other := int64(8*firstQuota), int64(firstQuota/2); !done; own, other = 4*own, 2*other {
		for _, with := range []starter{bits, cells, bits, cells} {
			if !done {
				q, option := shuffle(p, random)
				done = try(with, q, option, other)
			}
		}
		done = done || try(bits, p, nil, own)
	}
	total.Context, total.Visit, total.Limit = s.Context, s.Visit, s.Limit
	*s = *total
	if searches == 1 {
		return name, "one solution is wanted, and the first search has told"
	}
	return name, fmt.Sprintf("one solution is wanted, and the last of %d searches of several kinds has told", searches)
}

// shuffle gives the items and the options of a problem another order. Option k
// of the result is option[k] of p.
func shuffle(p *engine.Problem, random *rand.Rand) (q *engine.Problem, option []int32) {
	q = &engine.Problem{Primary: p.Primary, Items: p.Items, First: []int32{0}}
	item := make([]int32, p.Items)
	for i, j := range random.Perm(p.Primary) {
		item[i] = int32(j)
	}
	for i := p.Primary; i < p.Items; i++ {
		item[i] = int32(i)
	}
	if p.High != nil {
		q.Low, q.High = make([]int32, p.Primary), make([]int32, p.Primary)
		for i := range p.Primary {
			q.Low[item[i]], q.High[item[i]] = p.Low[i], p.High[i]
		}
	}
	for _, k := range random.Perm(p.Options()) {
		option = append(option, int32(k))
		for _, e := range p.Option(int32(k)) {
			q.Entries = append(q.Entries, engine.Entry{Item: item[e.Item], Color: e.Color})
		}
		q.First = append(q.First, int32(len(q.Entries)))
	}
	return q, option
}
