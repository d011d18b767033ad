// SPDX-License-Identifier: BSD-3-Clause

package cell_test

import (
	"fmt"
	"strings"
	"testing"

	"polka/kernel/cell"
	"polka/stdlib"
)

// BenchmarkUndefined compiles cells of 1,000 and 8,000 lines, each of which has an undefined name.
func BenchmarkUndefined(b *testing.B) {
	for _, lines := range []int{1000, 8000} {
		b.Run(fmt.Sprint(lines), func(b *testing.B) {
			var src strings.Builder
			for i := range lines {
				fmt.Fprintf(&src, "fmt.Println(u%d)\n", i)
			}
			c := cell.New(cell.Options{Facts: stdlib.Importer(), Packages: stdlib.Packages(), Prelude: stdlib.Prelude()})
			for b.Loop() {
				if _, err := c.Compile(1, src.String()); err == nil {
					b.Fatal("there is no error")
				}
			}
		})
	}
}
