// SPDX-License-Identifier: BSD-3-Clause

// How much of the stack a recursion needs.
//
// A goroutine whose stack reaches the limit of debug.SetMaxStack ends the process, and with it the
// variables of all cells. The limit of depth alone does not prevent that: a call with loops inside
// loops may need a kilobyte of Go's stack. So a deep recursion looks at the stack now and then,
// when the list of its sites is full, and is too deep when the stack nearly is. The list is made so
// long that the next look comes when half of the rest is used, if later calls need as much as those
// before.
//
// A recursion whose later calls need far more than its first ones, and one through compiled code,
// can still end the process.

package run

import (
	"math/bits"
	"runtime/debug"
	"sync"

	"polka/kernel/machine/internal/code"
)

const (
	firstLook = 1 << 12 // calls that are open when the stack is looked at first
	fewCalls  = 256     // if it has room only for so many, it is full
)

// stackLimit returns how large a stack can become: its size is a power of two. An eighth is left
// for compiled code and deferred calls.
var stackLimit = sync.OnceValue(func() int {
	limit := debug.SetMaxStack(1 << 30)
	debug.SetMaxStack(limit)
	size := 1 << (bits.Len(uint(limit)) - 1)
	return size - size/8
})

// stackCalls returns how many calls can be made before the stack of the calling goroutine, on which
// n calls are open, has to be looked at again. Where the size of the stack is not known, that is
// any number.
func stackCalls(n int) int {
	used := code.StackUsed()
	if used == 0 {
		return maxDepth
	}
	each := max(used/n, 64)
	return (stackLimit() - used) / 2 / each
}
