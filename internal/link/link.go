// SPDX-License-Identifier: BSD-3-Clause

// Package link writes and reads links: addresses that contain what they show. Nothing is stored on
// a server. A page opens a link, and browsers do not send the part after the # anywhere.
//
//	d := link.Document{Kind: link.Cell, Source: "6 * 7"}
//	address, err := link.Encode("https://example.org/open.html", d)
//
// A link is ADDRESS#VERSION.PAYLOAD. The version is a number. The payload of version 1 is a
// document as JSON, compressed by deflate (RFC 1951, without a header) and written in base64 with
// the alphabet of addresses and without padding (RFC 4648, section 5). Whoever opens a link has not
// written it, so there are limits for everything in it; web/format.js has the same ones.
package link

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// A Kind says what a document shows.
type Kind string

// The kinds of documents, and their Data and State.
const (
	Cell     Kind = "cell"     // Source is Go
	Notebook Kind = "notebook" // Data has the member cells, see Cells
	Puzzle   Kind = "puzzle"   // Data is described in web/placements.js; State has the member placed
	Search   Kind = "search"   // Data has the members story and page, see web/share.js; State has step and rule
	Trace    Kind = "trace"    // Data has the members trace and page; State has step
	Shape    Kind = "shape"    // Data has the members lattice and cells
)

// Version is that of the links that Encode writes. Decode reads this one and all before.
const Version = 1

// The limits of a link.
const (
	MostCharacters = 1 << 20 // of the payload
	MostBytes      = 4 << 20 // of the unpacked text
	MostValues     = 500_000 // of JSON
	MostDepth      = 64      // of JSON
	MostNumber     = 1e9     // the absolute value of numbers
	MostTitle      = 300     // bytes
)

// LongLink is the number of characters from which some programs cut links off.
const LongLink = 8000

// A Document is the content of a link.
type Document struct {
	Kind    Kind            `json:"kind"`
	Title   string          `json:"title,omitempty"`   // one line
	Source  string          `json:"source,omitempty"`  // the code that a reader may run
	Data    json.RawMessage `json:"data,omitempty"`    // an object, or nil
	State   json.RawMessage `json:"state,omitempty"`   // an object, or nil
	Picture string          `json:"picture,omitempty"` // what the page shows before anything runs: an SVG document
}

// A NotebookCell is an element of the member cells of a notebook's Data.
type NotebookCell struct {
	Type   string `json:"type"` // "code" or "markdown"
	Source string `json:"source"`
}

// Cells returns the Data of a notebook.
func Cells(cells []NotebookCell) json.RawMessage {
	raw, err := json.Marshal(map[string]any{"cells": cells})
	if err != nil {
		panic("link: " + err.Error()) // cells are strings
	}
	return raw
}

// Encode returns a link. An empty base gives a link from its # on, to be appended to an address. A
// document that Decode would refuse is an error.
func Encode(base string, d Document) (string, error) {
	if strings.Contains(base, "#") {
		return "", fmt.Errorf("link: %s: expected an address without a #", base)
	}
	text, err := marshal(d)
	if err != nil {
		return "", err
	}
	if err := check(text); err != nil {
		return "", err
	}
	var packed bytes.Buffer
	w, err := flate.NewWriter(&packed, flate.BestCompression)
	if err != nil {
		panic("link: " + err.Error()) // the level is valid
	}
	w.Write(text) // a Buffer keeps everything
	w.Close()
	payload := base64.RawURLEncoding.EncodeToString(packed.Bytes())
	if len(payload) > MostCharacters {
		return "", fmt.Errorf("link: %d characters, expected at most %d", len(payload), MostCharacters)
	}
	return fmt.Sprintf("%s#%d.%s", base, Version, payload), nil
}

// marshal leaves < and > as they are, which pictures have many of.
func marshal(d Document) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(d)
	return bytes.TrimRight(b.Bytes(), "\n"), err
}

// Decode reads a link, or the part of it after the address.
func Decode(address string) (Document, error) {
	at := strings.IndexByte(address, '#')
	if at < 0 {
		return Document{}, errors.New("link: expected a # in the address")
	}
	version, payload, found := strings.Cut(address[at+1:], ".")
	switch {
	case !found || version == "" || strings.Trim(version, "0123456789") != "":
		return Document{}, fmt.Errorf("link: character %d: expected a version and a point such as #1.x", at+2)
	case version != "1":
		return Document{}, fmt.Errorf("link: version %.20s is not known here; expected 1", version)
	case len(payload) > MostCharacters:
		return Document{}, fmt.Errorf("link: %d characters, expected at most %d", len(payload), MostCharacters)
	}
	packed, err := base64.RawURLEncoding.DecodeString(payload)
	var bad base64.CorruptInputError
	if errors.As(err, &bad) || strings.ContainsAny(payload, "\r\n") {
		if i := strings.IndexFunc(payload, foreign); i >= 0 {
			return Document{}, fmt.Errorf("link: character %d: expected a letter, a digit, - or _", at+len(version)+3+i)
		}
		return Document{}, errors.New("link: the end is missing")
	}
	in := bytes.NewReader(packed)
	text, err := io.ReadAll(io.LimitReader(flate.NewReader(in), MostBytes+1))
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF):
		return Document{}, errors.New("link: the end is missing")
	case err != nil:
		return Document{}, fmt.Errorf("link: damaged at byte %d: expected compressed data", len(packed)-in.Len())
	case len(text) > MostBytes:
		return Document{}, fmt.Errorf("link: the text is longer than %d bytes", MostBytes)
	case in.Len() > 0:
		return Document{}, fmt.Errorf("link: byte %d: expected the end", len(packed)-in.Len()+1)
	case !utf8.Valid(text):
		return Document{}, errors.New("link: the text is not UTF-8")
	}
	if err := check(text); err != nil {
		return Document{}, err
	}
	var d Document
	if err := json.Unmarshal(text, &d); err != nil {
		return Document{}, fmt.Errorf("link: %w", err)
	}
	return d, nil
}

func foreign(r rune) bool {
	return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && r != '-' && r != '_'
}
