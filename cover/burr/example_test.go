// SPDX-License-Identifier: BSD-3-Clause

package burr_test

import (
	"bytes"
	"context"
	"fmt"

	"polka/cover"
	"polka/cover/burr"
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
