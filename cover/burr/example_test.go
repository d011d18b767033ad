// SPDX-License-Identifier: BSD-3-Clause

package burr_test

import (
	"bytes"
	"context"
	"fmt"

	"polka/cover"
	"polka/cover/burr"
	"polka/dlx"
	"polka/shapes"
)

// The Soma cube on its way to BurrTools and back.
func Example() {
	var file bytes.Buffer
	soma := cover.New(cover.Box(3, 3, 3), shapes.Soma()...)
	if _, err := (&burr.File{Problems: []burr.Problem{{Name: "Soma", Puzzle: soma}}}).WriteTo(&file); err != nil {
		fmt.Println(err)
		return
	}
	read, err := burr.Read(&file)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(read.Problems[0].Name)
	fmt.Println(read.Problems[0].Puzzle.Counts(context.Background()))
	// Output:
	// Soma
	// 240 tilings up to 48 symmetries, 11520 in all <nil>
}

func ExampleSixPieceBurr() {
	var rods []shapes.Shape
	for _, number := range []int{702, 496, 976, 1008, 986, 734} {
		rods = append(rods, burr.Rod(number))
	}
	p := burr.Problem{Puzzle: burr.SixPieceBurr(rods...)}
	n, err := p.Each(context.Background(), func(s burr.Solution) bool {
		fmt.Println(s.Level)
		return true
	}, dlx.Options{})
	fmt.Println(n, "assemblies", err)
	// Output:
	// 5.4.2
	// 5.4.2
	// 43 assemblies <nil>
}
