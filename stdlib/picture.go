package stdlib

import "polka/render"

// Picture gives a value that draws v: a render.Picture of a shape, a board, a tiling or a slice of these. It
// gives nil for everything else, and for what draws itself. It is here that the kernel, which knows no
// mathematics, learns what the values of the mathematics look like.
func Picture(v any) any {
	if _, drawn := v.(render.Picture); drawn {
		return nil
	}
	if p, ok := render.Of(v); ok {
		return p
	}
	return nil
}
