// SPDX-License-Identifier: BSD-3-Clause

package play

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"
	"unicode/utf8"

	"polka/cover"
	"polka/dlx"
	"polka/internal/letter"
	"polka/internal/plural"
	"polka/kernel/widget"
	"polka/kernel/widget/host"
	"polka/render"
	"polka/shapes"
)

// Limits of a puzzle.
const (
	mostPlacements = 20000           // of all pieces
	hintTime       = 2 * time.Second // for the answer whether a puzzle can still be solved
	solutionTime   = time.Second     // for the solution in a page without a kernel
	mostCounted    = 1_000_000       // solutions
)

// countTime is the time for the number of solutions; tests change it.
var countTime = 2 * time.Second

// A Game is a widget with a puzzle to be solved by hand. Pieces are dragged onto the board,
// turned and flipped; those that may not be reflected can only be turned. After each move, and
// while a piece is dragged, Polka's solver says whether the puzzle can still be solved, and in how
// many ways. Cubes are shown by layers.
type Game struct {
	*widget.Module
	puzzle  *cover.Puzzle
	problem *dlx.Problem
	places  []cover.Placement
	state   map[string]any // what the scripts need to know

	once     sync.Once
	solution []int // for pages without a kernel

	mu     sync.Mutex
	cancel context.CancelFunc // of the last question
}

// NewGame returns a widget for a puzzle. A puzzle with more than 20000 placements, or with
// colored pieces, is an error.
func NewGame(p *cover.Puzzle) (*Game, error) {
	if p.Board().Shape().Lattice().Dimension() > 3 {
		return nil, errors.New("play: the pieces have four dimensions; a puzzle by hand has at most three")
	}
	problem, err := p.Problem()
	if err != nil {
		return nil, err
	}
	g := &Game{puzzle: p, problem: problem, places: p.AllPlacements()}
	if len(g.places) > mostPlacements {
		return nil, fmt.Errorf("play: the pieces have %d placements; a puzzle by hand has at most %d", len(g.places), mostPlacements)
	}
	if slices.ContainsFunc(g.places, func(q cover.Placement) bool { return q.Colors != "" }) {
		return nil, errors.New("play: the pieces have colors, which a puzzle by hand does not show")
	}
	g.state = map[string]any{"data": g.data(), "placed": []any{}}
	g.Module = module("puzzle", spaceScript+puzzleScript, host.Module{
		State: g.state, Text: g.String, Page: g.page, Picture: g.SVG, PNG: png(g.picture), Receive: g.receive, Stopped: g.stopped,
	})
	return g, nil
}

// puzzleData is what the script knows about a puzzle.
type puzzleData struct {
	Lattice  geometry    `json:"lattice"`
	Board    []int       `json:"board"`    // x, y and z of each cell
	Marks    []string    `json:"marks"`    // of each cell, "" for none
	Optional []int       `json:"optional"` // numbers of cells that may stay free
	Pieces   []pieceData `json:"pieces"`
	Places   []int       `json:"places"` // piece, pose, x, y and z of each placement
	Options  [][]int     `json:"options"`
	Low      []int       `json:"low"`  // of each item
	High     []int       `json:"high"` // of each item
	Solution []int       `json:"solution,omitempty"`
	Cube     Polyhedron  `json:"cube,omitempty"` // a cell in space
}

type pieceData struct {
	Name   string  `json:"name"`
	Label  string  `json:"label"` // one or two letters, "" if there are no other pieces
	Color  int     `json:"color"`
	Copies int     `json:"copies"` // -1: any number
	Poses  [][]int `json:"poses"`  // cells
	Turn   []int   `json:"turn"`   // the pose after a turn
	Flip   []int   `json:"flip"`   // the pose after a flip; in space, a turn about the X axis
	Roll   []int   `json:"roll"`   // the pose after a turn about the Y axis, in space
}

// data collects what the script knows.
func (g *Game) data() puzzleData {
	board := g.puzzle.Board()
	d := puzzleData{Lattice: geometryOf(board.Shape()), Board: flat(board.Shape().Cells()), Marks: []string{}, Optional: []int{}}
	for i, c := range board.Shape().Cells() {
		mark := ""
		if m := board.Mark(c); m != 0 && m != ' ' {
			mark = string(m)
		}
		d.Marks = append(d.Marks, mark)
		if board.Optional().Contains(c) {
			d.Optional = append(d.Optional, i)
		}
	}
	poses := make([]map[string]int, len(g.puzzle.Set()))
	shapesOf := make([][]shapes.Shape, len(poses))
	number := map[shapes.Shape]int{}
	for i, q := range g.puzzle.Set() {
		_, most := q.Copies()
		number[q.Shape()] = i
		poses[i] = map[string]int{}
		d.Pieces = append(d.Pieces, pieceData{Name: q.Shape().Name(), Color: render.PieceColor(q.Shape()), Copies: most})
	}
	for k, q := range g.places {
		i := number[q.Piece]
		normal := q.Shape.Normal().Named("")
		least, _ := q.Shape.Bounds()
		least = q.Shape.Lattice().PeriodOf(least)
		pose, ok := poses[i][normal.String()]
		if !ok {
			pose = len(shapesOf[i])
			poses[i][normal.String()] = pose
			shapesOf[i] = append(shapesOf[i], normal)
			d.Pieces[i].Poses = append(d.Pieces[i].Poses, flat(normal.Cells()))
		}
		d.Places = append(d.Places, i, pose, least.X, least.Y, least.Z)
		var items []int
		for _, e := range g.problem.Entries(k) {
			items = append(items, e.Item)
		}
		d.Options = append(d.Options, items)
	}
	for i := range d.Pieces {
		turn, flip, roll := moves(board.Shape().Lattice())
		d.Pieces[i].Turn = images(shapesOf[i], poses[i], turn)
		d.Pieces[i].Flip = images(shapesOf[i], poses[i], flip)
		d.Pieces[i].Roll = images(shapesOf[i], poses[i], roll)
	}
	if board.Shape().Lattice() == shapes.Cube {
		d.Cube = Cubes()[0]
	}
	g.label(d.Pieces)
	for _, it := range g.problem.Items() {
		low, high := it.Low, it.High
		if it.Secondary {
			low, high = 0, 1
		}
		d.Low, d.High = append(d.Low, low), append(d.High, high)
	}
	for k := len(g.places); k < g.problem.NumOptions(); k++ { // an option that leaves out a cell or a piece
		for _, e := range g.problem.Entries(k) {
			d.Low[e.Item] = 0
		}
	}
	return d
}

// label gives pieces their labels: short names, and letters for other pieces if there are several.
func (g *Game) label(pieces []pieceData) {
	var names []string
	for _, p := range pieces {
		names = append(names, p.Name)
	}
	letters := letter.Choose(names)
	for i := range pieces {
		switch p := &pieces[i]; {
		case p.Name != "" && utf8.RuneCountInString(p.Name) <= 2:
			p.Label = p.Name
		case len(pieces) > 1:
			p.Label = string(letters[i])
		}
	}
}

// moves returns the turn and the flip of a piece that is held: in space, quarter turns about three
// axes. On a lattice without reflections, to flip a piece is to turn it.
func moves(l *shapes.Lattice) (turn, flip, roll func(shapes.Shape) shapes.Shape) {
	turn = func(s shapes.Shape) shapes.Shape { return s.Rotate(1).Normal() }
	if !l.Spatial() {
		if !slices.ContainsFunc(l.Isometries(), shapes.Isometry.Reflects) {
			return turn, turn, turn
		}
		flip = func(s shapes.Shape) shapes.Shape { return s.Reflect().Normal() }
		return turn, flip, flip
	}
	if l != shapes.Cube {
		return turn, about(l, 0, turn), about(l, 1, turn)
	}
	along := func(image func(c shapes.Cell) shapes.Cell) func(s shapes.Shape) shapes.Shape {
		return func(s shapes.Shape) shapes.Shape {
			cells := s.Cells()
			for i, c := range cells {
				cells[i] = image(c)
			}
			return shapes.New(l, cells...).Normal()
		}
	}
	flip = along(func(c shapes.Cell) shapes.Cell { return shapes.Cell{X: c.X, Y: -c.Z, Z: c.Y} })
	roll = along(func(c shapes.Cell) shapes.Cell { return shapes.Cell{X: c.Z, Y: c.Y, Z: -c.X} })
	return turn, flip, roll
}

// about returns one of the rotations of a lattice of space that are no powers of the smallest one,
// or the smallest one if there are too few.
func about(l *shapes.Lattice, number int, turn func(shapes.Shape) shapes.Shape) func(shapes.Shape) shapes.Shape {
	test := shapes.New(l, l.CellOfKind(0), shapes.Cell{X: 2 * l.NumKinds(), Y: 3, Z: 5}) // with no symmetry but by chance
	var powers []shapes.Shape
	for s := turn(test); !slices.Contains(powers, s); s = turn(s) {
		powers = append(powers, s)
	}
	for _, g := range l.Isometries() {
		if g.Reflects() || slices.Contains(powers, g.Apply(test).Normal()) || g.Identity() {
			continue
		}
		if number == 0 {
			return func(s shapes.Shape) shapes.Shape { return g.Apply(s).Normal() }
		}
		number--
	}
	return turn
}

// images lists the pose that follows each pose when move is repeated until there is one.
func images(list []shapes.Shape, number map[string]int, move func(shapes.Shape) shapes.Shape) []int {
	next := make([]int, len(list))
	for i, s := range list {
		next[i] = i
		for range 6 {
			s = move(s)
			if k, ok := number[s.String()]; ok {
				next[i] = k
				break
			}
		}
	}
	return next
}

// placed lists the placements on the board.
func (g *Game) placed() []int {
	var list []int
	values, _ := g.Get("placed").([]any)
	for _, v := range values {
		if x, ok := v.(float64); ok && x >= 0 && x < float64(len(g.places)) {
			list = append(list, int(x))
		}
	}
	return list
}

// Tiling returns the pieces on the board.
func (g *Game) Tiling() cover.Tiling {
	t := cover.Tiling{Board: g.puzzle.Board()}
	for _, k := range g.placed() {
		t.Placements = append(t.Placements, g.places[k])
	}
	return t
}

// Solved reports whether the pieces cover the board as the puzzle requires.
func (g *Game) Solved() bool {
	used := map[int]int{}
	for _, k := range g.placed() {
		for _, e := range g.problem.Entries(k) {
			used[e.Item]++
		}
	}
	d := g.state["data"].(puzzleData)
	for i := range d.Low {
		if used[i] < d.Low[i] || used[i] > d.High[i] {
			return false
		}
	}
	return true
}

// OnMove registers a function that is called when the user places or removes pieces.
func (g *Game) OnMove(f func(t cover.Tiling)) *Game {
	g.OnChange(func(name string) {
		if name == "placed" {
			f(g.Tiling())
		}
	})
	return g
}

// String describes the puzzle and the pieces on the board.
func (g *Game) String() string {
	s := fmt.Sprintf("puzzle by hand: %v", g.puzzle)
	if n := len(g.placed()); n > 0 {
		s += fmt.Sprintf("; %s placed: %v", plural.Count(n, "piece"), g.Tiling())
	}
	return s
}

// SVG draws the board with the pieces on it or, while it is empty, with the pieces beside it.
func (g *Game) SVG() string { return g.picture().SVG() }

func (g *Game) picture() render.Picture {
	if t := g.Tiling(); len(t.Placements) > 0 {
		return render.Draw(t)
	}
	return render.Draw(g.puzzle)
}

// page returns the puzzle without a kernel, with a solution if one is found soon.
func (g *Game) page() string {
	g.once.Do(func() {
		ctx, cancel := context.WithTimeout(context.Background(), solutionTime)
		defer cancel()
		t, _, err := g.puzzle.Solver(dlx.Options{Threads: 1}).First(ctx)
		if err != nil {
			return
		}
		for _, q := range t.Placements {
			g.solution = append(g.solution, slices.Index(g.places, q))
		}
	})
	d := g.state["data"].(puzzleData)
	d.Solution = g.solution
	placed := g.placed()
	if placed == nil {
		placed = []int{}
	}
	still := fmt.Sprintf(`<img alt="%s" src="data:image/svg+xml;base64,%s">`, "a puzzle", base64.StdEncoding.EncodeToString([]byte(g.SVG())))
	return fragment("puzzle", spaceScript+puzzleScript, map[string]any{"data": d, "placed": placed}, still)
}

// A question is what the page asks while the user plays.
type question struct {
	Ask    string `json:"ask"` // "hint", "count" or "solution"
	ID     int    `json:"id"`
	Placed []int  `json:"placed"`
}

// receive answers a question, unless another one comes first.
func (g *Game) receive(ctx context.Context, content []byte) {
	var q question
	if json.Unmarshal(content, &q) != nil || q.Ask == "" {
		return
	}
	for _, k := range q.Placed {
		if k < 0 || k >= len(g.places) {
			return
		}
	}
	ctx, cancel := context.WithCancel(ctx)
	g.mu.Lock()
	if g.cancel != nil {
		g.cancel()
	}
	g.cancel = cancel
	g.mu.Unlock()
	go func() {
		defer cancel()
		g.answer(ctx, q)
	}()
}

// answer answers a question: first whether there is a solution, then how many there are.
func (g *Game) answer(ctx context.Context, q question) {
	rest := g.problem.Containing(q.Placed...)
	reply := map[string]any{"id": q.ID, "ask": q.Ask}
	late, cancel := context.WithTimeout(ctx, hintTime)
	defer cancel()
	found, _, err := rest.Solver(dlx.Options{Threads: 1}).First(late)
	switch {
	case ctx.Err() != nil:
		return
	case err == nil:
		reply["solvable"] = true
	case errors.Is(err, dlx.ErrNoSolution):
		reply["solvable"] = false
	}
	if q.Ask == "solution" && err == nil {
		reply["solution"] = slices.DeleteFunc(found.Options(), func(k int) bool { return k >= len(g.places) })
	}
	g.Send(reply)
	if q.Ask != "count" || errors.Is(err, dlx.ErrNoSolution) {
		return
	}
	late, cancel = context.WithTimeout(ctx, countTime)
	defer cancel()
	r, err := rest.Solver(dlx.Options{Threads: 1, Limit: mostCounted}).Count(late)
	if ctx.Err() != nil || err != nil && r.Solutions.Sign() == 0 {
		return // a count of 0 would say nothing
	}
	g.Send(map[string]any{
		"id": q.ID, "ask": q.Ask, "solvable": r.Solutions.Sign() > 0,
		"count": r.Solutions.String(), "more": err != nil || r.Solutions.Int64() >= mostCounted,
	})
}

// stopped reports to the page that Stop has ended the solver.
func (g *Game) stopped() {
	g.Send(map[string]any{"stopped": true})
}
