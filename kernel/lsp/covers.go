// SPDX-License-Identifier: BSD-3-Clause

// Files in Knuth's DLX format: the names of items in the first line, and options in the others.
//
//	| a comment
//	a b c | p q           items; those behind the bar are secondary
//	a c p:red             an option
//
// The mistakes are those that the solver's reader finds. Names are found by the text alone.

package lsp

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// A coverName is a name of an item in a text.
type coverName struct {
	name     string
	offset   int
	declares bool
}

// coverNames lists the names of items, in the order of the text.
func coverNames(text string) (list []coverName) {
	at, options := 0, false
	for line := range strings.Lines(text) {
		begin := at
		at += len(line)
		if strings.HasPrefix(line, "|") || strings.TrimSpace(line) == "" {
			continue
		}
		for i := 0; i < len(line); {
			if c := line[i]; c == ' ' || c == '\t' || c == '\r' || c == '\n' {
				i++
				continue
			}
			j := i
			for j < len(line) && !strings.ContainsRune(" \t\r\n", rune(line[j])) {
				j++
			}
			word, from := line[i:j], i
			i = j
			if word == "|" {
				continue
			}
			if options {
				word, _, _ = strings.Cut(word, ":") // the color
			} else if bar := strings.IndexByte(word, '|'); bar >= 0 {
				from, word = from+bar+1, word[bar+1:] // behind the multiplicity
			}
			list = append(list, coverName{word, begin + from, !options})
		}
		options = true
	}
	return list
}

// publishCovers sends the mistakes of files in DLX format.
func (s *Server) publishCovers() error {
	for _, d := range s.documents {
		if d.page != nil || kindOf(d) != covers || s.o.Covers == nil || d.checked == d.version && d.published != "" {
			continue
		}
		d.checked, d.published = d.version, cmp.Or(d.published, "[]") // nothing, as far as the client knows
		list := []diagnostic{}
		if line, column, message := s.o.Covers(d.text); line > 0 {
			from := d.at(line, 1)
			for rest := d.text[from:d.lineEnd(min(line, len(d.starts()))-1)]; column > 1 && rest != ""; column-- {
				_, n := utf8.DecodeRuneInString(rest)
				from, rest = from+n, rest[n:]
			}
			n := len(d.text) - from
			if i := strings.IndexAny(d.text[from:], " \t\r\n"); i >= 0 {
				n = i
			}
			list = append(list, diagnostic{d.span(from, max(n, min(1, len(d.text)-from))), severityError, "polka", message})
		}
		if err := s.sendTo(d, list, &d.published); err != nil {
			return err
		}
	}
	return nil
}

// completeCover completes the name of an item.
func completeCover(d *document, offset int) []completionItem {
	from := strings.LastIndexAny(d.text[:offset], " \t\r\n") + 1
	prefix := d.text[from:offset]
	edited := textRange{d.position(from), d.position(offset)}
	items := []completionItem{}
	seen := make(map[string]bool)
	for n, x := range coverNames(d.text) {
		if x.declares && x.offset != from && strings.HasPrefix(x.name, prefix) && !seen[x.name] {
			seen[x.name] = true
			items = append(items, completionItem{Label: x.name, Kind: completionKind("variable"), SortText: fmt.Sprintf("%05d", n), TextEdit: &textEdit{edited, x.name}})
		}
	}
	return items
}

// coverSymbols lists the items.
func coverSymbols(d *document) []documentSymbol {
	list := []documentSymbol{}
	for _, x := range coverNames(d.text) {
		if x.declares && x.name != "" {
			r := d.span(x.offset, len(x.name))
			list = append(list, documentSymbol{Name: x.name, Kind: symbolItem, Range: r, SelectionRange: r})
		}
	}
	return list
}

// coverLocations returns where the item at the position of a request is named, or where it is
// declared.
func (s *Server) coverLocations(params json.RawMessage, onlyDeclared bool, failed error) (any, error) {
	list := []location{}
	if failed != nil {
		return nil, failed
	}
	d, _, _, offset, err := s.cellAt(params)
	if err != nil || kindOf(d) != covers {
		return list, err
	}
	names := coverNames(d.text)
	i := slices.IndexFunc(names, func(x coverName) bool { return x.offset <= offset && offset <= x.offset+len(x.name) })
	if i < 0 {
		return list, nil
	}
	for _, x := range names {
		if x.name == names[i].name && (x.declares || !onlyDeclared) {
			list = append(list, location{d.uri, d.span(x.offset, len(x.name))})
		}
	}
	return list, nil
}
