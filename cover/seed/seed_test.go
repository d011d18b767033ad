// SPDX-License-Identifier: BSD-3-Clause

package seed

import (
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"polka/cover"
	"polka/shapes"
)

// randomProblem draws a problem whose binary string has room for it.
func randomProblem(random *rand.Rand) Problem {
	p := Problem{}
	for range 1 + random.IntN(9) {
		cells := []shapes.Cell{{}}
		for size := 1 + random.IntN(9); len(cells) < size; {
			near := shapes.Square.Neighbors(cells[random.IntN(len(cells))])
			cells = append(cells, near[random.IntN(len(near))])
			cells = shapes.New(shapes.Square, cells...).Cells()
		}
		s := shapes.New(shapes.Square, cells...).Normal()
		if s, ok := fitting(s); ok {
			p.Pieces = append(p.Pieces, Piece{s, random.IntN(16)})
		}
	}
	if len(p.Pieces) == 0 {
		p.Pieces = append(p.Pieces, Piece{shapes.New(shapes.Square, shapes.Cell{}), 15})
	}
	if random.IntN(4) == 0 {
		p.Triple = 1 + random.IntN(len(p.Pieces))
	} else {
		p.Width = 1 + random.IntN(255)
		p.Height = p.Width + random.IntN(256-p.Width)
	}
	return p
}

func same(p, q Problem) bool { return fmt.Sprintf("%#v", p) == fmt.Sprintf("%#v", q) }

// TestRoundTrip encodes a thousand random problems in both formats.
func TestRoundTrip(t *testing.T) {
	for seed := range 1000 {
		p := randomProblem(rand.New(rand.NewPCG(uint64(seed), 5)))
		binary, err := p.MarshalBinary()
		if err != nil {
			t.Fatalf("seed %d: %v\n%v", seed, err, p)
		}
		if q, err := ParseBinary(binary); err != nil || !same(p, q) {
			t.Errorf("seed %d: %x is decoded as\n%v\n%v\nwant\n%v", seed, binary, q, err, p)
		}
		if q, err := Parse(p.String()); err != nil || !same(p, q) {
			t.Errorf("seed %d: the text is read as\n%v\n%v\nwant\n%v", seed, q, err, p)
		}
	}
}

// problems are sixteen hand-made ones, with their numbers of tilings up to
// symmetry.
var problems = []struct {
	text     string
	distinct int64
}{
	{"2x2\n\n2\n##", 1},
	{"3x2\n\n2\nLL\nL.", 1},
	{"4x4\n\n4\nTTT\n.T.", 1},
	{"5x2\n\n2\nPP\nPP\nP.", 1},
	{"10x5\n\n10\n.Y\nYY\n.Y\n.Y", 4},
	{"3x3\n\n#", 3},
	{"3x3\n\n4\n##", 3},
	{"8x8\n\n12\nIIIII", 1},
	{"triple 1\n\n9\nLL\nL.", 3},
	{"triple 1\n\n9\n#", 1},
	{"6x6\n\n12\nLL\nL.", 25},
	{"5x4\n\nI\nI\nI\nI\nI\n\nLL\nL.\nL.\nL.\n\nPP\nPP\nP.\n\nVVV\nV..\nV..", 2},
	{"4x4\n\nII\n\n2\nLL\nL.\n\n2\nOO\nOO\n\n1/1 2/2 2/3", 4},
	{"board\n####\n#..#\n####\n\n5\n##", 1},
	{"board\n.#.\n###\n.#.\n\n3\n#\n\n##", 1},
	{"5x3\n\n2\n##\n##\n\nI\nI\nI\n\nLL\nL.\n\n1/3\n", 8},
}

func TestProblems(t *testing.T) {
	if len(problems) != 16 {
		t.Fatalf("%d problems", len(problems))
	}
	for _, c := range problems {
		p, err := Parse(c.text)
		if err != nil {
			t.Errorf("%q: %v", c.text, err)
			continue
		}
		if p.Board.Empty() {
			binary, err := p.MarshalBinary()
			if err != nil {
				t.Errorf("%q: %v", c.text, err)
			}
			if p, err = ParseBinary(binary); err != nil {
				t.Errorf("%q: %v", c.text, err)
			}
		}
		puzzle, err := p.Puzzle()
		if err != nil {
			t.Errorf("%q: %v", c.text, err)
			continue
		}
		tally, err := puzzle.Counts(t.Context())
		if err != nil || tally.Distinct.Int64() != c.distinct {
			t.Errorf("%q: %v, %v, want %d", c.text, tally, err, c.distinct)
		}
		if _, err := puzzle.First(t.Context()); err != nil {
			t.Errorf("%q: %v", c.text, err)
		}
	}
}

// TestProgram reads the strings that the program has made, and writes them again, byte for byte.
func TestProgram(t *testing.T) {
	text, err := os.ReadFile("testdata/seeds.tsv")
	if err != nil {
		t.Fatal(err)
	}
	rows := 0
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		rows++
		col := strings.Split(strings.TrimSpace(line), "\t")
		binary, err := hex.DecodeString(col[1])
		if err != nil {
			t.Fatal(err)
		}
		p, err := ParseBinary(binary)
		if col[0] == "0x5 1/0" {
			if err == nil {
				t.Errorf("%s: piece 5 of one is tripled", col[0])
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", col[0], err)
			continue
		}
		board := fmt.Sprintf("%dx%d", p.Width, p.Height)
		if p.Triple > 0 {
			board = fmt.Sprint("triple ", p.Triple-1)
		}
		var pieces []string
		for _, q := range p.Pieces {
			var cells []string
			for _, c := range q.Shape.Cells() {
				cells = append(cells, fmt.Sprintf("%d.%d", c.Y, c.X))
			}
			pieces = append(pieces, fmt.Sprintf("%s*%d", strings.Join(cells, ","), q.Count))
		}
		if list := strings.Join(pieces, " "); board != col[2] || list != col[3] {
			t.Errorf("%s is read as %s %s\nwant %s %s", col[0], board, list, col[2], col[3])
		}
		if again, err := p.MarshalBinary(); err != nil || !bytes.Equal(again, binary) {
			t.Errorf("%s is written as %x, %v\nwant %x", col[0], again, err, binary)
		}
		if col[4] == "-" {
			continue
		}
		puzzle, err := p.Puzzle()
		if err != nil {
			t.Fatal(err)
		}
		if n, err := puzzle.Count(t.Context()); err != nil || n.String() != col[4] {
			t.Errorf("%s has %v tilings, %v, want %s", col[0], n, err, col[4])
		}
	}
	if rows != 35 {
		t.Errorf("%d rows", rows)
	}
}

// TestArguments makes the problems of the program's arguments.
func TestArguments(t *testing.T) {
	for _, c := range []struct {
		a    Arguments
		want string
	}{
		{Arguments{Width: 6, Height: 10}, "060a01234f11567bf1015abf112567f12567af125678f10167cf10126bf11567af123567f101238f127abcf1"},
		{Arguments{Width: 5, Height: 3, Instances: []string{"1/0", "1/2", "1/9"}}, "030501234f1015abf123567f10"},
		{Arguments{Triple: true, Piece: 2, Instances: []string{"9/2"}}, "0000015abf90"},
		{Arguments{Width: 2, Height: 10, Instances: []string{"2/2", "2/10"}}, "020a015abf201238f2"},
	} {
		p, _, err := c.a.Problem(Default())
		if err != nil {
			t.Errorf("%+v: %v", c.a, err)
			continue
		}
		binary, err := p.MarshalBinary()
		if got := fmt.Sprintf("%x", binary); err != nil || got != c.want {
			t.Errorf("%+v: %s, %v, want %s", c.a, got, err, c.want)
		}
	}
	for seed := range uint64(200) {
		p, _, err := Arguments{Triple: true, Piece: -1, Unique: seed%2 == 0, Shuffled: true, Seed: seed}.Problem(Default())
		n := 0
		for _, q := range p.Pieces {
			n += q.Count
			if seed%2 == 0 && q.Count > 1 {
				t.Errorf("seed %d draws a piece twice", seed)
			}
		}
		if err != nil || n != 9 || p.Triple < 1 {
			t.Errorf("seed %d: %d copies, piece %d tripled, %v", seed, n, p.Triple, err)
		}
	}
}

func TestExample(t *testing.T) {
	p, err := Parse("4x5\n\n2\nPP\nPP\nP.\n")
	if err != nil {
		t.Fatal(err)
	}
	want := []byte{4, 5, 0x01, 0x56, 0xaf, 0x20}
	if binary, err := p.MarshalBinary(); err != nil || !bytes.Equal(binary, want) {
		t.Errorf("%x, %v, want %x", binary, err, want)
	}
}

func TestParseErrors(t *testing.T) {
	for _, c := range []struct{ text, err string }{
		{"", "line 1, column 1: expected a box such as 6x10, a piece to be tripled or a board before the end"},
		{"2x2", "line 1, column 1: expected a piece before the end"},
		{"0x2\n\n#", `line 1, column 1: expected a box with sides from 1 to 255 on a line of its own, found "0x2"`},
		{"2x2\n##", `line 1, column 1: expected a box with sides from 1 to 255 on a line of its own, found "2x2"`},
		{"2x2\n\n3x3\n\n#", "line 3, column 1: expected one box, piece to be tripled or board, and there is one on line 1"},
		{"triple\n\n#", `line 1, column 1: expected the word triple and the number of a piece on a line of its own, found "triple"`},
		{"triple 2\n\n#", "line 1, column 1: expected the number of one of 1 pieces, found 2"},
		{"2x2\n\n3\n\n#", "line 3, column 2: expected a piece below the number of its copies"},
		{"2x2\n\n#a", "line 3, column 2: expected cells marked '#', found 'a'"},
		{"2x2\n\n#\n1", "line 4, column 1: expected a cell, a dot or a space, found '1'"},
		{"2x2\n\n..\n..", "line 3, column 1: expected a picture with cells"},
		{"board\n\n#", "line 1, column 6: expected a picture of the board below this line"},
		{"2x2\n\n#\n\n1/2", `line 5, column 1: expected copies/piece such as 2/1, with a piece from 1 to 1, found "1/2"`},
		{"2x2\n\n#\n\n1/1\n\n1/1", "line 7, column 1: expected one list of instances, and there is one on line 5"},
	} {
		_, err := Parse(c.text)
		var syntax *cover.SyntaxError
		if err == nil || err.Error() != c.err || !errors.As(err, &syntax) {
			t.Errorf("%q: error %v, want %s", c.text, err, c.err)
		}
	}
}

func TestDecodeErrors(t *testing.T) {
	for _, c := range []struct{ binary, err string }{
		{"", "byte 1: expected the box, two bytes, found the end"},
		{"\x05", "byte 2: expected the box, two bytes, found the end"},
		{"\x05\x00\x0f\x1f", "byte 2: expected the second side of the box, from 1 to 255, found 0"},
		{"\x05\x05", "byte 3: expected a piece, found the end"},
		{"\x05\x05\x01", "byte 4: expected a cell, or 15 after the last one, found the end"},
		{"\x05\x05\x0f", "byte 4: expected the number of copies, found the end"},
		{"\x05\x05\xf1", "byte 3: expected a cell from 0 to 14, found 15"},
		{"\x05\x05\x00\xf1", "byte 3: expected a cell from 1 to 14, found 0"},
		{"\x05\x05\x0f\x11\x11", "byte 5: expected a cell from 2 to 14, found 1"},
		{"\x00\x02\x0f\x10", "byte 2: expected the number of one of 1 pieces, from 0, found 2"},
	} {
		if _, err := ParseBinary([]byte(c.binary)); err == nil || err.Error() != c.err {
			t.Errorf("%x: error %v, want %s", c.binary, err, c.err)
		}
	}
}

func TestCheck(t *testing.T) {
	one := []Piece{{shapes.Monomino(), 1}}
	for _, p := range []Problem{
		{}, {Width: 1, Pieces: one}, {Width: 1, Height: 256, Pieces: one}, {Width: 1, Height: 1}, {Triple: 2, Pieces: one},
		{Width: 1, Height: 1, Triple: 1, Pieces: one}, {Width: 1, Height: 1, Pieces: []Piece{{}}},
		{Width: 1, Height: 1, Pieces: []Piece{{shapes.Monomino(), -1}}},
	} {
		if _, err := p.MarshalBinary(); err == nil {
			t.Errorf("%#v is encoded", p)
		}
		if _, err := p.Puzzle(); err == nil {
			t.Errorf("%#v is a puzzle", p)
		}
	}
	for _, p := range []Problem{
		{Board: shapes.Domino(), Pieces: one},
		{Width: 9, Height: 9, Pieces: []Piece{{shapes.Rectangle(4, 4), 1}}},
		{Width: 9, Height: 9, Pieces: []Piece{{shapes.Domino(), 16}}},
	} {
		if binary, err := p.MarshalBinary(); err == nil {
			t.Errorf("%v is encoded as %x", p, binary)
		}
	}
}

func TestDraw(t *testing.T) {
	for seed := range uint64(50) {
		for _, unique := range []bool{false, true} {
			p := Draw(10, 6, shapes.Pentominoes(), unique, seed)
			if q := Draw(10, 6, shapes.Pentominoes(), unique, seed); !same(p, q) {
				t.Errorf("seed %d draws\n%v\nand then\n%v", seed, p, q)
			}
			n := 0
			for _, q := range p.Pieces {
				n += q.Count
				if unique && q.Count != 1 {
					t.Errorf("seed %d: %d copies of %v", seed, q.Count, q.Shape)
				}
			}
			if n != 12 || p.Check() != nil {
				t.Errorf("seed %d draws %d pieces, %v", seed, n, p.Check())
			}
		}
	}
}

// TestMalformed changes good input at random, ten thousand times for each
// format: an error is one line, with its position.
func TestMalformed(t *testing.T) {
	random := rand.New(rand.NewPCG(10000, 0))
	refused := [2]int{}
	for range 10000 {
		good := problems[random.IntN(len(problems))].text
		text := mutate(random, []byte(good))
		if _, err := Parse(string(text)); err != nil {
			refused[0]++
			if strings.Contains(err.Error(), "\n") || !strings.HasPrefix(err.Error(), "line ") {
				t.Errorf("%q: error %q", text, err)
			}
		}
		binary, err := randomProblem(random).MarshalBinary()
		if err != nil {
			t.Fatal(err)
		}
		binary = mutate(random, binary)
		p, err := ParseBinary(binary)
		if err != nil {
			refused[1]++
			if strings.Contains(err.Error(), "\n") || !strings.HasPrefix(err.Error(), "byte ") {
				t.Errorf("%x: error %q", binary, err)
			}
		} else if p.Check() != nil {
			t.Errorf("%x is decoded as\n%v, %v", binary, p, p.Check())
		}
	}
	if refused[0] < 3000 || refused[1] < 2000 {
		t.Errorf("only %v of 10000 inputs were malformed", refused)
	}
}

// mutate changes, removes and inserts bytes.
func mutate(random *rand.Rand, good []byte) []byte {
	bad := bytes.Clone(good)
	for range 1 + random.IntN(4) {
		at := random.IntN(len(bad) + 1)
		switch c := byte(random.IntN(256)); random.IntN(4) {
		case 0:
			bad = append(bad[:at:at], append([]byte{c}, bad[at:]...)...)
		case 1:
			bad = append(bad[:at:at], append([]byte{"#.\n \tx/0519-PQ"[random.IntN(14)]}, bad[at:]...)...)
		case 2:
			bad = bad[:at]
		case 3:
			if at < len(bad) {
				bad[at] = c
			}
		}
	}
	return bad
}

func FuzzParse(f *testing.F) {
	for _, c := range problems {
		f.Add(c.text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := Parse(text)
		if err != nil {
			return
		}
		if q, err := Parse(p.String()); err != nil || !same(p, q) {
			t.Errorf("%q is read as\n%v\nand that as\n%v, %v", text, p, q, err)
		}
	})
}

func FuzzDecode(f *testing.F) {
	for seed := range uint64(20) {
		binary, _ := randomProblem(rand.New(rand.NewPCG(seed, 5))).MarshalBinary()
		f.Add(binary)
	}
	f.Fuzz(func(t *testing.T, binary []byte) {
		p, err := ParseBinary(binary)
		if err != nil {
			return
		}
		again, err := p.MarshalBinary()
		if err != nil {
			t.Fatalf("%x is decoded as\n%v\n%v", binary, p, err)
		}
		if q, err := ParseBinary(again); err != nil || !same(p, q) {
			t.Errorf("%x is decoded as\n%v\nand %x as\n%v, %v", binary, p, again, q, err)
		}
	})
}
