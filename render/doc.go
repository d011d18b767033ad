// SPDX-License-Identifier: BSD-3-Clause

// Package render draws shapes, tilings, cover problems and searches: as SVG, as PNG, as HTML for
// notebooks, and as text in box-drawing characters.
//
// [Draw] returns a [Picture] of a value. This program writes the twelve pentominoes to a file and
// prints them:
//
//	picture := render.Draw(shapes.Pentominoes()).Columns(4)
//	if err := picture.Save("pentominoes.svg"); err != nil {
//		log.Fatal(err)
//	}
//	fmt.Println(picture)
//
// In a notebook, a cell that ends with a shape, a tiling or another value that this package can
// draw shows its picture; see [Of].
//
// [RecordSearch] records the search for the solutions of a problem step by step, [RecordLinks]
// records the links of dancing links, [Watch] shows a search while it runs, and [Animate] makes an
// animation of any pictures. A [Chart] shows series or grids of numbers, and a [Table] shows rows
// of values.
//
// A piece has a closed outline with a thick border and faint lines between its cells; the outline
// of a board is thicker. Colors can be told apart by color-blind readers, and nothing depends on
// color alone: borders and letters give the same information. All formats are readable on light and
// on dark paper. The same value always gives the same bytes.
//
// The package needs no installed fonts and no network. The only scripts are those of the buttons of
// recordings, animations and traces; see [Scripts].
package render
