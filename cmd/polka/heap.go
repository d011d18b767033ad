// SPDX-License-Identifier: BSD-3-Clause

// How often garbage is collected while the heap is small.
//
// Go collects when the heap has doubled, or has 4 MB. A session begins with 3 MB, most of it types
// and code. So a cell that allocates a little has them marked again and again: two collections
// took 6 of the 26 ms of a program that multiplies matrices, and collections a third of the time of
// one that allocates small slices. Programs without a session do not have this heap to mark.
//
// Until the heap has 24 MB it may therefore grow by more than its own size: by 24 MB, or by six
// times its size if that is less. The percentage of GOGC is computed again after each collection,
// when the finalizer of a value that nothing refers to runs. It stays as it is if the environment
// or a cell has set it.

package main

import (
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"slices"
	"sync"
)

const (
	smallHeap     = 24 << 20
	usualPercent  = 100
	largestGrowth = 600 // in percent
	searchGrowth  = 400
)

// collectRarely makes collections rare while the heap is small.
var collectRarely = sync.OnceFunc(func() {
	if os.Getenv("GOGC") != "" {
		return
	}
	was := debug.SetGCPercent(largestGrowth)
	if was != usualPercent {
		debug.SetGCPercent(was)
		return
	}
	afterCollection(func() bool {
		live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
		metrics.Read(live)
		return adjust(growth(live[0].Value.Uint64()))
	})
})

// forOneSearch sets up the memory of a process that searches once and ends: it collects rarely.
// Most puzzles are solved before the first collection. A memory limit still holds.
func forOneSearch() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(searchGrowth)
	}
}

// searchVerbs are the verbs of processes that search once.
var searchVerbs = []string{"tile", "disassemble", "solve"}

// unprofiled ends the sampling of allocations in a process that searches once, whose profile nobody
// reads. It is called before anything else: the change itself takes a sample, which takes the
// longer the more calls are open.
func unprofiled(args []string) {
	if len(args) > 0 && slices.Contains(searchVerbs, args[0]) {
		runtime.MemProfileRate = 0
	}
}

// growth is by how many percent a heap may grow of which so many bytes are in use.
func growth(live uint64) int {
	return min(max(usualPercent, int(100*smallHeap/max(live, 1))), largestGrowth)
}

// percent is what adjust has set.
var percent = largestGrowth

// adjust sets the percentage, unless somebody else has set it: then it reports false.
func adjust(next int) bool {
	if was := debug.SetGCPercent(next); was != percent {
		debug.SetGCPercent(was)
		return false
	}
	percent = next
	return true
}

// afterCollection calls f after each collection until it returns false.
func afterCollection(f func() bool) {
	var again func(*[16]byte)
	again = func(*[16]byte) {
		if f() {
			runtime.SetFinalizer(new([16]byte), again)
		}
	}
	runtime.SetFinalizer(new([16]byte), again)
}
