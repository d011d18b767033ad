// SPDX-License-Identifier: BSD-3-Clause

package lsp

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"polka/kernel/cell/assist"
	"polka/kernel/cell/syntax"
)

// assistant returns one that knows what the cells above cell i define.
func (s *Server) assistant(c *cellState, i int) *assist.Assistant {
	p := c.doc.page
	p.above(i)
	o := p.s.o.Cell(p.dir)
	return assist.New(p.k.Compiler(), assist.Options{Prelude: o.Prelude, Doc: p.doc, Has: s.has(p), ReadDir: p.readDir})
}

// readDir lists a directory, which may be relative to that of the page.
func (p *page) readDir(dir string) ([]fs.DirEntry, error) {
	if !filepath.IsAbs(dir) {
		dir = filepath.Join(p.dir, dir)
	}
	return os.ReadDir(dir)
}

// doc returns the documentation of a package's name, also from source.
func (p *page) doc(path, name string) (decl, comment string, ok bool) {
	if c := p.k.Compiler(); c.FromSource(path) {
		return c.PackageDoc(path, name)
	}
	if p.s.o.Doc == nil {
		return "", "", false
	}
	return p.s.o.Doc(path, name)
}

func (s *Server) has(p *page) func(path, name string) bool {
	if s.o.Has == nil {
		return nil
	}
	return func(path, name string) bool {
		return path == "unsafe" || s.o.Has(path, name) || p.k.Compiler().FromSource(path)
	}
}

// completionKind returns the number that the protocol has for a kind of package assist.
func completionKind(kind string) int {
	switch kind {
	case "method":
		return 2
	case "function":
		return 3
	case "field":
		return 5
	case "variable":
		return 6
	case "type":
		return 7
	case "package":
		return 9
	case "constant":
		return 21
	case "file":
		return 17
	case "folder":
		return 19
	}
	return 14 // a keyword
}

func (s *Server) completion(params json.RawMessage) (any, error) {
	d, c, i, offset, err := s.cellAt(params)
	if err != nil {
		return nil, err
	}
	list := completionList{Items: []completionItem{}}
	switch {
	case kindOf(d) == covers && c == nil:
		list.Items = completeCover(d, offset)
		return list, nil
	case c == nil:
		return list, nil
	}
	if items, ok := s.completeMagic(d, offset); ok {
		list.Items = items
		return list, nil
	}
	found := s.assistant(c, i).Complete(d.text, offset)
	edited := textRange{d.position(found.Start), d.position(found.End)}
	for n, m := range found.Matches {
		item := completionItem{
			Label: m.Text, Kind: completionKind(m.Kind), Detail: detail(m), SortText: fmt.Sprintf("%05d", n),
			TextEdit: &textEdit{edited, m.Text},
		}
		if m.Doc != "" {
			item.Documentation = &markup{"plaintext", m.Doc}
		}
		list.Items = append(list.Items, item)
	}
	return list, nil
}

// detail describes a match in a line of Go.
func detail(m assist.Match) string {
	switch {
	case m.Signature == "":
		return ""
	case m.Kind == "function" || m.Kind == "method":
		return "func" + m.Signature
	}
	return m.Signature
}

// completeMagic completes the name of a magic; ok is false elsewhere.
func (s *Server) completeMagic(d *document, offset int) (items []completionItem, ok bool) {
	begin := strings.LastIndexByte(d.text[:offset], '\n') + 1
	name := strings.TrimLeft(d.text[begin:offset], " \t")
	rest := strings.TrimLeft(name, "%")
	marks := len(name) - len(rest)
	if marks < 1 || marks > 2 || strings.ContainsAny(rest, " \t") {
		return nil, false
	}
	from, to := syntax.NameAt(d.text, offset)
	edited := textRange{d.position(from), d.position(to)}
	items = []completionItem{}
	for n, m := range s.o.Magics {
		if strings.HasPrefix(m.Name, rest) && (marks == 1 || m.Whole) {
			items = append(items, completionItem{
				Label: m.Name, Kind: completionKind("keyword"), Detail: m.Use, Documentation: &markup{"plaintext", m.About},
				SortText: fmt.Sprintf("%05d", n), TextEdit: &textEdit{edited, m.Name},
			})
		}
	}
	return items, true
}
