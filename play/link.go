// SPDX-License-Identifier: BSD-3-Clause

package play

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"unicode"

	"polka/internal/link"
	"polka/internal/plural"
	"polka/render"
	"polka/shapes"
)

// Link returns an address that opens the puzzle with the pieces that are on the board: a page can
// show it without a kernel. The address contains the whole puzzle, and nothing is stored elsewhere.
// base is the address of a page that opens links, such as open.html of a site with Polka for
// browsers; if it is empty, the result begins with #. A puzzle that takes more than a million
// characters is an error.
func (g *Game) Link(base string) (string, error) {
	d := g.state["data"].(puzzleData)
	data, err := json.Marshal(condensed(d))
	if err != nil {
		return "", err
	}
	placed := []int{}
	for _, k := range g.placed() {
		placed = append(placed, d.Places[5*k:5*k+5]...)
	}
	state, err := json.Marshal(map[string][]int{"placed": placed})
	if err != nil {
		return "", err
	}
	title := "puzzle on " + plural.Count(len(d.Board)/3, "cell")
	return link.Encode(base, link.Document{Kind: link.Puzzle, Title: title, Data: data, State: state})
}

// A linkPuzzle is a puzzle in a link, as internal/link/web/placements.js describes it.
type linkPuzzle struct {
	Lattice  geometry    `json:"lattice"`
	Board    []int       `json:"board"`
	Marks    []string    `json:"marks,omitempty"`
	Optional []int       `json:"optional,omitempty"`
	Pieces   []linkPiece `json:"pieces"`
	Places   []int       `json:"places,omitempty"`
	Options  [][]int     `json:"options,omitempty"`
	Low      []int       `json:"low,omitempty"`
	High     []int       `json:"high,omitempty"`
	Solution []int       `json:"solution,omitempty"`
}

type linkPiece struct {
	pieceData
	Least *int `json:"least,omitempty"`
}

// condensed leaves out the placements of a puzzle if they follow from the poses of the pieces.
func condensed(d puzzleData) linkPuzzle {
	short := linkPuzzle{Lattice: d.Lattice, Board: d.Board, Optional: d.Optional}
	if slices.ContainsFunc(d.Marks, func(m string) bool { return m != "" }) {
		short.Marks = d.Marks
	}
	for i, p := range d.Pieces {
		q := linkPiece{pieceData: p}
		if least := d.least(i); least != max(-1, p.Copies) {
			q.Least = &least
		}
		short.Pieces = append(short.Pieces, q)
	}
	for _, k := range d.Solution {
		short.Solution = append(short.Solution, d.Places[5*k:5*k+5]...)
	}
	if whole, ok := short.expand(); !ok || !slices.Equal(whole.form(), d.form()) {
		short.Places, short.Options, short.Low, short.High = d.Places, d.Options, d.Low, d.High
	}
	return short
}

// least returns the smallest number of copies of a piece: what its item requires, which is the one
// that all its placements have and no others; -1 if there is none.
func (d puzzleData) least(piece int) int {
	times, total := make([]int, len(d.Low)), 0
	for k, items := range d.Options {
		own := d.Places[5*k] == piece
		if own {
			total++
		}
		for _, i := range items {
			if own {
				times[i]++
			} else {
				times[i] = -len(d.Options)
			}
		}
	}
	least := -1
	for i, n := range times {
		if n == total && total > 0 && (least < 0 || d.Low[i] < least) {
			least = d.Low[i]
		}
	}
	return least
}

// expand applies the rule of placements.js. It reports false if there are too many placements.
func (s linkPuzzle) expand() (puzzleData, bool) {
	d := puzzleData{Lattice: s.Lattice, Board: s.Board}
	item := func(low, high int) int {
		d.Low, d.High = append(d.Low, low), append(d.High, high)
		return len(d.Low) - 1
	}
	type cell [3]int
	cells := func(flat []int) (list []cell) {
		for c := range slices.Chunk(flat, 3) {
			list = append(list, cell(c))
		}
		return list
	}
	board := cells(s.Board)
	number, own := map[cell]int{}, make([]int, len(board))
	for i, c := range board {
		number[c] = i
		low := 1
		if slices.Contains(s.Optional, i) {
			low = 0
		}
		own[i] = item(low, 1)
	}
	for i, p := range s.Pieces {
		least := max(-1, p.Copies)
		if p.Least != nil {
			least = *p.Least
		}
		counted := -1
		switch {
		case least >= 0 && p.Copies >= 0:
			counted = item(least, p.Copies)
		case least >= 0:
			counted = item(least, max(least, len(board)))
		}
		if p.Copies == 0 {
			continue
		}
		for j, flat := range p.Poses {
			pose := cells(flat)
			for _, c := range board {
				at := cell{c[0] - pose[0][0], c[1] - pose[0][1], c[2] - pose[0][2]}
				if at[2] != 0 && s.Lattice.Layers == 0 {
					continue
				}
				var items []int
				if counted >= 0 {
					items = append(items, counted)
				}
				fits := true
				for _, q := range pose {
					n, ok := number[cell{q[0] + at[0], q[1] + at[1], q[2] + at[2]}]
					if fits = ok && (s.Marks == nil || suited(s.Marks[n], p.Name)); !fits {
						break
					}
					items = append(items, own[n])
				}
				if fits {
					d.Places = append(d.Places, i, j, at[0], at[1], at[2])
					d.Options = append(d.Options, items)
				}
			}
		}
		if len(d.Options) > mostPlacements {
			return d, false
		}
	}
	return d, true
}

// suited reports whether a piece may lie on a cell with a mark.
func suited(mark, piece string) bool {
	for _, r := range mark {
		if unicode.IsUpper(r) {
			return mark == piece
		}
	}
	return true
}

// form returns lines that two puzzles have in common if they have the same placements under the
// same conditions, in whatever order their placements and items are.
func (d puzzleData) form() []string {
	var lines []string
	having := make([][]string, len(d.Low))
	for k, items := range d.Options {
		name := fmt.Sprint(d.Places[5*k : 5*k+5])
		lines = append(lines, name)
		for _, i := range items {
			having[i] = append(having[i], name)
		}
	}
	for i, list := range having {
		if d.Low[i] > 0 || d.High[i] < len(list) { // other items restrict nothing
			slices.Sort(list)
			lines = append(lines, fmt.Sprint(d.Low[i], min(d.High[i], len(list)), list))
		}
	}
	slices.Sort(lines)
	return slices.Compact(lines)
}

// LinkShape returns an address that shows a shape. base is as for [Game.Link].
func LinkShape(s shapes.Shape, base string) (string, error) {
	if s.Size() == 0 {
		return "", errors.New("play: the shape has no cells")
	}
	title := s.Name()
	if title == "" {
		title = fmt.Sprintf("a shape of %s", plural.Count(s.Size(), "cell"))
	}
	data, err := json.Marshal(map[string]any{"lattice": geometryOf(s), "cells": flat(s.Normal().Cells()), "color": render.PieceColor(s)})
	if err != nil {
		return "", err
	}
	return link.Encode(base, link.Document{Kind: link.Shape, Title: title, Data: data})
}
