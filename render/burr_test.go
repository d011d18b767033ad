// SPDX-License-Identifier: BSD-3-Clause

package render_test

import (
	"context"
	"strings"
	"testing"

	"polka/cover"
	"polka/cover/burr"
	"polka/dlx"
	"polka/render"
	"polka/shapes"
)

// A problem is drawn as its puzzle, a solution as its moves, and a list of solutions as assemblies.
func TestBurr(t *testing.T) {
	board := burr.SixPieceBoard()
	inside := board.Shape().Intersection(cover.Box(4, 4, 4).Shape().Translate(1, 1, 1))
	var rods []shapes.Shape
	for _, number := range []int{702, 496, 976, 1008, 986, 734} {
		rods = append(rods, burr.Rod(number))
	}
	problem := burr.Problem{Puzzle: cover.New(board.WithOptional(inside), rods...)}
	var first burr.Solution
	if _, err := problem.Each(context.Background(), func(s burr.Solution) bool { first = s; return false }, dlx.Options{}); err != nil {
		t.Fatal(err)
	}
	moves := render.Draw(first.Disassembly).SVG()
	if got := render.Draw(first).SVG(); got != moves {
		t.Error("a solution is not drawn as its disassembly")
	}
	if got, want := first.String(), first.Disassembly.String(); got != want {
		t.Errorf("a solution is printed as %s; expected %s", got, want)
	}
	puzzle := render.Draw(problem.Puzzle).SVG()
	for _, v := range []any{problem, &problem} {
		if render.Draw(v).SVG() != puzzle {
			t.Errorf("a %T is not drawn as its puzzle", v)
		}
	}
	packed := first
	packed.Disassembly = nil // as in a file without moves
	if got := render.Draw(packed).SVG(); !strings.Contains(got, "level 5.4.2") || got == moves {
		t.Errorf("a solution without moves is not drawn as an assembly with its level: %.200s", got)
	}
	if got, want := packed.String(), "level 5.4.2: 6 pieces"; got != want {
		t.Errorf("a solution without moves is printed as %s; expected %s", got, want)
	}
	if got := strings.Count(render.Draw([]burr.Solution{packed, {}, first}).SVG(), "level 5.4.2</"); got != 2 {
		t.Errorf("of two solutions and a zero value, %d are drawn", got)
	}
	for _, zero := range []any{burr.Problem{}, &burr.Problem{}, burr.Solution{}} {
		if got := render.Of(zero); got != nil {
			t.Errorf("a zero %T is shown as %T", zero, got)
		}
	}
}
