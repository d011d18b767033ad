// SPDX-License-Identifier: BSD-3-Clause

// Package amd64 encodes machine code for 64-bit processors of the x86 family.
//
// An Asm collects instructions. Each method appends one, in the order of Go's assignments: the
// destination comes first. Methods take the width of the operation, one to eight bytes, where the
// processor has several forms. The package chooses the shortest encoding that has the same effect;
// it does not know what the code means, and adds no instruction that was not asked for.
//
//	var a amd64.Asm
//	top := a.NewLabel()
//	a.Bind(top)
//	a.OpImm(amd64.Sub, 8, amd64.AX, 1)
//	a.Jcc(amd64.NE, top)
//	a.Ret()
//	code := a.Link()
//
// # Jumps
//
// A jump within 128 bytes takes two bytes, and five or six otherwise, which is not known before the
// code between it and its label is complete. So jumps have no place in the buffer while it grows.
// Link begins with short ones, and lengthens those that do not reach, until all do. A jump is
// never shortened again, so this ends. Labels are positions in the buffer and the number of jumps
// before them; their offsets in the code are known after Link.
//
// Instruction formats are those of the Intel 64 and IA-32 Architectures Software Developer's
// Manual, volume 2.
package amd64

import "encoding/binary"

// An Asm is machine code in the making. The zero value is empty.
type Asm struct {
	buf    []byte
	labels []label
	items  []item // in the order of their places
	fixes  []fix  // of references that always take four bytes
}

// A Label is a place in the code, which jumps refer to before or after it is known.
type Label int32

type label struct {
	at    int32 // in buf, -1 if the label has not been bound
	items int32 // before it
	off   int32 // in the linked code
}

// An item is something whose length Link decides: a jump, or padding.
type item struct {
	at   int32 // in buf
	kind kind
	cc   Cond
	size uint8 // as far as known; for padding, the length
	to   Label // of a jump
	pow  int32 // of padding: the power of two that divides the address behind it
}

type kind uint8

const (
	jump kind = iota
	branch
	padding
)

// A fix is a reference of four bytes to a label, relative to base, or to the byte after the
// reference if base is noLabel.
type fix struct {
	at, items int32
	to, base  Label
}

const noLabel Label = -1

// Reset empties the buffer and forgets all labels. The memory is used again.
func (a *Asm) Reset() {
	a.buf, a.labels, a.items, a.fixes = a.buf[:0], a.labels[:0], a.items[:0], a.fixes[:0]
}

// Len is the number of bytes so far, without jumps and padding.
func (a *Asm) Len() int { return len(a.buf) }

// NewLabel returns a label, which must be bound before Link.
func (a *Asm) NewLabel() Label {
	a.labels = append(a.labels, label{at: -1})
	return Label(len(a.labels) - 1)
}

// Bind places a label here.
func (a *Asm) Bind(l Label) {
	if a.labels[l].at >= 0 {
		panic("amd64: label bound twice")
	}
	a.labels[l] = label{at: int32(len(a.buf)), items: int32(len(a.items))}
}

// Here returns a new label that is bound here.
func (a *Asm) Here() Label {
	l := a.NewLabel()
	a.Bind(l)
	return l
}

// Offset is the place of a label in the linked code.
func (a *Asm) Offset(l Label) int { return int(a.labels[l].off) }

// Align adds padding, so that what follows begins at a multiple of n bytes, a power of two.
// The code must be placed at such a multiple, too.
func (a *Asm) Align(n int) {
	a.items = append(a.items, item{at: int32(len(a.buf)), kind: padding, pow: int32(n)})
}

// Link returns the code with all references resolved. Offset is valid afterwards. It panics if a
// label that is referred to has not been bound.
func (a *Asm) Link() []byte {
	for i := range a.items {
		if a.items[i].kind != padding {
			a.items[i].size = 2
		}
	}
	starts := make([]int32, len(a.items)+1)
	for a.place(starts) {
	}
	return a.resolve(starts)
}

// place computes the offset in the code at which each item begins, and those of labels, and
// lengthens the jumps that do not reach. It reports whether there were any. The last element of
// starts is the offset that an item at the end of the buffer would have.
func (a *Asm) place(starts []int32) (again bool) {
	var extra int32 // bytes of items so far
	for i := range a.items {
		x := &a.items[i]
		starts[i] = x.at + extra
		if x.kind == padding {
			x.size = uint8(-starts[i] & (x.pow - 1))
		}
		extra += int32(x.size)
	}
	starts[len(a.items)] = int32(len(a.buf)) + extra
	for i := range a.labels {
		l := &a.labels[i]
		l.off = l.at + shift(a.items, starts, l.items)
	}
	for i := range a.items {
		x := &a.items[i]
		if x.kind == padding || x.size != 2 {
			continue
		}
		if d := a.target(x.to) - starts[i] - 2; d != int32(int8(d)) {
			x.size = 5
			if x.kind == branch {
				x.size = 6
			}
			again = true
		}
	}
	return again
}

// shift is how far the bytes of the buffer after n items move in the code.
func shift(items []item, starts []int32, n int32) int32 {
	if n == 0 {
		return 0
	}
	x := items[n-1]
	return starts[n-1] + int32(x.size) - x.at
}

func (a *Asm) target(l Label) int32 {
	if a.labels[l].at < 0 {
		panic("amd64: label not bound")
	}
	return a.labels[l].off
}

// resolve copies the buffer with the items at their places, and fills in references.
func (a *Asm) resolve(starts []int32) []byte {
	code := make([]byte, 0, starts[len(a.items)])
	var from int32
	for i, x := range a.items {
		code = append(code, a.buf[from:x.at]...)
		from = x.at
		if x.kind == padding {
			code = appendNop(code, int(x.size))
			continue
		}
		d := a.target(x.to) - starts[i] - int32(x.size)
		switch {
		case x.size == 2 && x.kind == jump:
			code = append(code, 0xeb, byte(d))
		case x.size == 2:
			code = append(code, 0x70|byte(x.cc), byte(d))
		case x.kind == jump:
			code = binary.LittleEndian.AppendUint32(append(code, 0xe9), uint32(d))
		default:
			code = binary.LittleEndian.AppendUint32(append(code, 0x0f, 0x80|byte(x.cc)), uint32(d))
		}
	}
	code = append(code, a.buf[from:]...)
	for _, f := range a.fixes {
		at := f.at + shift(a.items, starts, f.items)
		base := at + 4
		if f.base != noLabel {
			base = a.target(f.base)
		}
		binary.LittleEndian.PutUint32(code[at:], uint32(a.target(f.to)-base))
	}
	return code
}

// ref appends four bytes that refer to a label.
func (a *Asm) ref(to, base Label) {
	a.fixes = append(a.fixes, fix{int32(len(a.buf)), int32(len(a.items)), to, base})
	a.imm32(0)
}

func (a *Asm) bytes(b ...byte) { a.buf = append(a.buf, b...) }
func (a *Asm) imm16(v int16)   { a.buf = binary.LittleEndian.AppendUint16(a.buf, uint16(v)) }
func (a *Asm) imm32(v int32)   { a.buf = binary.LittleEndian.AppendUint32(a.buf, uint32(v)) }
func (a *Asm) imm64(v int64)   { a.buf = binary.LittleEndian.AppendUint64(a.buf, uint64(v)) }

// A Place is how far the code has grown.
type Place struct{ buf, labels, items, fixes int }

// Place returns the end of the code so far.
func (a *Asm) Place() Place { return Place{len(a.buf), len(a.labels), len(a.items), len(a.fixes)} }

// Cut forgets what has been appended since p, with the labels made since then. No label that was
// made before p may have been bound since.
func (a *Asm) Cut(p Place) {
	a.buf, a.labels, a.items, a.fixes = a.buf[:p.buf], a.labels[:p.labels], a.items[:p.items], a.fixes[:p.fixes]
}
