// SPDX-License-Identifier: BSD-3-Clause

package gosmith

import "testing"

func TestLoopProgram(t *testing.T) { testLoops(t, LoopProgram) }

func TestCallProgram(t *testing.T) { testLoops(t, CallProgram) }

func testLoops(t *testing.T, program func(seed uint64, size int) string) {
	for _, seed := range seeds(*programs) {
		src := program(seed, *size)
		if err := Check(src); err != nil {
			t.Errorf("seed %d: %v", seed, err)
			save(t, seed, "go", src)
		}
		if program(seed, *size) != src {
			t.Errorf("seed %d gives two programs", seed)
		}
	}
}
