// SPDX-License-Identifier: BSD-3-Clause

// The problem. Write a certificate as a proof for a program that we did not write, VeriPB, so that
// nobody has to believe our checkers.
//
// The source. The proof format 1.2 of VeriPB: S. Gocht, Certifying correctness for combinatorial
// algorithms by using pseudo-Boolean reasoning, thesis, Lund 2022. Our own is how states become
// clauses.
//
// The idea. The problem is a set of linear conditions of variables, one for each option. A line "u
// CLAUSE" adds a clause that unit propagation confirms: if all its literals are false, some
// condition cannot be satisfied. A line "v LITERALS" is a solution, and adds the clause that it is
// not this one. The last clause is empty: there is no other solution.
//
// A node without a solution gets one clause, after its children. Let (L, U) be its state: the
// options that can be chosen, and the open items. Its clause says that one of the options outside
// L that have an item of U is chosen. This depends on the state alone, so that nodes with several
// parents are proved once. A node with one parent may instead say, in addition to the clause of
// its parent, that the option of the parent is not chosen, if that is shorter.
//
// The invariant. If the literals of a node's clause are false, then propagation makes all options
// outside L with items of U false. So if option k of the item is then true, it makes those false
// that it excludes, and the clause of the child, or the item that is dead, is violated. This takes
// a line for each such option, "not k, or the clause", except for the last: if the others are
// false, the item makes it true. A node with solutions is proved as often as it is reached, with
// the clause that one of the options on the way is not chosen.
//
// An example. Items a, b and c with options "a b", "a c" and "b c": the root has two options of a,
// after each of which an item is dead. Line 1 excludes the first, line 2 is the empty clause.
//
// The cost. About 1 to 2 lines for each node without a solution, and as many for each way to a node
// with solutions.
package proof

import (
	"bufio"
	"errors"
	"io"
	"math/big"
	"math/bits"
	"strconv"

	"polka/dlx/internal/engine"
)

// ErrLong is the error of a proof that is longer than mostProof bytes.
var ErrLong = errors.New("the proof is too long")

const mostProof = 256 << 20

// A refuter writes the proof.
type refuter struct {
	*Certificate
	s      *engine.Search
	out    *bufio.Writer
	names  []int32 // the variable of each option
	clause int     // the number of the last clause or condition
	size   int     // in bytes
	shared []bool  // nodes that are reached more than once
	done   []bool  // nodes without a solution whose clause is written
	path
	line []byte
	err  error
}

// VeriPB writes the certificate as a proof that the conditions of the problem are satisfied by
// the solutions in it, and by nothing else. Option k is the variable names[k], and there are so
// many conditions, where equations count twice.
func (c *Certificate) VeriPB(w io.Writer, s *engine.Search, names []int32, conditions int) error {
	// A solution takes a line and the end of a clause, 10 bytes or more.
	if c.Count().Cmp(big.NewInt(mostProof/10)) > 0 {
		return ErrLong
	}
	nodes := len(c.first)
	r := &refuter{
		Certificate: c, s: s, out: bufio.NewWriter(w), names: names, clause: conditions,
		shared: make([]bool, nodes), done: make([]bool, nodes), path: path{of: c.tables},
	}
	reached := make([]bool, nodes)
	for n := nodes - 1; n >= 0; n-- {
		_, children := c.node(n)
		for _, child := range children {
			if child >= 0 {
				r.shared[child] = r.shared[child] || reached[child] || r.shared[n] && c.counts[n].Sign() > 0
				reached[child] = true
			}
		}
	}
	r.write("pseudo-Boolean proof version 1.2\nf ", conditions)
	r.root(r.level(0))
	r.node(nodes-1, 0, nil)
	r.write("c ", r.clause)
	switch {
	case s.Err != nil:
		return s.Err
	case r.err != nil:
		return r.err
	}
	return r.out.Flush()
}

// write writes a line of a word and a number.
func (r *refuter) write(word string, number int) {
	r.line = strconv.AppendInt(append(r.line[:0], word...), int64(number), 10)
	r.end()
}

// end writes the line.
func (r *refuter) end() {
	r.line = append(r.line, '\n')
	r.size += len(r.line)
	if _, err := r.out.Write(r.line); r.err == nil {
		r.err = err
	}
	if r.size > mostProof && r.err == nil {
		r.err = ErrLong
	}
	r.s.Tick(int64(len(r.line)))
}

// over reports whether the proof is given up.
func (r *refuter) over() bool { return r.err != nil || r.s.Err != nil }

// literal adds a literal to the line: a positive or negative number of a variable.
func (r *refuter) literal(x int32) {
	if x < 0 {
		r.line = append(r.line, '~')
		x = -x
	}
	r.line = strconv.AppendInt(append(r.line, 'x'), int64(x), 10)
}

// add writes a clause.
func (r *refuter) add(clause []int32) {
	r.line = append(r.line[:0], 'u')
	for _, x := range clause {
		r.line = append(r.line, " 1 "...)
		r.literal(x)
	}
	r.line = append(r.line, " >= 1 ;"...)
	r.end()
	r.clause++
}

// solution writes a solution, the negation of a clause.
func (r *refuter) solution(clause []int32) {
	r.line = append(r.line[:0], 'v')
	for _, x := range clause {
		r.line = append(r.line, ' ')
		r.literal(-x)
	}
	r.end()
	r.clause++
}

// node writes the proof of node n with the state of level l. The clause is one that the node may
// have. It reports whether it has this clause.
func (r *refuter) node(n, l int, clause []int32) bool {
	if r.over() {
		return true
	}
	now, next := r.level(l), r.level(l+1)
	none, same := r.counts[n].Sign() == 0, true
	if none {
		if r.done[n] {
			return false
		}
		r.done[n] = true
		most := len(clause)
		if r.shared[n] {
			most = r.p.Options() + 1
		}
		if own, ok := r.outside(now, most); ok {
			clause, same = own, false
		}
	}
	item, children := r.Certificate.node(n)
	var open []int32 // options that need a line of their own
	row := r.rows[item]
	for w, x := range row {
		for x &= now.live[w]; x != 0; x &= x - 1 {
			k := int32(64*w + bits.TrailingZeros64(x))
			child := children[0]
			children = children[1:]
			with := append(clause[:len(clause):len(clause)], -r.names[k])
			switch {
			case child == solved:
				r.solution(with)
			case child < 0:
				open = append(open, -r.names[k])
			default:
				r.after(now, k, next)
				if !r.node(int(child), l+1, with) {
					open = append(open, -r.names[k])
				}
			}
		}
	}
	for i, x := range open {
		if i+1 < len(open) {
			r.add(append(clause[:len(clause):len(clause)], x))
		}
	}
	r.add(clause)
	return same
}

// outside returns the options that have an open item and cannot be chosen, and false if they are
// as many as the limit or more.
func (r *refuter) outside(now *state, most int) (clause []int32, ok bool) {
	all := make([]uint64, len(now.live))
	for w, x := range now.open {
		for ; x != 0; x &= x - 1 {
			i := 64*w + bits.TrailingZeros64(x)
			for j := r.from[i]; j < r.to[i]; j++ {
				all[j] |= r.rows[i][j]
			}
		}
	}
	for w, x := range all {
		for x &^= now.live[w]; x != 0; x &= x - 1 {
			if len(clause)+1 >= most {
				return nil, false
			}
			clause = append(clause, r.names[64*w+bits.TrailingZeros64(x)])
		}
	}
	return clause, true
}
