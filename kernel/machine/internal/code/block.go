// SPDX-License-Identifier: BSD-3-Clause

//go:build (amd64 || arm64) && (linux || darwin || windows)

// Memory that can be executed.
//
// Code is written to new pages while they are writable, and then they become executable and are no
// longer writable: they are never both. Code that is no longer needed is unmapped, and its pages
// are not used again before that, so no processor has old instructions of an address in a cache. On
// arm64 the instruction caches do not follow the data caches, and flush in enter_arm64.s makes them
// agree before the pages become executable.

package code

import (
	"errors"
	"fmt"
	"os"
	"sync/atomic"
	"unsafe"
)

// A Block is machine code in executable memory.
type Block struct{ mem []byte }

// maxMapped is how many bytes of machine code a program may have. Each block is a mapping of its
// own, of which Linux allows a process 65,530, and Go's runtime needs some.
const maxMapped = 64 << 20

var total atomic.Int64

// Mapped is the number of bytes of memory that machine code takes now.
func Mapped() int64 { return total.Load() }

// Map copies code to executable memory. It begins at a multiple of the size of a page. The error
// says that the system does not allow this.
func Map(code []byte) (*Block, error) {
	if len(code) == 0 {
		return nil, errors.New("code: empty")
	}
	page := os.Getpagesize()
	size := (len(code) + page - 1) / page * page
	if total.Add(int64(size)) > maxMapped {
		total.Add(-int64(size))
		return nil, errors.New("there is too much machine code")
	}
	mem, err := mapPages(size)
	if err != nil {
		total.Add(-int64(size))
		return nil, fmt.Errorf("no memory for machine code: %w", err)
	}
	copy(mem, code)
	fill(mem[len(code):])
	if err := protect(mem); err != nil {
		(&Block{mem}).Free() // the first error is the one to report
		return nil, fmt.Errorf("the system does not allow executable memory: %w", err)
	}
	flush(uintptr(unsafe.Pointer(&mem[0])), uintptr(len(mem)))
	return &Block{mem}, nil
}

// Addr is the address at which the code begins.
func (b *Block) Addr() uintptr { return uintptr(unsafe.Pointer(&b.mem[0])) }

// Bytes is the memory of the code, which can be read.
func (b *Block) Bytes() []byte { return b.mem }

// Size is the number of bytes of memory that the code takes, whole pages.
func (b *Block) Size() int { return len(b.mem) }

// Contains reports whether an address is in the memory of the code.
func (b *Block) Contains(pc uintptr) bool { return pc-b.Addr() < uintptr(len(b.mem)) }

// Free releases the memory. Nothing may run in the code, or return to it.
func (b *Block) Free() error {
	mem := b.mem
	b.mem = nil
	total.Add(-int64(len(mem)))
	return unmap(mem)
}
