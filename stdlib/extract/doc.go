// SPDX-License-Identifier: BSD-3-Clause

package extract

import (
	"bytes"
	"go/ast"
	"go/doc"
	"go/parser"
	"go/token"
	"go/types"
	"path/filepath"
	"strings"

	"polka/kernel/cell/source"
	"polka/kernel/cell/source/godoc"
)

// Doc reads the documentation of the package's exported names from its sources, in the order of
// names.
func (p *Package) Doc() ([]source.Entry, error) {
	entries, err := docOf(p.Path, p.Name, p.Files, 0)
	for i, e := range entries {
		// A constant of an iota list has neither type nor value in the source.
		if c, ok := p.Types.Scope().Lookup(e.Name).(*types.Const); ok && !strings.Contains(e.Decl, "=") {
			entries[i].Decl = "const " + c.Name()
			if b, ok := c.Type().(*types.Basic); !ok || b.Info()&types.IsUntyped == 0 {
				entries[i].Decl += " " + types.TypeString(c.Type(), types.RelativeTo(p.Types))
			}
			entries[i].Decl += " = " + c.Val().String()
		}
	}
	return entries, err
}

// Language reads the documentation of a package that exists for it alone: "builtin", with the names
// that every Go file has, such as append and error, or "unsafe".
func Language(name string) ([]source.Entry, error) {
	out, err := GoList(".", "-f", "{{.Dir}}", name)
	if err != nil {
		return nil, err
	}
	file := filepath.Join(strings.TrimSpace(string(out)), name+".go")
	return docOf(name, name, []string{file}, doc.AllDecls)
}

func docOf(path, name string, files []string, mode doc.Mode) ([]source.Entry, error) {
	fset := token.NewFileSet()
	var parsed []*ast.File
	for _, name := range files {
		f, err := parser.ParseFile(fset, name, nil, parser.ParseComments)
		if err != nil {
			return nil, err
		}
		parsed = append(parsed, f)
	}
	return godoc.Doc(path, name, fset, parsed, mode)
}

// Format writes entries as the text that stdlib reads: name, declaration and comment of each, every
// one ended by a zero byte.
func Format(entries []source.Entry) []byte {
	var b bytes.Buffer
	for _, e := range entries {
		b.WriteString(e.Name + "\x00" + e.Decl + "\x00" + e.Doc + "\x00")
	}
	return b.Bytes()
}
