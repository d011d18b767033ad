// SPDX-License-Identifier: BSD-3-Clause

package render

import (
	"context"
	"encoding/xml"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"polka/cover"
	"polka/dlx"
	"polka/plane"
	"polka/shapes"
)

var update = flag.Bool("update", false, "write the golden files anew")

// tilingOf reads a tiling drawn in letters, rows separated by slashes: a dot is outside the board,
// a low line is a cell without a piece.
func tilingOf(rows string) cover.Tiling {
	cells := map[rune][]shapes.Cell{}
	var board []shapes.Cell
	var order []rune
	for y, row := range strings.Split(rows, "/") {
		for x, letter := range row {
			if letter == '.' {
				continue
			}
			c := shapes.Cell{X: x, Y: y}
			board = append(board, c)
			if cells[letter] == nil && letter != '_' {
				order = append(order, letter)
			}
			cells[letter] = append(cells[letter], c)
		}
	}
	t := cover.Tiling{Board: cover.BoardOf(shapes.New(shapes.Square, board...))}
	for _, letter := range order {
		s := shapes.New(shapes.Square, cells[letter]...).Named(string(letter))
		t.Placements = append(t.Placements, cover.Placement{Piece: s.Normal(), Shape: s})
	}
	return t
}

var (
	sixByTen    = tilingOf("IPPYYYYVVV/IPPXYLLLLV/IPXXXFZZLV/ITWXFFFZUU/ITWWNNFZZU/TTTWWNNNUU")
	threeBy20   = tilingOf("UUXIIIIINNNFTWYYYYZV/UXXXPPLNNFFFTWWYZZZV/UUXPPPLLLLFTTTWWZVVV")
	withHoles   = tilingOf("AAAA__/A.AB__/AAAB__/CCCB..")
	solidTiling = func() cover.Tiling {
		a := shapes.MustParse("A = cube [(0,0,0), (1,0,0), (0,1,0), (0,0,1)]")
		b := shapes.MustParse("B = cube [(1,1,0), (1,1,1), (1,0,1), (0,1,1)]")
		return cover.Tiling{Board: cover.BoardOf(a.Union(b)), Placements: []cover.Placement{{Piece: a, Shape: a}, {Piece: b, Shape: b}}}
	}()
	fourCopies   = []cover.Tiling{sixByTen, sixByTen, sixByTen, sixByTen}
	sixtyTilings = func() (list []cover.Tiling) {
		for range 70 {
			list = append(list, sixByTen)
		}
		return list
	}()
)

// pictures are one of each kind. Each has golden files for its three forms.
var pictures = []struct {
	name    string
	picture Picture
}{
	{"shape", Draw(shapes.MustParse("F = .##/##./.#."))},
	{"unnamed", Draw(shapes.MustParse("###/#.#/###"))},
	{"long-name", Draw(shapes.Domino())},
	{"touching", Draw(shapes.MustParse("##./#.#/###/.#."))},
	{"pentominoes", Draw(shapes.Pentominoes())},
	{"captions", Draw(shapes.Tetrominoes()).Captions("straight", "", "square", "skew & <odd>").Columns(3)},
	{"bare", Draw(shapes.MustSetByName("trominoes")).CellSize(12.5).Unlabeled()},
	{"board", Draw(cover.BoardOf(shapes.MustParse("####/#..#/####")))},
	{"6x10", Draw(sixByTen)},
	{"6x10-four", Draw(sixByTen).FourColors()},
	{"6x10-direction", Draw(sixByTen).ByDirection()},
	{"dominoes", Draw(firstOf(cover.New(cover.Aztec(3)).With(cover.Pieces(shapes.Domino()).Any()))).ColorBy(fourDominoes)},
	{"lozenges", Draw(firstOf(cover.New(cover.Hexagon(shapes.Triangle, 2, 2, 2)).With(cover.Pieces(shapes.MustParse("triangle v^")).Any()))).ByDirection()},
	{"edges-squares", DrawEdges(shapes.Rectangle(2, 3), edgeNames("red", "green", "blue", "white"))},
	{"edges-triangles", DrawEdges(cover.Hexagon(shapes.Triangle, 2, 2, 2).Shape(), edgeNames("R", "G", "B", "W"))},
	{"edges-hexagons", DrawEdges(shapes.MustParse("hexagon [(0,0), (1,0), (0,1)]"), edgeNames("fish", "frog", "owl", ""))},
	{"3x20", Draw(threeBy20)},
	{"holes", Draw(withHoles)},
	{"tilings", Draw([]cover.Tiling{sixByTen, withHoles}).Captions("first", "second").Total(12345)},
	{"limit", Draw(sixtyTilings).Limit(2)},
	{"polyhex", Draw(shapes.MustParse("bee = hexagon [(0,0), (1,0), (0,1), (1,1)]"))},
	{"polyiamond", Draw(shapes.MustParse("S = triangle [(0,0,0), (0,0,1), (1,0,0), (1,0,1), (2,0,0), (0,1,0)]"))},
	{"polykite", Draw(shapes.Hat())},
	{"kites", Draw(firstOf(cover.New(cover.Parallelogram(shapes.Kite, 2, 3)).With(cover.Pieces(polykites(3)...), cover.Pieces(polykites(4)...).AtMost(1))))},
	{"polyking", Draw(shapes.MustParse("king [(1,0), (0,1), (2,1), (3,1)]"))},
	{"polystick", Draw([]shapes.Shape{shapes.MustParse("X = stick [(0,1,0), (1,1,0), (1,0,1), (1,1,1)]")})},
	{"lattices", Draw(shapes.Lattices())},
	{"isometries", Draw(shapes.Rectangle(6, 10).Symmetries())},
	{"tans", Draw(shapes.MustSetByName("tangram"))},
	{"polycube", Draw(shapes.MustParse("B = cube [(0,0,0), (1,0,0), (0,1,0), (0,1,1)]"))},
	{"layers", Draw(solidTiling)},
	{"hexiamonds", Draw(firstOf(cover.New(cover.Parallelogram(shapes.Triangle, 6, 6), shapes.Hexiamonds()...)))},
	{"tetrahexes", Draw(firstOf(classic("tetrahexes-coin")))},
	{"tetrahexes-loose", Draw(firstOf(cover.New(cover.Hexagon(shapes.Hexagon, 3, 3, 3).WithOptional(cover.Hexagon(shapes.Hexagon, 3, 3, 3).Shape())).With(cover.Pieces(shapes.Tetrahexes()[:4]...))))},
	{"tangram", Draw(firstOf(cover.New(cover.BoardOf(shapes.MustParse("tan .◢◣./◢##◣/◥##◤/.◥◤.")), shapes.MustSetByName("tangram")...)))},
	{"tetrasticks", Draw(firstOf(classic("tetrasticks-5x5")))},
	{"tetrakings", Draw(firstOf(cover.New(cover.Parallelogram(shapes.King, 4, 4)).With(cover.Pieces(shapes.MustSetByName("tetrakings")...).AtMost(1))))},
	{"soma", Draw(firstOf(classic("soma-cube")))},
	{"boards", boardsOfAllLattices},
	{"recording-triangles", triangleRecording.At(3)},
	{"nothing", Picture{}},
	{"matrix", Draw(knuth)},
	{"matrix-step", recordingOf(knuth, 10000).At(4)},
	{"matrix-colors", Draw(dlx.New("p q r | x y").AddOption("p q x y:A").AddOption("p r x:A y").AddOption("p x:B").AddOption("q x:A").AddOption("r y:B"))},
	{"matrix-large", Draw(queens(8))},
	{"matrix-board", dominoRecording.At(3)},
	{"tree", recordingOf(knuth, 10000).Tree()},
	{"tree-folded", recordingOf(queens(6), 10000).Tree()},
	{"tree-step", recordingOf(queens(4), 9).Tree()},
	{"links", linksOf(knuth).At(0)},
	{"links-hidden", linksOf(knuth).At(4)},
	{"links-back", linksOf(knuth).At(30)},
	{"strip", dominoRecording.Strip(6)},
	{"chart", Draw(countsChart)},
	{"chart-bars", Draw(NewChart("Nodes by level").Axes("level", "nodes").Bars("nodes", 0, []int{1, 8, 50, 220, 640, 1250, 900, 200, 20}))},
}

// fourDominoes is the kind of a domino: whether it stands, and the parity of its first cell.
func fourDominoes(p cover.Placement) int {
	c := p.Shape.Cells()[0]
	return p.Shape.Height() - 1 + 2*((c.X+c.Y)&1)
}

// edgeNames gives each edge of a lattice one of the names, the same from both sides.
func edgeNames(names ...string) func(c, d shapes.Cell) string {
	return func(c, d shapes.Cell) string {
		n := 3*(c.X+d.X) + 5*(c.Y+d.Y) + 2*(c.Z+d.Z)
		return names[(n%len(names)+len(names))%len(names)]
	}
}

// firstOf is a tiling that solves a puzzle.
func firstOf(p *cover.Puzzle) cover.Tiling {
	t, err := p.First(context.Background())
	if err != nil {
		panic(err)
	}
	return t
}

// polykites lists the polykites of n cells.
func polykites(n int) []shapes.Shape {
	list, err := shapes.Enumerate(context.Background(), shapes.Kite, n, shapes.Free)
	if err != nil {
		panic(err)
	}
	return list
}

func classic(name string) *cover.Puzzle {
	c, err := cover.CatalogByName(name)
	if err != nil {
		panic(err)
	}
	return c.Puzzle()
}

var boardsOfAllLattices = Of([]cover.Board{
	cover.Rectangle(2, 3), cover.Trapezium(shapes.Triangle, 3, 3), cover.Hexagon(shapes.Triangle, 1, 2, 1), cover.Hexagon(shapes.Hexagon, 2, 2, 2),
	cover.Parallelogram(shapes.King, 2, 2), cover.Parallelogram(shapes.Stick, 2, 2), cover.BoardOf(shapes.MustParse("tan ◢#◣/◥#◤")), cover.Box(2, 2, 2),
}).(Picture)

var triangleRecording = func() Recording {
	lozenges := slices.Repeat([]shapes.Shape{shapes.MustParse("triangle v^")}, 5)
	s, err := RecordSearch(context.Background(), cover.New(cover.Hexagon(shapes.Triangle, 1, 2, 1), lozenges...), 100)
	if err != nil {
		panic(err)
	}
	return s
}()

// knuth is the example with which he begins section 7.2.2.1.
var knuth = dlx.New("a b c d e f g").AddOption("c e").AddOption("a d g").AddOption("b c f").AddOption("a d f").AddOption("b g").AddOption("d e g")

// queens is the problem of n queens.
func queens(n int) *dlx.Problem {
	p := dlx.New()
	for i := range n {
		p = p.AddItems(dlx.Item{Name: fmt.Sprintf("r%d", i)}, dlx.Item{Name: fmt.Sprintf("c%d", i)})
	}
	for i := range 2*n - 1 {
		p = p.AddItems(dlx.Item{Name: fmt.Sprintf("a%d", i), Secondary: true}, dlx.Item{Name: fmt.Sprintf("b%d", i), Secondary: true})
	}
	for r := range n {
		for c := range n {
			p = p.AddOption(fmt.Sprintf("r%d c%d a%d b%d", r, c, r+c, n-1-r+c))
		}
	}
	return p
}

var countsChart = NewChart("Polyominoes").Axes("cells", "number").Log().
	Line("fixed", 1, []int{1, 2, 6, 19, 63, 216, 760, 2725, 9910, 36446, 135268}).
	Line("free", 1, []int{1, 1, 2, 5, 12, 35, 108, 369, 1285, 4655, 17073})

func recordingOf(p *dlx.Problem, steps int) Recording {
	s, err := RecordSearch(context.Background(), p, steps)
	if err != nil {
		panic(err)
	}
	return s
}

var dominoRecording = func() Recording {
	s, err := RecordSearch(context.Background(), cover.New(cover.Rectangle(3, 4), slices.Repeat([]shapes.Shape{shapes.Domino()}, 6)...), 100, dlx.Fewest, dlx.Leftmost)
	if err != nil {
		panic(err)
	}
	return s
}()

func linksOf(p *dlx.Problem) LinkRecording {
	d, err := RecordLinks(context.Background(), p, 100)
	if err != nil {
		panic(err)
	}
	return d
}

func TestGolden(t *testing.T) {
	for _, test := range pictures {
		for _, form := range []struct{ suffix, got string }{
			{".svg", test.picture.SVG()},
			{".html", test.picture.HTML()},
			{".txt", test.picture.String() + "\n"},
		} {
			path := filepath.Join("testdata", test.name+form.suffix)
			if *update {
				if err := os.WriteFile(path, []byte(form.got), 0o666); err != nil {
					t.Fatal(err)
				}
				continue
			}
			want, err := os.ReadFile(path)
			if err != nil {
				t.Error(err)
				continue
			}
			if diff := cmp.Diff(string(want), form.got); diff != "" {
				t.Errorf("%s has changed (-want +got); go test -update writes it anew\n%s", path, diff)
			}
		}
	}
}

// wellFormed reads XML to its end and gives the number of elements of each name.
func wellFormed(document string) (map[string]int, error) {
	count := map[string]int{}
	d := xml.NewDecoder(strings.NewReader(document))
	for {
		token, err := d.Token()
		if err == io.EOF {
			return count, nil
		}
		if err != nil {
			return nil, err
		}
		if e, ok := token.(xml.StartElement); ok {
			count[e.Name.Local]++
		}
	}
}

var identity = regexp.MustCompile(`\sid=|<script|javascript:|url\(|href`)

func TestDocumentsAreWellFormedAndFreeOfIDs(t *testing.T) {
	for _, test := range pictures {
		for form, document := range map[string]string{"SVG": test.picture.SVG(), "HTML": test.picture.HTML()} {
			elements, err := wellFormed(document)
			if err != nil {
				t.Errorf("%s: %s is no XML: %v", test.name, form, err)
				continue
			}
			if elements["svg"] != 1 {
				t.Errorf("%s: %s has %d svg elements", test.name, form, elements["svg"])
			}
			if found := identity.FindString(document); found != "" {
				t.Errorf("%s: %s contains %q", test.name, form, found)
			}
			if test.picture.panel == nil {
				continue
			}
			parts := 0
			for _, p := range test.picture.panels() {
				parts += len(p.parts)
			}
			if test.name == "polycube" {
				parts = 4 // each cube has its own, and all four can be seen
			}
			if elements["title"] != parts {
				t.Errorf("%s: %s has %d titles for %d pieces", test.name, form, elements["title"], parts)
			}
		}
	}
}

func TestHostileNames(t *testing.T) {
	name := "</title><script>\"'&\x00\xff\n"
	p := Draw([]shapes.Shape{shapes.Domino().Named(name)}).Captions(name)
	for form, document := range map[string]string{"SVG": p.SVG(), "HTML": p.HTML()} {
		if _, err := wellFormed(document); err != nil {
			t.Errorf("%s is no XML: %v", form, err)
		}
		if strings.Contains(document, "<script") {
			t.Errorf("%s contains a script", form)
		}
	}
}

func TestDocumentsAreSmall(t *testing.T) {
	for _, test := range []struct {
		name    string
		picture Picture
		limit   int
	}{
		{"6x10 tiling", Draw(sixByTen), 8_000},
		{"60 tilings", Draw(sixtyTilings), 300_000},
	} {
		for form, document := range map[string]string{"SVG": test.picture.SVG(), "HTML": test.picture.HTML()} {
			if len(document) > test.limit {
				t.Errorf("%s of a %s has %d bytes, more than %d", form, test.name, len(document), test.limit)
			}
		}
	}
}

func TestSameValueSameBytes(t *testing.T) {
	for _, test := range pictures {
		svg, html, text := test.picture.SVG(), test.picture.HTML(), test.picture.String()
		for range 3 {
			if test.picture.SVG() != svg || test.picture.HTML() != html || test.picture.String() != text {
				t.Errorf("%s is drawn in two ways", test.name)
			}
		}
	}
}

func TestOf(t *testing.T) {
	s := shapes.Domino()
	placement := cover.Placement{Piece: s, Shape: s}
	for _, value := range []any{Draw(s), s, []shapes.Shape{s, s}, cover.Rectangle(2, 3), placement, sixByTen, fourCopies, countsChart, dominoRecording} {
		if got, ok := Of(value).(Picture); !ok || got.SVG() != Draw(value).SVG() {
			t.Errorf("Of(%T) differs from Draw", value)
		}
	}
	if a, ok := Of(linksOf(knuth)).(Animation); !ok || len(a.frames) != linkFrames+1 {
		t.Errorf("recorded links are shown as %T", Of(linksOf(knuth)))
	}
	for _, value := range []any{[]cover.Board{cover.Rectangle(1, 2), cover.Rectangle(2, 1)}, []cover.Placement{placement}} {
		if p, ok := Of(value).(Picture); !ok || !strings.Contains(p.String(), "─") && !strings.Contains(p.String(), "━") {
			t.Errorf("Of(%T) draws nothing", value)
		}
	}
	for _, value := range []any{nil, 7, "text", &s, []int{1}, knuth, []cover.Answer{}, cover.Answer{}} {
		if p := Of(value); p != nil {
			t.Errorf("Of(%T) is %v", value, p)
		}
	}
}

func TestLimit(t *testing.T) {
	many := Draw(sixtyTilings) // 70 of them
	for _, test := range []struct {
		picture Picture
		shown   int
		note    string
	}{
		{many, 60, "60 of 70"},
		{many.Limit(0), 60, "60 of 70"},
		{many.Total(2339), 60, "60 of 2339"},
		{many.Total(2339).Limit(12), 12, "12 of 2339"},
		{many.Limit(70), 70, ""},
		{Draw(sixByTen), 1, ""},
		{Draw([]cover.Tiling{}), 0, ""},
		{Draw([]cover.Tiling{}).Total(5), 0, "none of 5"},
		{Picture{}, 0, ""},
	} {
		if got := len(test.picture.panels()); got != test.shown {
			t.Errorf("%d drawings, want %d", got, test.shown)
		}
		if got := test.picture.note(); got != test.note {
			t.Errorf("note %q, want %q", got, test.note)
		}
		if test.note != "" && (!strings.Contains(test.picture.SVG(), test.note) || !strings.HasSuffix(test.picture.String(), test.note)) {
			t.Errorf("the note %q is missing in a form", test.note)
		}
	}
}

// Only the values that are shown are drawn.
func TestLargeGalleriesAreCheap(t *testing.T) {
	drawn := 0
	p := Draw(shapes.Pentominoes())
	one := p.panel
	p.count = 1_000_000
	p.panel = func(i int, c scheme) panel {
		drawn++
		return one(i%12, c)
	}
	p.SVG()
	if drawn != 60 {
		t.Errorf("%d shapes were drawn for a page of 60", drawn)
	}
}

func TestMethodsReturnACopy(t *testing.T) {
	p := Draw(shapes.Pentominoes())
	before := p.SVG()
	for name, q := range map[string]Picture{
		"Columns": p.Columns(2), "CellSize": p.CellSize(9), "Limit": p.Limit(5), "Unlabeled": p.Unlabeled(), "Captions": p.Captions("first"), "Total": p.Total(99),
	} {
		if q.SVG() == before {
			t.Errorf("%s has no effect", name)
		}
	}
	if p.SVG() != before {
		t.Error("a method has changed the picture")
	}
}

// No drawing may reach beyond the paper or into another one.
func TestLayoutHasNoOverlaps(t *testing.T) {
	for _, test := range pictures {
		s := test.picture.layout()
		panels := test.picture.panels()
		type rectangle struct{ left, top, right, bottom float64 }
		var taken []rectangle
		for i, d := range s.drawings {
			b := extent(panels[i].region())
			taken = append(taken, rectangle{d.x, d.y, d.x + b.width()*d.cell + 2*margin, d.y + b.height()*d.cell + 2*margin})
		}
		for _, note := range s.notes {
			half := captionAdvance * float64(len([]rune(note.text))) / 2
			taken = append(taken, rectangle{note.at.x - half, note.at.y - captionSize, note.at.x + half, note.at.y + 3})
		}
		for i, r := range taken {
			if r.left < -0.01 || r.top < -0.01 || r.right > s.width+0.01 || r.bottom > s.height+0.01 {
				t.Errorf("%s: %v is not on the paper of %v x %v", test.name, r, s.width, s.height)
			}
			for _, q := range taken[:i] {
				if r.left < q.right && q.left < r.right && r.top < q.bottom && q.top < r.bottom {
					t.Errorf("%s: %v and %v overlap", test.name, r, q)
				}
			}
		}
	}
}

func TestNumber(t *testing.T) {
	for _, test := range []struct {
		x    float64
		want string
	}{
		{0, "0"}, {-0.001, "0"}, {0.5, ".5"}, {-0.25, "-.25"}, {12, "12"}, {3.14159, "3.14"}, {2.999, "3"}, {-7.1, "-7.1"}, {100, "100"},
	} {
		if got := number(test.x); got != test.want {
			t.Errorf("number(%v) = %s, want %s", test.x, got, test.want)
		}
	}
}

func ExampleDraw() {
	p, _ := shapes.Pentomino("P")
	fmt.Println(Draw(p))
	// Output:
	// ┌───────┐
	// │       │
	// │       │
	// │ P     │
	// │   ┌───┘
	// │   │
	// └───┘
}

func ExampleDraw_gallery() {
	fmt.Println(Draw(shapes.Tetrominoes()))
	// Output:
	// ┌───────────────┐   ┌───┐       ┌───────┐       ┌───────┐   ┌───────────┐
	// │     I         │   │   │       │ O     │       │ S     │   │     T     │
	// └───────────────┘   │   │       │       │   ┌───┘   ┌───┘   └───┐   ┌───┘
	//                     │ L │       │       │   │       │           │   │
	//                     │   └───┐   └───────┘   └───────┘           └───┘
	//                     │       │
	//                     └───────┘
}

func ExampleDraw_tiling() {
	u := shapes.MustParse("U = #.#/###")
	x := shapes.MustParse("X = .#./###/.#.")
	fmt.Println(Draw(cover.Tiling{
		Board: cover.Rectangle(3, 5),
		Placements: []cover.Placement{
			{Piece: u, Shape: u.Rotate(1).Normal()},
			{Piece: x, Shape: x.Translate(1, 0, 0)},
			{Piece: u, Shape: u.Rotate(3).Normal().Translate(3, 0, 0)},
		},
	}))
	// Output:
	// ┏━━━━━━━┯━━━┯━━━━━━━┓
	// ┃       │   │       ┃
	// ┃   ┌───┘   └───┐   ┃
	// ┃ U │     X     │ U ┃
	// ┃   └───┐   ┌───┘   ┃
	// ┃       │   │       ┃
	// ┗━━━━━━━┷━━━┷━━━━━━━┛
}

func TestDrawPanics(t *testing.T) {
	defer func() {
		if got, want := recover(), "render: cannot draw a value of type []int"; got != want {
			t.Errorf("panic %v, want %s", got, want)
		}
	}()
	Draw([]int{1})
}

// TestBadNumbers gives settings that are not valid.
func TestBadNumbers(t *testing.T) {
	p := Draw(shapes.Domino())
	for i, f := range []func(){
		func() { p.Columns(-1) },
		func() { p.Limit(-1) },
		func() { p.Total(-1) },
		func() { p.CellSize(-1) },
		func() { p.CellSize(math.NaN()) },
		func() { triangleRecording.At(-1) },
		func() { triangleRecording.At(triangleRecording.Len() + 1) },
		func() { triangleRecording.Strip(0) },
		func() { linksOf(dlx.New("a").AddOption("a")).At(-1) },
		func() { linksOf(dlx.New("a").AddOption("a")).At(1000) },
		func() { Animate([]Picture{p}).Strip(0) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("setting %d does not panic", i)
				}
			}()
			f()
		}()
	}
	problem := dlx.New("a").AddOption("a")
	_, events := RecordLinks(t.Context(), problem, -1)
	_, interval := Watch(t.Context(), problem, -1, func(Snapshot) bool { return true })
	for i, err := range []error{events, interval, p.WritePNG(io.Discard, -1), p.WritePNG(io.Discard, math.NaN())} {
		if err == nil {
			t.Errorf("call %d: no error", i)
		}
	}
}

func BenchmarkSixtyTilings(b *testing.B) {
	p := Draw(sixtyTilings)
	for b.Loop() {
		p.HTML()
	}
}

func BenchmarkTiling(b *testing.B) {
	p := Draw(sixByTen)
	for b.Loop() {
		p.HTML()
	}
}

// Names are written on all shapes of a picture or below all of them.
func TestNamesBelow(t *testing.T) {
	kings := shapes.MustSetByName("tetrakings")
	small := []shapes.Shape{kings[0].Named("K1"), kings[1]}
	for name, c := range map[string]struct {
		p         Picture
		on, below int
	}{
		"short names":   {Draw(shapes.Pentominoes()), 12, 0},
		"one too long":  {Draw(kings), 0, 22},
		"can be read":   {Draw(small).CellSize(22), 2, 0},
		"cannot":        {Draw(small).CellSize(14), 0, 2},
		"tiny cells":    {Draw(small).CellSize(10), 0, 0},
		"captions":      {Draw(kings[:2]).Captions("first", "second"), 2, 2},
		"without names": {Draw([]shapes.Shape{shapes.MustParse("###"), kings[21]}), 0, 1},
	} {
		s := c.p.layout()
		on := 0
		for _, d := range s.drawings {
			on += len(d.labels)
		}
		if on != c.on || len(s.notes) != c.below {
			t.Errorf("%s: %d names on shapes and %d below, want %d and %d", name, on, len(s.notes), c.on, c.below)
		}
	}
}

// Pictures of the usual lists are not wider than a notebook, and their letters can be read.
func TestFitNotebook(t *testing.T) {
	strip := cover.New(cover.Rectangle(3, 20), shapes.Pentominoes()...)
	tilings, err := strip.All(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	one := cover.Pieces(shapes.MustSetByName("one-sided pentominoes")...).As(shapes.OneSided)
	long, err := cover.New(cover.Rectangle(3, 30)).With(one).First(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	f, err := shapes.Pentomino("F")
	if err != nil {
		t.Fatal(err)
	}
	answer, err := plane.Decide(t.Context(), f)
	if err != nil {
		t.Fatal(err)
	}
	for name, v := range map[string]any{
		"a long caption":   answer,
		"two long tilings": cover.Distinct(tilings),
		"all long tilings": tilings,
		"a longer tiling":  long,
		"orientations":     shapes.Pentominoes()[0].Orientations(shapes.Free),
		"tetrahexes":       shapes.Tetrahexes(),
	} {
		s := Draw(v).layout()
		if s.width > pageWidth {
			t.Errorf("%s: the picture is %v wide, more than %v", name, s.width, pageWidth)
		}
		for _, d := range s.drawings {
			for _, l := range d.labels {
				if l.size < leastReadable {
					t.Errorf("%s: %s has letters of size %v, less than %v", name, l.text, l.size, leastReadable)
				}
			}
		}
	}
}

// A column of numbers remains one if some of its fields are empty.
func TestEmptyFieldsOfNumbers(t *testing.T) {
	table := NewTable("n", "count", "name").Row(1, 12, "F").Row(2, "", "").Row(3, nil, "I")
	if got := table.numeric(); !slices.Equal(got, []bool{true, true, false}) {
		t.Errorf("columns with numbers: %v", got)
	}
}

// TestNumbersAsText checks that numbers are aligned to the right if they are given as text.
func TestNumbersAsText(t *testing.T) {
	table := NewTable("time", "share", "name", "place").Row("12.5", -1, "1F", "NaN").Row("7.0", "1e+06", "2", "3")
	if got := table.numeric(); !slices.Equal(got, []bool{true, true, false, false}) {
		t.Errorf("columns with numbers: %v", got)
	}
}

// TestNarrowTree checks that a tree that is too wide for a notebook is drawn narrower.
func TestNarrowTree(t *testing.T) {
	p := dlx.New("2,1 0,0 3,2 1,1 0,2 3,0 1,0 2,2 0,1 3,1 2,0 1,2")
	cell := func(x, y int) string { return fmt.Sprintf("%d,%d", x, y) }
	for x := range 4 {
		for y := range 3 {
			if x < 3 {
				p = p.AddOption(cell(x, y), cell(x+1, y))
			}
			if y < 2 {
				p = p.AddOption(cell(x, y), cell(x, y+1))
			}
		}
	}
	picture := recordingOf(p, 10000).Tree()
	if width, _ := picture.Size(); width > pageWidth {
		t.Errorf("the tree is %v wide, more than %v", width, pageWidth)
	}
}
