// SPDX-License-Identifier: BSD-3-Clause

// Package paint makes files of pictures for package display. Package picture does the work, if it
// is linked: programs that embed sessions and show no pictures do without it.
package paint

import "image"

// File returns a picture as a PNG file, nil if that fails.
var File = func(image.Image) []byte { return nil }

// Size returns the size of a PNG file in pixels, the zero Point if it is no such file.
var Size = func(file []byte) image.Point { return image.Point{} }

// Row paints PNG files side by side into one, in boxes of the page with the given size. Those that
// are fine have two pixels for one of the page. It returns nil if that fails, or if a file does not
// fit its box.
var Row = func(files [][]byte, fine []bool, boxes []image.Rectangle, width, height int) []byte { return nil }
