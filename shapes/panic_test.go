// SPDX-License-Identifier: BSD-3-Clause

package shapes_test

import (
	"runtime"
	"testing"

	"polka/shapes"
)

// TestEachPanics ends an enumeration by a panic while its threads are as far ahead as they can be.
func TestEachPanics(t *testing.T) {
	for range 3 {
		func() {
			defer func() {
				if recover() == nil {
					t.Error("no panic")
				}
			}()
			shapes.Each(t.Context(), shapes.Square, 19, shapes.Free, func(shapes.Shape) bool {
				for range 200_000 {
					runtime.Gosched() // the other threads
				}
				panic("enough")
			})
		}()
	}
}
