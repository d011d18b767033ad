// SPDX-License-Identifier: BSD-3-Clause

package display

import (
	"encoding/base64"
	"encoding/json"
	"maps"
	"slices"
	"strings"
)

// The media types that Polka itself produces, besides those of widgets.
const (
	TextType     = "text/plain"
	HTMLType     = "text/html"
	SVGType      = "image/svg+xml"
	MarkdownType = "text/markdown"
	LaTeXType    = "text/latex"
	PNGType      = "image/png"
	JSONType     = "application/json"
	VegaLiteType = "application/vnd.vegalite.v5+json" // of charts
)

// A Bundle is a value in several media types, of which a frontend shows the richest that it
// supports. A Bundle that is shown always has text/plain, since terminals, graders and diffs need
// it.
type Bundle struct {
	// Data maps media types to bytes: UTF-8 for text and SVG, the file itself for pictures, JSON
	// text for application/json and every other type that ends in "+json".
	Data map[string][]byte
	// Metadata is the metadata of the messaging protocol: hints, mostly by media type. It may be
	// nil.
	Metadata map[string]any
}

// Text returns a Bundle that consists of plain text.
func Text(s string) Bundle {
	return Bundle{Data: map[string][]byte{TextType: []byte(s)}}
}

// Plain returns the text/plain part, or "" if there is none.
func (b Bundle) Plain() string { return string(b.Data[TextType]) }

// Types returns the media types in alphabetical order.
func (b Bundle) Types() []string { return slices.Sorted(maps.Keys(b.Data)) }

// Wire returns the data and metadata objects of messages and notebook files: text as strings, JSON
// unchanged, everything else in base64. Neither is nil.
func (b Bundle) Wire() (data, metadata map[string]any) {
	data = make(map[string]any, len(b.Data))
	for t, v := range b.Data {
		switch {
		case IsJSON(t) && json.Valid(v):
			data[t] = json.RawMessage(v)
		case IsText(t):
			data[t] = strings.ToValidUTF8(string(v), "\uFFFD")
		default:
			data[t] = base64.StdEncoding.EncodeToString(v)
		}
	}
	if metadata = b.Metadata; metadata == nil {
		metadata = map[string]any{}
	}
	return data, metadata
}

// IsJSON reports whether parts of media type t are JSON.
func IsJSON(t string) bool { return t == JSONType || strings.HasSuffix(t, "+json") }

// IsText reports whether parts of media type t are sent as text: text/*, SVG, JavaScript and XML.
func IsText(t string) bool {
	return strings.HasPrefix(t, "text/") || strings.HasSuffix(t, "+xml") ||
		t == "application/javascript" || t == "application/xml" || t == "application/x-latex"
}
