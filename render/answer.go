package render

import (
	"fmt"

	"polka/cover"
	"polka/shapes"
)

// answer draws puzzles, sets of pieces and the answers of package cover, with captions. An answer
// without a tiling gives the empty picture.
func answer(v any) (p Picture, ok bool) {
	switch v := v.(type) {
	case cover.Set:
		return set(nil, nil, v), true
	case cover.Piece:
		return gallery([]shapes.Shape{v.Shape()}), true
	case *cover.Puzzle:
		return puzzle(v), true
	case cover.Classic:
		return puzzle(v.Puzzle()), true
	case cover.Attempt:
		return attempts([]cover.Attempt{v}), true
	case []cover.Attempt:
		if len(v) == 0 {
			return Picture{}, true
		}
		return attempts(v), true
	case cover.Quest:
		if !v.Found {
			return Picture{}, true
		}
		return tilings([]cover.Tiling{v.Tiling}).Captions(v.Summary()), true
	case []cover.Dissection:
		var list []cover.Tiling
		var captions []string
		for _, d := range v {
			for i, a := range []cover.Attempt{d.Any, d.Once} {
				if a.Found {
					list = append(list, a.Tiling)
					captions = append(captions, fmt.Sprintf("size %d, %s", d.Size, [2]string{"any", "all different"}[i]))
				}
			}
		}
		if list == nil {
			return Picture{}, true
		}
		return tilings(list).Captions(captions...), true
	}
	return Picture{}, false
}

// attempts draws the tilings that were found, and empty boards with the reasons why there is none.
func attempts(list []cover.Attempt) Picture {
	found := make([]cover.Tiling, len(list))
	captions := make([]string, len(list))
	for i, a := range list {
		if a.Found {
			found[i], captions[i] = a.Tiling, a.Board.String()
		} else {
			found[i], captions[i] = cover.Tiling{Board: a.Board}, a.String()
		}
	}
	return tilings(found).Captions(captions...)
}

// puzzle draws the board and, beside it, the pieces.
func puzzle(p *cover.Puzzle) Picture {
	picture := set([]shapes.Shape{p.Board().Shape()}, []string{"the board"}, p.Set())
	if !p.Board().Shape().Lattice().Spatial() {
		pieces := picture.panel
		picture.panel = func(i int, four bool) panel {
			if i == 0 {
				return panelOfBoard(p.Board())
			}
			return pieces(i, four)
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
