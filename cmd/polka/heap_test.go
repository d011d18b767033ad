// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"runtime"
	"runtime/debug"
	"testing"
)

func TestGrowth(t *testing.T) {
	for _, test := range []struct {
		live uint64
		want int
	}{{0, 600}, {1 << 20, 600}, {4 << 20, 600}, {8 << 20, 300}, {16 << 20, 150}, {24 << 20, 100}, {1 << 30, 100}, {1 << 44, 100}} {
		if got := growth(test.live); got != test.want {
			t.Errorf("growth(%d) = %d, want %d", test.live, got, test.want)
		}
	}
}

// TestAdjust sees that the percentage that a cell has set stays, and that after a collection the
// next percentage is set.
func TestAdjust(t *testing.T) {
	before, own := debug.SetGCPercent(150), percent
	t.Cleanup(func() {
		debug.SetGCPercent(before)
		percent = own
	})
	percent = largestGrowth
	if adjust(100) {
		t.Error("adjust has replaced a percentage that is not its own")
	}
	if got := debug.SetGCPercent(largestGrowth); got != 150 {
		t.Errorf("the percentage is %d, want 150", got)
	}
	done := make(chan bool, 2)
	rounds := 0
	afterCollection(func() bool {
		rounds++
		done <- adjust(100 + rounds)
		return rounds < 2
	})
	for range 2 {
		for len(done) == 0 {
			runtime.GC() // the stack of the finalizer may still have the value
		}
		if !<-done {
			t.Error("adjust has not set its own percentage")
		}
	}
	if got := debug.SetGCPercent(100); got != 102 {
		t.Errorf("the percentage is %d, want 102", got)
	}
}
