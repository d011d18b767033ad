// SPDX-License-Identifier: BSD-3-Clause

// Trees for machine code.
//
// Beside its closures the compiler builds trees of package ir: those of expressions are in their
// nodes, and those of statements are noted here under the closure that they describe, until the
// unit has been compiled. A closure without a tree is a leaf of the tree around it. So a construct
// that has no tree costs native code a detour, and nothing can be forgotten.
//
// A tree says exactly what its closure does, in the same order. Where that cannot be said, because
// a value would have to wait in a register while other code runs, there is no tree.

package machine

import (
	"go/ast"
	"go/token"
	"go/types"
	"reflect"
	"slices"
	"unsafe"

	"polka/kernel/machine/internal/ir"
	"polka/kernel/machine/internal/memory"
	"polka/kernel/machine/internal/node"
	"polka/kernel/machine/internal/run"
)

// withTrees reports whether the function gets trees.
func (c *comp) withTrees() bool {
	return c.fn.Trees && c.m.Hook.Load() == nil && c.fn.Tracing.Load() == nil
}

// closureOf is the block of a function value, which is another for each closure.
func closureOf(s run.Stmt) unsafe.Pointer { return *(*unsafe.Pointer)(unsafe.Pointer(&s)) }

// as notes the tree of a statement.
func (c *comp) as(s run.Stmt, t *ir.Stmt) run.Stmt {
	if t != nil && s != nil && c.fn.Trees {
		c.m.trees[closureOf(s)] = t
	}
	return s
}

// from notes which statement of the text a tree, or a leaf, comes from.
func (c *comp) from(r run.Stmt, s ast.Stmt) {
	if r == nil || !c.withTrees() {
		return
	}
	t := c.tree(r)
	if t.Kind == ir.Do {
		c.as(r, t)
	}
	t.From(s.Pos())
}

// tree is the tree of a statement: a leaf if it has no other.
func (c *comp) tree(s run.Stmt) *ir.Stmt {
	if s == nil {
		return nothing
	}
	if t := c.m.trees[closureOf(s)]; t != nil {
		return t
	}
	return &ir.Stmt{Kind: ir.Do, Do: s}
}

var (
	nothing   = &ir.Stmt{Kind: ir.Nop}
	returning = &ir.Stmt{Kind: ir.Branch, To: run.Returned}
)

// followed is the tree of statements that run one after the other.
func (c *comp) followed(list ...run.Stmt) *ir.Stmt {
	if !c.fn.Trees {
		return nil
	}
	t := &ir.Stmt{Kind: ir.Seq}
	for _, s := range list {
		switch x := c.tree(s); x.Kind {
		case ir.Nop:
		case ir.Seq:
			t.List = append(t.List, x.List...)
		default:
			t.List = append(t.List, x)
		}
	}
	return t
}

// sequence runs statements one after the other; those that are nil do nothing.
func (c *comp) sequence(list []run.Stmt) run.Stmt { return c.as(sequence(list), c.followed(list...)) }

// setTree is the tree of an assignment of x to a variable of type t at an address; nil if there is
// none.
func (c *comp) setTree(a, x *ir.Expr, t *memory.Type) *ir.Stmt {
	if !c.fn.Trees || a == nil || x == nil || a.Leaves() {
		return nil
	}
	switch {
	case ir.IsWord(t.Rep), ir.IsMulti(t.Rep):
	case t.Rep == memory.RepMem && x.Op == ir.Load && t.Size <= maxCopied && (t.Ptrs != nil || !t.Pointers):
		if mayOverlap(t, a, x.X) {
			return nil
		}
	default:
		return nil
	}
	if x.Rep != t.Rep {
		return nil
	}
	return &ir.Stmt{Kind: ir.Set, A: a, X: x, Type: t}
}

// assignTree is setTree for a value that may be a struct literal: its fields are stored in a
// temporary, and then the struct is assigned.
func (c *comp) assignTree(a *ir.Expr, n node.Node, t *memory.Type) *ir.Stmt {
	if n.Into == nil {
		return c.setTree(a, n.Tree(), t)
	}
	if a == nil || !c.fn.Trees || n.Literal == nil || n.T.Size > maxCopied {
		return nil
	}
	tmp := c.tempNode(n.T)
	if !tmp.Local {
		return nil
	}
	fill := c.fillTree(local(tmp.Off), n)
	set := c.setTree(a, &ir.Expr{Op: ir.Load, Rep: memory.RepMem, X: local(tmp.Off)}, t)
	if fill == nil || set == nil {
		return nil
	}
	return &ir.Stmt{Kind: ir.Seq, List: []*ir.Stmt{fill, set}}
}

// fillTree is the tree of storing a struct literal at an address in the frame that the literal does
// not mention.
func (c *comp) fillTree(a *ir.Expr, n node.Node) *ir.Stmt {
	if n.Into == nil || n.Literal == nil || !c.fn.Trees {
		return nil
	}
	s := &ir.Stmt{Kind: ir.Seq}
	if !n.Literal.Full {
		if n.T.Size > maxCopied || n.T.Pointers && n.T.Ptrs == nil {
			return nil
		}
		s.List = append(s.List, &ir.Stmt{Kind: ir.Clear, A: a, Type: n.T, N: int64(n.T.Size)})
	}
	for _, f := range n.Literal.Fields {
		at := a
		if f.Off != 0 {
			at = &ir.Expr{Op: ir.Offset, X: a, N: int64(f.Off)}
		}
		var set *ir.Stmt
		if f.Value.Into != nil {
			set = c.fillTree(at, f.Value)
		} else {
			set = c.setTree(at, f.Value.Tree(), f.Value.T)
		}
		if set == nil {
			return nil
		}
		s.List = append(s.List, set)
	}
	return s
}

// mayOverlap reports whether values of type t at two addresses may have some bytes in common, and
// not all: arrays that are parts of one slice.
func mayOverlap(t *memory.Type, a, b *ir.Expr) bool {
	if t.Reflect.Kind() != reflect.Array || t.Reflect.Len() < 2 {
		return false
	}
	return !isVariable(a) && !isVariable(b)
}

// isVariable reports whether an address is that of a variable, which no slice is a part of.
func isVariable(a *ir.Expr) bool {
	_, ok := a.Flat()
	return ok
}

// maxCopied is the size of the structs and arrays that native code copies.
const maxCopied = 64

// placeOf is the address of a variable.
func placeOf(v run.Place) *ir.Expr {
	switch {
	case v.Fixed != nil:
		return &ir.Expr{Op: ir.Fixed, P: v.Fixed}
	case v.Boxed:
		return &ir.Expr{Op: ir.Boxed, N: int64(v.Off)}
	}
	return local(v.Off)
}

func local(off uintptr) *ir.Expr { return &ir.Expr{Op: ir.Local, N: int64(off)} }

// clearTree is the tree of clearing a variable in the frame or of the top level.
func (c *comp) clearTree(v run.Place) *ir.Stmt {
	if v.Boxed || v.T.Size > maxCopied || v.T.Pointers && v.T.Ptrs == nil {
		return nil
	}
	return &ir.Stmt{Kind: ir.Clear, A: placeOf(v), Type: v.T, N: int64(v.T.Size)}
}

// addressOfPlace is the address of n as a pointer.
func addressOfPlace(n node.Node) *ir.Expr {
	if a := n.Place(); a != nil && a.Op != ir.Local {
		return &ir.Expr{Op: ir.Address, Rep: memory.RepPtr, X: a}
	}
	return nil
}

// binaryTree is the tree of x op y.
func binaryTree(op token.Token, x, y node.Node, site int32) *ir.Expr {
	a, b := x.Tree(), y.Tree()
	if a == nil || b == nil || !ir.IsWord(x.T.Rep) || x.T.Rep == memory.RepPtr || x.T.Rep == memory.RepBool {
		return nil
	}
	return &ir.Expr{Op: ir.Binary, Rep: x.T.Rep, Tok: op, X: a, Y: b, Site: site}
}

// compareTree is the tree of x op y for two values of one type.
func compareTree(op token.Token, x, y node.Node) *ir.Expr {
	a, b := x.Tree(), y.Tree()
	if a == nil || b == nil || x.T.Rep != y.T.Rep {
		return nil
	}
	switch {
	case x.T.Rep == memory.RepString:
		if a.Op != ir.Load || b.Op != ir.Load || b.Leaves() {
			return nil // the address of the first would wait in a register
		}
	case !ir.IsWord(x.T.Rep), x.T.Rep == memory.RepPtr && b.Leaves(): // as the first pointer would
		return nil
	}
	return &ir.Expr{Op: ir.Compare, Rep: memory.RepBool, Type: x.T.Rep, Tok: op, X: a, Y: b}
}

// nilTree is the tree of a comparison with nil.
func nilTree(x node.Node, neq bool) *ir.Expr {
	e := &ir.Expr{Op: ir.IsNil, Rep: memory.RepBool, Type: x.T.Rep, Neg: neq}
	if x.T.Rep == memory.RepPtr {
		e.X = x.Tree()
	} else {
		e.X = x.Place()
	}
	if e.X == nil {
		return nil
	}
	return e
}

// updateTree is the tree of *a op= y for a number.
func (c *comp) updateTree(op token.Token, a *ir.Expr, y node.Node, t *memory.Type) *ir.Stmt {
	x := y.Tree()
	if !c.fn.Trees || a == nil || x == nil || !ir.IsWord(t.Rep) || t.Rep == memory.RepPtr || x.Rep != t.Rep {
		return nil
	}
	if x.Leaves() && a.Op != ir.Local && a.Op != ir.Fixed || a.Leaves() {
		return nil
	}
	return &ir.Stmt{Kind: ir.Update, Tok: op, A: a, X: x, Type: t}
}

// callTree is the tree of a call of a function that is known, nil if there is none.
func (c *comp) callTree(k *node.Call) *ir.CallExpr {
	if !c.fn.Trees || k.Fn == nil && k.Value == nil {
		return nil
	}
	if k.Methods != nil {
		return methodTree(k)
	}
	if len(k.Nodes) != len(k.Args) {
		return nil
	}
	t := &ir.CallExpr{Fn: k.Fn, Value: k.Value, How: k.How, Site: k.Site}
	if !addArgs(t, k.Nodes) {
		return nil
	}
	for i, off := range k.Offs {
		t.Args[i].Off = off
	}
	if !c.setBefore(t) {
		return nil
	}
	return t
}

// setBefore lets temporaries have the arguments up to the last for which native code leaves, if one
// of them is a pointer or has several words, and reports whether they can. Other words wait on the
// stack while later arguments leave; nothing else can.
func (c *comp) setBefore(t *ir.CallExpr) bool {
	n := len(t.Args)
	for n > 0 && !t.Args[n-1].X.Leaves() {
		n--
	}
	stays := func(a ir.Arg) bool { return a.X.Op == ir.Const || a.X.Op == ir.Load && a.X.X.Op == ir.Local }
	if !slices.ContainsFunc(t.Args[:n], func(a ir.Arg) bool { return !stays(a) && (a.X.Rep == memory.RepPtr || !ir.IsWord(a.X.Rep)) }) {
		return true
	}
	for i, a := range t.Args[:n] {
		if stays(a) {
			continue
		}
		tmp := c.tempNode(a.Type)
		set := c.setTree(local(tmp.Off), a.X, a.Type)
		if set == nil || !tmp.Local {
			return false
		}
		if t.Pre == nil {
			t.Pre = &ir.Stmt{Kind: ir.Seq}
		}
		t.Pre.List = append(t.Pre.List, set)
		t.Args[i].X = &ir.Expr{Op: ir.Load, Rep: a.Type.Rep, X: local(tmp.Off)}
	}
	return true
}

// addArgs adds arguments to a call, and reports whether all of them have a tree.
func addArgs(t *ir.CallExpr, nodes []node.Node) bool {
	for _, n := range nodes {
		x := n.Tree()
		if x == nil || n.Into != nil || n.T.Rep == memory.RepMem && (x.Op != ir.Load || !isCopied(n.T)) {
			return false
		}
		t.Args = append(t.Args, ir.Arg{X: x, Type: n.T})
	}
	return true
}

// methodTree is callTree for a method of an interface value. Words wait on the stack until the
// method is known, and with it the frame; other arguments must give the same value, or fail, when
// they are evaluated after them.
func methodTree(k *node.Call) *ir.CallExpr {
	t := &ir.CallExpr{Value: k.Value, Methods: k.Methods, Site: k.Site}
	if !addArgs(t, k.Nodes) {
		return nil
	}
	leaves, fails := false, false // one of the words that follow
	for i, waits := range slices.Backward(t.InOrder()) {
		x := t.Args[i].X
		switch local := x.Op == ir.Load && x.X.Op == ir.Local; {
		case waits:
			leaves = leaves || x.Leaves()
			fails = fails || !isSimple(x)
		case x.Op == ir.Const:
		case x.Rep != memory.RepPtr && x.Op != ir.Load, x.Leaves(), leaves && !local, fails && !isSimple(x):
			return nil
		}
	}
	if v := t.Value; v.Op != ir.Load || v.X.Leaves() || leaves && v.X.Op != ir.Local {
		return nil
	}
	return t
}

// isSimple reports whether x is a constant, or a variable that can be read without fail.
func isSimple(x *ir.Expr) bool {
	if x.Op != ir.Load {
		return x.Op == ir.Const
	}
	a := x.X
	for a.Op == ir.Offset {
		a = a.X
	}
	return a.Op == ir.Local || a.Op == ir.Fixed || a.Op == ir.Boxed
}

// afterPre is the tree of a call that is a statement.
func (c *comp) afterPre(k *node.Call, x *ir.Expr) *ir.Stmt {
	s := &ir.Stmt{Kind: ir.Eval, X: x}
	if k.Pre == nil {
		return s
	}
	return &ir.Stmt{Kind: ir.Seq, List: []*ir.Stmt{c.tree(k.Pre), s}}
}

// isCopied reports whether native code copies values of t.
func isCopied(t *memory.Type) bool {
	return ir.IsWord(t.Rep) || ir.IsMulti(t.Rep) || t.Size <= maxCopied && (t.Ptrs != nil || !t.Pointers)
}

func copied(list []*memory.Type) bool {
	for _, t := range list {
		if !isCopied(t) {
			return false
		}
	}
	return true
}

// intType and anySlice are the types of the state of loops.
func (m *Machine) intType() *memory.Type { return m.TypeFor(types.Typ[types.Int]) }

func (m *Machine) anySlice() *memory.Type {
	return m.TypeFor(types.NewSlice(types.Typ[types.UnsafePointer]))
}

// intrinsic is the tree of a call of a compiled function that is an instruction, or for which
// native code leaves by a shorter way.
func intrinsic(k *node.Call, rep memory.Rep) *ir.Expr {
	if k.Fn == nil || !k.Fn.Hidden || k.Fn.Pos.IsValid() || len(k.Nodes) == 0 {
		return nil
	}
	x := k.Nodes[0].Tree()
	if x == nil {
		return nil
	}
	e := &ir.Expr{Rep: rep, X: x}
	if f := mathFunc(k.Fn.Name); f != nil {
		e.Op, e.P = ir.Math, *(*unsafe.Pointer)(unsafe.Pointer(&f))
		return e
	}
	if f := mathFunc2(k.Fn.Name); f != nil && len(k.Nodes) == 2 {
		e.Op, e.P, e.Y = ir.Math, *(*unsafe.Pointer)(unsafe.Pointer(&f)), k.Nodes[1].Tree()
		if e.Y == nil {
			return nil
		}
		return e
	}
	switch k.Fn.Name {
	case "math.Sqrt":
		e.Op = ir.Sqrt
	case "math.Abs":
		e.Op = ir.Abs
	case "math/bits.OnesCount", "math/bits.OnesCount64", "math/bits.OnesCount32", "math/bits.OnesCount16", "math/bits.OnesCount8":
		e.Op = ir.Ones
	case "math/bits.TrailingZeros", "math/bits.TrailingZeros64":
		e.Op, e.N = ir.Zeros, 8
	case "math/bits.TrailingZeros32":
		e.Op, e.N = ir.Zeros, 4
	case "math/bits.TrailingZeros16":
		e.Op, e.N = ir.Zeros, 2
	case "math/bits.TrailingZeros8":
		e.Op, e.N = ir.Zeros, 1
	default:
		return nil
	}
	return e
}

// appendTree is the tree of append(s, v), of which leaf is the closure.
func appendTree(s, v node.Node, et *memory.Type) *ir.Expr {
	a, x := s.Place(), v.Tree()
	if a == nil || x == nil || a.Leaves() || x.Leaves() || x.Rep != et.Rep || et.Size == 0 {
		return nil
	}
	if !ir.IsWord(et.Rep) && (x.Op != ir.Load || !isCopied(et)) || v.Into != nil {
		return nil
	}
	return &ir.Expr{Op: ir.Append, Rep: memory.RepSlice, X: a, Y: x, Elem: et}
}

// valueFirst lets a temporary have the value that is appended to s, if machine code leaves while it
// is computed, or it is a struct literal, and nobody sees that s is read after it. The statement
// sets the temporary, which becomes v; it is nil if v stays.
func (c *comp) valueFirst(s node.Node, v *node.Node) run.Stmt {
	if !c.fn.Trees || v.T.Size == 0 || !isCopied(v.T) {
		return nil
	}
	if v.Into == nil {
		if x := v.Tree(); !s.Local || x == nil || x.Op == ir.Leaf || !x.Leaves() {
			return nil
		}
	} else if v.Literal == nil {
		return nil
	}
	tmp := c.tempNode(v.T)
	if !tmp.Local {
		return nil
	}
	first := c.setTemp(tmp, *v)
	if x := c.tree(first); x.Kind == ir.Do || !s.Local && (x.Leaves() || x.Fails()) {
		return nil
	}
	*v = tmp
	return first
}

// partTree is the tree of an int in a value of several words that has no address, as the result of
// a call.
func partTree(x node.Node, off uintptr) *ir.Expr {
	t := x.Tree()
	if t == nil || t.Op == ir.Leaf || t.Op == ir.Append || x.Into != nil {
		return nil
	}
	return &ir.Expr{Op: ir.Part, Rep: memory.RepInt, X: t, N: int64(off)}
}

// sliceTree is the tree of x[lo:hi], nil if there is none.
func sliceTree(x node.Node, lo, hi node.Node, size uintptr) *ir.Expr {
	a := x.Place()
	if a == nil || a.Leaves() {
		return nil
	}
	e := &ir.Expr{Op: ir.Slice, Rep: x.T.Rep, X: a, N: int64(size)}
	for i, b := range []node.Node{lo, hi} {
		if b.T == nil {
			continue
		}
		y := b.Tree()
		if y == nil || y.Leaves() || !ir.IsWord(y.Rep) {
			return nil
		}
		*[]**ir.Expr{&e.Y, &e.Z}[i] = y
	}
	return e
}
