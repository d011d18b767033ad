// SPDX-License-Identifier: BSD-3-Clause

package shapes

import (
	"context"
	"encoding/json"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"polka/internal/syntax"
)

func TestParse(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"[]", "[]"},
		{" [ ( 0 , 0 ) , (+1,-2) ] ", "[(1,-2), (0,0)]"},
		{"[(0,1), (0,0), (0,1)]", "[(0,0), (0,1)]"},
		{"square [(3,4)]", "[(3,4)]"},
		{"P = square[(3,4)]", "P = [(3,4)]"},
		{"\"two words\"\t= [(3,4)]\n", "\"two words\" = [(3,4)]"},
		{`"say \"P\"" = [(3,4)]`, `"say \"P\"" = [(3,4)]`},
		{"##/.#", "[(0,0), (1,0), (1,1)]"},
		{"##/ #", "[(0,0), (1,0), (1,1)]"},
		{"XX/.X", "X = [(0,0), (1,0), (1,1)]"},
		{"Y = XX/.X", "Y = [(0,0), (1,0), (1,1)]"},
		{"x = ##/.#", "x = [(0,0), (1,0), (1,1)]"},
		{"xx/.x", "[(0,0), (1,0), (1,1)]"},
		{"██\n █", "[(0,0), (1,0), (1,1)]"},
		{"\n\n\t\t##\n\t\t.#\n\t\t", "[(0,0), (1,0), (1,1)]"},
		{"   .##\n   .#.\r\n", "[(1,0), (2,0), (1,1)]"},
		{"  #\n#", "[(2,0), (0,1)]"},
		{"U =\n  #.#\n  ###", "U = [(0,0), (2,0), (0,1), (1,1), (2,1)]"},
		{"#\n\n#", "[(0,0), (0,2)]"},
		{"king #./.#", "king [(0,0), (1,1)]"},
		{"K = king\n#.\n.#", "K = king [(0,0), (1,1)]"},
		{"tan ◤#/..◣", "tan [(0,0,0), (0,0,3), (1,0,0), (1,0,1), (1,0,2), (1,0,3), (2,1,2), (2,1,3)]"},
		{"tan ■█", "tan [(0,0,0), (0,0,1), (0,0,2), (0,0,3), (1,0,0), (1,0,1), (1,0,2), (1,0,3)]"},
		{"hexagon O O/ O O", "O = hexagon [(0,0), (1,0), (0,1), (1,1)]"},
		{"hexagon\n  # #\n # #", "hexagon [(0,0), (1,0), (-1,1), (0,1)]"},
		{"sphinx = triangle v^v^v./ v.....", "sphinx = triangle [(0,0,0), (0,0,1), (1,0,0), (1,0,1), (2,0,0), (0,1,0)]"},
		{"stick\n+-+..\n..|..\n..+-+", "stick [(0,0,0), (1,0,1), (1,1,0)]"},
		{"cube ##/#.//#", "cube [(0,0,0), (0,0,1), (1,0,0), (0,1,0)]"},
		{"cube ##/#. | #", "cube [(0,0,0), (0,0,1), (1,0,0), (0,1,0)]"},
		{"cube ##/#.|#", "cube [(0,0,0), (0,0,1), (1,0,0), (0,1,0)]"},
		{"cube .# |  | #.", "cube [(0,0,2), (1,0,0)]"},
		{"A = cube #. | AA", "error: line 1, column 15: expected '#' for a cell or a dot, found 'A'"},
		{"cube\n## | .#\n", "cube [(0,0,0), (1,0,0), (1,0,1)]"},
		{"## | ##", "error: line 1, column 4: expected '#' for a cell or a dot, found '|'"},
		{"cube\n\nAA\nA.\n\n\nA.\n\n", "A = cube [(0,0,0), (0,0,1), (1,0,0), (0,1,0)]"},
		{"tan ◤@", "error: line 1, column 6: expected one of ◤◥◢◣# or a dot, found '@'"},
		{"hexagon ##", "error: line 1, column 10: expected a space between hexagons (each row is shifted by one column), found '#'"},
		{"hexagon # A", "error: line 1, column 11: expected '#' for a cell or a dot, found 'A'"},
		{"triangle\nv^\nv", "error: line 3, column 1: expected '^' for a triangle in this column and row or a dot, found 'v'"},
		{"triangle\n  ^\n ^v^", "triangle [(0,0,1), (-1,1,1), (0,1,0), (0,1,1)]"},
		{"triangle ^", "triangle [(-1,0,1)]"},
		{"triangle ^^", "error: line 1, column 11: expected 'v' for a triangle in this column and row or a dot, found '^'"},
		{"stick -", "error: line 1, column 7: expected '+' or a dot in this column and row, found '-'"},
		{"stick .|", "error: line 1, column 8: expected '-' or a dot in this column and row, found '|'"},
		{"stick ../.-", "error: line 1, column 11: expected a dot between sticks, found '-'"},
		{"cube", "error: line 1, column 5: expected a picture with a cell, or a list such as [(0,0), (0,1)]"},
		{"cube ", "error: line 1, column 6: expected a picture with a cell, or a list such as [(0,0), (0,1)]"},
		{"cube ##\n##", "error: line 1, column 6: expected a picture of several lines to start on a new line"},
		{"cubes [(0,0,0)]", `error: line 1, column 1: expected a picture or the name of a lattice, found "cubes"`},
		{"P = torus-0x4", `error: line 1, column 5: expected a picture or the name of a lattice, found "torus-0x4"`},
		{"éé/.é", "[(0,0), (1,0), (1,1)]"},
		{"aa\nab", "error: line 2, column 2: expected 'a' for a cell or a dot, found 'b'"},
		{"##\n==", "error: line 2, column 1: expected '#' for a cell or a dot, found '='"},
		{"", "error: line 1, column 1: expected a picture with a cell, or a list such as [(0,0), (0,1)]"},
		{"..\n...", "error: line 2, column 4: expected a picture with a cell, or a list such as [(0,0), (0,1)]"},
		{"##\n #é", "error: line 2, column 3: expected '#' for a cell or a dot, found 'é'"},
		{"\n\n  ##\n  #\t#", "error: line 4, column 4: expected a cell, a dot or a space, found '\\t'"},
		{"P = ##\n##", "error: line 1, column 5: expected a picture of several lines to start on a new line"},
		{`"P = ##`, "error: line 1, column 1: expected the closing quote of a name on the same line"},
		{"[", "error: line 1, column 2: expected a cell such as (2,0), found the end"},
		{"[(0,0),\n (0,1),\n (0)]", "error: line 3, column 4: expected ',' (a cell of the lattice square has 2 coordinates), found ')'"},
		{"[(0,0,0)]", "error: line 1, column 6: expected ')' after 2 coordinates, found ','"},
		{"[(0,x)]", "error: line 1, column 5: expected a coordinate, found 'x'"},
		{"[(0,\n", "error: line 2, column 1: expected a coordinate, found the end"},
		{"[(0,0) (0,1)]", "error: line 1, column 8: expected ',' or ']' after a cell, found '('"},
		{"[(0,0),]", "error: line 1, column 8: expected a cell such as (2,0), found ']'"},
		{"[(0,0)] [", "error: line 1, column 9: expected the end after ']', found '['"},
		{"[(0,-2147483649)]", "error: line 1, column 5: expected a coordinate from -2147483648 to 2147483647"},
		{"[(0,\x00)]", "error: line 1, column 5: expected a coordinate, found '\\x00'"},
	} {
		s, err := Parse(test.text)
		got := s.String()
		if err != nil {
			got = "error: " + err.Error()
		}
		if got != test.want {
			t.Errorf("Parse(%q)\n got %s\nwant %s", test.text, got, test.want)
		}
	}
}

func TestParseAll(t *testing.T) {
	for _, test := range []struct {
		text string
		want string // one shape a line, or the error
	}{
		{"", ""},
		{"\n \n", ""},
		{"[(0,0), (0,1)]\n[(0,0)]\r\n", "[(0,0), (0,1)]\n[(0,0)]"},
		{"P = ##/##/#.\ntriangle [(0,0,1)]", "P = [(0,0), (1,0), (0,1), (1,1), (0,2)]\ntriangle [(0,0,1)]"},
		{"LLT\nLTT", "L = [(0,0), (1,0), (0,1)]\nT = [(2,0), (1,1), (2,1)]"},
		{"aab\n##b", "[(0,0), (1,0)]\n[(2,0), (2,1)]\n[(0,1), (1,1)]"},
		{"## #\n   #\n\n #", "[(0,0), (1,0)]\n[(3,0), (3,1)]\n[(0,0)]"},
		{"\t#\n\t##\n[(5,5)]", "[(0,0), (0,1), (1,1)]\n[(5,5)]"},
		{"king #./.#\ntan ◤\nhexagon [(0,0)]", "king [(0,0), (1,1)]\ntan [(0,0,0), (0,0,3)]\nhexagon [(0,0)]"},
		{"##\nR = hexagon\n # #\n# #\n\nQ =\n##\n##\n\n#", "[(0,0), (1,0)]\nR = hexagon [(0,0), (1,0), (-1,1), (0,1)]\nQ = [(0,0), (1,0), (0,1), (1,1)]\n[(0,0)]"},
		{"cube\n##\n\n#", "cube [(0,0,0), (1,0,0)]\n[(0,0)]"},
		{"P =\n##\n[(0,0)]", "line 3, column 1: expected '#' for a cell or a dot, found '['"},
		{"tan\n\n#", "line 1, column 4: expected a picture with a cell, or a list such as [(0,0), (0,1)]"},
		{"##\n\n  [(0;0)]", "line 3, column 6: expected ',' (a cell of the lattice square has 2 coordinates), found ';'"},
		{"##\n#\x00", "line 2, column 2: expected a cell, a dot or a space, found '\\x00'"},
	} {
		list, err := ParseAll(test.text)
		var lines []string
		for _, s := range list {
			lines = append(lines, s.String())
		}
		got := strings.Join(lines, "\n")
		if err != nil {
			got = err.Error()
		}
		if got != test.want {
			t.Errorf("ParseAll(%q)\n got %s\nwant %s", test.text, got, test.want)
		}
	}
}

// The sample that students of exact cover are given in the course INF421.
func TestParseCourseFile(t *testing.T) {
	text, err := os.ReadFile("testdata/inf421.txt")
	if err != nil {
		t.Fatal(err)
	}
	list, err := ParseAll(string(text))
	if err != nil {
		t.Fatal(err)
	}
	sizes := []int{}
	for _, s := range list {
		sizes = append(sizes, s.Size())
	}
	if want := []int{9, 14, 8, 8, 14, 8}; !slices.Equal(sizes, want) {
		t.Errorf("the shapes have %v cells, want %v", sizes, want)
	}
}

func FuzzParseAll(f *testing.F) {
	f.Add("##.#\n#\n\n[(0,0)]\nP = ##/#")
	f.Fuzz(func(t *testing.T, text string) {
		list, err := ParseAll(text)
		if err != nil {
			if !syntax.In(text, err) {
				t.Fatalf("%q: %v is not a SyntaxError in the text", text, err)
			}
			return
		}
		var lines []string
		for _, s := range list {
			lines = append(lines, s.String())
		}
		back, err := ParseAll(strings.Join(lines, "\n"))
		if err != nil || !slices.Equal(back, list) {
			t.Fatalf("ParseAll(%q) = %v, which reads back as %v, %v", text, list, back, err)
		}
	})
}

func TestTextFormsReadBack(t *testing.T) {
	names := rapid.OneOf(rapid.Just(""), rapid.StringMatching(`[A-Za-z][a-z0-9'+-]*`), rapid.String())
	onEveryLattice(t, func(t *rapid.T, l *Lattice) {
		s := New(l, cellsOf(l).Draw(t, "cells")...).Named(names.Draw(t, "name"))
		line := s.String()
		if strings.ContainsAny(line, "\n\r") {
			t.Errorf("%q is more than one line", line)
		}
		if back, err := Parse(line); err != nil || back != s {
			t.Errorf("%s reads back as %v, %v", line, back, err)
		}
		if s.Empty() {
			return
		}
		s = s.Named("").Normal()
		if l == Tan && len(cutTans(s)) > 0 {
			return
		}
		for _, text := range []string{l.String() + "\n" + s.Text(), "Q = " + l.String() + " " + strings.ReplaceAll(s.Text(), "\n", "/")} {
			if back, err := Parse(text); err != nil || back.Named("") != s {
				t.Errorf("%v, drawn as\n%s\nreads back as %v, %v", s, text, back, err)
			}
		}
		if back, err := Parse(s.Text()); l == Square && (err != nil || back != s) {
			t.Errorf("\n%s\nreads back as %v, %v", s.Text(), back, err)
		}
	})
}

// cutTans lists the squares of which a shape has a part that is no half and not the whole.
func cutTans(s Shape) []Cell {
	quarters := map[Cell][]int{}
	for _, c := range s.Cells() {
		at := Cell{X: c.X, Y: c.Y}
		quarters[at] = append(quarters[at], c.Z)
	}
	var cut []Cell
	for at, kinds := range quarters {
		if len(kinds)%2 == 1 || slices.Equal(kinds, []int{0, 2}) || slices.Equal(kinds, []int{1, 3}) {
			cut = append(cut, at)
		}
	}
	return cut
}

// Random cells rarely make up tans, so polytans are drawn as well.
func TestPolytansReadBack(t *testing.T) {
	err := Each(context.Background(), Tan, 5, Fixed, func(s Shape) bool {
		if back, err := Parse("tan\n" + s.Text()); err != nil || back != s {
			t.Errorf("%v, drawn as\n%s\nreads back as %v, %v", s, s.Text(), back, err)
		}
		return true
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestJSON(t *testing.T) {
	type page struct {
		Piece  Shape
		Counts map[Shape]int
	}
	p := page{MustParse("P = ##/##/#."), map[Shape]int{MustParse("hexagon [(0,0)]"): 1, {}: 2}}
	text, err := json.Marshal(p)
	if err != nil {
		t.Fatal(err)
	}
	const want = `{"Piece":"P = [(0,0), (1,0), (0,1), (1,1), (0,2)]","Counts":{"[]":2,"hexagon [(0,0)]":1}}`
	if string(text) != want {
		t.Errorf("JSON is %s, want %s", text, want)
	}
	var back page
	if err := json.Unmarshal(text, &back); err != nil || back.Piece != p.Piece || !maps.Equal(back.Counts, p.Counts) {
		t.Errorf("JSON reads back as %v, %v", back, err)
	}
	if err := json.Unmarshal([]byte(`{"Piece":"[(0"}`), &back); err == nil || back.Piece != p.Piece {
		t.Errorf("bad JSON gives %v, %v", back.Piece, err)
	}
}

func FuzzParse(f *testing.F) {
	for _, text := range []string{
		"P = [(0,0), (1,0), (0,1), (1,1), (0,2)]", "[]", "##/##/#.", "\tU.U\n\tUUU\n", `"a\tb" = square [(-1,+2)]`,
		"tan ◤#/..◣", "hexagon O O/ O O", "triangle v^v^v./ v.....", "cube ##/#.//#", "stick +-+..\n..|..\n..+-+",
		"P =\n#", "[(", "\"", "#\n\n \n#", "\xff=[]", "é=é", "a=", "=",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s, err := Parse(text)
		if err != nil {
			if !syntax.In(text, err) {
				t.Fatalf("%q: %v is not a SyntaxError in the text", text, err)
			}
			return
		}
		back, err := Parse(s.String())
		if err != nil || back != s {
			t.Fatalf("Parse(%q) = %v, which reads back as %v, %v", text, s, back, err)
		}
		if !slices.IsSortedFunc(s.Cells(), Cell.Compare) {
			t.Fatalf("Parse(%q): cells out of order: %v", text, s)
		}
	})
}
