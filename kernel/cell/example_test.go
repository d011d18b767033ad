// SPDX-License-Identifier: BSD-3-Clause

package cell_test

import (
	"fmt"

	"polka/kernel/cell"
	"polka/stdlib"
)

// A compiler knows what the cells before have defined, and nothing of those that failed.
func Example() {
	c := cell.New(cell.Options{Facts: stdlib.Importer()})
	for n, src := range []string{"x := 6", "y := x * z", "y := x * 7"} {
		p, err := c.Compile(n+1, src)
		if err != nil {
			fmt.Println(err)
			continue
		}
		c.Commit(p, p.Definitions)
	}
	fmt.Println(c.Names())
	// Output:
	// line 1: undefined: z
	// [x y]
}
