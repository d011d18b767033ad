// SPDX-License-Identifier: BSD-3-Clause

package play

import (
	"encoding/json"
	"html"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"polka/cover"
	"polka/dlx"
	comm "polka/kernel/comm/host"
	"polka/kernel/display"
	"polka/kernel/widget"
	"polka/kernel/widget/host"
	"polka/shapes"
)

// A page is a frontend that can load modules.
type page struct {
	t    *testing.T
	hub  *comm.Hub
	host host.Host

	mu       sync.Mutex
	changed  *sync.Cond
	messages []comm.Message
}

func newPage(t *testing.T) *page {
	p := &page{t: t}
	p.changed = sync.NewCond(&p.mu)
	p.hub = comm.NewHub(p.take, func(f func()) { f() })
	p.host = host.New(p.hub, p)
	t.Cleanup(p.host.Close)
	return p
}

func (p *page) take(m comm.Message) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.messages = append(p.messages, m)
	p.changed.Broadcast()
}

func (p *page) Live() bool                          { return true }
func (p *page) Render(v any, _ bool) display.Bundle { return display.Renderer{}.Render(v) }
func (p *page) Nested() bool                        { return false }
func (p *page) Said(string) any                     { return nil }
func (p *page) Display(display.Event)               {}
func (p *page) Parameters(any) []string             { return nil }
func (p *page) Evaluate(host.Evaluation)            {}
func (p *page) Moved(host.Move)                     {}

// open shows a widget and returns the id of the comm of its module.
func (p *page) open(v any) string {
	p.t.Helper()
	p.host.Bundle(v)
	p.send(p.find(func(m comm.Message) bool { return strings.Contains(string(m.Data), "hello: true") }).ID, `{"hello":true}`)
	return p.find(func(m comm.Message) bool {
		return m.Kind == comm.Opened && strings.Contains(string(m.Data), "plk-game")
	}).ID
}

// send sends a custom message.
func (p *page) send(id, content string) {
	p.receive(id, `{"method":"custom","content":`+content+`}`)
}

// set changes a value as the page does.
func (p *page) set(id, name, value string) {
	p.receive(id, `{"method":"update","buffer_paths":[],"state":{"`+name+`":`+value+`}}`)
}

func (p *page) receive(id, data string) {
	p.hub.Receive(comm.Message{Kind: comm.Sent, ID: id, Data: json.RawMessage(data)}, p.take)
}

// find waits for a message.
func (p *page) find(is func(m comm.Message) bool) comm.Message {
	p.t.Helper()
	late := time.AfterFunc(time.Minute, func() { panic("the message does not come") })
	defer late.Stop()
	p.mu.Lock()
	defer p.mu.Unlock()
	for i := 0; ; i++ {
		for i == len(p.messages) {
			p.changed.Wait()
		}
		if is(p.messages[i]) {
			return p.messages[i]
		}
	}
}

// custom waits for a custom message that satisfies is.
func (p *page) custom(is func(content map[string]any) bool) map[string]any {
	p.t.Helper()
	var found map[string]any
	p.find(func(m comm.Message) bool {
		var q struct {
			Method  string         `json:"method"`
			Content map[string]any `json:"content"`
		}
		if m.Kind != comm.Sent || json.Unmarshal(m.Data, &q) != nil || q.Method != "custom" || !is(q.Content) {
			return false
		}
		found = q.Content
		return true
	})
	return found
}

func set(t *testing.T, name string) []shapes.Shape {
	t.Helper()
	list, err := shapes.SetByName(name)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func puzzles(t *testing.T) map[string]*cover.Puzzle {
	domino := cover.Pieces(shapes.Domino()).Any()
	tetrasticks := set(t, "tetrasticks")
	return map[string]*cover.Puzzle{
		"pentominoes": cover.New(cover.Rectangle(6, 10), shapes.Pentominoes()...),
		"hexiamonds":  cover.New(cover.Parallelogram(shapes.Triangle, 6, 6), set(t, "hexiamonds")...),
		"tetrahexes":  cover.New(cover.Parallelogram(shapes.Hexagon, 4, 7), shapes.Tetrahexes()...),
		"soma":        cover.New(cover.Box(3, 3, 3), shapes.Soma()...),
		"dominoes":    cover.New(cover.Rectangle(4, 4)).With(domino),
		"optional":    cover.New(cover.Rectangle(2, 2).WithOptional(shapes.Rectangle(1, 2))).With(domino),
		"stick":       cover.New(cover.BoardOf(tetrasticks[0]), tetrasticks[0]),
	}
}

// TestPuzzleData checks what the script gets: each placement is its pose, moved; turning a pose
// often enough leads back to it; and the items agree with the solver's on what a solution is.
func TestPuzzleData(t *testing.T) {
	for name, p := range puzzles(t) {
		g, err := NewGame(p)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		d := g.data()
		for k, q := range p.AllPlacements() {
			at := d.Places[5*k : 5*k+5]
			pose := d.Pieces[at[0]].Poses[at[1]]
			var cells []shapes.Cell
			for i := 0; i < len(pose); i += 3 {
				cells = append(cells, shapes.Cell{X: pose[i] + at[2], Y: pose[i+1] + at[3], Z: pose[i+2] + at[4]})
			}
			if !shapes.New(q.Shape.Lattice(), cells...).Equal(q.Shape) {
				t.Fatalf("%s: placement %d is %v, and the page draws %v", name, k, q.Shape, cells)
			}
		}
		for _, q := range d.Pieces {
			for _, next := range [][]int{q.Turn, q.Flip} {
				for i := range next {
					at := i
					for range 12 {
						at = next[at]
					}
					if at != i {
						t.Errorf("%s: piece %s: pose %d does not come back: %v", name, q.Name, i, next)
					}
				}
			}
		}
		tiling, err := p.First(t.Context())
		if err != nil {
			continue
		}
		var placed []any
		for k, q := range p.AllPlacements() {
			for _, r := range tiling.Placements {
				if q == r {
					placed = append(placed, float64(k))
				}
			}
		}
		g.Set("placed", placed)
		if !g.Solved() {
			t.Errorf("%s: %v is not regarded as a solution", name, tiling)
		}
		g.Set("placed", placed[1:])
		if g.Solved() && name != "optional" {
			t.Errorf("%s: a part of %v is regarded as a solution", name, tiling)
		}
	}
}

// TestPuzzleWithoutReflections checks that a lattice whose pieces cannot be flipped turns them.
func TestPuzzleWithoutReflections(t *testing.T) {
	l, err := shapes.LatticeByName("floret")
	if err != nil {
		t.Fatal(err)
	}
	pair := shapes.New(l, l.CellOfKind(0), l.Neighbors(l.CellOfKind(0))[0])
	board := pair
	for _, c := range shapes.New(l, l.CellOfKind(0)).Union(pair.Neighbors()).Cells() {
		board = board.Union(shapes.New(l, c))
	}
	g, err := NewGame(cover.New(cover.BoardOf(board).WithOptional(board)).With(cover.Pieces(pair).Any()))
	if err != nil {
		t.Fatal(err)
	}
	p := g.data().Pieces[0]
	if len(p.Poses) < 2 || !slices.Equal(p.Turn, p.Flip) {
		t.Errorf("%d poses, turn %v, flip %v", len(p.Poses), p.Turn, p.Flip)
	}
}

func TestPuzzleErrors(t *testing.T) {
	for want, p := range map[string]*cover.Puzzle{
		"cannot cover":    cover.New(cover.Rectangle(2, 2), shapes.Pentominoes()...),
		"placements":      cover.New(cover.Rectangle(60, 60)).With(cover.Pieces(shapes.Pentominoes()...).Any()),
		"different latti": cover.New(cover.Rectangle(2, 2), shapes.Soma()...),
	} {
		if _, err := NewGame(p); err == nil || want != "different latti" && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v", want, err)
		}
	}
}

// TestPuzzleHints asks the solver as the page does.
func TestPuzzleHints(t *testing.T) {
	defer func(before time.Duration) { countTime = before }(countTime)
	countTime = time.Minute
	g, err := NewGame(puzzles(t)["pentominoes"])
	if err != nil {
		t.Fatal(err)
	}
	p := newPage(t)
	id := p.open(g)
	p.send(id, `{"ask":"count","id":1,"placed":[]}`)
	all := p.custom(func(c map[string]any) bool { return c["id"] == 1.0 && c["count"] != nil })
	if all["count"] != "9356" || all["more"] != false {
		t.Errorf("the empty board: %v", all)
	}
	p.send(id, `{"ask":"solution","id":2,"placed":[]}`)
	found := p.custom(func(c map[string]any) bool { return c["id"] == 2.0 })
	placed, err := json.Marshal(found["solution"])
	if err != nil {
		t.Fatal(err)
	}
	moves := 0
	g.OnMove(func(cover.Tiling) { moves++ })
	p.set(id, "placed", string(placed))
	if !g.Solved() || moves != 1 || len(g.Tiling().Placements) != 12 {
		t.Errorf("after %d moves: %v", moves, g)
	}
	p.set(id, "placed", `[1e300, -1]`)
	if n := len(g.Tiling().Placements); n != 0 {
		t.Errorf("%d placements have numbers that do not exist", n)
	}
	// A corner that no piece can fill: the X on the top left.
	for k, q := range g.places {
		if q.Piece.Name() == "X" {
			content, err := json.Marshal(map[string]any{"ask": "hint", "id": 3, "placed": []int{k}})
			if err != nil {
				t.Fatal(err)
			}
			p.send(id, string(content))
			break
		}
	}
	if c := p.custom(func(c map[string]any) bool { return c["id"] == 3.0 }); c["solvable"] != false {
		t.Errorf("the X in the corner: %v", c)
	}
	for _, bad := range []string{`{"ask":"hint","id":4,"placed":[99999]}`, `{"ask":"hint","placed":"x"}`, `7`} {
		p.send(id, bad)
	}
	p.host.Stop()
	p.custom(func(c map[string]any) bool { return c["stopped"] == true })
}

// TestFarewell checks that modules are not closed when the kernel's end is gone, and sliders are.
func TestFarewell(t *testing.T) {
	g, err := NewGame(puzzles(t)["dominoes"])
	if err != nil {
		t.Fatal(err)
	}
	p := newPage(t)
	id := p.open(g)
	p.host.Bundle(widget.IntSlider(1, 3))
	p.hub.CloseAll()
	p.mu.Lock()
	defer p.mu.Unlock()
	var with, without int
	for _, m := range p.messages {
		switch {
		case m.Kind != comm.Closed:
		case len(m.Farewell) > 0:
			with++
		default:
			without++
		}
		if m.Kind == comm.Closed && m.ID == id && len(m.Farewell) == 0 {
			t.Error("the module is closed without a farewell")
		}
	}
	if with == 0 || without == 0 {
		t.Errorf("%d comms are closed with a farewell and %d without one", with, without)
	}
}

// TestLabels checks which letters are written on pieces.
func TestLabels(t *testing.T) {
	shape := func(name string, n int) shapes.Shape { return shapes.Rectangle(n, 1).Named(name) }
	for _, c := range []struct{ names, want []string }{
		{[]string{"I", "", "long", "W2"}, []string{"I", "a", "b", "W2"}},
		{[]string{"brick"}, []string{""}},
		{[]string{"b"}, []string{"b"}},
	} {
		var list []shapes.Shape
		for i, name := range c.names {
			list = append(list, shape(name, i+1))
		}
		g, err := NewGame(cover.New(cover.Rectangle(len(list)*(len(list)+1)/2, 1), list...))
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, p := range g.state["data"].(puzzleData).Pieces {
			got = append(got, p.Label)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("labels of %q: %q, want %q", c.names, got, c.want)
		}
	}
}

// TestPage checks that the page of a widget has exactly one of the scripts.
func TestPage(t *testing.T) {
	g, err := NewGame(puzzles(t)["soma"])
	if err != nil {
		t.Fatal(err)
	}
	html := g.page()
	if strings.Count(html, "<script>") != 1 || !strings.Contains(html, "<script>"+Scripts()[0]+"</script>") {
		t.Error("the page does not contain the script of the puzzle")
	}
}

// TestEditor gives boards to an editor, which come back unchanged, and edits one as the page does.
func TestEditor(t *testing.T) {
	boards := []cover.Board{
		{},
		cover.Rectangle(3, 4),
		cover.Rectangle(3, 4).WithOptional(shapes.Rectangle(1, 2)).WithMark('P', shapes.Rectangle(2, 1)).WithMark('b', shapes.Rectangle(1, 4)),
		cover.Rectangle(3, 4).WithOptional(shapes.Rectangle(1, 2)).WithMark('!', shapes.Rectangle(2, 1)),
		cover.Hexagon(shapes.Triangle, 2, 2, 2),
		cover.Hexagon(shapes.Hexagon, 2, 3, 2),
		cover.Box(2, 2, 3),
	}
	for _, b := range boards {
		e, err := NewEditor(b)
		if err != nil {
			t.Fatal(err)
		}
		if got := e.Board(); got != cover.BoardOf(b.Shape().Named("")) && got.String() != b.String() {
			t.Errorf("the board %v comes back as %v", b, got)
		}
	}
	e, err := NewEditor(cover.Rectangle(1, 2))
	if err != nil {
		t.Fatal(err)
	}
	p := newPage(t)
	id := p.open(e)
	edits := 0
	e.OnEdit(func(cover.Board) { edits++ })
	p.set(id, "value", `["","","","", "","#","?P","", "","","","#"]`)
	want := cover.BoardOf(shapes.New(shapes.Square, shapes.Cell{}, shapes.Cell{X: 1}, shapes.Cell{X: 2, Y: 1}))
	want = want.WithOptional(shapes.New(shapes.Square, shapes.Cell{X: 1})).WithMark('P', shapes.New(shapes.Square, shapes.Cell{X: 1}))
	if got := e.Board(); got != want || edits != 1 {
		t.Errorf("after %d edits: %v, want %v", edits, got, want)
	}
	p.set(id, "value", `["","","","", "","##","??","", "","","","#."]`)
	if got := e.Board(); got.String() != cover.BoardOf(want.Shape()).WithOptional(want.Optional()).String() {
		t.Errorf("marks that a board cannot have: %v", got)
	}
	if _, err := NewEditor(cover.Rectangle(100, 100)); err == nil {
		t.Error("an editor of 10404 cells")
	}
}

// TestCover solves Knuth's example of an exact cover problem as the page does.
func TestCover(t *testing.T) {
	problem, err := dlx.Parse("a b c d e f g\nc e\na d g\nb c f\na d f\nb g\nd e g\n")
	if err != nil {
		t.Fatal(err)
	}
	c, err := NewCover(problem)
	if err != nil {
		t.Fatal(err)
	}
	p := newPage(t)
	id := p.open(c)
	p.set(id, "chosen", "[0,3]")
	if c.Solved() {
		t.Error("two options are regarded as a solution")
	}
	p.set(id, "chosen", "[0,3,4]")
	if !c.Solved() {
		t.Errorf("%v is not regarded as a solution", c.Chosen())
	}
	if html := c.page(); !strings.Contains(html, "<script>"+Scripts()[1]+"</script>") {
		t.Error("the page does not contain the script of the cover")
	}
	colors, err := dlx.Parse("a b | x\na x:1\nb x:1\n")
	if err != nil {
		t.Fatal(err)
	}
	if c, err = NewCover(colors); err != nil {
		t.Fatal(err)
	}
	p = newPage(t)
	p.set(p.open(c), "chosen", "[0,1]")
	if !c.Solved() || !strings.Contains(c.page(), html.EscapeString(`"colors":[["","1"],["","1"]]`)) {
		t.Errorf("with colors: %v, %s", c.Chosen(), c.page()[:200])
	}
}

// TestSearch runs a search to its end, by steps, and to a solution, and stops it.
func TestSearch(t *testing.T) {
	s, err := NewPuzzleSearch(puzzles(t)["dominoes"])
	if err != nil {
		t.Fatal(err)
	}
	p := newPage(t)
	id := p.open(s)
	phase := func(want string, found int) {
		t.Helper()
		p.find(func(m comm.Message) bool {
			var q struct {
				State struct {
					Frame struct {
						Phase string `json:"phase"`
						Found int    `json:"found"`
					} `json:"frame"`
				} `json:"state"`
			}
			f := &q.State.Frame
			return json.Unmarshal(m.Data, &q) == nil && f.Phase == want && f.Found == found
		})
		p.mu.Lock()
		p.messages = p.messages[:0]
		p.mu.Unlock()
	}
	p.send(id, `{"want":"step"}`)
	phase("paused", 0)
	p.send(id, `{"want":"solution"}`)
	phase("paused", 1)
	p.send(id, `{"want":"run"}`)
	phase("done", 36)
	if s.Found() != 36 {
		t.Errorf("%d tilings of the 4 by 4 board by dominoes", s.Found())
	}
	p.send(id, `{"want":"restart"}`)
	phase("paused", 0)
	p.send(id, `{"want":"step"}`)
	phase("paused", 0)
	p.host.Stop()
	phase("stopped", 0)
}
