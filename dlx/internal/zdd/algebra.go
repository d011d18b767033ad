// SPDX-License-Identifier: BSD-3-Clause

// The problem. Compute the union of two families, and similar operations, from their diagrams,
// without a list of their members.
//
// The source. Minato and Knuth, see zdd.go; for minimal and maximal members, exercise
// 7.1.4-237 of The Art of Computer Programming.
//
// The idea. Each operation is done for the members without and with the least variable
// of both operands, and the results become the successors of a node with that variable.
// A cache of results, which may lose some, makes the number of steps about the product
// of the sizes at most, and usually their sum.
//
// An example. {a}, {a b} minus {a}: with a, the operands are {}, {b} and {}, whose
// difference is {b}; without a, both are empty. The result is {a b}.

package zdd

// An op is an operation.
type op int32

const (
	opUnion op = iota + 1
	opIntersect
	opSubtract
	opAttach
	opNotAbove
	opNotBelow
	opMinimal
	opMaximal
	opProject
	opWith
	opWithout
)

// place returns the place of a result in the cache.
func (b *Builder) place(o op, x, y int32) uint64 {
	return hash(int32(o), x, y) >> 7 & uint64(len(b.cache)-1)
}

// known looks for a result in the cache.
func (b *Builder) known(o op, x, y int32) (int32, bool) {
	if len(b.cache) == 0 {
		return 0, false
	}
	r := &b.cache[b.place(o, x, y)]
	return r.node, r.op == o && r.a == x && r.b == y
}

// keep adds a result to the cache, and returns it.
func (b *Builder) keep(o op, x, y, node int32) int32 {
	if b.Err != nil {
		return node
	}
	if size := len(b.cache); 2*size < len(b.Nodes) && b.Bytes()+16*max(size, 1<<10) < b.bytes/2 || size == 0 {
		old := b.cache
		b.cache = make([]result, max(2*size, 1<<10))
		for _, r := range old {
			if r.op != 0 {
				b.cache[b.place(r.op, r.a, r.b)] = r
			}
		}
	}
	b.cache[b.place(o, x, y)] = result{o, x, y, node}
	return node
}

// perStep is the number of units of work of a step of an operation.
const perStep = 8

// split returns the least variable of two nodes, and the successors of both for it.
func (b *Builder) split(x, y int32) (v, x0, x1, y0, y1 int32) {
	p, q := b.Nodes[x], b.Nodes[y]
	v = min(p.Var, q.Var)
	x0, x1, y0, y1 = x, None, y, None
	if p.Var == v {
		x0, x1 = p.Low, p.High
	}
	if q.Var == v {
		y0, y1 = q.Low, q.High
	}
	return v, x0, x1, y0, y1
}

// Union returns the family of the members of x or y.
func (b *Builder) Union(x, y int32) int32 {
	switch {
	case x == y || y == None:
		return x
	case x == None:
		return y
	case x > y:
		x, y = y, x
	}
	if n, ok := b.known(opUnion, x, y); ok {
		return n
	}
	if !b.work(perStep) {
		return None
	}
	v, x0, x1, y0, y1 := b.split(x, y)
	low := b.Union(x0, y0)
	return b.keep(opUnion, x, y, b.Make(v, low, b.Union(x1, y1)))
}

// Intersect returns the family of the members of both x and y.
func (b *Builder) Intersect(x, y int32) int32 {
	switch {
	case x == y:
		return x
	case x == None || y == None:
		return None
	case x > y:
		x, y = y, x
	}
	if n, ok := b.known(opIntersect, x, y); ok {
		return n
	}
	if !b.work(perStep) {
		return None
	}
	v, x0, x1, y0, y1 := b.split(x, y)
	low := b.Intersect(x0, y0)
	return b.keep(opIntersect, x, y, b.Make(v, low, b.Intersect(x1, y1)))
}

// Subtract returns the family of the members of x that are not in y.
func (b *Builder) Subtract(x, y int32) int32 {
	switch {
	case x == y || x == None:
		return None
	case y == None:
		return x
	}
	if n, ok := b.known(opSubtract, x, y); ok {
		return n
	}
	if !b.work(perStep) {
		return None
	}
	v, x0, x1, y0, y1 := b.split(x, y)
	low := b.Subtract(x0, y0)
	return b.keep(opSubtract, x, y, b.Make(v, low, b.Subtract(x1, y1)))
}

// Attach adds a variable to all members of x, none of which has it.
func (b *Builder) Attach(x, v int32) int32 {
	n := b.Nodes[x]
	switch {
	case x == None:
		return None
	case n.Var > v:
		return b.Make(v, None, x)
	}
	if y, ok := b.known(opAttach, x, v); ok {
		return y
	}
	if !b.work(perStep) {
		return None
	}
	low := b.Attach(n.Low, v)
	return b.keep(opAttach, x, v, b.Make(n.Var, low, b.Attach(n.High, v)))
}

// notAbove returns the members of x that contain no member of y.
func (b *Builder) notAbove(x, y int32) int32 {
	switch {
	case y == None || x == None:
		return x
	case x == y || y == Unit:
		return None
	}
	if n, ok := b.known(opNotAbove, x, y); ok {
		return n
	}
	if !b.work(perStep) {
		return None
	}
	v, x0, x1, y0, y1 := b.split(x, y)
	low := b.notAbove(x0, y0)
	return b.keep(opNotAbove, x, y, b.Make(v, low, b.notAbove(b.notAbove(x1, y0), y1)))
}

// notBelow returns the members of x that no member of y contains.
func (b *Builder) notBelow(x, y int32) int32 {
	switch {
	case y == None || x == None:
		return x
	case x == y || x == Unit:
		return None // every member of y contains the empty set
	}
	if n, ok := b.known(opNotBelow, x, y); ok {
		return n
	}
	if !b.work(perStep) {
		return None
	}
	v, x0, x1, y0, y1 := b.split(x, y)
	low := b.notBelow(b.notBelow(x0, y1), y0)
	return b.keep(opNotBelow, x, y, b.Make(v, low, b.notBelow(x1, y1)))
}

// Minimal returns the members of x that contain no other member.
func (b *Builder) Minimal(x int32) int32 {
	if x <= Unit {
		return x
	}
	if n, ok := b.known(opMinimal, x, 0); ok {
		return n
	}
	if !b.work(perStep) {
		return None
	}
	n := b.Nodes[x]
	low := b.Minimal(n.Low)
	return b.keep(opMinimal, x, 0, b.Make(n.Var, low, b.notAbove(b.Minimal(n.High), low)))
}

// Maximal returns the members of x that no other member contains.
func (b *Builder) Maximal(x int32) int32 {
	if x <= Unit {
		return x
	}
	if n, ok := b.known(opMaximal, x, 0); ok {
		return n
	}
	if !b.work(perStep) {
		return None
	}
	n := b.Nodes[x]
	high := b.Maximal(n.High)
	return b.keep(opMaximal, x, 0, b.Make(n.Var, b.notBelow(b.Maximal(n.Low), high), high))
}

// over applies a function of one node to a family for a set of variables. Results of an
// operation with another set are forgotten.
func (b *Builder) over(o op, vars []bool, x int32, apply func(int32) int32) int32 {
	for i := range b.cache {
		if b.cache[i].op == o {
			b.cache[i] = result{}
		}
	}
	b.vars = vars
	return apply(x)
}

// Project returns the family of the members of x without the variables for which keep is
// false. Different members of x can become the same.
func (b *Builder) Project(x int32, keep []bool) int32 {
	return b.over(opProject, keep, x, b.project)
}

func (b *Builder) project(x int32) int32 {
	if x <= Unit {
		return x
	}
	if n, ok := b.known(opProject, x, 0); ok {
		return n
	}
	if !b.work(perStep) {
		return None
	}
	n := b.Nodes[x]
	low := b.project(n.Low)
	high := b.project(n.High)
	if b.vars[n.Var] {
		return b.keep(opProject, x, 0, b.Make(n.Var, low, high))
	}
	return b.keep(opProject, x, 0, b.Union(low, high))
}

// Without returns the members of x that have none of the variables.
func (b *Builder) Without(x int32, vars []bool) int32 {
	return b.over(opWithout, vars, x, b.without)
}

func (b *Builder) without(x int32) int32 {
	if x <= Unit {
		return x
	}
	if n, ok := b.known(opWithout, x, 0); ok {
		return n
	}
	if !b.work(perStep) {
		return None
	}
	n := b.Nodes[x]
	low := b.without(n.Low)
	if b.vars[n.Var] {
		return b.keep(opWithout, x, 0, low)
	}
	return b.keep(opWithout, x, 0, b.Make(n.Var, low, b.without(n.High)))
}

// With returns the members of x that have all of the variables.
func (b *Builder) With(x int32, vars []int32) int32 {
	for _, v := range vars {
		x = b.with(x, v)
	}
	return x
}

func (b *Builder) with(x, v int32) int32 {
	n := b.Nodes[x]
	switch {
	case n.Var > v:
		return None
	case n.Var == v:
		return b.Make(v, None, n.High)
	}
	if y, ok := b.known(opWith, x, v); ok {
		return y
	}
	if !b.work(perStep) {
		return None
	}
	low := b.with(n.Low, v)
	return b.keep(opWith, x, v, b.Make(n.Var, low, b.with(n.High, v)))
}
