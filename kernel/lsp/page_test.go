// SPDX-License-Identifier: BSD-3-Clause

package lsp

import (
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"polka/kernel/cell"
	"polka/kernel/nb"
	"polka/stdlib"
)

// testServer is a server without a client.
func testServer() *Server {
	s := New(Options{
		Cell: func(string) cell.Options {
			o := cell.Options{Facts: stdlib.Importer(), Packages: stdlib.Packages(), Prelude: stdlib.Prelude(), Immutable: stdlib.Immutable()}
			o.Generics, _ = o.Facts.(cell.Generics)
			return o
		},
		Doc: stdlib.Doc,
	})
	s.ready = true
	s.conn = &connection{out: io.Discard, canceled: make(map[string]bool)}
	return s
}

// testPage is a notebook of a server without a client.
func testPage(s *Server, cells []string) *page {
	p := s.newPage("file:///work/page.ipynb")
	p.notebook = true
	for i, text := range cells {
		d := &document{uri: fmt.Sprintf("%s#c%d", p.uri, i), language: "go", text: text, page: p}
		s.documents[d.uri] = d
		p.cells = append(p.cells, &cellState{doc: d})
	}
	p.number()
	s.pages = append(s.pages, p)
	return p
}

// course returns the code cells of the notebooks of the course.
func course(t testing.TB) (pages [][]string) {
	files, err := filepath.Glob("../../notebooks/*.ipynb")
	if err != nil || len(files) < 10 {
		t.Fatal(files, err)
	}
	for _, name := range files {
		n, err := nb.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		var cells []string
		for _, c := range n.Cells {
			if c.Type == nb.Code {
				cells = append(cells, c.Source)
			}
		}
		pages = append(pages, cells)
	}
	return pages
}

// report is what is known of a page, as text.
func (p *page) report() string {
	p.update(len(p.cells), nil)
	var b strings.Builder
	for i, c := range p.cells {
		text, _ := json.Marshal(c.diagnostics())
		fmt.Fprintf(&b, "%d: %s\n", i, text)
	}
	return b.String()
}

// namesReport is what the names of a page stand for, as text.
func (p *page) namesReport() string {
	t := p.table()
	var lines []string
	for at, list := range t.at {
		defined := t.all(list[0])
		text := fmt.Sprint(at)
		for _, o := range defined {
			if o.defines {
				text += fmt.Sprint(" ", o.place)
			}
		}
		lines = append(lines, text+" "+list[0].of.name)
	}
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

// mutate makes a random change of a text: a typo, a line that goes, comes again or moves, a name in
// the place of another.
func mutate(r *rand.Rand, text string, all []string) string {
	lines := strings.SplitAfter(text, "\n")
	i := r.IntN(len(lines))
	switch r.IntN(7) {
	case 0:
		lines = slices.Delete(lines, i, i+1)
	case 1:
		lines = slices.Insert(lines, r.IntN(len(lines)+1), lines[i])
	case 2:
		j := r.IntN(len(lines))
		lines[i], lines[j] = lines[j], lines[i]
	case 3:
		return all[r.IntN(len(all))]
	case 4:
		words := regexp.MustCompile(`\w+`).FindAllString(text+" "+all[r.IntN(len(all))], -1)
		if len(words) == 0 {
			return text
		}
		return strings.Replace(text, words[r.IntN(len(words))], words[r.IntN(len(words))], 1+r.IntN(2))
	case 5:
		if text == "" {
			return "x"
		}
		j := r.IntN(len(text))
		return text[:j] + text[j+1:]
	default:
		j := r.IntN(len(text) + 1)
		typed := []string{"x", ".", "(", ")", "{", "}", "\n", ":=", "%", "\"", " ", "é", "!", "?"}
		return text[:j] + typed[r.IntN(len(typed))] + text[j:]
	}
	return strings.Join(lines, "")
}

// TestEdits makes random edits of the notebooks of the course. What is known of a page after them
// is what is known of it if it is opened anew, and no request fails in a way that is the server's
// fault. With POLKA_LONG set it makes 10,000.
func TestEdits(t *testing.T) {
	edits, every := 150, 5
	if os.Getenv("POLKA_LONG") != "" {
		edits, every = 10_000, 10
	}
	if testing.Short() {
		edits = 30
	}
	seed := uint64(1)
	r := rand.New(rand.NewPCG(seed, 0))
	pages := course(t)
	s := testServer()
	var p *page
	for n := range edits {
		if n%50 == 0 {
			s.pages = nil
			p = testPage(s, pages[r.IntN(len(pages))])
		}
		if r.IntN(8) == 0 {
			restructure(t, s, p, r, n)
		}
		i := r.IntN(len(p.cells))
		d := p.cells[i].doc
		original := p.cells[i].doc.text
		all := make([]string, len(p.cells))
		for j, c := range p.cells {
			all[j] = c.doc.text
		}
		text := mutate(r, original, all)
		if r.IntN(3) == 0 {
			text = original + "\n" // a change that changes nothing
		}
		if err := s.change(documentVersion{d.uri, n}, []textChange{{Text: text}}); err != nil {
			t.Fatal(err)
		}
		p.update(r.IntN(len(p.cells)+1), func() bool { return r.IntN(3) == 0 })
		askAll(t, s, d, r.IntN(len(text)+1), r)
		if n%every == 0 {
			fresh := testServer()
			cells := make([]string, len(p.cells))
			for j, c := range p.cells {
				cells[j] = c.doc.text
			}
			anew := testPage(fresh, cells)
			if got, want := p.report(), anew.report(); got != want {
				t.Fatalf("seed %d, edit %d of cell %d:\n%s--- opened anew\n%s", seed, n, i+1, different(got, want), different(want, got))
			}
			if got, want := p.namesReport(), anew.namesReport(); got != want {
				if os.Getenv("POLKA_SHOW") != "" {
					for j, text := range cells {
						t.Logf("== cell %d\n%s", j+1, text)
					}
				}
				t.Fatalf("seed %d, edit %d of cell %d, names:\n%s--- opened anew\n%s", seed, n, i+1, different(got, want), different(want, got))
			}
		}
		if r.IntN(4) > 0 { // most mistakes are corrected, so that the page remains one
			if err := s.change(documentVersion{d.uri, n}, []textChange{{Text: original}}); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// restructure inserts, deletes or moves cells, as a client says it.
func restructure(t *testing.T, s *Server, p *page, r *rand.Rand, n int) {
	t.Helper()
	at := r.IntN(len(p.cells))
	array := map[string]any{"start": at, "deleteCount": 0}
	structure := map[string]any{"array": array}
	cellAt := func(i int) map[string]any { return map[string]any{"kind": cellCode, "document": p.cells[i].doc.uri} }
	switch r.IntN(3) {
	case 0: // a copy of another cell
		uri := fmt.Sprintf("%s#new%d", p.uri, n)
		array["cells"] = []any{map[string]any{"kind": cellCode, "document": uri}}
		structure["didOpen"] = []any{textDocumentItem{URI: uri, LanguageID: "go", Version: 1, Text: p.cells[r.IntN(len(p.cells))].doc.text}}
	case 1:
		if len(p.cells) < 5 {
			return
		}
		array["deleteCount"] = 1
		structure["didClose"] = []any{documentID{p.cells[at].doc.uri}}
	default: // two cells change places
		if at+1 == len(p.cells) {
			return
		}
		array["deleteCount"], array["cells"] = 2, []any{cellAt(at + 1), cellAt(at)}
	}
	params, err := json.Marshal(map[string]any{
		"notebookDocument": documentVersion{p.uri, n}, "change": map[string]any{"cells": map[string]any{"structure": structure}},
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.didChangeNotebook(params); err != nil {
		t.Fatal(err)
	}
}

// TestPositions makes random changes of texts, and compares with a text of UTF-16 units.
func TestPositions(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 0))
	words := []string{"a", "é", "𝔸", "\n", "", "xy\nz", "日本"}
	for range 300 {
		d := &document{}
		var units []uint16
		for range 20 {
			offsets := []int{0} // of characters, in units
			for _, c := range utf16.Decode(units) {
				offsets = append(offsets, offsets[len(offsets)-1]+len(utf16.Encode([]rune{c})))
			}
			from, to := r.IntN(len(offsets)), r.IntN(len(offsets))
			if from > to {
				from, to = to, from
			}
			at := func(unit int) (p position) {
				for _, u := range units[:unit] {
					if p.Character++; u == '\n' {
						p = position{p.Line + 1, 0}
					}
				}
				return p
			}
			text := words[r.IntN(len(words))]
			d.change(1, []textChange{{&textRange{at(offsets[from]), at(offsets[to])}, text}})
			units = slices.Concat(units[:offsets[from]], utf16.Encode([]rune(text)), units[offsets[to]:])
			if want := string(utf16.Decode(units)); d.text != want {
				t.Fatalf("got %q; want %q", d.text, want)
			}
			for i := range d.text {
				if got := d.offset(d.position(i)); got != i {
					t.Fatalf("%q: offset %d has position %v, which has offset %d", d.text, i, d.position(i), got)
				}
			}
		}
	}
}

// different returns the lines of a that are not in b.
func different(a, b string) string {
	var out strings.Builder
	for line := range strings.Lines(a) {
		if !strings.Contains(b, line) {
			out.WriteString(line)
		}
	}
	return out.String()
}

// askAll makes each request about a place in a text.
func askAll(t *testing.T, s *Server, d *document, offset int, r *rand.Rand) {
	t.Helper()
	where := d.position(offset)
	params, err := json.Marshal(map[string]any{
		"textDocument": documentID{d.uri}, "position": where, "range": textRange{where, d.position(min(offset+10, len(d.text)))},
		"context": map[string]any{"includeDeclaration": true, "diagnostics": []any{}}, "newName": "renamedꞏ",
	})
	if err != nil {
		t.Fatal(err)
	}
	for method, do := range requests() {
		if !strings.HasPrefix(method, "textDocument/") || method == "textDocument/rename" && r.IntN(10) > 0 {
			continue
		}
		result, err := do(s, params)
		if err != nil {
			if _, ok := err.(*responseError); !ok {
				t.Errorf("%s: %v", method, err)
			}
			continue
		}
		if _, err := json.Marshal(result); err != nil {
			t.Errorf("%s: %v", method, err)
		}
	}
}

// sections reads a file of cells and what they give.
var sections = regexp.MustCompile(`(?m)^-- (\w+) --\n`)

// atRun are cells whose mistakes are found only when they are about to run, by the session and by
// the machine.
var atRun = map[string]bool{
	"!*rm -f go.work": true,
	"func Even[T any](x T, n int) int { if n == 0 { return 0 }; return Odd([]T{x}, n-1) }\nEven(1, 3)": true,
}

// TestCorpus compares the diagnostics of cells with the errors that a session has given them, which
// are in its test files.
func TestCorpus(t *testing.T) {
	files, err := filepath.Glob("../session/testdata/*.txtar")
	if err != nil || len(files) < 20 {
		t.Fatal(files, err)
	}
	mistake := regexp.MustCompile(`(?m)^  (?:Compile|Syntax)Error in cell (\d+), line (\d+): (.*)$`)
	cells, mistakes := 0, 0
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		kinds := sections.FindAllStringSubmatch(string(text), -1)
		parts := sections.Split(string(text), -1)[1:]
		p := testPage(testServer(), nil)
		for i, part := range parts {
			if kinds[i][1] != "in" {
				continue
			}
			want := ""
			if i+1 < len(parts) && kinds[i+1][1] == "out" {
				want = parts[i+1]
			}
			code := strings.TrimSuffix(part, "\n")
			last := &cellState{doc: &document{text: code, page: p}, number: len(p.cells) + 1, stale: true}
			p.cells = append(p.cells, last)
			p.update(len(p.cells), nil)
			var got, expected []string
			for _, d := range last.result.Errors {
				message, _, _ := strings.Cut(d.Message, "\n")
				got = append(got, fmt.Sprintf("%d: %s", d.Line, message))
			}
			for _, m := range mistake.FindAllStringSubmatch(want, -1) {
				expected = append(expected, m[2]+": "+m[3])
			}
			cells++
			mistakes += len(expected)
			// What follows from the mistake of another cell is not reported.
			expected = slices.DeleteFunc(expected, func(line string) bool {
				return !slices.Contains(got, line) && strings.Contains(line, ": undefined: ")
			})
			if !slices.Equal(got, expected) && !atRun[code] {
				t.Errorf("%s, cell %d:\n%s\ngot %q\nwant %q", filepath.Base(name), len(p.cells), code, got, expected)
			}
		}
	}
	if mistakes < 150 {
		t.Errorf("%d mistakes in %d cells", mistakes, cells)
	}
	t.Logf("%d cells, %d mistakes", cells, mistakes)
}

// BenchmarkDiagnostics changes a cell of a notebook with 200 cells.
func BenchmarkDiagnostics(b *testing.B) {
	pages := slices.Concat(course(b)...)
	for _, size := range []int{200} {
		for _, where := range []struct {
			name string
			cell int
		}{{"first", 0}, {"middle", size / 2}, {"last", size - 1}} {
			b.Run(where.name, func(b *testing.B) {
				s := testServer()
				p := testPage(s, pages[:size])
				p.update(size, nil)
				d := p.cells[where.cell].doc
				text := d.text
				compiled := p.compile
				n := 0
				for b.Loop() {
					n++
					s.change(documentVersion{d.uri, n}, []textChange{{Text: text + "\n// " + fmt.Sprint(n)}})
					p.update(size, nil)
				}
				b.ReportMetric(float64(p.compile-compiled)/float64(n), "cells/op")
			})
		}
		b.Run("open", func(b *testing.B) {
			for b.Loop() {
				testPage(testServer(), pages[:size]).update(size, nil)
			}
		})
	}
}

// BenchmarkCompletion completes a name in the last cell of a notebook with 200 cells, after a
// change of that cell.
func BenchmarkCompletion(b *testing.B) {
	pages := slices.Concat(course(b)...)
	for _, typed := range []string{"", "strings.", "shapes.P"} {
		b.Run("typed="+typed, func(b *testing.B) {
			s := testServer()
			p := testPage(s, pages[:200])
			p.update(200, nil)
			d := p.cells[199].doc
			text := d.text
			n := 0
			for b.Loop() {
				n++
				s.change(documentVersion{d.uri, n}, []textChange{{Text: text + "\n" + typed}})
				params, _ := json.Marshal(map[string]any{"textDocument": documentID{d.uri}, "position": d.position(len(d.text))})
				if _, err := s.completion(params); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
