// SPDX-License-Identifier: BSD-3-Clause

// Pictures draws the pictures of the README and of the documentation into docs/pictures, as
// stand-alone SVG files. The same values give the same bytes, so `go generate` changes nothing by
// itself.
package main

//go:generate go run .

import (
	"context"
	"log"
	"os"
	"path/filepath"

	"polka/cover"
	"polka/render"
	"polka/shapes"
)

func main() {
	log.SetFlags(0)
	puzzle := cover.New(cover.Rectangle(6, 10), shapes.Pentominoes()...)
	tilings, err := puzzle.All(context.Background())
	if err != nil {
		log.Fatal(err)
	}
	different := cover.Distinct(tilings)
	write("6x10.svg", render.Draw(different[1742]))
	write("pentominoes.svg", render.Draw(shapes.Pentominoes()))
}

// write puts a picture into docs/pictures of the module, whose internal/pictures is the working
// directory.
func write(name string, p render.Picture) {
	if err := os.WriteFile(filepath.Join("..", "..", "docs", "pictures", name), []byte(p.SVG()), 0o644); err != nil {
		log.Fatal(err)
	}
}
