package gosmith

import "testing"

func TestTypeProgram(t *testing.T) {
	for _, seed := range seeds(*programs) {
		src := TypeProgram(seed, TypeParts()...)
		if err := Check(src); err != nil {
			t.Errorf("seed %d: %v", seed, err)
			save(t, seed, "go", src)
		}
	}
}
