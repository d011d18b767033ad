// SPDX-License-Identifier: BSD-3-Clause

// Package texts lists what is to be translated of the course, and brings the files of translators
// up to date. Each text is in one file: that of the first notebook in which it occurs, or
// messages.po.
package texts

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"polka/internal/po"
	"polka/internal/said"
	"polka/kernel/exercise/live"
	"polka/kernel/exercise/pose"
	"polka/notebooks"
)

// A File is a file of translators.
type File struct {
	Name  string // such as 04.po
	Units []notebooks.TextUnit
}

// translatedNotebooks are the notebooks with a file.
func translatedNotebooks() (names []string) {
	for _, name := range notebooks.Names() {
		if name[0] == '0' || name[0] == '1' || name == "glossary.ipynb" || name == "go.ipynb" {
			names = append(names, name)
		}
	}
	return names
}

// Files returns the files. Root is the directory of the repository, where the sources of messages
// are.
func Files(root string) (list []File, err error) {
	messages, err := Messages(root)
	if err != nil {
		return nil, err
	}
	seen := make(map[string]bool)
	for _, u := range messages {
		seen[u.Text] = true
	}
	list = append(list, File{"messages.po", messages})
	for _, name := range translatedNotebooks() {
		units, err := notebooks.Texts(name)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		stem, _, _ := strings.Cut(strings.TrimSuffix(name, ".ipynb"), "-")
		f := File{Name: stem + ".po"}
		for _, u := range units {
			if !seen[u.Text] {
				seen[u.Text] = true
				f.Units = append(f.Units, u)
			}
		}
		list = append(list, f)
	}
	return list, nil
}

// Sources of messages: Go files, in which methods of a po.Catalog are called.
var sources = []string{"kernel/session/*.go", "kernel/exercise/pose/*.go", "kernel/exercise/handin/*.go", "kernel/exercise/live/*.go", "notebooks/*.go"}

// methods are those of a po.Catalog that take texts, with the numbers of the arguments.
var methods = map[string][]int{"Text": {0}, "Sprintf": {0}, "Count": {1, 2}}

// Messages returns the texts in the program itself.
func Messages(root string) (list []notebooks.TextUnit, err error) {
	seen := make(map[string]bool)
	add := func(text, place string) {
		if !seen[text] {
			seen[text] = true
			list = append(list, notebooks.TextUnit{Text: text, Place: place})
		}
	}
	for _, pattern := range sources {
		names, err := filepath.Glob(filepath.Join(root, filepath.FromSlash(pattern)))
		if err != nil {
			return nil, err
		}
		for _, name := range names {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			texts, err := messagesIn(name)
			if err != nil {
				return nil, err
			}
			for _, text := range texts {
				add(text, path.Join(path.Dir(pattern), filepath.Base(name)))
			}
		}
		if path.Dir(pattern) == "kernel/exercise/pose" {
			for _, text := range pose.Said() {
				add(text, "kernel/exercise/pose/pose.js")
			}
		}
		if path.Dir(pattern) == "kernel/exercise/live" {
			for _, text := range live.Said() {
				add(text, "kernel/exercise/live/pages.html")
			}
		}
	}
	for _, text := range said.Formats() {
		add(text, "internal/said/texts.go")
	}
	add(notebooks.HeadingFormat, "notebooks/language.go")
	return list, nil
}

// messagesIn returns the texts in a Go file: the literals and constants that methods of a catalog
// get.
func messagesIn(name string) (list []string, err error) {
	file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
	if err != nil {
		return nil, err
	}
	add := func(quoted string) {
		if text, err := strconv.Unquote(quoted); err == nil {
			list = append(list, text)
		}
	}
	constants := make(map[string]string)
	ast.Inspect(file, func(n ast.Node) bool {
		if v, ok := n.(*ast.ValueSpec); ok && len(v.Names) == 1 && len(v.Values) == 1 {
			if l, ok := v.Values[0].(*ast.BasicLit); ok {
				constants[v.Names[0].Name] = l.Value
			}
		}
		return true
	})
	ast.Inspect(file, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		if f, ok := call.Fun.(*ast.Ident); ok && f.Name == "refuse" && len(call.Args) > 1 { // of package live
			if text, ok := call.Args[1].(*ast.BasicLit); ok && text.Value != `"%s"` {
				add(text.Value)
			}
			return true
		}
		f, ok := call.Fun.(*ast.SelectorExpr)
		if !ok || !isCatalog(f.X) {
			return true
		}
		for _, i := range methods[f.Sel.Name] {
			if i >= len(call.Args) {
				continue
			}
			switch a := call.Args[i].(type) {
			case *ast.BasicLit:
				add(a.Value)
			case *ast.Ident:
				add(constants[a.Name])
			}
		}
		return true
	})
	return list, nil
}

// isCatalog reports whether an expression is a field, variable or method named words, as catalogs
// are.
func isCatalog(x ast.Expr) bool {
	switch x := x.(type) {
	case *ast.CallExpr:
		return isCatalog(x.Fun)
	case *ast.Ident:
		return x.Name == "words"
	case *ast.SelectorExpr:
		return x.Sel.Name == "words"
	}
	return false
}

// Update returns a file with the present units: translations are kept, and a unit whose text has
// changed a little keeps that of the old text as fuzzy. What is no longer used is obsolete.
func Update(language string, f File, old *po.File) *po.File {
	if old == nil {
		old = &po.File{}
	}
	known := make(map[string]*po.Entry)
	for _, e := range old.Entries {
		if known[e.ID] == nil || !e.Obsolete {
			known[e.ID] = e
		}
	}
	header := known[""]
	if header == nil {
		header = &po.Entry{Text: "Language: " + language + "\nMIME-Version: 1.0\nContent-Type: text/plain; charset=UTF-8\n" +
			"Content-Transfer-Encoding: 8bit\nPlural-Forms: nplurals=2; plural=(n > 1);\n"}
	}
	list := []*po.Entry{header}
	used := map[*po.Entry]bool{header: true}
	for _, u := range f.Units {
		if e := known[u.Text]; e != nil {
			used[e] = true
		}
	}
	for _, u := range f.Units {
		e := &po.Entry{ID: u.Text, Places: []string{u.Place}}
		if before := known[u.Text]; before != nil {
			e.Comments, e.Text, e.Previous, e.Flags = before.Comments, before.Text, before.Previous, before.Flags
		} else if near := nearest(u, old, used); near != nil {
			used[near] = true
			e.Comments, e.Text, e.Previous = near.Comments, near.Text, near.ID
			e.Flags = []string{po.Fuzzy}
		}
		list = append(list, e)
	}
	for _, e := range old.Entries {
		if !used[e] && e.Text != "" {
			gone := *e
			gone.Obsolete, gone.Places, gone.Flags = true, nil, nil
			list = append(list, &gone)
		}
	}
	return &po.File{Entries: list}
}

// nearest returns an entry of the same place that is not used, and has at least half of its words
// in common with a text.
func nearest(u notebooks.TextUnit, old *po.File, used map[*po.Entry]bool) (best *po.Entry) {
	most := 0.5
	for _, e := range old.Entries {
		if used[e] || e.Text == "" || !slices.Contains(e.Places, u.Place) {
			continue
		}
		if s := similar(u.Text, e.ID); s >= most {
			most, best = s, e
		}
	}
	return best
}

// similar returns the part of the words of two texts that both have, from 0 to 1.
func similar(a, b string) float64 {
	count := make(map[string]int)
	x, y := strings.Fields(a), strings.Fields(b)
	for _, w := range x {
		count[w]++
	}
	common := 0
	for _, w := range y {
		if count[w] > 0 {
			count[w]--
			common++
		}
	}
	return 2 * float64(common) / float64(max(1, len(x)+len(y)))
}

// ReadFiles reads the files of a language from a directory, by name.
func ReadFiles(dir fs.FS) (map[string]*po.File, error) {
	names, err := fs.Glob(dir, "*.po")
	if err != nil {
		return nil, err
	}
	files := make(map[string]*po.File)
	for _, name := range names {
		text, err := fs.ReadFile(dir, name)
		if err != nil {
			return nil, err
		}
		if files[name], err = po.Parse(name, text); err != nil {
			return nil, err
		}
	}
	return files, nil
}
