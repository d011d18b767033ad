// SPDX-License-Identifier: BSD-3-Clause

// The problem. Keep a set of millions of solutions, each a set of options, in such a
// form that questions about all of them are answered without a list.
//
// The source. S. Minato, Zero-suppressed BDDs for set manipulation in combinatorial
// problems, 30th Design Automation Conference (1993), DOI 10.1145/157485.164890; D. E.
// Knuth, The Art of Computer Programming, volume 4A, section 7.1.4, whose terms we use.
//
// The idea. A node has a variable v and two successors. It stands for a family of sets:
// those of its low successor, and those of its high successor with v added to each. The
// node 0 stands for the family without members, the node 1 for the family whose only
// member is the empty set. On each path the variables increase. Two rules make the
// diagram of a family unique: no two nodes have the same variable and successors, and no
// node has the high successor 0.
//
// An example. The family {0 1}, {0 2}, {1 2} of sets of the variables 0, 1 and 2:
//
//	a = (2, 0, 1)  {2}              c = (1, a, 1)  {1}, {2}
//	b = (1, 0, a)  {1 2}            d = (0, b, c)  all three
//
// The invariants. In a Diagram every node comes after its successors, and nodes are in
// the order of a depth-first walk from the root that follows low successors first. So
// equal families have equal diagrams.
//
// The cost. A node takes 12 bytes, and about as much again while a diagram is being
// built. The tables compare keys exactly; no result depends on a hash.

// Package zdd implements zero-suppressed decision diagrams: families of sets of numbers.
//
// A Builder makes nodes and combines families; a Diagram is the finished, immutable
// diagram of one family, which can be counted, searched and sampled.
package zdd

import (
	"errors"
	"math"
	"slices"
)

// The two nodes without successors: the family without members, and the family whose
// only member is the empty set.
const (
	None int32 = 0
	Unit int32 = 1
)

// A Node is a variable and two successors.
type Node struct{ Var, Low, High int32 }

// terminal is the variable of None and Unit, greater than all others.
const terminal = 1<<31 - 1

// A Diagram is the diagram of a family. Nodes[0] and Nodes[1] are None and Unit.
type Diagram struct {
	Nodes []Node
	Root  int32
}

// ErrFull is the error of a builder that has used up its memory.
var ErrFull = errors.New("the memory for the diagram is used up")

// A Builder makes nodes. When it runs out of memory, or tick returns an error, it sets Err,
// and whatever it returns from then on is meaningless.
type Builder struct {
	Nodes []Node
	Err   error

	tick  func(units int64) error
	bytes int      // the limit
	slots []int32  // a hash table of nodes, 0 if free
	cache []result // of operations; some are lost
	vars  []bool   // for Project and others: a set of variables
}

// A result of an operation on two nodes, for the cache.
type result struct {
	op   op
	a, b int32
	node int32
}

// NewBuilder returns a builder that uses about the given number of bytes. It calls tick
// with units of work of a few nanoseconds, and stops if that returns an error.
func NewBuilder(bytes int, tick func(units int64) error) *Builder {
	return &Builder{
		Nodes: []Node{{terminal, None, None}, {terminal, Unit, Unit}},
		tick:  tick, bytes: bytes,
		slots: make([]int32, 1<<10),
	}
}

// hash mixes three numbers.
func hash(a, b, c int32) uint64 {
	h := (uint64(uint32(a))<<32 | uint64(uint32(b))) * 0x9e3779b97f4a7c15
	h = (h ^ h>>29 ^ uint64(uint32(c))) * 0xbf58476d1ce4e5b9
	return h ^ h>>32
}

// Make returns the node with a variable and two successors.
func (b *Builder) Make(v, low, high int32) int32 {
	if high == None {
		return low
	}
	mask := uint64(len(b.slots) - 1)
	at := hash(v, low, high) & mask
	for ; b.slots[at] != 0; at = (at + 1) & mask {
		if n := b.slots[at]; b.Nodes[n] == (Node{v, low, high}) {
			return n
		}
	}
	if b.Err != nil || len(b.Nodes) == cap(b.Nodes) && !b.room() {
		return None
	}
	n := int32(len(b.Nodes))
	b.Nodes = append(b.Nodes, Node{v, low, high})
	b.slots[at] = n
	if 2*len(b.Nodes) > len(b.slots) && b.fits(4*len(b.slots)) {
		b.rehash(2 * len(b.slots))
	}
	return n
}

// Bytes returns the memory that the builder takes.
func (b *Builder) Bytes() int { return 12*cap(b.Nodes) + 4*len(b.slots) + 16*len(b.cache) }

// Limit changes the number of bytes that the builder may use.
func (b *Builder) Limit(bytes int) { b.bytes = bytes }

// fits reports whether there is room for more bytes, and sets Err if not.
func (b *Builder) fits(more int) bool {
	if b.Err == nil && b.Bytes() > b.bytes-more {
		b.Err = ErrFull
	}
	return b.Err == nil
}

// room makes room for more nodes, and reports whether there is any.
func (b *Builder) room() bool {
	more := max(1<<10, len(b.Nodes)/4)
	if len(b.Nodes)+more > terminal-1 {
		b.Err = ErrFull
	}
	if b.fits(12 * more) {
		b.Nodes = append(make([]Node, 0, len(b.Nodes)+more), b.Nodes...)
	}
	return b.Err == nil
}

// rehash makes the table of nodes larger.
func (b *Builder) rehash(size int) {
	b.slots = make([]int32, size)
	mask := uint64(size - 1)
	for n := 2; n < len(b.Nodes); n++ {
		at := hash(b.Nodes[n].Var, b.Nodes[n].Low, b.Nodes[n].High) & mask
		for ; b.slots[at] != 0; at = (at + 1) & mask {
		}
		b.slots[at] = int32(n)
	}
}

// Collect removes all nodes that none of the roots leads to, and changes the roots to
// their new numbers. roots calls its argument with each of them; it is called twice.
func (b *Builder) Collect(roots func(visit func(*int32))) {
	become := make([]int32, len(b.Nodes))
	roots(func(root *int32) { become[*root] = 1 })
	for n := len(b.Nodes) - 1; n > 1; n-- { // successors have lower numbers
		if become[n] != 0 {
			become[b.Nodes[n].Low], become[b.Nodes[n].High] = 1, 1
		}
	}
	become[None], become[Unit] = None, Unit
	live := int32(2)
	for n := 2; n < len(b.Nodes); n++ {
		if become[n] != 0 {
			x := b.Nodes[n]
			b.Nodes[live] = Node{x.Var, become[x.Low], become[x.High]}
			become[n] = live
			live++
		}
	}
	b.Nodes = b.Nodes[:live]
	roots(func(root *int32) { *root = become[*root] })
	clear(b.cache)
	b.rehash(len(b.slots))
}

// work adds units of work and reports whether the builder may continue.
func (b *Builder) work(units int64) bool {
	if b.Err == nil {
		b.Err = b.tick(units)
	}
	return b.Err == nil
}

// Add adds the nodes of a diagram and returns its root. Each variable v becomes v+shift,
// and Unit becomes the given node.
func (b *Builder) Add(d *Diagram, shift, unit int32) int32 {
	become := make([]int32, len(d.Nodes))
	become[Unit] = unit
	for n := 2; n < len(d.Nodes); n++ {
		if !b.work(4) {
			return None
		}
		x := d.Nodes[n]
		become[n] = b.Make(x.Var+shift, become[x.Low], become[x.High])
	}
	return become[d.Root]
}

// Diagram returns the diagram of a node.
func (b *Builder) Diagram(root int32) *Diagram {
	d := &Diagram{Nodes: []Node{b.Nodes[None], b.Nodes[Unit]}}
	become := make([]int32, len(b.Nodes))
	become[Unit] = Unit
	// A stack of nodes; one whose successors are done is complemented.
	stack := []int32{root}
	for len(stack) > 0 && b.work(4) {
		n := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		switch {
		case n < 0:
			x := b.Nodes[^n]
			become[^n] = int32(len(d.Nodes))
			d.Nodes = append(d.Nodes, Node{x.Var, become[x.Low], become[x.High]})
		case n > Unit && become[n] == 0:
			become[n] = -1 // on the stack
			x := b.Nodes[n]
			stack = append(stack, ^n, x.High, x.Low)
		}
	}
	d.Nodes = slices.Clip(d.Nodes)
	d.Root = become[root]
	return d
}

// Empty returns the diagram of the family without members.
func Empty() *Diagram {
	return &Diagram{Nodes: []Node{{terminal, None, None}, {terminal, Unit, Unit}}}
}

// Check returns an error if the diagram is not one that [Builder.Diagram] could have
// made, with variables below vars. It is for diagrams that were read from a file.
func (d *Diagram) Check(vars int) error {
	switch {
	case len(d.Nodes) < 2 || d.Nodes[None] != (Node{terminal, None, None}) || d.Nodes[Unit] != (Node{terminal, Unit, Unit}):
		return errors.New("the terminal nodes are missing")
	case d.Root < 0 || int(d.Root) >= len(d.Nodes):
		return errors.New("there is no such root")
	}
	b := NewBuilder(math.MaxInt, func(int64) error { return nil })
	for n := 2; n < len(d.Nodes); n++ {
		x := d.Nodes[n]
		switch {
		case x.Var < 0 || int(x.Var) >= vars:
			return errNode(n, "has an unknown variable")
		case x.Low < 0 || x.High < 0 || int(x.Low) >= n || int(x.High) >= n:
			return errNode(n, "does not come after its successors")
		case x.High == None:
			return errNode(n, "has no member with its variable")
		case d.Nodes[x.Low].Var <= x.Var || d.Nodes[x.High].Var <= x.Var:
			return errNode(n, "does not come before its successors in the order of the options")
		case int(b.Make(x.Var, x.Low, x.High)) != n:
			return errNode(n, "occurs twice")
		}
	}
	if c := b.Diagram(d.Root); c.Root != d.Root || !slices.Equal(c.Nodes, d.Nodes) {
		return errors.New("the nodes are not in the order of a walk from the root")
	}
	return nil
}

// A nodeError says what is wrong with a node.
type nodeError struct {
	Node    int
	Message string
}

func errNode(n int, message string) error { return &nodeError{n, message} }

func (e *nodeError) Error() string { return e.Message }

// Faulty returns the node that an error of Check is about, or 0.
func Faulty(err error) int {
	var e *nodeError
	if errors.As(err, &e) {
		return e.Node
	}
	return 0
}

// Equal reports whether two diagrams are of the same family.
func (d *Diagram) Equal(e *Diagram) bool {
	return d.Root == e.Root && slices.Equal(d.Nodes, e.Nodes)
}

// Size returns the number of nodes other than None and Unit.
func (d *Diagram) Size() int { return len(d.Nodes) - 2 }
