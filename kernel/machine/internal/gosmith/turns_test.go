// SPDX-License-Identifier: BSD-3-Clause

package gosmith

import "testing"

func TestLoopProgram(t *testing.T) {
	for _, seed := range seeds(*programs) {
		src := LoopProgram(seed, *size)
		if err := Check(src); err != nil {
			t.Errorf("seed %d: %v", seed, err)
			save(t, seed, "go", src)
		}
		if LoopProgram(seed, *size) != src {
			t.Errorf("seed %d gives two programs", seed)
		}
	}
}
