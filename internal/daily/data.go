// SPDX-License-Identifier: BSD-3-Clause

// What the pages know, as the text of a script:
//
//	globalThis.polkaDaily = {"sets": [...], "calendar": {...}, "years": {"2026": ["0 02579b 14 000100...", ...]}};
//
// A puzzle is a line: the number of its set, the numbers of its pieces, its par, and the cells of
// its board. Its numbers of pieces and the coordinates x, y and z of cells are digits of base 36,
// one for each. There is a line for each day of a year, so that the date is not needed. A set has
// the lattice and the pieces as internal/link/web/placements.js describes them, with all poses of
// the pieces, whose cells are written in the same way.

package daily

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"polka/cover"
	"polka/internal/digit"
	"polka/internal/link"
	"polka/play"
	"polka/shapes"
)

// Line writes a puzzle as the pages have it.
func (p Puzzle) Line() (string, error) {
	var coordinates []int
	for _, c := range p.Board.Cells() {
		coordinates = append(coordinates, c.X, c.Y, c.Z)
	}
	pieces, err1 := digit.Write(p.Pieces...)
	cells, err2 := digit.Write(coordinates...)
	return fmt.Sprintf("%d %s %d %s", p.Set, pieces, p.Par, cells), errors.Join(err1, err2)
}

// ParseLine reads what Line has written for a date.
func ParseLine(date time.Time, line string) (Puzzle, error) {
	p := Puzzle{Date: date}
	sets, err := Sets()
	if err != nil {
		return p, err
	}
	var pieces, cells string
	if _, err := fmt.Sscanf(line, "%d %s %d %s", &p.Set, &pieces, &p.Par, &cells); err != nil {
		return p, fmt.Errorf("daily: %q: expected set, pieces, par and cells", line)
	}
	if p.Set < 0 || p.Set >= len(sets) || len(cells)%3 != 0 {
		return p, fmt.Errorf("daily: %q: expected one of %d sets, and three digits for each cell", line, len(sets))
	}
	if p.Pieces, err = digit.Read(pieces); err != nil || slices.ContainsFunc(p.Pieces, func(i int) bool { return i >= len(sets[p.Set].Pieces) }) {
		return p, fmt.Errorf("daily: %q: expected numbers of pieces", line)
	}
	coordinates, err := digit.Read(cells)
	if err != nil {
		return p, fmt.Errorf("daily: %q: %w", line, err)
	}
	l := sets[p.Set].Pieces[0].Lattice()
	var list []shapes.Cell
	for at := range slices.Chunk(coordinates, 3) {
		c := shapes.Cell{X: at[0], Y: at[1], Z: at[2]}
		if !l.Contains(c) {
			return p, fmt.Errorf("daily: %q: %v is no cell of the lattice", line, c)
		}
		list = append(list, c)
	}
	p.Board = shapes.New(l, list...)
	return p, nil
}

// pageSet is a set as the pages have it.
type pageSet struct {
	Name    string          `json:"name"`
	Lattice json.RawMessage `json:"lattice"`
	Pieces  []pagePiece     `json:"pieces"`
}

type pagePiece struct {
	Name  string   `json:"name"`
	Label string   `json:"label"`
	Color int      `json:"color"`
	Poses []string `json:"poses"`
	Turn  []int    `json:"turn"`
	Flip  []int    `json:"flip"`
	Roll  []int    `json:"roll"`
}

// forPage returns a set with all poses of its pieces. They are those of a puzzle by hand on a
// board on which every pose has a place.
func forPage(s Set) (pageSet, error) {
	l := s.Pieces[0].Lattice()
	board := largeBoard(l, s.Pieces)
	game, err := play.NewGame(cover.New(cover.BoardOf(board).WithOptional(board)).With(cover.Pieces(s.Pieces...).Any()))
	if err != nil {
		return pageSet{}, err
	}
	address, err := game.Link("")
	if err != nil {
		return pageSet{}, err
	}
	d, err := link.Decode(address)
	if err != nil {
		return pageSet{}, err
	}
	var data struct {
		Lattice json.RawMessage
		Pieces  []struct {
			Name, Label string
			Color       int
			Poses       [][]int
			Turn        []int
			Flip        []int
			Roll        []int
		}
		Places []int
	}
	if err := json.Unmarshal(d.Data, &data); err != nil {
		return pageSet{}, err
	}
	if data.Places != nil {
		return pageSet{}, fmt.Errorf("daily: %s: pages cannot find where pieces fit", s.Name)
	}
	set := pageSet{Name: s.Name, Lattice: data.Lattice}
	for i, p := range data.Pieces {
		q := pagePiece{Name: p.Name, Label: p.Label, Color: p.Color, Turn: p.Turn, Flip: p.Flip, Roll: p.Roll}
		if want := len(cover.Pieces(s.Pieces[i])[0].Orientations()); len(p.Poses) != want {
			return set, fmt.Errorf("daily: %s: piece %d has %d poses, expected %d", s.Name, i, len(p.Poses), want)
		}
		for _, pose := range p.Poses {
			text, err := digit.Write(pose...)
			if err != nil {
				return set, err
			}
			q.Poses = append(q.Poses, text)
		}
		set.Pieces = append(set.Pieces, q)
	}
	return set, nil
}

// largeBoard returns periods of a lattice on which each piece has a place in each orientation.
func largeBoard(l *shapes.Lattice, pieces []shapes.Shape) shapes.Shape {
	var least, most shapes.Cell
	for _, s := range pieces {
		for _, o := range cover.Pieces(s)[0].Orientations() {
			low, high := o.Bounds()
			low, high = l.PeriodOf(low), l.PeriodOf(high)
			least.X, least.Y, least.Z = min(least.X, low.X), min(least.Y, low.Y), min(least.Z, low.Z)
			most.X, most.Y, most.Z = max(most.X, high.X), max(most.Y, high.Y), max(most.Z, high.Z)
		}
	}
	var kinds []shapes.Cell
	for kind := range l.NumKinds() {
		kinds = append(kinds, l.CellOfKind(kind))
	}
	period := shapes.New(l, kinds...)
	margin := 1
	if l.Spatial() {
		margin = 0 // all poses are in one corner of the box
	}
	var cells []shapes.Cell
	for x := least.X - margin; x <= most.X+margin; x++ {
		for y := least.Y - margin; y <= most.Y+margin; y++ {
			for z := least.Z; z <= most.Z; z++ {
				at := shapes.Cell{X: x, Y: y, Z: z}
				if l.PeriodOf(at) != at {
					continue // not the first cell of a period
				}
				cells = append(cells, period.Translate(x-kinds[0].X, y-kinds[0].Y, z-kinds[0].Z).Cells()...)
			}
		}
	}
	return shapes.New(l, cells...)
}

// calendarData is the calendar as the pages have it.
type calendarData struct {
	Set    int      `json:"set"`
	Board  string   `json:"board"` // months, then days
	Marks  []string `json:"marks"` // of the cells
	Counts []int    `json:"counts"`
}

// script returns the text of the script with the data for some years, in some seconds for each.
func script(ctx context.Context, years []int, last func(year int) time.Time, each func(Puzzle) error) ([]byte, error) {
	sets, err := Sets()
	if err != nil {
		return nil, err
	}
	var data struct {
		Sets     []pageSet           `json:"sets"`
		Calendar calendarData        `json:"calendar"`
		Years    map[string][]string `json:"years"`
	}
	for _, s := range append(slices.Clone(sets), Set{Name: "calendar", Pieces: CalendarSet()}) {
		set, err := forPage(s)
		if err != nil {
			return nil, err
		}
		data.Sets = append(data.Sets, set)
	}
	data.Calendar.Set = len(sets)
	for _, c := range CalendarBoard().Cells() {
		text, err := digit.Write(c.X, c.Y, c.Z)
		if err != nil {
			return nil, err
		}
		data.Calendar.Board += text
		data.Calendar.Marks = append(data.Calendar.Marks, CalendarMarks(c))
	}
	if data.Calendar.Counts, err = CalendarCounts(ctx); err != nil {
		return nil, err
	}
	data.Years = map[string][]string{}
	for _, year := range years {
		name := strconv.Itoa(year)
		for d := Date(year, time.January, 1); !d.After(last(year)); d = d.AddDate(0, 0, 1) {
			p, err := Of(ctx, d)
			if err != nil {
				return nil, err
			}
			line, err := p.Line()
			if err != nil {
				return nil, err
			}
			data.Years[name] = append(data.Years[name], line)
			if err := each(p); err != nil {
				return nil, err
			}
		}
	}
	text, err := json.Marshal(data)
	if err != nil {
		return nil, err
	}
	return []byte("globalThis.polkaDaily = " + string(text) + ";\n"), nil
}
