// SPDX-License-Identifier: BSD-3-Clause

package core

import (
	"maps"
	"slices"

	"polka/kernel/display"
)

// A Bundle is a value as a notebook shows it, in several media types. There is always a text/plain
// part.
type Bundle struct {
	// Data maps media types such as text/plain, text/html, image/svg+xml and image/png to bytes:
	// UTF-8 for text and SVG, JSON text for application/json and types that end in "+json", and
	// otherwise a file.
	Data map[string][]byte
	// Metadata has hints for frontends, as in Jupyter's protocol, mostly by media type. It may be
	// nil.
	Metadata map[string]any
}

// Plain returns the text/plain part.
func (b Bundle) Plain() string { return display.Bundle(b).Plain() }

// Types returns the media types in alphabetical order.
func (b Bundle) Types() []string { return slices.Sorted(maps.Keys(b.Data)) }

// An Event shows a value, or replaces one that was shown.
type Event struct {
	Bundle Bundle
	ID     string // names the display, so that it can be replaced; empty for one that is not
	Update bool   // replace what the displays with this ID show, and add no new one
}
