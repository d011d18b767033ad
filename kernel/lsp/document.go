// SPDX-License-Identifier: BSD-3-Clause

package lsp

import (
	"net/url"
	"path/filepath"
	"runtime"
	"sort"
	"strings"
	"unicode/utf8"
)

// A document is the text of a file or of a cell, as the client has it.
type document struct {
	uri      string
	language string
	version  int
	text     string
	page     *page // that has it
	lines    []int // where each line begins, in bytes; nil until it is needed
	utf8     bool  // positions count bytes, and not units of UTF-16

	published string // of a text that is not Go: the diagnostics that the client has
	checked   int    // and the version that they are of
}

// starts returns where the lines begin.
func (d *document) starts() []int {
	if d.lines == nil {
		d.lines = append(d.lines, 0)
		for i := range len(d.text) {
			if d.text[i] == '\n' {
				d.lines = append(d.lines, i+1)
			}
		}
	}
	return d.lines
}

// lineEnd returns the end of a line without the characters that end it.
func (d *document) lineEnd(line int) int {
	end := len(d.text)
	if starts := d.starts(); line+1 < len(starts) {
		end = starts[line+1] - 1
	}
	if end > d.starts()[line] && d.text[end-1] == '\r' {
		end--
	}
	return end
}

// offset returns the byte offset of a position. A position behind the end of a line, or of the
// text, is that end.
func (d *document) offset(p position) int {
	starts := d.starts()
	switch {
	case p.Line < 0:
		return 0
	case p.Line >= len(starts):
		return len(d.text)
	}
	from, end := starts[p.Line], d.lineEnd(p.Line)
	if d.utf8 {
		at := min(from+max(p.Character, 0), end)
		for at > from && at < len(d.text) && !utf8.RuneStart(d.text[at]) {
			at--
		}
		return at
	}
	units := 0
	for i, r := range d.text[from:end] {
		if units >= p.Character {
			return from + i
		}
		if units++; r > 0xFFFF {
			units++
		}
	}
	return end
}

// position returns the position of a byte offset.
func (d *document) position(offset int) position {
	starts := d.starts()
	offset = max(0, min(offset, len(d.text)))
	line := sort.SearchInts(starts, offset+1) - 1
	text := d.text[starts[line]:offset]
	if d.utf8 {
		return position{line, len(text)}
	}
	return position{line, units(text)}
}

// units returns the length of text in units of UTF-16.
func units(text string) (n int) {
	for _, r := range text {
		if n++; r > 0xFFFF {
			n++
		}
	}
	return n
}

// at returns the byte offset of a line and a column of bytes, both from 1, as the compiler has
// them.
func (d *document) at(line, column int) int {
	starts := d.starts()
	if line < 1 {
		return 0
	}
	if line > len(starts) {
		return len(d.text)
	}
	return min(starts[line-1]+max(column-1, 0), d.lineEnd(line-1))
}

// span returns the range of n bytes at an offset.
func (d *document) span(offset, n int) textRange {
	return textRange{d.position(offset), d.position(offset + n)}
}

// change applies changes of the client.
func (d *document) change(version int, changes []textChange) {
	for _, c := range changes {
		if c.Range == nil {
			d.text = c.Text
		} else {
			from, to := d.offset(c.Range.Start), d.offset(c.Range.End)
			if to < from {
				from, to = to, from
			}
			d.text = d.text[:from] + c.Text + d.text[to:]
		}
		d.lines = nil
	}
	d.version = version
}

// filePath returns the path of a file's URI, "" for another URI.
func filePath(uri string) string {
	u, err := url.Parse(uri)
	if err != nil || u.Scheme != "file" {
		return ""
	}
	path := u.Path
	if runtime.GOOS == "windows" && len(path) > 2 && path[2] == ':' {
		path = path[1:] // of /c:/...
	}
	return filepath.FromSlash(path)
}

// fileURI returns the URI of a file.
func fileURI(path string) string {
	path = filepath.ToSlash(path)
	if !strings.HasPrefix(path, "/") {
		path = "/" + path
	}
	return (&url.URL{Scheme: "file", Path: path}).String()
}
