// SPDX-License-Identifier: BSD-3-Clause

package cover_test

import (
	"errors"
	"testing"

	"polka/cover"
	"polka/dlx"
	"polka/shapes"
)

// Mistakes in boards, shapes and problems are found by the name of the type in any package.
func TestOneSyntaxError(t *testing.T) {
	_, inShape := shapes.Parse("[(0,0), (1,]")
	_, inBoard := cover.ParseBoard("")
	_, inProblem := dlx.Parse("a b\na c\n")
	for _, err := range []error{inShape, inBoard, inProblem} {
		var shape *shapes.SyntaxError
		var board *cover.SyntaxError
		var problem *dlx.SyntaxError
		if !errors.As(err, &shape) || !errors.As(err, &board) || !errors.As(err, &problem) {
			t.Errorf("%v: has type %T, expected a SyntaxError", err, err)
		}
	}
}
