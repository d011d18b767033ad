// SPDX-License-Identifier: BSD-3-Clause

package choice

import (
	"math/big"
	"math/rand/v2"
	"testing"
)

// TestBelow draws numbers below small ones until each has been drawn.
func TestBelow(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for n := int64(1); n <= 9; n++ {
		seen := map[int64]bool{}
		for range 1000 {
			r := Below(random, big.NewInt(n))
			if r.Sign() < 0 || r.Int64() >= n {
				t.Fatalf("below %d is %v", n, r)
			}
			seen[r.Int64()] = true
		}
		if len(seen) != int(n) {
			t.Errorf("below %d were %d numbers", n, len(seen))
		}
	}
}
