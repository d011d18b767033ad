// SPDX-License-Identifier: BSD-3-Clause

// The problem. A shape that does not tile the plane cannot be surrounded k times, for some k. Give
// a reason that a short program can check.
//
// The source. Our own. The exclusion of pairs is that of surround.go.
//
// The idea. Assume k coronas. What touches a copy of corona k-1 or less is covered, by a copy of
// at most the next corona. So there is a tree: a node names a cell that must be covered, and has a
// child for each copy that covers it and overlaps no copy on the way. Where no copy fits, the tree
// ends. The certificate lists the cells in the order in which a search visits the nodes; whoever
// checks it makes the same search without having to choose. docs/certificates.md specifies it.
//
// The trees of most shapes are small if it is known which pairs of copies cannot touch because the
// two together cannot be surrounded d times. Such a lemma has a tree of its own, which begins with
// both copies. We try a tree without lemmas first; then lemmas for d = 1, 2, ..., as far as their
// trees are small, with growing limits; and write those that are used.
//
// The invariants. The level of a copy is at least the number of its corona: 0 for the copies with
// which the tree begins, and one more than the least level of copies on the way that it touches.
//
// An example. No copy of an octomino fits into its hole: the tree has one node, a cell of the hole.
//
// The cost. A node takes 0.1 to 1 ms, for all cells that must be covered are counted.

package plane

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"slices"

	"polka/shapes"
)

// ErrCertificate is the error of [Certify] if it finds no certificate that is short enough.
var ErrCertificate = errors.New("plane: no certificate of at most 216,000 nodes in its last tree was found")

// mostExcluded is the largest number of coronas in a certificate.
const mostExcluded = 999

// The limits of nodes of a tree, without lemmas at first; by how much the limit grows, and how many
// times as large it is as that of a lemma.
const (
	leastNodes = 1_000
	mostNodes  = 216_000
	more       = 6
	perLemma   = 20
)

// Certify writes a certificate that the shape cannot be surrounded a number of times, even if the
// last corona may leave holes, so that its Heesch number is smaller and it does not tile the plane.
// If the number is 0, it is the least for which that holds, see [Heesch], whose errors Certify
// returns; if the number is too small, or the proof too long, the error is [ErrCertificate].
// docs/certificates.md specifies the certificate. The lattice must be [shapes.Square],
// [shapes.Triangle], [shapes.Hexagon], [shapes.Tan] or [shapes.Kite]. Certify returns the number.
func Certify(ctx context.Context, w io.Writer, s shapes.Shape, coronas int) (int, error) {
	switch l := s.Lattice(); {
	case !slices.Contains([]*shapes.Lattice{shapes.Square, shapes.Triangle, shapes.Hexagon, shapes.Tan, shapes.Kite}, l):
		return 0, fmt.Errorf("plane: certificates are for the lattices square, triangle, hexagon, tan and kite, not %v", l)
	case coronas < 0 || coronas > mostExcluded:
		return 0, fmt.Errorf("plane: %d coronas: expected a number from 0 to %d", coronas, mostExcluded)
	}
	s = s.Normal()
	if coronas == 0 {
		c, err := Heesch(ctx, s)
		if err == ErrHole {
			c, err = Coronas{}, nil // nothing covers the hole
		}
		if err != nil {
			return 0, err
		}
		coronas = c.WithHoles + 1
	}
	t, err := newTile(s)
	if err != nil {
		return 0, err
	}
	p := &prover{analysis: newAnalysis(t), ctx: ctx, excluded: make([]*lemma, len(t.neighbors))}
	list, err := p.prove(coronas)
	if err != nil {
		return 0, err
	}
	var out bytes.Buffer
	fmt.Fprintf(&out, "polka plane certificate 1\nlattice %v\nshape%s\n", s.Lattice(), p.text(p.sorted(identity)...))
	for _, m := range list {
		if m.depth > 0 {
			fmt.Fprintf(&out, "pair %d%s\n", m.depth, p.text(p.sorted(m.other)...))
		} else {
			fmt.Fprintf(&out, "coronas %d\n", coronas)
		}
		for _, c := range m.nodes {
			fmt.Fprintf(&out, "%s\n", p.text(c)[1:])
		}
	}
	_, err = fmt.Fprintf(w, "%ssha256 %x\n", out.Bytes(), sha256.Sum256(out.Bytes()))
	return coronas, err
}

// A lemma says that the tile and another copy together cannot be surrounded depth times. Its tree
// is a list of cells.
type lemma struct {
	other motion
	depth int // 0 for the last one, of the tile alone
	nodes []cell
	uses  []*lemma
	used  bool
}

// A prover makes trees.
type prover struct {
	*analysis
	ctx      context.Context
	excluded []*lemma // by neighbor
	seen     []int32  // what add finds
	coronas  int      // of the tree that is being made,
	most     int      // and how many nodes it may have
	tree     *lemma
	copies   []motion
	level    []int
	tries    int
}

// errLong ends a tree that has too many nodes.
var errLong = errors.New("too many nodes")

// errOpen ends a tree with a node where nothing must be covered.
var errOpen = errors.New("the copies are surrounded")

// prove returns the lemmas for a number of coronas, each after those that it uses.
func (p *prover) prove(coronas int) ([]*lemma, error) {
	last := &lemma{}
	err := p.grow(last, []motion{identity}, coronas, leastNodes)
	for most := leastNodes; err == errLong && most < mostNodes; {
		most *= more
		for depth := 1; depth < coronas; depth++ {
			if err := p.pairs(depth, most/perLemma); err != nil {
				return nil, err
			}
		}
		err = p.grow(last, []motion{identity}, coronas, most)
	}
	switch err {
	case nil:
		return last.list(nil), nil
	case errLong, errOpen:
		return nil, ErrCertificate
	}
	return nil, err
}

// pairs looks for pairs that cannot be surrounded depth times.
func (p *prover) pairs(depth, most int) error {
	for i, m := range p.neighbors {
		if p.excluded[i] != nil || int(p.opposite[i]) < i {
			continue
		}
		l := &lemma{other: m, depth: depth}
		switch err := p.grow(l, []motion{identity, m}, depth, most); err {
		case nil:
			p.exclude(l)
		case errLong, errOpen:
		default:
			return err
		}
	}
	return nil
}

// exclude records a lemma for the pairs that are congruent to its own.
func (p *prover) exclude(l *lemma) {
	for op := range p.ops {
		if m := (motion{op: op}); p.canonical(m).op == 0 {
			p.excluded[p.relationOf(p.canonical(p.after(p.symmetry(m), l.other)))] = l
			p.excluded[p.relationOf(p.canonical(p.after(p.symmetry(m), p.back(l.other))))] = l
		}
	}
}

// symmetry returns the motion with an operation that maps the tile to itself.
func (p *prover) symmetry(m motion) motion {
	same := p.canonical(m)
	return motion{m.op, -same.x, -same.y}
}

// list appends a lemma, after those that it uses and that are not in the list.
func (l *lemma) list(sofar []*lemma) []*lemma {
	if l.used {
		return sofar
	}
	l.used = true
	for _, m := range l.uses {
		sofar = m.list(sofar)
	}
	return append(sofar, l)
}

// grow makes the tree of a lemma.
func (p *prover) grow(l *lemma, copies []motion, coronas, most int) error {
	p.tree, p.coronas, p.most = l, coronas, most
	l.nodes, l.uses = nil, nil
	p.copies, p.level = copies, make([]int, len(copies))
	return p.node()
}

// A candidate is a copy that may be added, with its level and its cells in order.
type candidate struct {
	motion
	level int
	cells []cell
}

// node makes the node for the copies on the way, and those below.
func (p *prover) node() error {
	if len(p.tree.nodes) >= p.most {
		return errLong
	}
	if p.tries++; p.tries%64 == 0 {
		if err := p.ctx.Err(); err != nil {
			return err
		}
	}
	covered := map[cell]bool{}
	p.eachCell(p.copies, func(c cell) { covered[c] = true })
	var best cell
	fewest, uses := -1, []*lemma(nil)
	var list []candidate
	for i, m := range p.copies {
		if p.level[i] >= p.coronas {
			continue
		}
		for j, h := range p.halo {
			c := p.apply(m, h)
			if covered[c] {
				continue
			}
			covered[c] = true // it was counted
			if cover, by := p.cover(m, j, fewest); fewest < 0 || len(cover) < fewest {
				best, fewest, list, uses = c, len(cover), cover, by
			}
		}
	}
	if fewest < 0 {
		return errOpen
	}
	p.tree.nodes = append(p.tree.nodes, best)
	for _, l := range uses {
		if !slices.Contains(p.tree.uses, l) {
			p.tree.uses = append(p.tree.uses, l)
		}
	}
	for i := range list {
		list[i].cells = p.sorted(list[i].motion)
	}
	slices.SortFunc(list, func(a, b candidate) int { return slices.CompareFunc(a.cells, b.cells, compareTuples) })
	n := len(p.copies)
	for _, c := range list {
		p.copies, p.level = append(p.copies[:n:n], c.motion), append(p.level[:n:n], c.level)
		if err := p.node(); err != nil {
			return err
		}
	}
	p.copies, p.level = p.copies[:n], p.level[:n]
	return nil
}

// cover returns the copies that can cover a cell of the halo of the copy m, and the lemmas that
// exclude others. It stops when it has the given number, unless that is negative.
func (p *prover) cover(m motion, halo, enough int) (list []candidate, uses []*lemma) {
	for _, i := range p.byHalo[halo] {
		if len(list) == enough {
			break
		}
		n := p.canonical(p.after(m, p.neighbors[i]))
		if level, l := p.add(n); l != nil {
			uses = append(uses, l)
		} else if level >= 0 {
			list = append(list, candidate{motion: n, level: level})
		}
	}
	return list, uses
}

// add returns the level of a copy, or -1 if it overlaps another one, or the lemma that excludes it.
func (p *prover) add(m motion) (level int, by *lemma) {
	level = p.coronas + 1
	seen := p.seen[:0]
	for i, n := range p.copies {
		r := p.relationBetween(n, m)
		if r == overlapping {
			return -1, nil
		}
		if seen = append(seen, r); r >= 0 {
			level = min(level, p.level[i]+1)
		}
	}
	p.seen = seen
	for i, r := range seen {
		if r >= 0 && p.excluded[r] != nil && max(level, p.level[i])+p.excluded[r].depth <= p.coronas {
			return -1, p.excluded[r]
		}
	}
	return level, nil
}

// sorted returns the cells of a copy in order.
func (p *prover) sorted(m motion) []cell {
	cells := make([]cell, 0, len(p.forms[m.op]))
	p.eachCell([]motion{m}, func(c cell) { cells = append(cells, c) })
	slices.SortFunc(cells, compareTuples)
	return cells
}

// compareTuples compares x, then y, then the kind.
func compareTuples(a, b cell) int {
	switch {
	case a.x != b.x:
		return a.x - b.x
	case a.y != b.y:
		return a.y - b.y
	}
	return a.kind - b.kind
}

// text writes cells in the coordinates of the shape, each number after a space.
func (p *prover) text(cells ...cell) string {
	var out []byte
	for _, c := range cells {
		out = fmt.Appendf(out, " %d %d", c.x-p.moved.x, c.y-p.moved.y)
		if len(p.corners) > 1 {
			out = fmt.Appendf(out, " %d", c.kind)
		}
	}
	return string(out)
}
