// SPDX-License-Identifier: BSD-3-Clause

package puzzle_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"polka/dlx"
	"polka/dlx/puzzle"
)

// must is for puzzles that are read from good texts.
func must[T any](p T, err error) T {
	if err != nil {
		panic(err)
	}
	return p
}

// known are puzzles with published numbers of solutions, or such as follow from
// them.
var known = []struct {
	puzzle puzzle.Encoding
	want   string
	source string
}{
	{puzzle.NewQueens(1), "1", "A000170"},
	{puzzle.NewQueens(3), "0", "A000170"},
	{puzzle.NewQueens(6), "4", "A000170"},
	{puzzle.NewQueens(8), "92", "A000170"},
	{puzzle.NewQueens(9), "352", "A000170"},
	{puzzle.NewLangford(3), "2", "2 x A014552"},
	{puzzle.NewLangford(5), "0", "2 x A014552"},
	{puzzle.NewLangford(7), "52", "2 x A014552"},
	{puzzle.NewLangford(8), "300", "2 x A014552"},
	{puzzle.NewLatin(1), "1", "A002860"},
	{puzzle.NewLatin(3), "12", "A002860"},
	{puzzle.NewLatin(4), "576", "A002860"},
	{must(puzzle.NewLatin(5).Given("12345 2.... 3.... 4.... 5....")), "56", "A000315"},
	{puzzle.NewSudoku(2, 2), "288", "A107739"},
	{puzzle.NewSudoku(1, 4), "576", "boxes are rows: A002860"},
	{must(puzzle.NewSudoku(2, 3).Given("123456 ...... ...... ...... ...... ......")), "39168", "28200960 grids, divided by 6!"},
	{must(puzzle.ParseJigsaw("a a a a\nb b b b\nc c c c\nd d d d")), "576", "regions are rows: A002860"},
	{must(puzzle.ParseJigsaw("aabb\naabb\nccdd\nccdd")), "288", "regions are boxes: A107739"},
	{puzzle.NewMatchings(puzzle.Complete(8)), "105", "A001147"},
	{puzzle.NewMatchings(puzzle.Complete(7)), "0", "an odd number of vertices"},
	{puzzle.NewMatchings(puzzle.Cycle(8)), "2", "every other edge"},
	{puzzle.NewMatchings(puzzle.GridGraph(6, 6)), "6728", "A004003"},
	{puzzle.NewMatchings(puzzle.Petersen()), "6", "each edge is in two of them"},
	{puzzle.NewColoring(puzzle.Cycle(5), 3), "30", "(k-1)^5 - (k-1)"},
	{puzzle.NewColoring(puzzle.Complete(4), 4), "24", "4!"},
	{puzzle.NewColoring(puzzle.Complete(4), 3), "0", "four vertices, three colors"},
	{puzzle.NewColoring(puzzle.GridGraph(4, 4), 3), "7812", "A068253"},
	{puzzle.NewColoring(puzzle.Petersen(), 3), "120", "its chromatic polynomial at 3"},
	{puzzle.NewPartitions(4), "15", "A000110"},
	{puzzle.NewPartitions(8), "4140", "A000110"},
	{puzzle.NewPartitions(8, 2), "105", "A001147"},
	{puzzle.NewPartitions(9, 3), "280", "A025035"},
	{puzzle.NewPartitions(8, 3), "0", "3 does not divide 8"},
	{must(puzzle.ParsePartitions(4, "1 2\n3 4\n1 4\n2 3\n1\n")), "2", "by hand"},
	{must(puzzle.ParseWords(2, 2, "ab")), "12", "6 pairs of cells, two ways each"},
	{must(puzzle.ParseWords(3, 3, "abc")), "16", "8 lines, two ways each"},
	{must(puzzle.ParseWords(3, 3, "aba")), "8", "8 lines, one way each"},
	{must(puzzle.ParseWords(1, 2, "ab ba")), "2", "both words lie on each other"},
	{must(puzzle.ParseWords(2, 3, "a")), "6", "any cell"},
	{must(puzzle.ParseEdgeMatching(1, 1, "abcd", "")), "4", "four turns"},
	{must(puzzle.ParseEdgeMatching(1, 2, "abcd aaaa", "")), "2", "the first tile's a meets the other one, on either side"},
	{must(puzzle.ParseEdgeMatching(3, 4, puzzle.MacMahonSquares("abc"), "a")), "240352", "12 of the 24 squares; DLX2, SSXCC and others agree"},
	{must(puzzle.ParseEdgeMatching(1, 1, "aabb", "a")), "0", "no tile is all a"},
}

func TestKnownCounts(t *testing.T) {
	for _, c := range known {
		n, err := c.puzzle.Problem().Count(t.Context())
		if err != nil || n.String() != c.want {
			t.Errorf("%v: %v solutions, %v, want %s (%s)", c.puzzle, n, err, c.want, c.source)
		}
		if w := c.puzzle.Problem().Warnings(); c.want != "0" && len(w) > 0 {
			t.Errorf("%v: %q", c.puzzle, w)
		}
	}
}

// each calls check with all solutions of a puzzle, which have different
// pictures.
func each(t *testing.T, p puzzle.Encoding, check func(dlx.Solution)) {
	t.Helper()
	seen := map[string]bool{}
	err := p.Problem().Each(t.Context(), func(s dlx.Solution) bool {
		if picture := p.Text(s); seen[picture] {
			t.Errorf("%v: the same picture twice:\n%s", p, picture)
		} else {
			seen[picture] = true
		}
		check(s)
		return true
	})
	if err != nil {
		t.Error(err)
	}
}

// TestQueensDecode looks at boards by the rules of chess.
func TestQueensDecode(t *testing.T) {
	q := puzzle.NewQueens(7)
	each(t, q, func(s dlx.Solution) {
		b := q.Decode(s)
		for i := range b {
			for j := range i {
				if b[i] == b[j] || b[i]-b[j] == i-j || b[i]-b[j] == j-i {
					t.Errorf("the queens of rows %d and %d attack each other:\n%v", j, i, b)
				}
			}
		}
	})
}

func TestLangfordDecode(t *testing.T) {
	l := puzzle.NewLangford(7)
	each(t, l, func(s dlx.Solution) {
		row := l.Decode(s)
		for k := 1; k <= 7; k++ {
			i := slices.Index(row, k)
			if i < 0 || i+k+1 >= len(row) || row[i+k+1] != k {
				t.Errorf("the two %d are not %d apart: %v", k, k, row)
			}
		}
	})
}

// TestSudokuDecode looks for each number in each row, column and region.
func TestSudokuDecode(t *testing.T) {
	const regions = "aaab\nacbb\ncccb\ndddd"
	jigsaw := must(must(puzzle.ParseJigsaw(regions)).Given("...2 .... .... ...."))
	picture := strings.Split(regions, "\n")
	n := 0
	each(t, jigsaw, func(s dlx.Solution) {
		n++
		g := jigsaw.Decode(s)
		if g[0][3] != 2 {
			t.Errorf("what was given is gone:\n%v", g)
		}
		sum := map[string]int{}
		for i := range 4 {
			for j := range 4 {
				bit := 1 << (4 * (g[i][j] - 1)) // carries if a number is there twice or more
				sum[fmt.Sprint("row ", i)] += bit
				sum[fmt.Sprint("column ", j)] += bit
				sum["region "+picture[i][j:j+1]] += bit
			}
		}
		for where, bits := range sum {
			if bits != 0x1111 {
				t.Errorf("%s does not have all numbers:\n%v", where, g)
			}
		}
	})
	if n == 0 {
		t.Error("the jigsaw has no solution")
	}
}

// TestSudokuMove compares the moves with the options' texts.
func TestSudokuMove(t *testing.T) {
	s, err := puzzle.NewSudoku(2, 2).Given("1... .... ..2. ...4")
	if err != nil {
		t.Fatal(err)
	}
	p := s.Problem()
	for k := range p.NumOptions() {
		i, j, v := s.Move(k)
		cell, inRow := fmt.Sprintf("p%d,%d ", i+1, j+1), fmt.Sprintf(" r%d,%d ", i+1, v)
		if o := p.OptionText(k); !strings.HasPrefix(o, cell) || !strings.Contains(o, inRow) {
			t.Errorf("option %d, %s: %d, %d, %d", k, o, i, j, v)
		}
	}
	for _, k := range []int{-1, p.NumOptions()} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("option %d: no panic", k)
				}
			}()
			s.Move(k)
		}()
	}
}

// TestNoCells gives the two parsers a rectangle without cells.
func TestNoCells(t *testing.T) {
	if _, err := puzzle.ParseWords(0, 3, "a"); err == nil {
		t.Error("words: no error")
	}
	if _, err := puzzle.ParseEdgeMatching(3, 0, "aaaa", ""); err == nil {
		t.Error("edges: no error")
	}
}

// TestColoringDecode looks at the ends of each edge.
func TestColoringDecode(t *testing.T) {
	g := puzzle.Petersen()
	c := puzzle.NewColoring(g, 3)
	each(t, c, func(s dlx.Solution) {
		color := map[string]int{}
		for i, v := range g.Vertices() {
			color[v] = c.Decode(s)[i]
		}
		for edge := range strings.FieldsSeq(g.String()) {
			a, b, _ := strings.Cut(edge, "-")
			if color[a] == color[b] || color[a] < 1 || color[a] > 3 {
				t.Errorf("edge %s: colors %d and %d", edge, color[a], color[b])
			}
		}
	})
}

func TestMatchingsDecode(t *testing.T) {
	m := puzzle.NewMatchings(puzzle.GridGraph(4, 4))
	each(t, m, func(s dlx.Solution) {
		seen := map[string]bool{}
		for edge := range strings.FieldsSeq(m.Decode(s).String()) {
			a, b, _ := strings.Cut(edge, "-")
			if seen[a] || seen[b] {
				t.Errorf("a vertex is matched twice: %v", m.Decode(s))
			}
			seen[a], seen[b] = true, true
		}
		if len(seen) != 16 {
			t.Errorf("%d vertices are matched, want 16", len(seen))
		}
	})
}

func TestPartitionsDecode(t *testing.T) {
	p := puzzle.NewPartitions(6)
	each(t, p, func(s dlx.Solution) {
		var all []int
		for _, block := range p.Decode(s) {
			all = append(all, block...)
		}
		slices.Sort(all)
		if !slices.Equal(all, []int{1, 2, 3, 4, 5, 6}) {
			t.Errorf("%v is no partition", p.Decode(s))
		}
	})
}

// TestWordsDecode looks for each word in the rectangle, in all directions.
func TestWordsDecode(t *testing.T) {
	w := must(puzzle.ParseWords(3, 3, "cat tag got"))
	n := 0
	each(t, w, func(s dlx.Solution) {
		n++
		letters := w.Decode(s)
		at := func(i, j int) string {
			if i < 0 || i >= 3 || j < 0 || j >= 3 {
				return " "
			}
			return letters[i][j : j+1]
		}
		var read []string
		for k := range 9 * 9 {
			i, j, di, dj := k/27, k/9%3, k/3%3-1, k%3-1
			read = append(read, at(i, j)+at(i+di, j+dj)+at(i+2*di, j+2*dj))
		}
		for _, word := range []string{"CAT", "TAG", "GOT"} {
			if !slices.Contains(read, word) {
				t.Errorf("%s is missing in %q", word, letters)
			}
		}
	})
	if n == 0 {
		t.Error("the words have no place")
	}
}

// TestEdgeMatchingDecode compares edges that touch, and turns tiles back.
func TestEdgeMatchingDecode(t *testing.T) {
	tiles := "aabb abab abbb aaab bbbb aaaa"
	e := must(puzzle.ParseEdgeMatching(2, 3, tiles, "a"))
	loose := must(puzzle.ParseEdgeMatching(2, 2, tiles, ""))
	check := func(b [][]string, border bool) {
		rest := strings.Fields(tiles) // no two of them are equal when turned
		for i, row := range b {
			for j, edges := range row {
				n := slices.IndexFunc(rest, func(tile string) bool { return strings.Contains(tile+tile, edges) })
				if n < 0 {
					t.Fatalf("tile %s does not exist, or is used twice in %q", edges, b)
				}
				rest = slices.Delete(rest, n, n+1)
				if j > 0 && row[j-1][1] != edges[3] || i > 0 && b[i-1][j][2] != edges[0] {
					t.Errorf("edges do not match in %v", b)
				}
				if border && (i == 0 && edges[0] != 'a' || j == 0 && edges[3] != 'a' || i == len(b)-1 && edges[2] != 'a' || j == len(row)-1 && edges[1] != 'a') {
					t.Errorf("the border has another color in %v", b)
				}
			}
		}
	}
	each(t, e, func(s dlx.Solution) { check(e.Decode(s), true) })
	n := 0
	each(t, loose, func(s dlx.Solution) { n++; check(loose.Decode(s), false) })
	if n == 0 {
		t.Error("the tiles do not fit")
	}
	if n := len(strings.Fields(puzzle.MacMahonSquares("abc"))); n != 24 {
		t.Errorf("%d MacMahon squares of three colors, want 24 (A006528)", n)
	}
}

func TestErrors(t *testing.T) {
	second := func(_ any, err error) error { return err }
	for _, c := range []struct {
		err  error
		want string
	}{
		{second(puzzle.ParseSudoku("12")), "puzzle: line 1, column 3: expected the cells of a square, found 2 of them"},
		{second(puzzle.ParseSudoku("1234\n12x4\n1234\n1234")), "puzzle: line 2, column 3: expected a number from 1 to 4 or a dot, found 'x'"},
		{second(puzzle.NewLatin(2).Given("12 21 1")), "puzzle: line 1, column 7: expected the end after 4 cells, found '1'"},
		{second(puzzle.NewLatin(2).Given("1\n2")), "puzzle: line 2, column 2: expected 4 cells, found 2"},
		{second(puzzle.NewLatin(2).Given("1ö21")), "puzzle: line 1, column 2: expected a number from 1 to 2 or a dot, found 'ö'"},
		{second(puzzle.ParseJigsaw("aa\nb")), "puzzle: line 2, column 2: expected as many cells on each line of the regions as there are lines, 2, found 1"},
		{second(puzzle.ParseJigsaw("\n a a \n\n a a")), "puzzle: line 2, column 5: expected as many cells on each line of the regions as there are lines, 3, found 2"},
		{second(puzzle.ParseJigsaw("\na b\n b ö b\n\n")), "puzzle: line 3, column 6: expected as many cells on each line of the regions as there are lines, 2, found 3"},
		{second(puzzle.ParseJigsaw("")), "puzzle: line 1, column 1: expected as many cells on each line of the regions as there are lines, 1, found 0"},
		{second(puzzle.ParseJigsaw("aa\nab")), "puzzle: line 2, column 1: expected 2 cells in region 'a', found more"},
		{second(puzzle.ParseJigsaw("ab\nca")), "puzzle: line 2, column 1: expected one of the 2 regions before, found 'c'"},
		{second(puzzle.ParseGraph("a-b b-a")), `puzzle: word 2 of the graph: expected an edge between two vertices, and each once, found "b-a"`},
		{second(puzzle.ParseGraph("a-b c-")), `puzzle: word 2 of the graph: expected an edge such as a-b, found "c-"`},
		{second(puzzle.ParseGraph(" ")), "puzzle: expected the edges of a graph, such as a-b, found nothing"},
		{second(puzzle.ParsePartitions(3, "1 2\n\u00a03 33 3")), `puzzle: line 2, column 4: expected a number from 1 to 3, found "33"`},
		{second(puzzle.ParseWords(2, 2, "ab a1")), `puzzle: word 2: expected letters, found "A1"`},
		{second(puzzle.ParseWords(2, 2, "ab Ab")), `puzzle: word 2: expected each word once, found "AB" again`},
		{second(puzzle.ParseEdgeMatching(1, 1, "abc", "")), `puzzle: tile 1: expected four letters, the colors of its edges, found "abc"`},
		{second(puzzle.ParseEdgeMatching(2, 1, "abca", "")), "puzzle: expected at least 2 tiles for so many cells, found 1"},
		{second(puzzle.ParseEdgeMatching(1, 1, "abca", "ab")), `puzzle: expected one letter as the color of the border, found "ab"`},
	} {
		if c.err == nil || c.err.Error() != c.want {
			t.Errorf("got %v\nwant %s", c.err, c.want)
		}
	}
}

// FuzzParse gives anything to the readers: an error, or a puzzle that can be
// stated.
func FuzzParse(f *testing.F) {
	f.Add("1... ..2. .3.. ...4")
	f.Add("a-b b-c c-a d")
	f.Add("aabb\naabb\nccdd\nccdd")
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 200 {
			return
		}
		var puzzles []puzzle.Encoding
		if p, err := puzzle.ParseSudoku(text); err == nil {
			puzzles = append(puzzles, p)
		}
		if p, err := puzzle.ParseJigsaw(text); err == nil && len(text) > 0 {
			puzzles = append(puzzles, p)
		}
		if g, err := puzzle.ParseGraph(text); err == nil {
			puzzles = append(puzzles, puzzle.NewMatchings(g), puzzle.NewColoring(g, 2))
			again, err := puzzle.ParseGraph(g.String())
			if err != nil || again.String() != g.String() {
				t.Errorf("%q became %q, which does not read back: %v", text, g, err)
			}
		}
		if p, err := puzzle.ParsePartitions(9, text); err == nil {
			puzzles = append(puzzles, p)
		}
		if p, err := puzzle.ParseWords(4, 4, text); err == nil {
			puzzles = append(puzzles, p)
		}
		if p, err := puzzle.ParseEdgeMatching(1, 1, text, ""); err == nil {
			puzzles = append(puzzles, p)
		}
		for _, p := range puzzles {
			if err := p.Problem().Err(); err != nil {
				t.Errorf("%v, from %q: %v", p, text, err)
			}
		}
	})
}
