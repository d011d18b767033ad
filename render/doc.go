// Package render draws shapes, tilings and collections of them: as SVG, as HTML for notebooks, and
// as text in box-drawing characters and letters.
//
// Every drawing is a [Picture], an immutable value with one method for each form. The smallest
// useful program writes the twelve pentominoes into a file:
//
//	picture := render.Gallery(shapes.Pentominoes())
//	os.WriteFile("pentominoes.svg", []byte(picture.SVG()), 0o666)
//	fmt.Println(picture)
//
// In a notebook a Picture that is the value of a cell shows itself; so do shapes and tilings,
// through [Of].
//
// What the pictures look like: a piece is one closed path, traced along its outline, with holes
// left open; borders between pieces are thick, lines between the cells of a piece faint, the
// outline of a board thickest. A tiling needs at most four colors, since pieces that touch are
// colored differently; in galleries a piece has the color of its name. Colors come from the palette
// of Okabe and Ito and can be told apart by color-blind readers, but nothing depends on them:
// borders and letters say the same. All forms are readable on light and on dark paper, and the same
// value always gives the same bytes.
//
// The package computes nothing about shapes and tilings; packages shapes and cover do. What it
// gives needs no fonts, files or network, and no scripts but those of the buttons of stories and
// films ([Scripts]).
package render
