// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"fmt"
	"os"

	"polka/internal/plural"
	"polka/render"
)

// mostPictures is the number of pictures in a page, which has some megabytes then.
const mostPictures = 1000

// An album collects pictures for a page in which they can be browsed.
type album struct {
	file   string // "" for none
	frames []render.Picture
	full   bool // there are more than a page has room for
}

// add adds a picture, and reports whether there is room for more.
func (a *album) add(p render.Picture) bool {
	if len(a.frames) == mostPictures {
		a.full = true
		return false
	}
	a.frames = append(a.frames, p)
	return true
}

// write writes the page, and returns the line to print.
func (a *album) write(title string) (string, error) {
	if err := os.WriteFile(a.file, []byte(render.Animate(a.frames).Page(title)), 0o644); err != nil {
		return "", err
	}
	line := fmt.Sprintf("%s: %s", a.file, plural.Count(len(a.frames), "picture"))
	if a.full {
		line += ", the first of more"
	}
	return line, nil
}
