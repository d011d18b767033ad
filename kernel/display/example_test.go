// SPDX-License-Identifier: BSD-3-Clause

package display_test

import (
	"fmt"

	"polka/kernel/display"
)

type disc struct{ radius int }

func (d disc) String() string { return fmt.Sprintf("disc of radius %d", d.radius) }
func (d disc) SVG() string {
	return fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><circle cx="50" cy="50" r="%d"/></svg>`, d.radius)
}

func ExampleRenderer_Render() {
	b := display.Renderer{}.Render(disc{40})
	fmt.Println(b.Types())
	fmt.Println(b.Plain())
	// Output:
	// [image/svg+xml text/html text/plain]
	// disc of radius 40
}

func ExampleShow() {
	display.Show(1+1, disc{10})
	// Output:
	// 2
	// disc of radius 10
}

// In a cell, the calls of total are shown step by step.
func ExampleTrace() {
	var total func(list ...int) int
	total = func(list ...int) int {
		if len(list) == 0 {
			return 0
		}
		return list[0] + total(list[1:]...)
	}
	display.Trace("total --limit 100", func() { fmt.Println(total(1, 2, 3)) })
	// Output: 6
}
