// SPDX-License-Identifier: BSD-3-Clause

package bits

import (
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"testing"

	"polka/dlx/internal/engine"
	"polka/dlx/internal/instance"
	"polka/dlx/internal/links"
)

// prices returns random costs in increasing order, many of them equal or 0.
func prices(r *rand.Rand, n int) []int64 {
	net, most := make([]int64, n), 1+r.Int64N(30)
	for k := range net {
		net[k] = max(r.Int64N(most+5)-5, 0)
	}
	slices.Sort(net)
	return net
}

// cheapestOf returns the costs of the k cheapest solutions, from a visit to all by package links.
func cheapestOf(p *engine.Problem, net []int64, lower int64, k int) (costs []int64) {
	s := new(engine.Search)
	s.Visit = func(options []int32) bool {
		costs = append(costs, lower+sum(net, options))
		return true
	}
	links.Solve(p, s)
	slices.Sort(costs)
	return costs[:min(k, len(costs))]
}

// sum returns what some options cost together.
func sum(net []int64, options []int32) (cost int64) {
	for _, k := range options {
		cost += net[k]
	}
	return cost
}

// bargained returns the costs of the k cheapest solutions by a Bounded. The search is often
// interrupted: effort is the number of units that an option costs. It also returns the number of
// interruptions, and of nodes.
func bargained(t *testing.T, p *engine.Problem, net []int64, lower int64, k int, r *rand.Rand, effort int64) (costs []int64, stops int, nodes int64) {
	b := NewBounded(p, net, lower, 1<<20)
	b.v.effort = effort
	for !b.Done() {
		s := new(engine.Search)
		s.Cut = func() bool { return r.IntN(2) == 0 }
		s.Visit = func(options []int32) bool {
			c := lower + sum(net, options)
			at, _ := slices.BinarySearch(costs, c+1)
			costs = slices.Insert(costs, at, c)
			if len(costs) >= k {
				costs = costs[:k]
				b.Cut(costs[k-1])
			}
			return true
		}
		before := b.Progress()
		b.Solve(s)
		nodes += s.Nodes
		if s.Err != nil && s.Err != engine.ErrQuota {
			t.Fatal(s.Err)
		}
		if s.Err != nil {
			stops++
		}
		if after := b.Progress(); after < before-1e-9 || after > 1 {
			t.Fatalf("progress from %v to %v", before, after)
		}
	}
	return costs, stops, nodes
}

// TestBounded compares the least costs of random problems with those of all solutions.
// POLKA_BOUNDED is the number of problems, 1,000 if it is not set.
func TestBounded(t *testing.T) {
	most, _ := strconv.Atoi(os.Getenv("POLKA_BOUNDED"))
	if most == 0 {
		most = 1000
	}
	onMachines(t, func(t *testing.T) {
		worth := my.worth
		r := rand.New(rand.NewPCG(uint64(most), 9))
		solved, stopped := 0, 0
		for n := range most {
			p := []func(*rand.Rand) *engine.Problem{sparse, formula}[n%2](r)
			my.worth = []int64{0, worth}[n/2%2]
			net, lower, k := prices(r, p.Options()), r.Int64N(100), 1+r.IntN(4)
			want := cheapestOf(p, net, lower, k)
			got, stops, _ := bargained(t, p, net, lower, k, r, []int64{1, 1 << 14, 1 << 17}[r.IntN(3)])
			if !slices.Equal(got, want) {
				t.Fatalf("problem %d, %v: the %d least costs are %v, want %v", n, p, k, got, want)
			}
			if len(want) > 0 {
				solved++
			}
			if stops > 0 {
				stopped++
			}
		}
		if solved < most/5 || stopped < most/5 {
			t.Errorf("%d problems have a solution, %d searches were stopped", solved, stopped)
		}
	})
}

// TestBoundedCuts sees that few nodes are visited. There are more options than limits.
func TestBoundedCuts(t *testing.T) {
	onMachines(t, func(t *testing.T) {
		for _, my.worth = range []int64{0, my.worth} {
			p := partitions(9)
			net := make([]int64, p.Options())
			for k := range net {
				net[k] = int64(k * k)
			}
			all := new(engine.Search)
			Solve(p, all)
			r := rand.New(rand.NewPCG(9, 9))
			want := cheapestOf(p, net, 7, 3)
			got, _, nodes := bargained(t, p, net, 7, 3, r, 100)
			if !slices.Equal(got, want) || 4*nodes > all.Nodes {
				t.Errorf("%v after %d nodes, want %v after much less than %d", got, nodes, want, all.Nodes)
			}
		}
	})
}

// TestBoundedLimits says for which problems there is no Bounded.
func TestBoundedLimits(t *testing.T) {
	p := instance.Langford(8)
	if NewBounded(p, make([]int64, p.Options()), 0, 1000) != nil {
		t.Error("rows of more than 1000 bytes are accepted")
	}
	p = instance.Dominate(4, 2)
	if p.High == nil || NewBounded(p, make([]int64, p.Options()), 0, 1<<20) != nil {
		t.Error("multiplicities are accepted")
	}
}
