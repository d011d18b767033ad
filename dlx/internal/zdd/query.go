// SPDX-License-Identifier: BSD-3-Clause

// The problem. Answer questions about all members of a family at once: how many there
// are, how many have each variable, which are the cheapest, and which is the n-th.
//
// The source. Knuth, section 7.1.4, Algorithms B and C and exercise 7.1.4-25; for the
// cheapest members, the shortest paths of P. E. Hart, N. J. Nilsson and B. Raphael, A
// formal basis for the heuristic determination of minimum cost paths, IEEE Transactions
// on Systems Science and Cybernetics 4 (1968), DOI 10.1109/TSSC.1968.300136, with exact
// distances to the end.
//
// The idea. The members are the paths from the root to Unit. The number of paths from a
// node is the sum of those of its successors; the number of members with a variable is
// the sum, over its nodes, of the number of paths from the root to the node times the
// number of paths from its high successor.
//
// The cost. A few words for each node, and time for as many additions.

package zdd

import (
	"container/heap"
	"math/big"
	"math/bits"
	"slices"

	"polka/internal/bigint"
)

// Counts are the numbers of paths from each node to Unit.
type Counts struct {
	d     *Diagram
	paths numbers
}

// NewCounts counts the paths. It returns ErrFull if the counts, or those that Of needs in
// addition, would take more than half of the given number of bytes.
func NewCounts(d *Diagram, bytes int, tick func(units int64) error) (*Counts, error) {
next:
	for words := 1; ; words *= 2 {
		if len(d.Nodes) > bytes/2/8/words {
			return nil, ErrFull
		}
		n := newNumbers(len(d.Nodes), words)
		n.at(Unit)[0] = 1
		for i := int32(2); int(i) < len(d.Nodes); i++ {
			if err := tick(int64(2 * words)); err != nil {
				return nil, err
			}
			sum := n.at(i)
			copy(sum, n.at(d.Nodes[i].Low))
			if add(sum, n.at(d.Nodes[i].High)) != 0 {
				continue next
			}
		}
		return &Counts{d, n}, nil
	}
}

// Total returns the number of members.
func (c *Counts) Total() *big.Int { return c.paths.value(c.d.Root) }

// Of returns, for each of the given number of variables, how many members have it.
func (c *Counts) Of(vars int) []*big.Int {
	d, words := c.d, c.paths.words
	above := newNumbers(len(d.Nodes), words) // paths from the root
	above.at(d.Root)[0] = 1
	sums := newNumbers(vars, words)
	for i := int32(len(d.Nodes)) - 1; i > Unit; i-- {
		x := d.Nodes[i]
		add(above.at(x.Low), above.at(i))
		add(above.at(x.High), above.at(i))
		addProduct(sums.at(x.Var), above.at(i), c.paths.at(x.High))
	}
	list := make([]*big.Int, vars)
	for v := range list {
		list[v] = sums.value(int32(v))
	}
	return list
}

// At returns the variables of member n in the order of Each, counted from 0. There must
// be that many.
func (c *Counts) At(n *big.Int) []int32 {
	d, left := c.d, new(big.Int).Set(n)
	var member []int32
	for i := d.Root; i > Unit; {
		x := d.Nodes[i]
		if with := c.paths.value(x.High); left.Cmp(with) < 0 {
			member = append(member, x.Var)
			i = x.High
		} else {
			left.Sub(left, with)
			i = x.Low
		}
	}
	return member
}

// Each calls visit with the variables of each member, increasing, until it returns
// false. Members with a variable come before those without it, for the least variable
// in which two members differ. visit must not keep the slice.
func (d *Diagram) Each(visit func(vars []int32) bool) {
	type step struct {
		node  int32
		depth int32
	}
	var member []int32
	stack := []step{{d.Root, 0}}
	for len(stack) > 0 {
		s := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		member = member[:s.depth]
		for i := s.node; ; {
			if i == Unit {
				if !visit(member) {
					return
				}
				break
			}
			if i == None {
				break
			}
			x := d.Nodes[i]
			if x.Low != None {
				stack = append(stack, step{x.Low, int32(len(member))})
			}
			member = append(member, x.Var)
			i = x.High
		}
	}
}

// Contains reports whether a set of variables, increasing, is a member.
func (d *Diagram) Contains(vars []int32) bool {
	i := d.Root
	for {
		x := d.Nodes[i]
		switch {
		case len(vars) == 0 && i <= Unit:
			return i == Unit
		case i <= Unit, len(vars) > 0 && vars[0] < x.Var:
			return false
		case len(vars) > 0 && vars[0] == x.Var:
			vars = vars[1:]
			i = x.High
		default:
			i = x.Low
		}
	}
}

// CountBy returns how many members have 0, 1, 2, ... of the variables for which class is
// true. It returns ErrFull if that would take more than the given number of bytes.
func (c *Counts) CountBy(class []bool, bytes int, tick func(units int64) error) ([]*big.Int, error) {
	d, words := c.d, c.paths.words
	// The polynomials of the nodes, whose coefficient n is the number of paths from the
	// root with n variables of the class. They are freed as soon as possible.
	polynomials := make([][]uint64, len(d.Nodes))
	polynomials[d.Root] = newNumbers(1, words).all
	polynomials[d.Root][0] = 1
	left := bytes / 8 // words that are not used
	give := func(to int32, from []uint64, shift int) {
		if to == None {
			return
		}
		p := polynomials[to]
		if need := len(from) + shift*words; len(p) < need {
			left -= need - len(p)
			p = append(p, make([]uint64, need-len(p))...)
			polynomials[to] = p
		}
		for i := 0; i < len(from); i += words {
			add(p[i+shift*words:i+(shift+1)*words], from[i:i+words])
		}
	}
	for i := int32(len(d.Nodes)) - 1; i > Unit; i-- {
		x, p := d.Nodes[i], polynomials[i]
		if err := tick(int64(4 * len(p))); err != nil {
			return nil, err
		}
		polynomials[i] = nil
		shift := 0
		if class[x.Var] {
			shift = 1
		}
		give(x.Low, p, 0)
		give(x.High, p, shift)
		if left < 0 {
			return nil, ErrFull
		}
		left += len(p)
	}
	var list []*big.Int
	p := polynomials[Unit]
	for i := 0; i < len(p); i += words {
		list = append(list, bigint.OfWords(p[i:i+words]...))
	}
	return list, nil
}

// A path is a beginning of a member, for Best.
type path struct {
	bound int64 // the least cost of a member that begins like this
	cost  int64 // so far
	node  int32
	order int   // of its creation
	above *step // the variables so far
}

type step struct {
	above *step
	v     int32
}

// paths is a heap of paths.
type paths []path

func (p paths) Len() int { return len(p) }
func (p paths) Less(i, j int) bool {
	if p[i].bound != p[j].bound {
		return p[i].bound < p[j].bound
	}
	return p[i].order < p[j].order
}
func (p paths) Swap(i, j int) { p[i], p[j] = p[j], p[i] }
func (p *paths) Push(x any)   { *p = append(*p, x.(path)) }
func (p *paths) Pop() any {
	last := (*p)[len(*p)-1]
	*p = (*p)[:len(*p)-1]
	return last
}

// Best returns the k members of least cost, in the order of their costs, or all if there
// are fewer. The cost of a member is the sum of those of its variables.
func (d *Diagram) Best(cost []int64, k int, tick func(units int64) error) ([][]int32, error) {
	if d.Root == None {
		return nil, nil
	}
	least := make([]int64, len(d.Nodes))
	for i := 2; i < len(d.Nodes); i++ {
		if err := tick(4); err != nil {
			return nil, err
		}
		x := d.Nodes[i]
		least[i] = cost[x.Var] + least[x.High]
		if x.Low != None {
			least[i] = min(least[i], least[x.Low])
		}
	}
	var list [][]int32
	queue := paths{{bound: least[d.Root], node: d.Root}}
	for made := 1; len(queue) > 0 && len(list) < k; {
		if err := tick(int64(64 + bits.Len(uint(len(queue))))); err != nil {
			return list, err
		}
		p := heap.Pop(&queue).(path)
		// Follow the cheapest path from here, and leave the others for later.
		for p.node != Unit {
			x := d.Nodes[p.node]
			high := path{cost: p.cost + cost[x.Var], node: x.High, above: &step{p.above, x.Var}}
			high.bound = high.cost + least[x.High]
			if x.Low == None {
				p = high
				continue
			}
			low := path{cost: p.cost, node: x.Low, above: p.above, bound: p.cost + least[x.Low]}
			if high.bound <= low.bound {
				p, low.order = high, made
				heap.Push(&queue, low)
			} else {
				p, high.order = low, made
				heap.Push(&queue, high)
			}
			made++
		}
		var member []int32
		for s := p.above; s != nil; s = s.above {
			member = append(member, s.v)
		}
		slices.Reverse(member)
		list = append(list, member)
	}
	return list, nil
}
