// SPDX-License-Identifier: BSD-3-Clause

// Trees for entries of maps: machine code finds those that there are.

package machine

import (
	"go/token"
	"os"
	"strings"
	"sync"
	"unsafe"

	"golang.org/x/sys/cpu"

	"polka/kernel/machine/descriptor"
	"polka/kernel/machine/internal/ir"
	"polka/kernel/machine/internal/maps"
	"polka/kernel/machine/internal/memory"
	"polka/kernel/machine/internal/node"
	"polka/kernel/machine/internal/run"
)

// findsEntries reports whether machine code can find entries. The runtime's hash functions must
// need no stack, which is so where they use the processor's instructions for AES.
var findsEntries = sync.OnceValue(func() bool {
	aes := cpu.ARM64.HasAES || cpu.X86.HasAES && cpu.X86.HasSSSE3 && cpu.X86.HasSSE41
	return aes && !strings.Contains(os.Getenv("GODEBUG"), "cpu.") && descriptor.MapsAsExpected()
})

// mapKind says how machine code finds the entries of maps of a type. It reports false for keys
// whose hash is not that of a string or of their memory, and for large entries.
func mapKind(mt *maps.Type, word unsafe.Pointer) (k ir.MapKind, ok bool) {
	if k.MapLayout, ok = descriptor.LayoutOf(word); !ok || !findsEntries() {
		return k, false
	}
	key := mt.Key
	k.Key, k.Size = key.Rep, key.Size
	switch {
	case key.Rep == memory.RepString:
		k.Hash = descriptor.HashOfString()
		return k, true
	case key.Rep == memory.RepMem:
		ok = key.Size > 0 && key.Size%memory.Word == 0 && descriptor.Regular(key.Reflect)
	default:
		ok = ir.IsWord(key.Rep) && !ir.IsFloat(key.Rep) && ir.Width(key.Rep) >= 4
	}
	k.Hash = descriptor.HashOf(key.Size)
	return k, ok && key.Size <= maxCopied
}

// entryTree is the address of the element m[k], without one for an element that there is not; nil
// if it has no tree. If the key is a struct literal, fill stores it in a temporary before, which is
// key then.
func (c *comp) entryTree(m *mapEntry) (a *ir.Expr, fill *ir.Stmt, key node.Node) {
	key = m.key
	if !c.fn.Trees {
		return nil, nil, key
	}
	k, ok := mapKind(m.mt, m.mn.T.Word)
	if !ok {
		return nil, nil, key
	}
	if key.Into != nil {
		key = c.tempNode(key.T)
		if fill = c.fillTree(local(key.Off), m.key); fill == nil || fill.Leaves() || fill.Fails() || !key.Local {
			return nil, nil, key
		}
	}
	x, y := m.mn.Tree(), key.Tree()
	if x == nil || fill != nil && (x.Fails() || x.Leaves()) || y == nil || y.Leaves() || x.Rep != memory.RepPtr || !ir.IsWord(y.Rep) && y.Op != ir.Load {
		return nil, nil, key
	}
	return &ir.Expr{Op: ir.Entry, X: x, Y: y, Map: &k, Site: m.site}, fill, key
}

// afterFill is the statement after that which fills a temporary, if there is one.
func afterFill(fill, s *ir.Stmt) *ir.Stmt {
	if fill == nil {
		return s
	}
	return &ir.Stmt{Kind: ir.Seq, List: []*ir.Stmt{fill, s}}
}

// getTree is the tree of m[k].
func (c *comp) getTree(m *mapEntry) *ir.Expr {
	t := m.elem
	if !ir.IsWord(t.Rep) && !ir.IsMulti(t.Rep) && (t.Rep != memory.RepMem || t.Size > maxCopied) {
		return nil
	}
	a, fill, _ := c.entryTree(m)
	if a == nil || fill != nil && !ir.IsWord(t.Rep) {
		return nil
	}
	a.P = m.elem.Alloc()
	e := &ir.Expr{Op: ir.Load, Rep: t.Rep, X: a}
	if fill != nil {
		return &ir.Expr{Op: ir.After, Rep: t.Rep, X: e, S: fill}
	}
	return e
}

// assignment is an assignment to m[k]. Its closure is what do returns for m, which it may change,
// and tree returns the tree of the same for an entry that there is, at an address. If there is no
// such entry, machine code leaves for a closure that evaluates everything again, other than a
// literal that it has as a temporary.
func (c *comp) assignment(m *mapEntry, tree func(a *ir.Expr) *ir.Stmt, do func(m *mapEntry) run.Stmt) run.Stmt {
	a, fill, key := c.entryTree(m)
	if a == nil || a.X.Leaves() {
		return do(m)
	}
	t := tree(a)
	if t == nil || t.X.Leaves() || !canRepeat(t.X) {
		return do(m)
	}
	filled := *m
	filled.key = key
	s := do(m)
	t.Do = s
	if fill != nil {
		t.Do = do(&filled)
	}
	return c.as(s, afterFill(fill, t))
}

// canRepeat reports whether x, for which code does not leave, has the same value when it is
// evaluated again: an append must not store what it reads.
func canRepeat(x *ir.Expr) bool {
	if x.Op != ir.Append {
		return true
	}
	elem := x.Elem
	if a := x.X; a.Op == ir.Entry {
		return isApart(a.X, elem) && isApart(a.Y, elem) && isApart(x.Y, elem)
	}
	return isApart(x.X, elem) && isApart(x.Y, elem)
}

// isApart reports whether x reads no memory that may be an element of a slice of elem: it reads
// variables in the frame, or pointers and strings if elem has none.
func isApart(x *ir.Expr, elem *memory.Type) bool {
	switch x.Op {
	case ir.Const, ir.Local:
		return true
	case ir.Load:
		return isApart(x.X, elem) && (isVariable(x.X) || x.Rep == memory.RepPtr || x.Rep == memory.RepString)
	case ir.Fixed, ir.Boxed:
		return !elem.Pointers
	case ir.Deref:
		return !elem.Pointers && isApart(x.X, elem)
	case ir.Offset:
		return isApart(x.X, elem)
	case ir.Binary:
		return isApart(x.X, elem) && isApart(x.Y, elem)
	}
	return false
}

// lookupTree is the tree of v, ok = m[k] for temporaries.
func (c *comp) lookupTree(m *mapEntry, v, ok node.Node) *ir.Stmt {
	t := m.elem
	a, fill, _ := c.entryTree(m)
	if a == nil || !v.Local {
		return nil
	}
	set := c.setTree(local(v.Off), &ir.Expr{Op: ir.Load, Rep: t.Rep, X: a}, t)
	if set == nil {
		return nil
	}
	a.P = m.elem.Alloc()
	return afterFill(fill, &ir.Stmt{Kind: ir.Lookup, A: set.A, B: local(ok.Off), X: a, Type: t})
}

// nextTree is the tree of the condition of a loop over a map, which assigns the next entry to k
// and v; leaf is the closure that does so.
func (c *comp) nextTree(t *memory.Type, at uintptr, k, v node.Node, leaf *ir.Expr) *ir.Expr {
	layout, ok := descriptor.LayoutOf(t.Word)
	if !c.fn.Trees || leaf == nil || !ok || !findsEntries() {
		return leaf
	}
	assign := &ir.Stmt{Kind: ir.Seq}
	for _, x := range []struct {
		n  node.Node
		at int64
	}{{k, descriptor.RangeKey}, {v, descriptor.RangeElem}} {
		if x.n.T == nil {
			continue
		}
		set := c.setTree(local(x.n.Off), &ir.Expr{Op: ir.Load, Rep: x.n.T.Rep, X: &ir.Expr{Op: ir.Found, N: x.at}}, x.n.T)
		if set == nil || !x.n.Local {
			return leaf
		}
		assign.List = append(assign.List, set)
	}
	r := &ir.Expr{Op: ir.Load, Rep: memory.RepPtr, X: local(at)}
	return &ir.Expr{Op: ir.NextEntry, Rep: memory.RepBool, X: r, S: assign, Map: &ir.MapKind{MapLayout: layout}, Store: leaf.Store}
}

// changesDirectly reports whether machine code has an instruction for x op= y of a rep.
func changesDirectly(op token.Token, r memory.Rep) bool {
	switch op {
	case token.ADD, token.SUB, token.MUL:
		return ir.IsWord(r)
	case token.QUO:
		return ir.IsFloat(r)
	case token.AND, token.OR, token.XOR, token.AND_NOT:
		return ir.IsWord(r) && !ir.IsFloat(r)
	}
	return false
}
