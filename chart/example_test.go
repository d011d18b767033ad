// SPDX-License-Identifier: BSD-3-Clause

package chart_test

import (
	"fmt"

	"polka/chart"
)

func ExampleOf() {
	rows := []struct {
		Cells, Pieces int
	}{{4, 5}, {5, 12}, {6, 35}}
	c := chart.Of(rows).Mark("bar").X("Cells").Y("Pieces")
	fmt.Println(c, c.Err())
	fmt.Println(c.Color("Color").Err())
	// Output:
	// bar of 3 rows: x Cells, y Pieces <nil>
	// chart: no field "Color"; the fields are Cells, Pieces
}

func ExampleChart_Layer() {
	measured := map[string][]float64{"n": {1, 2, 3}, "seconds": {0.1, 0.4, 0.9}}
	fitted := map[string][]float64{"n": {1, 3}, "seconds": {0.1, 0.9}}
	fmt.Println(chart.Of(measured).X("n").Y("seconds").Layer(chart.Of(fitted).Mark("line").X("n").Y("seconds")).Err())
	// Output: <nil>
}
