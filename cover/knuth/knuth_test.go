// SPDX-License-Identifier: BSD-3-Clause

package knuth

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"polka/cover"
	"polka/dlx"
)

// A program reads an input and gives what the program of that name writes.
var programs = map[string]func(io.Reader, io.Writer) error{
	"polyominoes": func(r io.Reader, w io.Writer) error {
		d, err := ReadPolyominoes(r)
		if err != nil {
			return err
		}
		return d.WriteRows(w)
	},
	"polyiamonds": func(r io.Reader, w io.Writer) error {
		d, err := ReadPolyiamonds(r)
		if err != nil {
			return err
		}
		return d.WriteRows(w)
	},
	"polyomino-dlx": func(r io.Reader, w io.Writer) error {
		b, err := ReadPolyominoDLX(r)
		if err != nil {
			return err
		}
		return b.WriteDLX(w)
	},
}

// program finds the program that an input is for by the file's name.
func program(t *testing.T, file string) (string, func(io.Reader, io.Writer) error) {
	t.Helper()
	base := filepath.Base(file)
	for name, run := range programs {
		if rest, ok := strings.CutPrefix(base, name+"-"); ok && !strings.Contains(strings.TrimSuffix(rest, ".in"), "-") {
			return name, run
		}
	}
	t.Fatalf("%s is for no program", file)
	return "", nil
}

// inputs lists the inputs in testdata.
func inputs(t testing.TB) []string {
	t.Helper()
	list, err := filepath.Glob("testdata/*.in")
	if err != nil || len(list) < 18 {
		t.Fatalf("%d inputs, %v", len(list), err)
	}
	return list
}

// TestGolden compares with what the programs themselves have written.
func TestGolden(t *testing.T) {
	for _, file := range inputs(t) {
		_, run := program(t, file)
		in, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		want, err := os.ReadFile(strings.TrimSuffix(file, ".in") + ".out")
		if err != nil {
			t.Fatal(err)
		}
		var got bytes.Buffer
		if err := run(bytes.NewReader(in), &got); err != nil {
			t.Errorf("%s: %v", file, err)
		} else if !bytes.Equal(got.Bytes(), want) {
			t.Errorf("%s: the output differs", file)
		} else if _, err := dlx.Parse(got.String()); err != nil && file != "testdata/polyominoes-1.in" { // it names a piece twice
			t.Errorf("%s: the output is not a problem: %v", file, err)
		}
	}
}

// TestWriteTo reads what was written.
func TestWriteTo(t *testing.T) {
	for _, file := range inputs(t) {
		name, _ := program(t, file)
		in, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var first, second, source, again bytes.Buffer
		switch name {
		case "polyomino-dlx":
			b, err := ReadPolyominoDLX(bytes.NewReader(in))
			if err != nil {
				t.Fatal(err)
			}
			b.WriteDLX(&first)
			b.WriteTo(&source)
			if b, err = ReadPolyominoDLX(&source); err != nil {
				t.Fatal(err)
			}
			b.WriteDLX(&second)
		default:
			read := ReadPolyominoes
			if name == "polyiamonds" {
				read = ReadPolyiamonds
			}
			d, err := read(bytes.NewReader(in))
			if err != nil {
				t.Fatal(err)
			}
			d.WriteRows(&first)
			d.board, d.names = "", "" // so that they are written anew
			d.WriteRows(&again)
			d.WriteTo(&source)
			if d, err = read(&source); err != nil {
				t.Fatal(err)
			}
			d.WriteRows(&second)
			if _, rows, _ := strings.Cut(first.String(), "\n"); !strings.HasSuffix(again.String(), rows) {
				t.Errorf("%s: other rows without the text", file)
			}
			first = again
		}
		if first.Len() == 0 || first.String() != second.String() {
			t.Errorf("%s: reading what was written changes it", file)
		}
	}
}

func TestErrors(t *testing.T) {
	for _, c := range []struct{ program, input, err string }{
		// What the text of POLYOMINO-DLX calls illegal.
		{"polyomino-dlx", "[-5]1\n", "line 1, column 2: expected a digit before the hyphen of a range"},
		{"polyomino-dlx", "[1-]1\n", "line 1, column 3: expected a digit after the hyphen of a range"},
		{"polyomino-dlx", "[3-2]1\n", "line 1, column 4: expected a range that goes up, found 3-2"},
		{"polyomino-dlx", "[1-2-3]1\n", "line 1, column 5: expected a digit before the hyphen of a range"},
		{"polyomino-dlx", "[3--5]1\n", "line 1, column 4: expected a digit before the hyphen of a range"},
		// The other errors of that program.
		{"polyomino-dlx", "", "line 1, column 1: expected the cells of the box, found the end of the line"},
		{"polyomino-dlx", "| nothing\n", "line 2, column 1: expected the cells of the box, found the end of the line"},
		{"polyomino-dlx", "0\n", "line 1, column 2: expected a digit from 0 to 9, a to z or A to Z, or a bracket, found the end of the line"},
		{"polyomino-dlx", "00 é1\n", `line 1, column 4: expected a digit from 0 to 9, a to z or A to Z, or a bracket, found 'é'`},
		{"polyomino-dlx", "0[1é]\n", `line 1, column 4: expected a digit, a hyphen or the closing bracket, found 'é'`},
		{"polyomino-dlx", "0[12", "line 1, column 5: expected the closing bracket, found the end of the line"},
		{"polyomino-dlx", "00\t\n", `line 1, column 3: expected a space after the suffix, which has no bar, colon or tab, found '\t'`},
		{"polyomino-dlx", "00 01\nA:B 00\n", `line 2, column 2: expected a space after the name of a piece, which has no bar, colon or tab, found ':'`},
		{"polyomino-dlx", "00 01\n00 00\n", `line 2, column 1: expected the name of a piece, found "00", which is a cell of the box`},
		{"polyomino-dlx", "00 01x\n01x 00\n", `line 2, column 1: expected the name of a piece, found "01x", which is a cell of the box`},
		{"polyomino-dlx", "00 01\n 00\n", `line 2, column 1: expected the name of a piece, found ' '`},
		{"polyomino-dlx", "00 01\n2|A 00\nA 00\n", "line 3, column 1: expected the multiplicity 2 that piece A has above, found 1"},
		// Where it misbehaves.
		{"polyomino-dlx", "00 01\nfoo|A 00\n", `line 2, column 1: expected a multiplicity such as 12 or 2:3 before the bar, found "foo"`},
		{"polyomino-dlx", "00 01\n3:2|A 00\n", `line 2, column 1: expected a multiplicity of at least 1 with the lower bound first, found "3:2"`},
		{"polyomino-dlx", "00 01\nA|B|C\n", `line 2, column 4: expected a space after the name of a piece, which has no bar, colon or tab, found '|'`},
		// The errors of POLYOMINOES and POLYIAMONDS.
		{"polyominoes", "", "line 1, column 1: expected a cell such as 03, found the end of the line"},
		{"polyominoes", "A1\n", "line 1, column 1: expected an x coordinate, a digit from 0 to 9 or a to z, found 'A'"},
		{"polyominoes", "1\n", "line 1, column 2: expected a y coordinate, a digit from 0 to 9 or a to z, found the end of the line"},
		{"polyominoes", "111\n", "line 1, column 3: expected a space after the two coordinates, found '1'"},
		{"polyominoes", "11*\n", "line 1, column 3: expected a space after the two coordinates, found '*'"},
		{"polyiamonds", "11x\n", "line 1, column 3: expected an asterisk or a space after the two coordinates, found 'x'"},
		{"polyiamonds", "11**\n", "line 1, column 4: expected an asterisk or a space after the two coordinates, found '*'"},
		{"polyominoes", "11 12 11\n", `line 1, column 7: expected each cell once, found "11" again`},
		{"polyominoes", "11 12\n", "line 2, column 1: expected the names of the pieces, found the end of the line"},
		{"polyominoes", "11 12\nA 12\n", `line 2, column 3: expected the name of a piece, found "12", which is a cell of the board`},
		{"polyominoes", "11 12\nA\n\n", "line 3, column 1: expected a piece, found the end of the line"},
		{"polyominoes", "11 12\nA\nB 1 1 11\n", `line 3, column 1: expected one of the names on line 2, found "B"`},
		{"polyominoes", "11 12\nA\nA 3 1 11\n", `line 3, column 3: expected the number of turns, 1, 2 or 4, found "3"`},
		{"polyiamonds", "11 12\nA\nA 4 1 11\n", `line 3, column 3: expected the number of turns, 1, 2, 3 or 6, found "4"`},
		{"polyominoes", "11 12\nA\nA 1 3 11\n", `line 3, column 5: expected the number of transpositions, 1 or 2, found "3"`},
		{"polyominoes", "11 12\nA\nA 1\n", `line 3, column 4: expected the number of transpositions, 1 or 2, found the end of the line`},
		{"polyominoes", "11 12\nA\nA 1 1\n", "line 3, column 6: expected a cell such as 03, found the end of the line"},
		{"polyominoes", "11 12\nA\nA 1 1 00 00\n", `line 3, column 10: expected each cell once, found "00" again`},
	} {
		var out bytes.Buffer
		err := programs[c.program](strings.NewReader(c.input), &out)
		var wrong *cover.SyntaxError
		if err == nil || err.Error() != c.err || !errors.As(err, &wrong) {
			t.Errorf("%s, %q: error %v, want %s", c.program, c.input, err, c.err)
		}
		if out.Len() > 0 {
			t.Errorf("%s, %q: it writes %q before the error", c.program, c.input, out.String())
		}
	}
}

// TestLegal reads what the text of POLYOMINO-DLX calls legal, and what goes beyond the limits of
// the programs.
func TestLegal(t *testing.T) {
	long := strings.Repeat("n", 5000)
	for _, c := range []struct{ program, input, items string }{
		{"polyomino-dlx", "[7-z32-4A5-5]0\n", " 20 30 40 50 70 80 90 a0 b0 c0 d0 e0 f0 g0 h0 i0 j0 k0 l0 m0 n0 o0 p0 q0 r0 s0 t0 u0 v0 w0 x0 y0 z0 A0"},
		{"polyomino-dlx", "[2-57-A]0\n", " 20 30 40 50 70 80 90 a0 b0 c0 d0 e0 f0 g0 h0 i0 j0 k0 l0 m0 n0 o0 p0 q0 r0 s0 t0 u0 v0 w0 x0 y0 z0 A0"},
		{"polyomino-dlx", "[]1 1[] 23", " 23"},
		{"polyomino-dlx", "[]1\nA 00\n", " A"},
		{"polyomino-dlx", "00\nA\n\nB 00x\n", " 00 B |"},
		{"polyomino-dlx", "00" + long + " 01\n2|" + long + " 00\n", " 01 2|" + long + " | 00" + long},
		{"polyominoes", " 00\t01 \n%s" + long + "\n%s" + long + " 1 1 00", " 00\t01  %s" + long},
	} {
		var out bytes.Buffer
		if err := programs[c.program](strings.NewReader(c.input), &out); err != nil {
			t.Errorf("%.40q: %v", c.input, err)
			continue
		}
		var items string
		for _, l := range strings.Split(out.String(), "\n") {
			if !strings.HasPrefix(l, "|") {
				items = l
				break
			}
		}
		if items != c.items {
			t.Errorf("%.40q: items %.200q, want %.200q", c.input, items, c.items)
		}
	}
}

// TestOddities reads what the program accepts, although it may be a mistake: pieces without cells,
// of which each option has no cells either, an empty line for the box, and carriage returns, which
// are characters like others.
func TestOddities(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"[0-1][0-2]\nA []0\n", "| [0-1][0-2]\n| A []0\n" + mark + " 00 01 02 10 11 12 A\n" + strings.Repeat("A\n", 65*66)},
		{"00\nB \n", "| 00\n| B \n" + mark + " 00 B\n" + strings.Repeat("B\n", 64*64)},
		{"\nA []0\nB 00\n", "| \n| A []0\n| B 00\n" + mark + " A B\nA\n"},
		{"| c\r\n00 01\r\nD 00\r\n\r\n", "| | c\r\n| 00 01\r\n| D 00\r\n| \r\n" + mark + " 00 D | 01\r\nD 01\r\n"},
	} {
		b, err := ReadPolyominoDLX(strings.NewReader(c.text))
		if err != nil {
			t.Errorf("%q: %v", c.text, err)
			continue
		}
		var out strings.Builder
		if err := b.WriteDLX(&out); err != nil || out.String() != c.want {
			t.Errorf("%q: %.300q, %v, want %.300q", c.text, &out, err, c.want)
		}
		if len(b.Notes()) == 0 {
			t.Errorf("%q: nothing is odd about it", c.text)
		}
	}
}

// mark is the line between the input and the problem.
const mark = "| this file was created by polyomino-dlx from that data\n"

// TestNotes checks the notes on unusual input, line by line.
func TestNotes(t *testing.T) {
	for _, c := range []struct{ text, notes string }{
		{"00 01\nD 00 01\n", "[]"},
		{"| nothing\n[]0\n\nM\nD 00", "[line 2: the box has no cells line 3: an empty line is ignored line 4: the piece M has no cells and is ignored]"},
	} {
		b, err := ReadPolyominoDLX(strings.NewReader(c.text))
		if err != nil || fmt.Sprint(b.Notes()) != c.notes {
			t.Errorf("%q: %v, %v, want %s", c.text, b.Notes(), err, c.notes)
		}
	}
}

func TestFarewell(t *testing.T) {
	for _, c := range []struct {
		file, farewell string
	}{
		{"polyomino-dlx-0", "Altogether 25 cells, 3 pieces, 28 base placements."},
		{"polyomino-dlx-2", "Altogether 51+36 cells, 1 pieces, 8 base placements."},
		{"polyomino-dlx-5", "Altogether 49+36 cells, 2 pieces, 11 base placements."},
	} {
		in, err := os.Open(filepath.Join("testdata", c.file+".in"))
		if err != nil {
			t.Fatal(err)
		}
		defer in.Close()
		b, err := ReadPolyominoDLX(in)
		if err != nil || b.Farewell() != c.farewell {
			t.Errorf("%s: %v, %v, want %s", c.file, b.Farewell(), err, c.farewell)
		}
	}
}

// TestMalformed changes good inputs at random, ten thousand times for each
// program: an error is one line, with its position.
func TestMalformed(t *testing.T) {
	good := map[string][][]byte{}
	for _, file := range inputs(t) {
		name, _ := program(t, file)
		in, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if len(in) < 300 {
			good[name] = append(good[name], in)
		}
	}
	for name, list := range good {
		random := rand.New(rand.NewPCG(10000, 3))
		refused := 0
		for range 10000 {
			bad := bytes.Clone(list[random.IntN(len(list))])
			for range 1 + random.IntN(3) {
				at := random.IntN(len(bad) + 1)
				switch random.IntN(4) {
				case 0:
					bad = append(bad[:at:at], append([]byte{byte(random.IntN(256))}, bad[at:]...)...)
				case 1:
					bad = append(bad[:at:at], append([]byte{" \n\t[]-|:*0zZ"[random.IntN(12)]}, bad[at:]...)...)
				case 2:
					bad = bad[:at]
				case 3:
					if at < len(bad) {
						bad[at] = " \n[]-|:*09azAZ"[random.IntN(14)]
					}
				}
			}
			if err := programs[name](bytes.NewReader(bad), io.Discard); err != nil {
				refused++
				if strings.Contains(err.Error(), "\n") || !strings.HasPrefix(err.Error(), "line ") {
					t.Errorf("%s, %q: error %q", name, bad, err)
				}
			}
		}
		if refused < 3000 {
			t.Errorf("%s: only %d of 10000 inputs were malformed", name, refused)
		}
	}
}

func fuzz(f *testing.F, name string) {
	for _, file := range inputs(f) {
		if strings.HasPrefix(filepath.Base(file), name) {
			if in, err := os.ReadFile(file); err == nil && len(in) < 300 {
				f.Add(in)
			}
		}
	}
	f.Fuzz(func(t *testing.T, in []byte) {
		var out bytes.Buffer
		if err := programs[name](bytes.NewReader(in), &out); err != nil {
			if strings.Contains(err.Error(), "\n") || out.Len() > 0 {
				t.Errorf("%q: %q after %q", in, err, out.String())
			}
		}
	})
}

func FuzzPolyominoes(f *testing.F)  { fuzz(f, "polyominoes") }
func FuzzPolyiamonds(f *testing.F)  { fuzz(f, "polyiamonds") }
func FuzzPolyominoDLX(f *testing.F) { fuzz(f, "polyomino-dlx") }
