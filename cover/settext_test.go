// SPDX-License-Identifier: BSD-3-Clause

package cover

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"
)

func TestParseSet(t *testing.T) {
	for _, c := range []struct{ text, set string }{
		{"trominoes", "I, L"},
		{"any*trominoes", "any I, any L"},
		{" 2*trominoes L; domino\n0:2*monomino", "2 L, domino, 0 to 2 monomino"},
		{"2:3*soma A", "2 to 3 A"},
		{"1+*#", "1 or more ?"},
		{"P = ##/##/#.", "P"},
		{"fixed trominoes", "I1, I2, L1, L2, L3, L4"},
		{"one-sided trominoes; one-sided tetrominoes L", "I, L, L, L'"},
		{"turned tetrominoes L", "L"},
		{"any*shifted domino", "any domino"},
		{"[(0,0), (1,0)]", "?"},
	} {
		set, err := ParseSet(c.text)
		if err != nil || set.String() != c.set {
			t.Errorf("%q is read as %v, %v, want %s", c.text, set, err, c.set)
		}
	}
	for _, c := range []struct{ text, err string }{
		{"", "line 1, column 1: expected a piece or a set of pieces"},
		{"domino;\n ; octominoids", `line 2, column 4: expected a set of pieces such as trominoes, tetrominoes, one-sided tetrominoes, pentominoes, or a shape such as ##/#., found "octominoids"`},
		{"x*domino", `line 1, column 1: expected a number of copies such as 3, 2:3, 2+ or any before the asterisk, found "x"`},
		{"3:2*domino", `line 1, column 1: expected the lower bound first, found "3:2"`},
		{"pentominoes Q", `line 1, column 1: expected a piece of the set pentominoes, found "Q"`},
		{"[(0,0)", "line 1, column 7: expected ',' or ']' after a cell, found the end"},
		{"domino\n domino;  any* fixed ##/é=; domino", "line 2, column 25: expected '#' for a cell or a dot, found 'é'"},
		{"[]", `line 1, column 1: expected a shape with cells, found "[]"`},
	} {
		_, err := ParseSet(c.text)
		var syntax *SyntaxError
		if err == nil || err.Error() != c.err || !errors.As(err, &syntax) {
			t.Errorf("%q: error %v, want %s", c.text, err, c.err)
		}
	}
}

// TestMalformed changes good texts of boards, sets and problems at random, ten
// thousand times each: an error is one line.
func TestMalformed(t *testing.T) {
	good := map[string][]string{
		"board": {"6x10", "2x3x4", "aztec 5", "hexagons trapezium 3 5", "##?1\n#A##", "#/?/#", "[(0,0), (1,0)]; optional [(0,0)]; mark 1 [(1,0)]", "hole = [(0,0), (2,0)]"},
		"set":   {"any*pentominoes P; 2:3*domino", "fixed trominoes\none-sided tetrominoes", "L = [(0,0), (1,0), (0,1)]; 3*##/#."},
		"dlx":   {"0,0 1,0 2,0 A | 5,5\nA 0,0 1,0\nA 2,0 5,5\n", "00 01 02 2|D\nD 00 01\nD 01 02\n", "00* 01* A\nA 00* 01*\n"},
	}
	read := map[string]func(string) error{
		"board": func(s string) error { _, err := ParseBoard(s); return err },
		"set":   func(s string) error { _, err := ParseSet(s); return err },
		"dlx":   func(s string) error { _, err := readDLX(s); return err },
	}
	alphabet := []rune("0123456789xX#?.,;:|*()[]= \n\t/Aa\u00e9\x00")
	for what, list := range good {
		random := rand.New(rand.NewPCG(10000, 2))
		refused := 0
		for range 10000 {
			bad := []rune(list[random.IntN(len(list))])
			for range 1 + random.IntN(4) {
				at := random.IntN(len(bad) + 1)
				r := alphabet[random.IntN(len(alphabet))]
				switch random.IntN(3) {
				case 0:
					bad = append(bad[:at:at], append([]rune{r}, bad[at:]...)...)
				case 1:
					bad = bad[:at]
				case 2:
					if at < len(bad) {
						bad[at] = r
					}
				}
			}
			if err := read[what](string(bad)); err != nil {
				refused++
				if strings.Contains(err.Error(), "\n") || err.Error() == "" {
					t.Errorf("%s %q: error %q", what, string(bad), err)
				}
			}
		}
		if refused < 3000 {
			t.Errorf("%s: only %d of 10000 texts were malformed", what, refused)
		}
	}
}

func FuzzParseBoard(f *testing.F) {
	for _, s := range []string{"6x10", "2x3x4", "aztec 5", "hexagons trapezium 3 5", "##?1\n#A##", "[(0,0), (1,0)]; optional [(0,0)]; mark 1 [(1,0)]"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		b, err := ParseBoard(text)
		if err != nil || b.Shape().Size() > 1000 {
			return
		}
		if again, err := ParseBoard(b.String()); err != nil || again != b {
			t.Errorf("%q is read as %v, and that as %v, %v", text, b, again, err)
		}
	})
}

func FuzzParseSet(f *testing.F) {
	for _, s := range []string{"any*pentominoes P; 2:3*domino", "fixed trominoes\none-sided tetrominoes", "L = [(0,0), (1,0), (0,1)]; 3*##/#."} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		set, err := ParseSet(text)
		if (err == nil) != (set != nil) {
			t.Errorf("%q: %v, %v", text, set, err)
		}
	})
}

func FuzzFromProblem(f *testing.F) {
	for _, s := range []string{"0,0 1,0 2,0 A | 5,5\nA 0,0 1,0\nA 2,0 5,5\n", "00 01 02 2|D\nD 00 01\nD 01 02\n", "00* 01* A\nA 00* 01*\n", "P1 P2 A | P1!\nA P1 P2 P1!\n"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := readDLX(text)
		if err == nil && len(p.AllPlacements()) != len(p.places) {
			t.Errorf("%q: %v", text, p)
		}
	})
}
