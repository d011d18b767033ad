// SPDX-License-Identifier: BSD-3-Clause

//go:build (amd64 || arm64) && (linux || darwin || windows)

// Entries of maps.
//
// An entry that a map has is found here, as the runtime finds it; its maps are described in
// package descriptor, and by the Go project in internal/runtime/maps. To add an entry or to delete
// one, code leaves. A lookup changes nothing and calls nothing but a function in assembly that
// hashes the key, so it does not count as leaving. A loop over a map leaves where its iterator has
// to look for the next table, or for entries that have moved.
//
// As in the runtime, a lookup ends the process if somebody writes to the map at that time, and a
// search for an entry that is to be written notes that in the map.

package translate

import (
	"polka/kernel/machine/descriptor"
	"polka/kernel/machine/internal/code"
	"polka/kernel/machine/internal/ir"
	"polka/kernel/machine/internal/memory"
	"polka/kernel/machine/internal/run"
	"polka/kernel/machine/internal/target"
)

// A finder identifies a routine of the unit that looks for entries.
type finder struct {
	ir.MapKind
	write bool
	next  bool // it looks for the next entry of a MapRange
}

// find looks for an entry, and sets AX to the address of its element and the flags to E if there is
// none. It uses the temporaries from k on.
func (g *gen) find(e *ir.Expr, write bool, k, j int) {
	m, n := g.reg(e.X, k, j)
	if e.Map.Key == memory.RepString || e.Map.Key == memory.RepMem {
		key, _ := g.address(e.Y.X, n, j)
		g.Lea(target.DX, key.m(0))
	} else {
		key, _ := g.reg(e.Y, n, j)
		g.Mov(8, target.DX, key)
	}
	g.Mov(8, target.CX, m)
	if !write {
		g.checkWriting(e.Site)
	}
	g.Call(g.finder(finder{MapKind: *e.Map, write: write}))
	g.maxPush = max(g.maxPush, g.pushed+j+finderPushes)
}

// entry is the address of an element. If there is none, it is that of a zero value, or code goes to
// the closure of the assignment.
func (g *gen) entry(e *ir.Expr, k, j int) (mem, int) {
	g.t(k)
	g.save(0, j)
	write := e.P == nil
	g.find(e, write, k, j)
	g.Mov(8, g.t(k), target.AX)
	g.restore(0, j)
	g.loadFloats()
	g.Test(8, g.t(k), g.t(k))
	if write {
		g.Jcc(target.E, *g.absent)
		return at(g.t(k), 0), k + 1
	}
	on := g.NewLabel()
	g.Jcc(target.E, g.later(func() {
		g.MovImm(g.t(k), int64(uintptr(e.P)))
		g.Jmp(on)
	}))
	g.Bind(on)
	return at(g.t(k), 0), k + 1
}

// orDo generates a Set or an Update. If it is one of an entry, its closure runs if there is none.
func (g *gen) orDo(s *ir.Stmt, generate func(*ir.Stmt)) {
	if s.Do == nil {
		generate(s)
		return
	}
	end := g.NewLabel()
	absent := g.later(func() {
		g.do(s)
		g.Jmp(end)
	})
	g.absent = &absent
	generate(s)
	g.absent = nil
	g.Bind(end)
}

// lookup is the form of an assignment that says whether there is an entry.
func (g *gen) lookup(s *ir.Stmt) {
	e := s.X
	g.find(e, false, 0, 0)
	found, x := g.t(0), g.t(1)
	g.Mov(8, found, target.AX)
	g.loadFloats()
	g.Test(8, found, found)
	g.Set(target.NE, target.AX)
	g.Extend(1, x, target.AX)
	off, _ := s.B.Flat()
	g.Store(1, target.At(frame, disp(off)), x)
	if r, ok := g.wordAt(off, memory.RepBool); ok {
		g.Mov(8, r, x)
	}
	g.MovImm(x, int64(uintptr(e.P)))
	g.Test(8, found, found)
	g.Cmov(target.E, 8, found, x)
	// The value is assigned from the address in the first temporary.
	value := &ir.Expr{Op: ir.Load, Rep: s.Type.Rep, X: &ir.Expr{Op: ir.Found}}
	g.set(&ir.Stmt{Kind: ir.Set, A: s.A, X: value, Type: s.Type})
}

// nextEntry goes to the next entry of a MapRange, and sets temporary k to whether there is one.
// Where that cannot be said without the runtime, as at the end, the closure does everything.
func (g *gen) nextEntry(e *ir.Expr, k, j int) {
	if k != 0 || j != 0 {
		fail("the next entry of a map in an expression")
	}
	end := g.NewLabel()
	g.eval(e.X, 0, 0)
	g.Mov(8, target.CX, g.t(0))
	g.Call(g.finder(finder{MapKind: *e.Map, next: true}))
	g.maxPush = max(g.maxPush, g.pushed+1)
	g.Test(8, target.AX, target.AX)
	g.Jcc(target.E, g.later(func() {
		g.leaf(e, 0, 0)
		g.load(g.t(0), resultAt(e.Rep).m(0), e.Rep)
		g.Jmp(end)
	}))
	for _, s := range e.S.List {
		g.eval(e.X, 0, 0)
		g.Load(8, g.t(0), target.At(g.t(0), disp(s.X.X.N)))
		g.set(s)
	}
	g.MovImm(g.t(0), 1)
	g.Bind(end)
}

// loadFloats loads the floats among the variables of the region, since a lookup changes them.
func (g *gen) loadFloats() {
	if g.region == nil {
		return
	}
	for _, v := range g.region.loads {
		if x, ok := g.region.floats[v]; ok {
			g.FLoad(ir.Width(v.rep), x, target.At(frame, disp(v.off)))
		}
	}
}

// checkWriting fails if somebody writes to the map in CX.
func (g *gen) checkWriting(site int32) {
	on := g.NewLabel()
	g.Test(8, target.CX, target.CX)
	g.Jcc(target.E, on)
	g.OpStoreImm(target.Cmp, 1, target.At(target.CX, descriptor.MapWriting), 0)
	g.Jcc(target.NE, g.failure(run.ExitWriting, site))
	g.Bind(on)
}

// finderPushes is how many words a finder pushes, with the address that it returns to and what the
// routines push that it calls.
const finderPushes = 16

// The lowest and the highest bit of each of the control bytes of a group.
const lowBits, highBits = 0x0101010101010101, -0x7f7f7f7f7f7f7f80

// finder is the label of a routine that looks in the map at CX for the key in DX, or at DX if keys
// are not one word, and sets AX to the address of the element, 0 if there is none. It changes CX
// and DX, and the registers for floats.
func (g *gen) finder(f finder) target.Label {
	if l, ok := g.finders[f]; ok {
		return l
	}
	if g.finders == nil {
		g.finders = make(map[finder]target.Label)
	}
	l := g.NewLabel()
	g.finders[f] = l
	g.slow = append(g.slow, func() {
		g.mark(0, false)
		g.Bind(l)
		if f.next {
			g.generateNext(f)
		} else {
			g.generateFinder(f)
		}
	})
	return l
}

func (g *gen) generateFinder(f finder) {
	const key, m, tables, mask, offset, match, group = target.SI, target.DI, target.R8, target.R9, target.R10, target.R11, target.BP
	const n, slot, x = target.AX, target.CX, target.DX
	saved := []target.Reg{key, m, tables, mask, offset, match, group}
	none, absent, found, end := g.NewLabel(), g.NewLabel(), g.NewLabel(), g.NewLabel()
	large, next, one, probe, matches, mismatch, empty := g.NewLabel(), g.NewLabel(), g.NewLabel(), g.NewLabel(), g.NewLabel(), g.NewLabel(), g.NewLabel()
	word := f.Key != memory.RepString && f.Key != memory.RepMem

	g.Test(8, slot, slot)
	g.Jcc(target.E, none)
	g.OpStoreImm(target.Cmp, 8, target.At(slot, descriptor.MapUsed), 0)
	g.Jcc(target.E, none)
	if f.write {
		g.OpStoreImm(target.Cmp, 1, target.At(slot, descriptor.MapWriting), 0)
		g.Jcc(target.NE, none) // the closure fails
		g.OpStoreImm(target.Xor, 1, target.At(slot, descriptor.MapWriting), 1)
		g.Push(slot)
	}
	for _, r := range saved {
		g.Push(r)
	}
	g.Mov(8, m, slot)
	g.Mov(8, key, x)
	g.OpStoreImm(target.Cmp, 8, target.At(m, descriptor.MapDirLen), 0)
	g.Jcc(target.NE, large)

	// All entries are in one group. Match has the highest bits of the bytes of those that are used.
	g.Load(8, slot, target.At(m, descriptor.MapDir))
	g.Load(8, match, target.At(slot, 0))
	g.Asm.Unary(target.Not, 8, match)
	g.MovImm(n, highBits)
	g.Op(target.And, 8, match, n)
	small := g.Here()
	g.Mov(8, n, match)
	g.OpImm(target.And, 8, n, 0x80)
	g.Test(8, n, n)
	g.Jcc(target.E, next)
	g.compareKey(f, key, slot, x, next)
	g.Jmp(found)
	g.Bind(next)
	g.OpImm(target.Add, 8, slot, disp(f.Slot))
	g.ShiftImm(target.Shr, 8, match, 8)
	g.Test(8, match, match)
	g.Jcc(target.NE, small)
	g.Jmp(absent)

	g.Bind(large)
	if word {
		g.Store(8, ctx(code.OffB), key)
		g.Lea(n, ctx(code.OffB))
	} else {
		g.Mov(8, n, key)
	}
	g.Load(8, x, target.At(m, descriptor.MapSeed))
	g.Hash(f.Hash, int64(f.Size))
	g.Load(8, tables, target.At(m, descriptor.MapDir))
	g.OpStoreImm(target.Cmp, 8, target.At(m, descriptor.MapDirLen), 1)
	g.Jcc(target.E, one)
	g.Load(1, target.CX, target.At(m, descriptor.MapShift))
	g.Mov(8, x, n)
	g.Shift(target.Shr, 8, x)
	g.Lea(tables, target.Index(tables, x, 8, 0))
	g.Bind(one)
	g.Load(8, tables, target.At(tables, 0))
	g.Load(8, mask, target.At(tables, descriptor.TableMask))
	g.Load(8, tables, target.At(tables, descriptor.TableGroups))
	g.Mov(8, offset, n)
	g.ShiftImm(target.Shr, 8, offset, 7)
	g.Op(target.And, 8, offset, mask)
	// From here on m is the lowest seven bits of the hash, in each byte.
	g.OpImm(target.And, 8, n, 0x7f)
	g.MovImm(x, lowBits)
	g.Mul(8, n, x)
	g.Mov(8, m, n)
	g.StoreImm(8, ctx(code.OffC), 0) // how many groups have been looked at

	g.Bind(probe)
	g.MulImm(8, group, offset, disp(f.Group))
	g.Op(target.Add, 8, group, tables)
	g.Load(8, match, target.At(group, 0))
	g.Op(target.Xor, 8, match, m)
	// The bytes that are 0 now, and perhaps those that follow one and are 1, which are keys, too.
	g.Mov(8, n, match)
	g.MovImm(x, lowBits)
	g.Op(target.Sub, 8, n, x)
	g.Asm.Unary(target.Not, 8, match)
	g.Op(target.And, 8, match, n)
	g.MovImm(x, highBits)
	g.Op(target.And, 8, match, x)
	g.Test(8, match, match)
	g.Jcc(target.E, empty)
	g.Bind(matches)
	g.TrailingZeros(slot, match, 64)
	g.ShiftImm(target.Shr, 8, slot, 3)
	g.MulImm(8, slot, slot, disp(f.Slot))
	g.Op(target.Add, 8, slot, group)
	g.compareKey(f, key, slot, x, mismatch)
	g.Jmp(found)
	g.Bind(mismatch)
	g.Mov(8, n, match)
	g.OpImm(target.Sub, 8, n, 1)
	g.Op(target.And, 8, match, n)
	g.Test(8, match, match)
	g.Jcc(target.NE, matches)
	g.Bind(empty) // an entry that has never been used ends the search
	g.Load(8, n, target.At(group, 0))
	g.Mov(8, x, n)
	g.ShiftImm(target.Shl, 8, x, 6)
	g.Asm.Unary(target.Not, 8, x)
	g.Op(target.And, 8, n, x)
	g.MovImm(x, highBits)
	g.Op(target.And, 8, n, x)
	g.Test(8, n, n)
	g.Jcc(target.NE, absent)
	g.OpStoreImm(target.Add, 8, ctx(code.OffC), 1)
	g.OpLoad(target.Add, 8, offset, ctx(code.OffC))
	g.Op(target.And, 8, offset, mask)
	g.Jmp(probe)

	g.Bind(absent)
	g.Zero(n)
	g.Jmp(end)
	g.Bind(found)
	g.Lea(n, target.At(slot, disp(descriptor.GroupSlots+f.Elem)))
	g.Bind(end)
	for i := len(saved) - 1; i >= 0; i-- {
		g.Pop(saved[i])
	}
	if f.write {
		g.Pop(slot)
		g.OpStoreImm(target.Xor, 1, target.At(slot, descriptor.MapWriting), 1)
	}
	g.Ret()
	g.Bind(none)
	g.Zero(n)
	g.Ret()
}

// generateNext generates the routine that takes the MapRange in CX to the next entry of the table
// or the group where it is, and changes AX and the other registers of temporaries. It sets AX to 0
// if there is none, or if the table or the group is no longer that of the map, so that the runtime
// has to go on.
//
// The addresses are stored without the barrier of the collector: all of them lead into the groups
// of the table that the MapRange has, or into the group that it has had from the beginning.
func (g *gen) generateNext(f finder) {
	const it, i, at, group, mask, groups, empty = target.CX, target.SI, target.DI, target.R8, target.R9, target.R10, target.R11
	const x = target.AX
	none, passed, found, small, next, one, nextSmall := g.NewLabel(), g.NewLabel(), g.NewLabel(), g.NewLabel(), g.NewLabel(), g.NewLabel(), g.NewLabel()
	g.Load(8, x, target.At(it, descriptor.RangeMap))
	g.Test(8, x, x)
	g.Jcc(target.E, none)
	g.OpStoreImm(target.Cmp, 1, target.At(x, descriptor.MapWriting), 0)
	g.Jcc(target.NE, none) // the runtime fails
	g.Load(8, i, target.At(it, descriptor.RangeIndex))
	g.OpStoreImm(target.Cmp, 8, target.At(it, descriptor.RangeDir), 0)
	g.Jcc(target.L, small)

	g.Load(8, x, target.At(it, descriptor.RangeTable))
	g.Test(8, x, x)
	g.Jcc(target.E, none)
	g.OpStoreImm(target.Cmp, 8, target.At(x, descriptor.TableIndex), 0)
	g.Jcc(target.L, none)
	g.Load(2, mask, target.At(x, descriptor.TableCapacity))
	g.OpImm(target.Sub, 8, mask, 1)
	g.Load(8, groups, target.At(x, descriptor.TableGroups))
	g.MovImm(empty, highBits)
	g.Bind(next)
	g.Op(target.Cmp, 8, i, mask)
	g.Jcc(target.A, passed)
	g.Load(8, at, target.At(it, descriptor.RangeOffset))
	g.Op(target.Add, 8, at, i)
	g.Op(target.And, 8, at, mask)
	g.Mov(8, group, at)
	g.ShiftImm(target.Shr, 8, group, 3)
	g.MulImm(8, group, group, disp(f.Group))
	g.Op(target.Add, 8, group, groups)
	g.OpImm(target.And, 8, at, descriptor.GroupLen-1)
	g.Test(8, at, at)
	g.Jcc(target.NE, one)
	// Entries that are not used have the highest bit: a group may have no others.
	g.Load(8, x, target.At(group, 0))
	g.Op(target.And, 8, x, empty)
	g.Op(target.Cmp, 8, x, empty)
	g.Jcc(target.NE, one)
	g.OpImm(target.Add, 8, i, descriptor.GroupLen)
	g.Jmp(next)
	g.Bind(one)
	g.OpImm(target.Add, 8, i, 1)
	g.Lea(x, target.Index(group, at, 1, 0))
	g.OpStoreImm(target.Cmp, 1, target.At(x, 0), 0)
	g.Jcc(target.L, next)
	g.Store(8, target.At(it, descriptor.RangeGroup), group)
	g.Jmp(found)

	g.Bind(small)
	g.OpStoreImm(target.Cmp, 8, target.At(x, descriptor.MapDirLen), 0)
	g.Jcc(target.NE, none)
	g.Load(8, group, target.At(it, descriptor.RangeGroup))
	g.Bind(nextSmall)
	g.OpImm(target.Cmp, 8, i, descriptor.GroupLen)
	g.Jcc(target.AE, none)
	g.Load(8, at, target.At(it, descriptor.RangeOffset))
	g.Op(target.Add, 8, at, i)
	g.OpImm(target.And, 8, at, descriptor.GroupLen-1)
	g.OpImm(target.Add, 8, i, 1)
	g.Lea(x, target.Index(group, at, 1, 0))
	g.OpStoreImm(target.Cmp, 1, target.At(x, 0), 0)
	g.Jcc(target.L, nextSmall)

	g.Bind(found)
	g.Store(8, target.At(it, descriptor.RangeIndex), i)
	g.MulImm(8, at, at, disp(f.Slot))
	g.Op(target.Add, 8, at, group)
	g.Lea(x, target.At(at, disp(descriptor.GroupSlots+f.Elem)))
	g.Store(8, target.At(it, descriptor.RangeElem), x)
	g.Lea(x, target.At(at, descriptor.GroupSlots))
	g.Store(8, target.At(it, descriptor.RangeKey), x)
	g.Ret()
	g.Bind(passed) // the runtime goes to the next table at once
	g.Store(8, target.At(it, descriptor.RangeIndex), i)
	g.Bind(none)
	g.Zero(x)
	g.Ret()
}

// compareKey jumps to a label if the key is not that of an entry. The register slot is the address
// of the entry less GroupSlots. AX and the register x are changed.
func (g *gen) compareKey(f finder, key, slot, x target.Reg, differ target.Label) {
	switch at := target.At(slot, descriptor.GroupSlots); {
	case f.Key == memory.RepString:
		g.Load(8, x, target.At(key, 8))
		g.OpLoad(target.Cmp, 8, x, target.At(slot, descriptor.GroupSlots+8))
		g.Jcc(target.NE, differ)
		same := g.NewLabel()
		g.Load(8, x, target.At(key, 0))
		g.OpLoad(target.Cmp, 8, x, at)
		g.Jcc(target.E, same) // the same bytes
		g.Push(slot)
		g.Mov(8, target.AX, key)
		g.Lea(target.CX, at)
		g.Call(g.orderRoutine())
		g.Pop(slot)
		g.Jcc(target.NE, differ)
		g.Bind(same)
	case f.Key == memory.RepMem:
		for off := int32(0); off < int32(f.Size); off += 8 {
			g.Load(8, x, target.At(key, off))
			g.OpLoad(target.Cmp, 8, x, target.At(slot, descriptor.GroupSlots+off))
			g.Jcc(target.NE, differ)
		}
	default:
		g.OpLoad(target.Cmp, int(f.Size), key, at)
		g.Jcc(target.NE, differ)
	}
}
