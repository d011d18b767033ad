package stdlib

import (
	"fmt"
	"strings"

	"polka/cover"
	"polka/render"
	"polka/shapes"
)

// Picture gives a value that draws v: a render.Picture of a shape, a board, a tiling or a slice of these, or of
// what answers a question about them. It gives nil for everything else, and for what draws itself. It is here
// that the kernel, which knows no mathematics, learns what the values of the mathematics look like.
func Picture(v any) any {
	if _, drawn := v.(render.Picture); drawn {
		return nil
	}
	if p, ok := render.Of(v); ok {
		return p
	}
	if p, ok := answer(v); ok {
		return p
	}
	if t, ok := v.(shapes.Table); ok {
		return render.Counts(t)
	}
	return nil
}

// answer draws puzzles, sets of pieces and what package cover answers, with the words of the answer below.
func answer(v any) (p render.Picture, ok bool) {
	switch v := v.(type) {
	case cover.Set:
		return set(nil, nil, v), true
	case cover.Piece:
		return render.Shape(v.Shape()), true
	case *cover.Puzzle:
		return puzzle(v), true
	case cover.Classic:
		return puzzle(v.Puzzle()), true
	case cover.Attempt:
		return attempts([]cover.Attempt{v}), true
	case []cover.Attempt:
		return attempts(v), len(v) > 0
	case cover.Quest:
		caption, _, _ := strings.Cut(v.String(), ": ")
		return render.Tilings([]cover.Tiling{v.Tiling}, caption), v.Found
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
		return render.Tilings(list, captions...), list != nil
	}
	return render.Picture{}, false
}

// attempts draws the tilings that were found, and empty boards with the reasons for there being none.
func attempts(list []cover.Attempt) render.Picture {
	tilings := make([]cover.Tiling, len(list))
	captions := make([]string, len(list))
	for i, a := range list {
		if a.Found {
			tilings[i], captions[i] = a.Tiling, a.Board.String()
		} else {
			tilings[i], captions[i] = cover.Tiling{Board: a.Board}, a.String()
		}
	}
	return render.Tilings(tilings, captions...)
}

// puzzle draws the board and, beside it, the pieces.
func puzzle(p *cover.Puzzle) render.Picture {
	return set([]shapes.Shape{p.Board().Shape()}, []string{"the board"}, p.Set())
}

// set draws pieces after other shapes, with the numbers of their copies.
func set(list []shapes.Shape, captions []string, pieces cover.Set) render.Picture {
	for _, q := range pieces {
		list = append(list, q.Shape())
		captions = append(captions, cover.Set{q}.String())
	}
	return render.Gallery(list, captions...)
}
