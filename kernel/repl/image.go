// SPDX-License-Identifier: BSD-3-Clause

// Images in a terminal.
//
// Two protocols are common. Kitty's (https://sw.kovidgoyal.net/kitty/graphics-protocol) takes a PNG
// file in base64, in pieces of at most 4096 bytes, each between ESC _G and ESC \; the first piece
// has the keys a=T (transmit and show) and f=100 (PNG), and all but the last say m=1. Sixel, of
// Digital's terminals, takes pixels of up to 256 colors. The terminal is not queried, since one
// that does not understand the query would print it: the environment names the terminal.

package repl

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"image/png"
	"io"
	"strings"

	"github.com/mattn/go-sixel"
)

// Images are ways to show a picture on a terminal.
type Images string

// The ways to show a picture.
const (
	NoImages    Images = ""      // as text
	KittyImages Images = "kitty" // with the protocol of the terminal kitty
	SixelImages Images = "sixel" // as sixels
)

// ParseImages parses the name of a protocol: kitty, sixel, none, or auto, which chooses a protocol
// for the terminal that the environment variables name.
func ParseImages(name string, getenv func(string) string) (Images, error) {
	switch name {
	case "kitty", "sixel":
		return Images(name), nil
	case "none":
		return NoImages, nil
	case "auto":
		return imagesOf(getenv), nil
	}
	return NoImages, fmt.Errorf("unknown kind of images %q; expected auto, kitty, sixel or none", name)
}

func imagesOf(getenv func(string) string) Images {
	kind, program := getenv("TERM"), getenv("TERM_PROGRAM")
	switch {
	case getenv("TMUX") != "" || strings.HasPrefix(kind, "screen"):
		return NoImages // a multiplexer passes images on only if configured to
	case getenv("KITTY_WINDOW_ID") != "", kind == "xterm-kitty", kind == "xterm-ghostty",
		program == "ghostty", program == "WezTerm":
		return KittyImages
	case kind == "foot", strings.HasPrefix(kind, "foot-"), kind == "mlterm", kind == "yaft-256color",
		kind == "contour", getenv("WT_SESSION") != "":
		return SixelImages
	}
	return NoImages
}

// kittyPiece is the largest piece of a file in Kitty's protocol, in bytes of base64.
const kittyPiece = 4096

// write writes a picture, given as a PNG file, and ends the line.
func (m Images) write(w io.Writer, file []byte) error {
	var b bytes.Buffer
	if m == SixelImages {
		img, err := png.Decode(bytes.NewReader(file))
		if err != nil {
			return err
		}
		if err := sixel.NewEncoder(&b).Encode(img); err != nil {
			return err
		}
	} else {
		text := base64.StdEncoding.EncodeToString(file)
		orders := "a=T,f=100,"
		for text != "" {
			piece, more := text, 0
			if len(text) > kittyPiece {
				piece, more = text[:kittyPiece], 1
			}
			fmt.Fprintf(&b, "\x1b_G%sm=%d;%s\x1b\\", orders, more, piece)
			text, orders = text[len(piece):], ""
		}
	}
	b.WriteByte('\n')
	_, err := w.Write(b.Bytes())
	return err
}
