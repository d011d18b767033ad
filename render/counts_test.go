// SPDX-License-Identifier: BSD-3-Clause

package render

import (
	"context"
	"fmt"
	"math/big"
	"strings"
	"testing"

	"polka/shapes"
)

func TestCountsMarkWhatDisagrees(t *testing.T) {
	table := shapes.CountTable{Lattice: shapes.Square, Columns: []shapes.Column{
		{Name: "free", Sequence: "A000105", Counts: []*big.Int{big.NewInt(1), big.NewInt(1), big.NewInt(3)}},
		{Name: "mine", Counts: []*big.Int{big.NewInt(7)}},
	}}
	text := countsTable(table).String()
	for _, want := range []string{"2 of 3 numbers in the encyclopedia agree", "free A000105", "3 !", "mine"} {
		if !strings.Contains(text, want) {
			t.Errorf("the table lacks %q:\n%s", want, text)
		}
	}
	if strings.Count(text, "!") != 1 {
		t.Errorf("the table marks more than the one wrong number:\n%s", text)
	}
}

func ExampleCounts() {
	table, err := shapes.CountsByClass(context.Background(), shapes.Hexagon, 5)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(countsTable(table))
	// Output:
	// Polyforms of lattice hexagon; 20 of 20 numbers in the encyclopedia agree
	// cells  fixed A001207  one-sided A006535  free A000228  without holes A018190
	// ─────  ─────────────  ─────────────────  ────────────  ─────────────────────
	//     1              1                  1             1                      1
	//     2              3                  1             1                      1
	//     3             11                  3             3                      3
	//     4             44                 10             7                      7
	//     5            186                 33            22                     22
}
