// SPDX-License-Identifier: BSD-3-Clause

package render

import (
	"fmt"

	"polka/cover"
	"polka/shapes"
)

// answer draws puzzles, sets of pieces and the answers of package cover, with captions. An answer
// without a board gives the empty picture.
func answer(v any) (p Picture, ok bool) {
	switch v := v.(type) {
	case cover.Set:
		return set(nil, nil, v), true
	case cover.Piece:
		return gallery([]shapes.Shape{v.Shape()}), true
	case *cover.Puzzle:
		return puzzlePicture(v), true
	case cover.CatalogEntry:
		return puzzlePicture(v.Puzzle()), true
	case cover.Answer:
		if v.Board.Shape().Empty() {
			return Picture{}, true
		}
		return answers([]cover.Answer{v}), true
	case []cover.Answer:
		if len(v) == 0 {
			return Picture{}, true
		}
		return answers(v), true
	}
	return Picture{}, false
}

// answers draws the tilings that were found, and empty boards with the reasons why there is none.
func answers(list []cover.Answer) Picture {
	found := make([]cover.Tiling, len(list))
	captions := make([]string, len(list))
	for i, a := range list {
		found[i], captions[i] = a.Tiling, a.Board.String()
		switch {
		case !a.Found:
			found[i], captions[i] = cover.Tiling{Board: a.Board}, a.String()
		case a.Excluded != nil:
			captions[i] = fmt.Sprintf("%v by %d pieces; smaller boards excluded: %d", a.Board, len(a.Tiling.Placements), len(a.Excluded))
		}
	}
	return tilings(found).Captions(captions...)
}

// puzzlePicture draws the board and, beside it, the pieces.
func puzzlePicture(p *cover.Puzzle) Picture {
	picture := set([]shapes.Shape{p.Board().Shape()}, []string{"the board"}, p.Set())
	if !p.Board().Shape().Lattice().Spatial() {
		pieces := picture.panel
		picture.panel = func(i int, c scheme) panel {
			if i == 0 {
				return panelOfBoard(p.Board())
			}
			return pieces(i, c)
		}
	}
	return picture
}

// set draws pieces, with the numbers of their copies, after other shapes.
func set(list []shapes.Shape, captions []string, pieces cover.Set) Picture {
	for _, q := range pieces {
		list = append(list, q.Shape())
		captions = append(captions, cover.Set{q}.String())
	}
	return gallery(list).Captions(captions...)
}
