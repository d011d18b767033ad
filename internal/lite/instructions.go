// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
)

// The code of the program is rewritten before it is compressed; cmd/lite/web/unpack.js reverses
// this. Go's compiler for WebAssembly writes the same few things again and again, with numbers in
// them that follow from what is before, but differ each time, so that they end the repetitions that
// LZMA finds:
//
//   - Before a call, the address to return to is stored: the number of the function and the number
//     of a place in it, which is two more than the last one in most cases.
//   - A jump sets the number of the place and continues with the loop around the function. It says
//     how many blocks are between, which is another number in each block; the number of blocks from
//     the outside is the same everywhere.
//   - The table at the beginning of a function maps places to blocks. Each entry is that before it,
//     or one more.
//   - Loads and stores say how their address is aligned, and functions how many bytes they have.
//
// These are replaced by operation codes that Go's compiler does not use. What does not have the
// expected form remains as it is.
const (
	opCall      = 0xd0 // a call that returns two places later; the function follows in two bytes
	opCallDelta = 0xd1 // another call; the distance of places follows
	opReturn    = 0xd2 // the address of a call through a table is stored
	opFar       = 0xd3 // the same with another distance, which follows
	opBrIf0     = 0xd4 // br_if to the outermost block
	opBr0       = 0xd5 // br to it
	opBrIf1     = 0xd6 // br_if to the second one, which is the loop
	opBr1       = 0xd7 // br to it
	opPlace     = 0xd8 // the number of the place is set; its distance follows
	opTable     = 0xd9 // br_table; the number of blocks and of the entries for each follow
	opAlign     = 0xda // a load or store with an unusual alignment, which is written
	opLast      = 0xda
)

// Instructions of every call: the address is stored below the stack, the function called with place
// 0, the stack read again, and left if the goroutine waits.
var (
	beforeAddress = []byte{0x20, 1, 0x41, 8, 0x6b, 0x22, 1, 0x24, 0, 0x20, 1, 0x42}
	afterAddress  = []byte{0x37, 3, 0}
	beforeCall    = []byte{0x41, 0, 0x10}
	afterCall     = []byte{0x23, 0, 0x21, 1, 0x0d}
)

// alignments are the usual alignments of loads and stores, by operation code from 0x28.
var alignments = [...]byte{2, 3, 2, 3, 0, 0, 1, 1, 0, 0, 1, 1, 2, 2, 2, 3, 2, 3, 0, 1, 0, 1, 2}

var errCode = errors.New("the code of the program is not as expected")

// A coder writes the instructions of one function after the other.
type coder struct {
	in   []byte
	at   int
	out  []byte
	page int // the number of the function in addresses

	depth  int   // of blocks
	place  int   // the last number of a place
	first  []int // the first place of each block
	tabled int   // the depth of the table
}

// functions writes the functions of a code section, which are at in.
func functions(in []byte, firstPage int) (out []byte, err error) {
	c := &coder{in: in, page: firstPage}
	defer func() {
		if e := recover(); e != nil { // beyond the end
			err = fmt.Errorf("%w: %v at byte %d", errCode, e, c.at)
		}
	}()
	for c.at < len(in) {
		size, short := c.unsigned()
		if !short {
			return nil, errCode
		}
		if err := c.function(c.at + size); err != nil {
			return nil, err
		}
		c.page++
	}
	return c.out, nil
}

// unsigned reads an unsigned number, and returns whether it is written in as few bytes as possible.
func (c *coder) unsigned() (value int, short bool) {
	v, n := binary.Uvarint(c.in[c.at:])
	if n <= 0 || v > 1<<32-1 {
		panic("number")
	}
	c.at += n
	return int(v), n == len(binary.AppendUvarint(nil, v))
}

// signed reads a signed number, and returns its value, and whether it is written in as few bytes
// as possible.
func signed(in []byte) (value int64, n int, short bool) {
	for shift := uint(0); ; {
		b := in[n]
		n++
		value |= int64(b&127) << shift
		shift += 7
		if b < 128 {
			if b&64 != 0 && shift < 64 {
				value |= -1 << shift
			}
			return value, n, bytes.Equal(appendSigned(nil, value), in[:n])
		}
	}
}

func appendSigned(b []byte, v int64) []byte {
	for {
		low := byte(v & 127)
		v >>= 7
		if v == 0 && low < 64 || v == -1 && low >= 64 {
			return append(b, low)
		}
		b = append(b, low|128)
	}
}

// function writes the instructions of one function. It needs no size: the last end ends it.
func (c *coder) function(end int) error {
	c.depth, c.place, c.first, c.tabled = 1, -2, nil, -1
	from := c.at
	groups, _ := c.unsigned()
	for range groups {
		c.unsigned()
		c.at++
	}
	c.out = append(c.out, c.in[from:c.at]...)
	for c.depth > 0 {
		if c.at >= end {
			return errCode
		}
		if c.call() || c.setPlace() {
			continue
		}
		from := c.at
		op := c.in[c.at]
		c.at++
		switch {
		case op == 0x02 || op == 0x03 || op == 0x04: // block, loop, if
			c.at++
			c.depth++
		case op == 0x0b: // end
			c.depth--
			if k := c.tabled - 1 - c.depth; k > 0 && k < len(c.first) {
				c.place = c.first[k]
			}
		case op == 0x0c || op == 0x0d: // br, br_if
			label, short := c.unsigned()
			if outer := c.depth - 2 - label; short && (outer == 0 || outer == 1) {
				c.out = append(c.out, byte(opBrIf0+2*outer)+(0x0d-op))
				continue
			}
		case op == 0x0e: // br_table
			if c.table() {
				continue
			}
		case op == 0x10 || op >= 0x20 && op <= 0x24: // call, local.get and others
			c.unsigned()
		case op == 0x11: // call_indirect
			c.unsigned()
			c.unsigned()
		case op >= 0x28 && op <= 0x3e: // loads and stores
			align := c.in[c.at]
			c.at++
			from := c.at
			c.unsigned()
			if align == alignments[op-0x28] {
				c.out = append(c.out, op)
			} else {
				c.out = append(c.out, opAlign, op, align)
			}
			c.out = append(c.out, c.in[from:c.at]...)
			continue
		case op == 0x3f || op == 0x40: // memory.size, memory.grow
			c.at++
		case op == 0x41 || op == 0x42: // i32.const, i64.const
			_, n, _ := signed(c.in[c.at:])
			c.at += n
		case op == 0x43: // f32.const
			c.at += 4
		case op == 0x44: // f64.const
			c.at += 8
		case op == 0xfc: // memory.copy, memory.fill, conversions
			switch c.in[c.at] {
			case 10:
				c.at += 3
			case 11:
				c.at += 2
			default:
				if c.in[c.at] > 7 {
					return errCode
				}
				c.at++
			}
		case op >= 0x45 && op <= 0xc4 || op <= 0x01 || op == 0x05 || op == 0x0f || op == 0x1a || op == 0x1b: // without operands
		default:
			return fmt.Errorf("%w: instruction %#x", errCode, op)
		}
		c.out = append(c.out, c.in[from:c.at]...)
	}
	if c.at != end {
		return fmt.Errorf("%w: a function ends at byte %d, want %d", errCode, c.at, end)
	}
	return nil
}

// call writes a call, or the storing of the address before one through a table.
func (c *coder) call() bool {
	rest, found := bytes.CutPrefix(c.in[c.at:], beforeAddress)
	if !found {
		return false
	}
	address, n, short := signed(rest)
	if !short || address>>16 != int64(c.page) {
		return false
	}
	if rest, found = bytes.CutPrefix(rest[n:], afterAddress); !found {
		return false
	}
	distance := int64(int(address&0xffff) - c.place)
	c.place = int(address & 0xffff)
	if after, found := bytes.CutPrefix(rest, beforeCall); found && c.depth >= 2 {
		// The linker writes the number of the function as a signed number.
		if function, n, short := signed(after); short && function >= 0 && function < 1<<16 {
			label := binary.AppendUvarint(afterCall[:len(afterCall):len(afterCall)], uint64(c.depth-2))
			if after, found = bytes.CutPrefix(after[n:], label); found {
				if distance == 2 {
					c.out = append(c.out, opCall)
				} else {
					c.out = binary.AppendVarint(append(c.out, opCallDelta), distance)
				}
				c.out = append(c.out, byte(function>>8), byte(function))
				c.at = len(c.in) - len(after)
				return true
			}
		}
	}
	if distance == 2 {
		c.out = append(c.out, opReturn)
	} else {
		c.out = binary.AppendVarint(append(c.out, opFar), distance)
	}
	c.at = len(c.in) - len(rest)
	return true
}

// setPlace writes the instructions that set the number of the place to a constant.
func (c *coder) setPlace() bool {
	if c.in[c.at] != 0x41 {
		return false
	}
	place, n, short := signed(c.in[c.at+1:])
	if rest := c.in[c.at+1+n:]; !short || place < 0 || place >= 1<<16 || rest[0] != 0x21 || rest[1] != 0 {
		return false
	}
	c.out = binary.AppendVarint(append(c.out, opPlace), place-int64(c.place))
	c.at += 1 + n + 2
	return true
}

// table writes a table whose entries are as expected. Its operation code has been read.
func (c *coder) table() bool {
	count, _ := c.unsigned()
	c.tabled = c.depth
	c.first = c.first[:0]
	var counts []uint64
	good := true
	for i := range count + 1 {
		entry, _ := c.unsigned()
		if entry == len(counts) {
			counts = append(counts, 0)
			c.first = append(c.first, i)
		} else if entry != len(counts)-1 {
			good = false
		}
		if good {
			counts[len(counts)-1]++
		}
	}
	if !good {
		c.first = c.first[:0]
		return false
	}
	c.out = binary.AppendUvarint(append(c.out, opTable), uint64(len(counts)))
	for _, n := range counts {
		c.out = binary.AppendUvarint(c.out, n)
	}
	return true
}
