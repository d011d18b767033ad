// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"math/big"
	"testing"

	"polka/dlx"
)

// TestKnown counts terms that are known, by each method.
func TestKnown(t *testing.T) {
	for _, s := range sequences {
		most, engines := 6, []string{"bits", "memo", "frontier"}
		if s.other != nil {
			most, engines = 11, []string{""}
		}
		if testing.Short() {
			most--
		}
		for n := 1; n <= min(most, len(s.known)); n++ {
			for _, engine := range engines {
				count, _, err := s.count(t.Context(), n, dlx.Options{Engine: engine, Threads: 1})
				if err != nil || count.Cmp(big.NewInt(s.known[n-1])) != 0 {
					t.Errorf("%s(%d) is %v by %s, expected %d; %v", s.name, n, count, engine, s.known[n-1], err)
				}
			}
		}
	}
}

// TestNewTerms counts new terms by the program of sticks.go.
func TestNewTerms(t *testing.T) {
	if testing.Short() {
		return
	}
	for n, want := range map[int]int64{15: 470157772, 16: 2297730008} {
		if count, err := oneSidedSticks(n); err != nil || count.Int64() != want {
			t.Errorf("A151537(%d) is %v, expected %d; %v", n, count, want, err)
		}
	}
}
