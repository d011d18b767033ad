// SPDX-License-Identifier: BSD-3-Clause

// Package arm64 encodes machine code for 64-bit ARM processors.
//
// It is the counterpart of package amd64: an Asm collects instructions, one a method, destination
// first; labels are bound and linked in the same way. Where an operand does not fit into an
// instruction (a constant, a displacement), methods use several, and change R16 or R17, which hold
// nothing from one method to the next.
//
// # Jumps
//
// An unconditional jump reaches 128 MB, which is always enough, a conditional one 1 MB, and one
// that tests a bit 32 KB. Those that do not reach become a jump over an unconditional one. Link
// begins with short ones, and lengthens until all reach.
//
// Instruction formats are those of the Arm Architecture Reference Manual for A-profile.
package arm64

import (
	"encoding/binary"
	"errors"
)

// An Asm is machine code in the making. The zero value is empty.
type Asm struct {
	buf    []uint32
	labels []label
	refs   []ref // in the order of their places
}

// A Label is a place in the code, which jumps refer to before or after it is known.
type Label int32

type label struct {
	at  int32 // in buf, -1 if the label has not been bound
	off int32 // in words, in the linked code
}

// A ref is an instruction that refers to a label.
type ref struct {
	at   int32 // in buf
	kind kind
	long bool // the instruction takes two words
	to   Label
}

type kind uint8

const (
	far     kind = iota // B and BL: 26 bits
	near                // B.cond, CBZ and CBNZ: 19 bits
	bit                 // TBZ and TBNZ: 14 bits
	address             // ADR: 21 bits, in bytes
)

// ErrTooLong says that an address is more than 1 MB away from where the code computes it.
var ErrTooLong = errors.New("arm64: the code is too long")

// Reset empties the buffer and forgets all labels. The memory is used again.
func (a *Asm) Reset() { a.buf, a.labels, a.refs = a.buf[:0], a.labels[:0], a.refs[:0] }

// Len is the number of bytes so far, with all jumps short.
func (a *Asm) Len() int { return 4 * len(a.buf) }

// NewLabel returns a label, which must be bound before Link.
func (a *Asm) NewLabel() Label {
	a.labels = append(a.labels, label{at: -1})
	return Label(len(a.labels) - 1)
}

// Bind places a label here.
func (a *Asm) Bind(l Label) {
	if a.labels[l].at >= 0 {
		panic("arm64: label bound twice")
	}
	a.labels[l].at = int32(len(a.buf))
}

// Here returns a new label that is bound here.
func (a *Asm) Here() Label {
	l := a.NewLabel()
	a.Bind(l)
	return l
}

// Offset is the place of a label in the linked code, in bytes.
func (a *Asm) Offset(l Label) int { return 4 * int(a.labels[l].off) }

// Link returns the code with all references resolved. Offset is valid afterwards. It panics if a
// label that is referred to has not been bound.
func (a *Asm) Link() ([]byte, error) {
	for again := true; again; {
		a.place()
		again = false
		extra := int32(0)
		for i := range a.refs {
			r := &a.refs[i]
			d := a.target(r.to) - r.at - extra
			if !r.long && !r.kind.reaches(d) {
				if r.kind == far || r.kind == address {
					return nil, ErrTooLong
				}
				r.long, again = true, true
			}
			if r.long {
				extra++
			}
		}
	}
	return a.resolve(), nil
}

// reaches reports whether a reference can be to a place that is d words away.
func (k kind) reaches(d int32) bool {
	n := map[kind]int{far: 26, near: 19, bit: 14, address: 19}[k]
	return d >= -1<<(n-1) && d < 1<<(n-1)
}

// place computes the offsets of labels.
func (a *Asm) place() {
	shifts := make([]int32, len(a.buf)+1) // of each word: the long jumps before it
	for _, r := range a.refs {
		if r.long {
			shifts[r.at+1]++
		}
	}
	for i := 1; i < len(shifts); i++ {
		shifts[i] += shifts[i-1]
	}
	for i := range a.labels {
		if l := &a.labels[i]; l.at >= 0 {
			l.off = l.at + shifts[l.at]
		}
	}
}

func (a *Asm) target(l Label) int32 {
	if a.labels[l].at < 0 {
		panic("arm64: label not bound")
	}
	return a.labels[l].off
}

func (a *Asm) resolve() []byte {
	code := make([]byte, 0, 4*(len(a.buf)+len(a.refs)))
	put := func(w uint32) { code = binary.LittleEndian.AppendUint32(code, w) }
	from := int32(0)
	for _, r := range a.refs {
		for _, w := range a.buf[from:r.at] {
			put(w)
		}
		from = r.at + 1
		w := a.buf[r.at]
		d := a.target(r.to) - int32(len(code)/4)
		switch {
		case r.long && r.kind == near && w>>24 == 0x54:
			put(w ^ 1 | 2<<5) // the opposite condition jumps over the next word
			put(0x14000000 | uint32(d-1)&(1<<26-1))
		case r.long:
			put(w ^ 1<<24 | 2<<5)
			put(0x14000000 | uint32(d-1)&(1<<26-1))
		case r.kind == far:
			put(w | uint32(d)&(1<<26-1))
		case r.kind == near:
			put(w | uint32(d)&(1<<19-1)<<5)
		case r.kind == bit:
			put(w | uint32(d)&(1<<14-1)<<5)
		default:
			put(w | uint32(d)&(1<<19-1)<<5) // the low two bits of the distance are 0
		}
	}
	for _, w := range a.buf[from:] {
		put(w)
	}
	return code
}

// A Place is how far the code has grown.
type Place struct{ buf, labels, refs int }

// Place returns the end of the code so far.
func (a *Asm) Place() Place { return Place{len(a.buf), len(a.labels), len(a.refs)} }

// Cut forgets what has been appended since p, with the labels made since then. No label that was
// made before p may have been bound since.
func (a *Asm) Cut(p Place) {
	a.buf, a.labels, a.refs = a.buf[:p.buf], a.labels[:p.labels], a.refs[:p.refs]
}

func (a *Asm) word(w uint32) { a.buf = append(a.buf, w) }

func (a *Asm) ref(k kind, w uint32, l Label) {
	a.refs = append(a.refs, ref{at: int32(len(a.buf)), kind: k, to: l})
	a.word(w)
}
