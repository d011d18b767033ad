// SPDX-License-Identifier: BSD-3-Clause

package render

import (
	"strings"
	"testing"

	"polka/dlx/puzzle"
)

func TestSudokuPicture(t *testing.T) {
	s, err := puzzle.ParseSudoku("...4 3... 2... .3.1")
	if err != nil {
		t.Fatal(err)
	}
	found, err := s.Problem().Unique(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if got, want := Draw(s).String(), ".   . | .   4\n3   . | .   .\n2   . | .   .\n.   3 | .   1\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	svg := Draw(s.Filled(found)).SVG()
	for _, want := range []string{`aria-label="sudoku with boxes of 2 by 2, 5 numbers given: 1 2 3 4; 3 4 1 2; 2 1 4 3; 4 3 2 1"`} {
		if !strings.Contains(svg, want) {
			t.Errorf("no %q in\n%s", want, svg)
		}
	}
	if strings.Count(svg, "<text") != 16 && strings.Count(svg, "</text>") != 16 {
		t.Errorf("expected 16 numbers in\n%s", svg)
	}
	if Draw(s).SVG() == Draw(puzzle.NewSudoku(2, 2)).SVG() {
		t.Error("the clues are not drawn")
	}
}

func TestQueensPicture(t *testing.T) {
	svg := Draw(puzzle.QueensBoard{1, 3, 0, 2}).SVG()
	for _, want := range []string{"4 queens, in the columns 2, 4, 1, 3 of the rows from the top", "<title>queen</title>"} {
		if !strings.Contains(svg, want) {
			t.Errorf("no %q in\n%s", want, svg)
		}
	}
}

func TestLangfordPicture(t *testing.T) {
	p := Draw(puzzle.LangfordRow{3, 1, 2, 1, 3, 2})
	if got := p.String(); got != "[3 1 2 1 3 2]\n" && got != "[3 1 2 1 3 2]" {
		t.Errorf("%q", got)
	}
	if svg := p.SVG(); !strings.Contains(svg, "3 and 3: 3 numbers between them") {
		t.Errorf("no title of an arc in\n%s", svg)
	}
}

// TestRecordingOfPuzzles checks that the board of a sudoku has its clues from the start, and that a
// queen appears on her square.
func TestRecordingOfPuzzles(t *testing.T) {
	s, err := puzzle.ParseSudoku("...4 3... 2... .3.1")
	if err != nil {
		t.Fatal(err)
	}
	r, err := RecordSearch(t.Context(), s, 400)
	if err != nil {
		t.Fatal(err)
	}
	board := func(n int) string {
		text, _, _ := strings.Cut(r.At(n).String(), "\n\n")
		return text
	}
	for _, digit := range []string{"4", "3", "2", "1"} {
		if !strings.Contains(board(0), digit) {
			t.Errorf("no %s in the first picture:\n%s", digit, board(0))
		}
	}
	q, err := RecordSearch(t.Context(), puzzle.NewQueens(4), 400)
	if err != nil {
		t.Fatal(err)
	}
	if first := q.At(2).String(); !strings.Contains(first, "Q") {
		t.Errorf("expected one queen after the first choice in\n%s", first)
	}
	if _, err := RecordSearch(t.Context(), puzzle.NewLangford(3), 400); err != nil {
		t.Error(err)
	}
}
