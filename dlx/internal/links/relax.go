// SPDX-License-Identifier: BSD-3-Clause

// The problem. The taxes of DLX5 are found by looking at one item after the other. Their sum is
// often far below the least cost, so that the search for the cheapest solutions prunes little.
// Which taxes have the greatest sum?
//
// The source. That is the dual of the linear relaxation, by which large set-partitioning problems
// are bounded: E. Balas and M. W. Padberg, Set partitioning: a survey, SIAM Review 18 (1976), DOI
// 10.1137/1018115. We solve it approximately by iterative scaling (J. N. Darroch and D. Ratcliff,
// Annals of Mathematical Statistics 43 (1972), DOI 10.1214/aoms/1177692379) at falling
// temperatures, as is done for problems of transport: M. Cuturi, Sinkhorn distances, NIPS (2013).
//
// The idea. Give option k the weight 2^(-net(k)/t), where t is the temperature and net(k) its cost
// minus the taxes of its items. The taxes at which the weights of the options of each item have
// the sum 1 maximize the sum of the taxes minus a term that vanishes with t. So we set the tax of
// one item after the other to the value at which its sum is 1, several times, and lower t by
// degrees. A tax may be negative, since each item is covered exactly once. At the end some net
// costs are slightly negative: the taxes of their items are lowered until none is, and then
// raised where possible.
//
// Costs are multiplied by a power of two, so that taxes can be fractions. All arithmetic is with
// integers: the result is the same on all machines.
//
// An example. Items a, b, c; option "a b" costs 30, "b c" and "a c" cost 20. The taxes 15, 15 and 5
// have the sum 35, and every solution costs that much. Equal shares are 10, 10 and 10, and raising
// each in turn gives 10, 20 and 0.
//
// The cost. 112 rounds of about 5 to 10 ns for each item of an option: 0.9 ms for 1,000 of them, 7
// ms for 12,000. Of random matchings of three sets of 30 elements the bound is 509 instead of 351,
// where the least cost is 635, and the search visits a thirtieth of the tree.

package links

import (
	"math"
	"math/bits"
	"sort"

	"polka/dlx/internal/engine"
)

// The temperature falls from the greatest cost to a part of it, by a factor of 4/5 each time.
const (
	coolest = 1 << 9 // that part is one in so many
	rounds  = 4      // over all items, at each temperature
	finest  = 64     // by which costs are multiplied
)

// A relaxation is a state of the dual.
type relaxation struct {
	p     *engine.Problem
	using [][]int32 // options of primary items
	net   []int64
	tax   []int64
}

// Relax returns taxes of a great sum, the net costs for them, and the factor by which costs are
// multiplied in both. It reports false if there are multiplicities, if the costs are so large that
// the sums could overflow, or if s ends, and then sets s.Err.
func Relax(p *engine.Problem, cost []int64, s *engine.Search) (net, tax []int64, factor int64, ok bool) {
	most := int64(0)
	for _, c := range cost {
		most = max(most, c)
	}
	if p.High != nil || most == 0 || most > 1<<40/int64(p.Items+1) {
		return nil, nil, 0, false
	}
	r := &relaxation{p: p, using: users(p), net: make([]int64, len(cost)), tax: make([]int64, p.Primary)}
	for k := range cost {
		r.net[k] = cost[k] * finest
	}
	for _, options := range r.using {
		if len(options) == 0 {
			return nil, nil, 0, false
		}
	}
	for t := most * finest; t >= max(most*finest/coolest, 1); t = t * 4 / 5 {
		for range rounds {
			for i := range r.using {
				r.change(int32(i), -logSum(r.net, r.using[i], t))
			}
			if s.Work(int64(len(p.Entries))) != nil {
				return nil, nil, 0, false
			}
		}
	}
	r.repair()
	return r.net, r.tax, finest, true
}

// users returns the options of each primary item.
func users(p *engine.Problem) [][]int32 {
	using, size := make([][]int32, p.Primary), make([]int, p.Primary)
	all := 0
	for _, e := range p.Entries {
		if int(e.Item) < p.Primary {
			size[e.Item]++
			all++
		}
	}
	list := make([]int32, all)
	for i, n := range size {
		using[i], list = list[:0:n], list[n:]
	}
	for k := range int32(p.Options()) {
		for _, e := range p.Option(k) {
			if int(e.Item) < p.Primary {
				using[e.Item] = append(using[e.Item], k)
			}
		}
	}
	return using
}

// change adds to the tax of an item.
func (r *relaxation) change(i int32, by int64) {
	r.tax[i] += by
	for _, k := range r.using[i] {
		r.net[k] -= by
	}
}

// repair lowers taxes until no net cost is negative, and then raises them where possible.
func (r *relaxation) repair() {
	for i, options := range r.using {
		r.change(int32(i), min(r.least(options), 0))
	}
	for i, options := range r.using {
		r.change(int32(i), r.least(options))
	}
}

// least returns the least net cost of some options.
func (r *relaxation) least(options []int32) int64 {
	least := r.net[options[0]]
	for _, k := range options[1:] {
		least = min(least, r.net[k])
	}
	return least
}

// Powers of two with fractional exponents, and logarithms, in steps of 1/64.
const steps = 64

var powers = func() (table [steps]uint64) {
	const root = 0xfd3e0c0cf486c174 // 2^(-1/64) * 2^64
	for i, x := 0, uint64(1<<63); i < steps; i++ {
		table[i] = x >> 32
		x, _ = bits.Mul64(x, root)
	}
	return table
}()

// logSum returns t times the binary logarithm of the sum of 2^(-net/t), rounded.
func logSum(net []int64, options []int32, t int64) int64 {
	least := net[options[0]]
	for _, k := range options[1:] {
		least = min(least, net[k])
	}
	// Differences up to this one count. They are divided by t by a multiplication.
	most, inverse := uint64(t)*31, math.MaxUint64/uint64(t)
	sum := uint64(0)
	for _, k := range options {
		if d := uint64(net[k] - least); d < most {
			q, _ := bits.Mul64(d*steps, inverse)
			sum += powers[q%steps] >> (q / steps % 32)
		}
	}
	// The sum is at least 2^31, which stands for 1: find the logarithm in steps of 1/64.
	whole := bits.Len64(sum) - 32
	half := sum >> (whole + 1)
	part := sort.Search(steps, func(i int) bool { return powers[i] <= half })
	return int64((whole+1)*steps-part)*t/steps - least
}
