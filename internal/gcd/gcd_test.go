// SPDX-License-Identifier: BSD-3-Clause

package gcd

import (
	"math/big"
	"testing"
)

// TestOf compares all pairs of small numbers with package math/big.
func TestOf(t *testing.T) {
	for a := -50; a <= 50; a++ {
		for b := -50; b <= 50; b++ {
			want := new(big.Int).GCD(nil, nil, big.NewInt(int64(a)), big.NewInt(int64(b))).Int64()
			if got := Of(a, b); int64(got) != want {
				t.Errorf("Of(%d, %d) = %d, want %d", a, b, got, want)
			}
			if got := Of(uint64(a*a), uint64(b*b)); got != uint64(want*want) {
				t.Errorf("Of(%d, %d) = %d, want %d", a*a, b*b, got, want*want)
			}
		}
	}
}
