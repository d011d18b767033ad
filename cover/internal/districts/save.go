// SPDX-License-Identifier: BSD-3-Clause

// The states of a count take gigabytes, so they are written to a file without a copy in memory, and
// read again by a counter for the same graph and question. The format, in which numbers are those
// of package binary (Uvarint) if nothing else is said:
//
//	1, and the result: the number of its bytes, and these with the highest first; or
//	0, and what is left:
//		the number of words of a number of divisions
//		the number of states that occurred, and the greatest one at a vertex
//		the number of vertices that were added
//		the number of shapes of the current layer that are done
//		the number of shapes that are left, and these
//		0, or 1 and two numbers for the first of them: the set joined, and how many of its
//		states are done for this set
//		the number of shapes of the next layer so far, and these
//
// A shape is
//
//	the number of closed districts
//	for each place on the frontier, 1 + its district, or 0 for a closed one
//	the number of districts on the frontier, and for each the set that must stay different
//	the number of states, and for each the words of its key, the first without its mark, and
//	those of its number
//
// Callers add a checksum. A reader of damaged data does not use more memory than the states may.

package districts

import (
	"bufio"
	"encoding/binary"
	"errors"
	"io"
	"math/big"
	"math/bits"
)

// ErrDamaged is the error of data that no counter has written.
var ErrDamaged = errors.New("the saved count is damaged, or of other divisions")

// A writer writes numbers. After an error it writes nothing.
type writer struct {
	*bufio.Writer
	buffer []byte
}

func (w *writer) put(numbers ...uint64) {
	for _, n := range numbers {
		w.buffer = binary.AppendUvarint(w.buffer[:0], n)
		w.Write(w.buffer)
	}
}

// Save writes what is left of the count. It must not be called while Run is running.
func (c *Counter) Save(to io.Writer) error {
	w := &writer{Writer: bufio.NewWriterSize(to, 1<<16)}
	if c.sum != nil {
		text := c.sum.Bytes()
		w.put(1, uint64(len(text)))
		w.Write(text)
		return w.Flush()
	}
	w.put(0, uint64(c.words), uint64(c.states), uint64(c.widest), uint64(c.v), uint64(c.place))
	left := c.now.shapes[c.place:]
	w.put(uint64(len(left)))
	for _, s := range left {
		c.saveShape(w, s)
	}
	if c.inside {
		done := 0
		t := &left[0].sizes
		for at := 0; at < c.at; at += t.stride {
			if t.slots[at] != 0 {
				done++
			}
		}
		w.put(1, c.joined, uint64(done))
	} else {
		w.put(0)
	}
	w.put(uint64(len(c.next.shapes)))
	for _, s := range c.next.shapes {
		c.saveShape(w, s)
	}
	return w.Flush()
}

func (c *Counter) saveShape(w *writer, s *shape) {
	w.put(uint64(s.closed))
	for _, a := range s.at {
		w.WriteByte(byte(a + 1))
	}
	w.put(uint64(len(s.differ)))
	w.put(s.differ...)
	w.put(uint64(s.sizes.used))
	s.sizes.each(func(key, number []uint64) {
		w.put(key[0] &^ mark)
		w.put(key[1:]...)
		w.put(number...)
	})
}

// A reader reads numbers. After an error it returns 0.
type reader struct {
	*bufio.Reader
	err error
}

// get reads a number that is at most high.
func (r *reader) get(high uint64) uint64 {
	if r.err != nil {
		return 0
	}
	text, err := r.Peek(binary.MaxVarintLen64) // fewer bytes at the end
	n, size := binary.Uvarint(text)
	switch {
	case size > 0 && n <= high:
		r.Discard(size)
		return n
	case size == 0 && err != nil && err != io.EOF:
		r.err = err
	default:
		r.err = ErrDamaged
	}
	return 0
}

const (
	any64   = 1<<64 - 1
	anyList = 1<<31 - 1 // a length; the memory limits it further
)

// Load reads what Save has written for the same graph and question into a new counter, which then
// continues that count. The error is ErrDamaged, ErrWide if the states do not fit in the memory of
// this counter, or that of the reader. Load may read more than Save has written.
func (c *Counter) Load(from io.Reader) error {
	r := &reader{Reader: bufio.NewReaderSize(from, 1<<16)}
	edges := uint64(0) // those inside districts determine a division, so there are at most 2^edges
	for _, list := range c.g.Earlier {
		edges += uint64(len(list))
	}
	if r.get(1) == 1 {
		text := make([]byte, r.get(1+edges/8))
		switch _, err := io.ReadFull(r, text); err {
		case nil:
		case io.EOF, io.ErrUnexpectedEOF:
			return ErrDamaged
		default:
			return err
		}
		c.sum = new(big.Int).SetBytes(text)
		return r.err
	}
	if c.sum != nil {
		return ErrDamaged
	}
	c.words = int(r.get(1 + edges/32)) // half of them were too few
	if r.err == nil && bits.OnesCount(uint(c.words)) != 1 {
		return ErrDamaged
	}
	if r.err != nil {
		return r.err
	}
	c.start()
	c.states, c.widest = int(r.get(1<<62)), int(r.get(1<<62))
	v := int(r.get(uint64(max(0, len(c.g.Earlier)-1))))
	for ; c.v < v; c.v++ {
		c.frontier = c.after(c.v, c.frontier)
	}
	c.place = int(r.get(anyList))
	if c.memory.room -= c.place; c.memory.room < 0 {
		return ErrWide
	}
	c.now = newLayer()
	c.now.shapes = make([]*shape, c.place)
	c.loadShapes(r, c.now, len(c.frontier), false)
	if c.inside = r.get(1) == 1; c.inside {
		if c.place == len(c.now.shapes) {
			return ErrDamaged
		}
		t := &c.now.shapes[c.place].sizes
		c.joined = r.get(any64)
		c.at = t.stride * int(r.get(uint64(t.used)))
	}
	if len(c.g.Earlier) > 0 {
		c.loadShapes(r, c.next, len(c.after(c.v, c.frontier)), true)
	}
	return r.err
}

// loadShapes reads shapes with the given number of places on the frontier. Those of the next layer
// get hash tables, to which more is added; the others lists of states.
func (c *Counter) loadShapes(r *reader, l *layer, places int, next bool) {
	at := make([]int8, places)
	for range r.get(anyList) {
		closed := int(r.get(uint64(len(c.g.Earlier))))
		for i := range at {
			at[i] = int8(r.get(most)) - 1
		}
		differ := make([]uint64, r.get(most))
		for i := range differ {
			differ[i] = r.get(any64)
		}
		before := len(l.shapes)
		s := c.add(l, at, differ, closed)
		if r.err == nil && len(l.shapes) == before {
			r.err = ErrDamaged // twice the same
		}
		if c.memory.room < 0 && r.err == nil {
			r.err = ErrWide
		}
		c.loadStates(r, &s.sizes, next)
		if r.err != nil {
			return
		}
	}
}

// loadStates reads the states of a shape into an empty table.
func (c *Counter) loadStates(r *reader, t *table, hashed bool) {
	key, number := make([]uint64, c.key), make([]uint64, c.words)
	count := int(r.get(anyList))
	// Keys come in the order of another hash table, from low hashes to high ones. In a table that
	// is too small they would collide.
	for hashed && t.full < count && c.memory.room >= 2*len(t.slots) {
		t.double()
	}
	for range count {
		key[0] = r.get(mark-1) | mark
		for i := range key[1:] {
			key[1+i] = r.get(any64)
		}
		for i := range number {
			number[i] = r.get(any64)
		}
		if hashed {
			t.add(key, number)
		} else {
			t.append(key, number)
		}
		if c.memory.room < 0 && r.err == nil {
			r.err = ErrWide
		}
		if r.err != nil {
			return
		}
	}
}
