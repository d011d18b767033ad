// SPDX-License-Identifier: BSD-3-Clause

package burr

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"polka/cover"
	"polka/shapes"
)

// small is a file as BurrTools writes it.
const small = `<?xml version="1.0"?>
<puzzle version="2">
 <gridType type="0"/>
 <colors/>
 <shapes>
  <voxel x="3" y="2" z="1" type="0">###_#_</voxel>
  <voxel x="4" y="4" z="1" name="square" type="0">################</voxel>
  <voxel x="2" y="2" z="2" type="0">########</voxel>
  <voxel x="2" y="1" z="1" type="0">##</voxel>
 </shapes>
 <problems>
  <problem name="solid" state="0">
   <shapes>
    <shape id="3" min="0" max="4"/>
   </shapes>
   <result id="2"/>
   <bitmap/>
  </problem>
 </problems>
 <comment popup="">a comment</comment>
</puzzle>
`

func TestRead(t *testing.T) {
	f, err := Read(strings.NewReader(small))
	if err != nil {
		t.Fatal(err)
	}
	if f.Comment != "a comment" || len(f.Problems) != 1 || f.Problems[0].Name != "solid" {
		t.Errorf("%+v", f)
	}
	// Dominoes in the 2x2x2 cube: OEIS A004003's neighbor in space, 9.
	if n, err := f.Problems[0].Puzzle.Count(t.Context()); err != nil || n.Int64() != 9 {
		t.Errorf("%v tilings, %v, want 9", n, err)
	}
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	z.Write([]byte(small))
	z.Close()
	if g, err := Read(&packed); err != nil || g.Problems[0].Puzzle.String() != f.Problems[0].Puzzle.String() {
		t.Errorf("compressed: %v, %v", g, err)
	}
}

// TestReadProblem reads problems one by one.
func TestReadProblem(t *testing.T) {
	f, err := Read(strings.NewReader(small))
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range f.Problems {
		got, err := ReadProblem(strings.NewReader(small), i+1)
		if err != nil || got.Name != want.Name || got.Puzzle.String() != want.Puzzle.String() || !slices.Equal(got.Weights, want.Weights) || !slices.Equal(got.Groups, want.Groups) || got.Solutions != nil {
			t.Errorf("problem %d: %v, %v, want %v", i+1, got, err, want)
		}
	}
	for _, n := range []int{-1, 0, len(f.Problems) + 1} {
		if _, err := ReadProblem(strings.NewReader(small), n); !errors.As(err, new(*NumberError)) {
			t.Errorf("problem %d: %v", n, err)
		}
	}
}

// TestReadProblemTags reads a problem of a file with tags that are none.
func TestReadProblemTags(t *testing.T) {
	for _, tag := range []string{`<!-- <solutions> -->`, `<?tags <solutions> ?>`} {
		text := strings.Replace(small, "<shapes>", tag+"<shapes>", 1)
		text = strings.Replace(text, "</problem>", "<solutions></solutions></problem>", 1)
		if _, err := ReadProblem(strings.NewReader(text), 1); err != nil {
			t.Errorf("%s: %v", tag, err)
		}
	}
}

// TestLean reads problems whose text is taken apart before package xml sees it, as Read does: the
// same puzzles, and errors in the same places.
func TestLean(t *testing.T) {
	file := func(shapes, problem string) string {
		return "<?xml version=\"1.0\"?>\n<puzzle version=\"2\"><gridType type=\"0\"/><colors/>\n<shapes>\n" + shapes +
			"</shapes>\n<problems><problem><shapes><shape id=\"1\" count=\"2\"/></shapes>" + problem + "</problem></problems></puzzle>\n"
	}
	const result = `<result id="0"/>`
	plain := "<voxel x=\"2\" y=\"2\" z=\"1\" type=\"0\">####</voxel>\n<voxel x=\"2\" y=\"1\" z=\"1\" type=\"0\">##</voxel>\r\n"
	for name, text := range map[string]string{
		"plain":              file(plain, result),
		"on one line":        file(strings.NewReplacer("\n", "", "\r", "").Replace(plain), result),
		"spaces":             file(strings.ReplaceAll(plain, "##</", " ## </"), result),
		"a bracket":          file(strings.ReplaceAll(plain, "<voxel", `<voxel name="a>##"`), result),
		"a mark":             file(strings.ReplaceAll(plain, "<voxel", `<voxel name="@1"`), result),
		"a number of a mark": file(strings.Replace(plain, ">##<", ">&#64;7<", 1), result),
		"a mark in numbers":  file(strings.Replace(plain, ">##<", ">&#x40;0<", 1), result),
		"an element inside":  file(strings.Replace(plain, ">##<", ">#<voxel/>#<", 1), result),
		"unclosed quotes":    file(strings.Replace(plain, "\"2\" y", "\"2 y", 1), result),
		"a mark for cells":   file(plain+"<voxel x=\"2\" y=\"1\" z=\"1\" type=\"0\">@0</voxel>\n", result),
		"a comment":          file("<!-- <voxel>##</voxel>\n -->"+plain, result),
		"an empty shape":     file(plain+"<voxel x=\"2\" y=\"1\" z=\"1\" type=\"0\"/>\n", result),
		"too few cells":      file(strings.Replace(plain, "##<", "#<", 1), result),
		"no such cell":       file(strings.Replace(plain, "##<", "#5000<", 1), result),
		"wrong result":       file(plain, `<result id="7"/>`),
		"an error behind it": file(plain, "<result>"),
		"cut off":            file(plain, result)[:150],
	} {
		f, whole := Read(strings.NewReader(text))
		p, short := ReadProblem(strings.NewReader(text), 1)
		if fmt.Sprint(short) != fmt.Sprint(whole) {
			t.Errorf("%s: error %v, want %v", name, short, whole)
		}
		if whole == nil && fmt.Sprint(p.Puzzle.Board(), p.Puzzle.Set()) != fmt.Sprint(f.Problems[0].Puzzle.Board(), f.Problems[0].Puzzle.Set()) {
			t.Errorf("%s: puzzle %v, want %v", name, p.Puzzle, f.Problems[0].Puzzle)
		}
	}
}

// TestLeanMutations changes a file at random, and compares what is read without the cells of shapes
// with what is read of the whole.
func TestLeanMutations(t *testing.T) {
	const seed = 61
	random := rand.New(rand.NewPCG(seed, 0))
	file := small[:strings.Index(small, "</shapes>")+len("</shapes>")] + "\n</puzzle>\n"
	parts := []string{"<voxel", "</voxel>", "<voxel/>", "<voxels>", "<b>", "</b>", "<solutions>", "</solutions>", "&#64;", "&#x40;1", "&lt;",
		"@0", "#", "_", "1", "\n", "\r\n", " ", ">", "<", "/", "\"", "=", "<!---->", "<?a?>", "\xff"}
	dump := func(text string, lean bool) (s string) {
		if err := read(strings.NewReader(text), lean, func(p *puzzleElement, end position) error {
			s = fmt.Sprintf("%+v", p.Shapes)
			return nil
		}); err != nil {
			return err.Error()
		}
		return s
	}
	valid := 0
	for range 4_000 {
		text := file
		for range 1 + random.IntN(3) {
			i := random.IntN(len(text))
			if random.IntN(3) > 0 { // between tags, where it may be valid
				i += max(0, strings.IndexByte(text[i:], '>')) + 1
			}
			part := parts[random.IntN(len(parts))]
			i = min(i, len(text))
			j := min(i+random.IntN(2)*random.IntN(8), len(text))
			text = text[:i] + part + text[j:]
		}
		if strings.Contains(text, "<solutions>") && strings.Contains(text, "</solutions>") {
			continue // errors between them are not found
		}
		want, got := dump(text, false), dump(text, true)
		if got != want {
			t.Fatalf("seed %d: %s, want %s\n%s", seed, got, want, text)
		}
		if strings.HasPrefix(want, "[") {
			valid++
		}
	}
	if valid < 400 {
		t.Errorf("only %d files can be read", valid)
	}
}

// TestFlat reads a file in one layer: the Ts of the 4x4 square.
func TestFlat(t *testing.T) {
	text := strings.NewReplacer(
		`<voxel x="2" y="2" z="2" type="0">########</voxel>`, `<voxel x="2" y="2" z="1" type="0">####</voxel>`,
		`<shape id="3" min="0" max="4"/>`, `<shape id="0" count="4"/>`,
		`<result id="2"/>`, `<result id="1"/>`).Replace(small)
	f, err := Read(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	p := f.Problems[0].Puzzle
	if n, err := p.Count(t.Context()); err != nil || n.Int64() != 2 || p.Board().Shape().Lattice() != shapes.Square || p.Board().Shape().Name() != "square" {
		t.Errorf("%v: %v tilings, %v, want 2", p, n, err)
	}
}

// puzzles are written and read back.
func puzzles() []*cover.Puzzle {
	domino := shapes.Domino()
	return []*cover.Puzzle{
		cover.New(cover.Box(3, 3, 3), shapes.Soma()...),
		cover.New(cover.Rectangle(3, 20), shapes.Pentominoes()...),
		cover.New(cover.Parallelogram(shapes.Triangle, 4, 9), shapes.Hexiamonds()...),
		cover.New(cover.Trapezium(shapes.Triangle, 4, 11), shapes.Hexiamonds()...),
		cover.New(cover.Rectangle(4, 4).WithOptional(shapes.Rectangle(2, 2))).With(cover.Pieces(domino).Between(3, 7)),
		cover.New(cover.Rectangle(2, 4)).With(cover.Pieces(domino, shapes.MustSetByName("trominoes")[1]).Any()),
		cover.New(cover.Rectangle(3, 4).WithMark('1', domino)).With(cover.Pieces(domino).Colored("12").Times(2), cover.Pieces(domino.Named("plain")).Times(4)),
	}
}

func TestWrite(t *testing.T) {
	for _, p := range puzzles() {
		var text bytes.Buffer
		if _, err := (&File{Problems: []Problem{Problem{Name: "one", Puzzle: p}, Problem{Name: "two", Puzzle: p}}}).WriteTo(&text); err != nil {
			t.Errorf("%v: %v", p, err)
			continue
		}
		f, err := Read(&text)
		if err != nil || len(f.Problems) != 2 {
			t.Errorf("%v is written as\n%s\n%v", p, text.String(), err)
			continue
		}
		want, err1 := p.Counts(t.Context())
		got, err2 := f.Problems[1].Puzzle.Counts(t.Context())
		if err1 != nil || err2 != nil || got.String() != want.String() {
			t.Errorf("%v: %v, %v, want %v, %v", p, got, err2, want, err1)
		}
	}
	domino := shapes.Domino()
	for _, p := range []*cover.Puzzle{
		cover.New(cover.Parallelogram(shapes.Hexagon, 2, 2), shapes.Tetrahexes()[2]),
		cover.New(cover.Rectangle(1, 2)).With(cover.Pieces(domino).As(shapes.Fixed)),
		cover.New(cover.Rectangle(2, 4)).With(cover.Pieces(shapes.Tetrominoes()[1]).Times(2).As(shapes.OneSided)),
		cover.New(cover.Rectangle(1, 2).WithMark('A', domino), domino.Named("A")),
		cover.New(cover.Rectangle(1, 1), domino),
	} {
		var text bytes.Buffer
		if _, err := (&File{Problems: []Problem{Problem{Puzzle: p}}}).WriteTo(&text); err == nil || text.Len() > 0 {
			t.Errorf("%v is written as\n%s", p, text.String())
		}
	}
	if _, err := new(File).WriteTo(&bytes.Buffer{}); err == nil {
		t.Error("no error for no puzzle")
	}
	if _, err := (&File{Problems: []Problem{Problem{Puzzle: puzzles()[0]}, Problem{Puzzle: puzzles()[1]}}}).WriteTo(&bytes.Buffer{}); err == nil {
		t.Error("no error for two lattices")
	}
}

func TestErrors(t *testing.T) {
	change := func(pairs ...string) string { return strings.NewReplacer(pairs...).Replace(small) }
	for _, c := range []struct{ text, err string }{
		{"", "line 1, column 1: expected an element puzzle, found the end"},
		{"<puzzle", "expected XML: unexpected EOF"},
		{"<other/>", "expected the elements of an XMPuzzle: expected element type <puzzle> but have <other>"},
		{change(`gridType type="0"`, `gridType type="5"`), `expected a grid type from 0 to 4, found "5"`},
		{change(`gridType type="0"`, `gridType type="2"`), "line 6, column 37: expected a place where the grid of spheres has a cell, found x=1 y=0 z=0"},
		{change(`gridType type="0"`, `gridType type="3"`), "expected a place where the grid of rhombic tetrahedra has a cell, found x=0 y=0 z=0"},
		{change(`gridType type="0"`, `gridType type="4"`), "expected a place where the grid of tetrahedra and octahedra has a cell, found x=0 y=0 z=0"},
		{change(`state="0"`, `state="0" maxHoles="1"`, "########", "++++####"), "found maxHoles 1, which Polka has no rule for"},
		{change("###_#_", "###_#"), "line 6, column 37: expected 3 by 2 by 1 cells, found 5"},
		{change("###_#_", "###_x_"), "line 6, column 37: expected _, # or +, and the number of a color, for each of 6 cells, found 'x'"},
		{change("###_#_", "7##_#_"), "found '7'"},
		{change("###_#_", "#99##_#_"), "expected a color of at most 63, found 99"},
		{change(`x="3"`, `x="0"`), "expected a shape of 1 to 1048576 cells, found 0 by 2 by 1"},
		{change(`x="3"`, `x="999999999"`), "expected a shape of 1 to 1048576 cells"},
		{change(`x="3"`, `x="three"`), "expected the elements of an XMPuzzle"},
		{change(`result id="2"`, `result id="9"`), "line 12, column 35: expected a result that is one of the 4 shapes"},
		{change(`<result id="2"/>`, ``), "expected a result that is one of the 4 shapes"},
		{change(`shape id="3"`, `shape id="-1"`), "expected one of the 4 shapes, found shape -1"},
		{change(`min="0"`, `min="5"`), "expected 0 or more copies of shape 3, the minimum first, found 5 to 4"},
		{change(`>##<`, `>#+<`), "expected pieces without variable cells"},
		{change(`>##<`, `>__<`), "expected pieces with cells"},
		{change(`<problem `, `<other `, `</problem>`, `</other>`), "expected a problem before the end"},
		{"\x1f\x8bxyz", "burr: the compressed file"},
	} {
		_, err := Read(strings.NewReader(c.text))
		var syntax *cover.SyntaxError
		if err == nil || !strings.Contains(err.Error(), c.err) || !errors.As(err, &syntax) && !strings.HasPrefix(c.err, "burr") {
			t.Errorf("error %v, want %s", err, c.err)
		}
	}
}

// TestReadErrors reads what breaks off: such an error is not one of the text.
func TestReadErrors(t *testing.T) {
	var buffer bytes.Buffer
	z := gzip.NewWriter(&buffer)
	z.Write([]byte(small))
	z.Close()
	packed := buffer.String()
	broken := errors.New("the disk is broken")
	bent := []byte(packed)
	bent[12] ^= 255 // after the header
	for _, c := range []struct {
		name string
		r    io.Reader
		err  string
		is   error
	}{
		{"at the beginning", iotest.ErrReader(broken), "burr: the disk is broken", broken},
		{"once at the beginning", &once{err: broken}, "burr: the disk is broken", broken},
		{"in the text", io.MultiReader(strings.NewReader(small[:400]), iotest.ErrReader(broken)), "burr: the disk is broken", broken},
		{"byte by byte", iotest.OneByteReader(io.MultiReader(strings.NewReader(small[:200]), iotest.ErrReader(broken))), "burr: the disk is broken", broken},
		{"in the compressed file", io.MultiReader(strings.NewReader(packed[:40]), iotest.ErrReader(broken)), "burr: the compressed file: the disk is broken", broken},
		{"the compressed file is short", strings.NewReader(packed[:len(packed)/2]), "burr: the compressed file: unexpected EOF", io.ErrUnexpectedEOF},
		{"its header is short", strings.NewReader(packed[:6]), "burr: the compressed file: unexpected EOF", io.ErrUnexpectedEOF},
		{"it is bent", bytes.NewReader(bent), "burr: the compressed file: flate: corrupt input before offset ", nil},
	} {
		_, err := Read(c.r)
		var syntax *cover.SyntaxError
		if err == nil || !strings.HasPrefix(err.Error(), c.err) || c.is != nil && !errors.Is(err, c.is) || errors.As(err, &syntax) {
			t.Errorf("%s: error %v, want %s", c.name, err, c.err)
		}
	}
	var syntax *cover.SyntaxError
	if _, err := Read(iotest.DataErrReader(strings.NewReader(small[:400]))); !errors.As(err, &syntax) {
		t.Errorf("half a text: error %v, want one of the text", err)
	}
}

// TestBomb reads an endless text, and a small file that decompresses to a large one.
func TestBomb(t *testing.T) {
	const begin = `<puzzle version="2"><comment>`
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	z.Write([]byte(begin))
	io.CopyN(z, endless{}, 64<<20)
	z.Close()
	for _, c := range []struct {
		r   io.Reader
		err string
	}{
		{io.MultiReader(strings.NewReader(begin), endless{}), "burr: too long: the limit is 16 MiB"},
		{&packed, "burr: the compressed file: too long: the limit is 16 MiB"},
	} {
		if _, err := Read(c.r); err == nil || err.Error() != c.err {
			t.Errorf("error %v, want %s", err, c.err)
		}
	}
}

// An endless is an endless text of spaces.
type endless struct{}

func (endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = ' '
	}
	return len(p), nil
}

// A once fails, and is at its end afterwards.
type once struct{ err error }

func (o *once) Read([]byte) (int, error) {
	err := o.err
	o.err = io.EOF
	return 0, err
}

// TestMalformed changes good files at random, ten thousand times.
func TestMalformed(t *testing.T) {
	random := rand.New(rand.NewPCG(10000, 1))
	var good [][]byte
	for _, p := range puzzles()[3:] {
		var text bytes.Buffer
		(&File{Problems: []Problem{Problem{Puzzle: p}}}).WriteTo(&text)
		good = append(good, text.Bytes())
	}
	good = append(good, []byte(small))
	refused := 0
	for range 10000 {
		bad := bytes.Clone(good[random.IntN(len(good))])
		for range 1 + random.IntN(3) {
			at := random.IntN(len(bad))
			switch random.IntN(3) {
			case 0:
				bad[at] = byte(random.IntN(256))
			case 1:
				bad = append(bad[:at], bad[min(len(bad), at+1+random.IntN(9)):]...)
			case 2:
				bad[at] = `<>"/ 0123456789#_+`[random.IntN(18)]
			}
			if len(bad) == 0 {
				bad = []byte("<")
			}
		}
		if _, err := Read(bytes.NewReader(bad)); err != nil {
			refused++
			if strings.Contains(err.Error(), "\n") || !strings.HasPrefix(err.Error(), "line ") {
				t.Errorf("%s\nerror %q", bad, err)
			}
		}
	}
	if refused < 5000 {
		t.Errorf("only %d of 10000 files were malformed", refused)
	}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte(small))
	for _, p := range puzzles()[3:] {
		var text bytes.Buffer
		(&File{Problems: []Problem{Problem{Puzzle: p}}}).WriteTo(&text)
		f.Add(text.Bytes())
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		file, err := Read(bytes.NewReader(text))
		if err != nil {
			if strings.Contains(err.Error(), "\n") {
				t.Errorf("%q has two lines", err)
			}
			return
		}
		for _, p := range file.Problems {
			if p.Puzzle.Err() == nil {
				if _, err := (&File{Problems: []Problem{p}}).WriteTo(&bytes.Buffer{}); err != nil {
					t.Errorf("%s\nis read as %v, which cannot be written: %v", text, p.Puzzle, err)
				}
			}
		}
	})
}
