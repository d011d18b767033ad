// SPDX-License-Identifier: BSD-3-Clause

// Pages of the documentation of packages, as Markdown for Sphinx. Their anchors are those of
// pkg.go.dev.

package main

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/build"
	"go/doc"
	"go/doc/comment"
	"go/format"
	"go/parser"
	"go/printer"
	"go/token"
	"html"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// packages are the packages with pages, in the order of the menu.
var packages = []string{
	"shapes", "cover", "dlx", "dlx/puzzle", "plane", "frame", "play", "play/campaign", "render", "chart",
	"cover/assembly", "cover/knuth", "cover/seed", "cover/burr", "fabrication",
	"kernel/display", "kernel/widget", "kernel/comm",
	"script", "stdlib/extract",
}

// module is the path of the module.
const module = "polka"

// An apiWriter writes the page of one package.
type apiWriter struct {
	bytes.Buffer
	set    *token.FileSet
	pkg    *doc.Package
	parser *comment.Parser
	name   string          // such as dlx/puzzle
	names  map[string]bool // the exported names
	within map[string]bool // the files of the package itself, tests included
}

// apiPage returns the page of a package, for Linux on x86-64.
func apiPage(root, name string) ([]byte, error) {
	dir := filepath.Join(root, filepath.FromSlash(name))
	system := build.Default
	system.GOOS, system.GOARCH, system.CgoEnabled = "linux", "amd64", false
	set := token.NewFileSet()
	var files []*ast.File
	within := map[string]bool{}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		if match, err := system.MatchFile(dir, e.Name()); err != nil || !match {
			continue
		}
		f, err := parser.ParseFile(set, filepath.Join(dir, e.Name()), nil, parser.ParseComments)
		if err != nil {
			return nil, err
		}
		files = append(files, f)
		within[set.Position(f.Package).Filename] = !strings.HasSuffix(f.Name.Name, "_test")
	}
	pkg, err := doc.NewFromFiles(set, files, module+"/"+name)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	w := &apiWriter{set: set, pkg: pkg, parser: pkg.Parser(), name: name, names: exported(pkg), within: within}
	if len(pkg.Name) == 0 || pkg.Doc == "" {
		return nil, fmt.Errorf("%s: %w: a documented package", name, fs.ErrNotExist)
	}
	w.page()
	return w.Bytes(), nil
}

func (w *apiWriter) page() {
	fmt.Fprintf(w, "# package %s\n\n", w.pkg.Name)
	w.code("go", fmt.Sprintf("import %q", w.pkg.ImportPath))
	w.text(w.pkg.Doc)
	w.examples(w.pkg.Examples)
	w.values("Constants", w.pkg.Consts)
	w.values("Variables", w.pkg.Vars)
	for _, f := range w.pkg.Funcs {
		w.function(2, f)
	}
	for _, t := range w.pkg.Types {
		w.heading(2, t.Name, "type "+t.Name)
		w.declaration(t.Decl)
		w.text(t.Doc)
		w.examples(t.Examples)
		w.group(t.Consts)
		w.group(t.Vars)
		for _, f := range t.Funcs {
			w.function(3, f)
		}
		for _, f := range t.Methods {
			w.function(3, f)
		}
	}
}

// heading writes a heading with the anchor of a name. conf.py makes the element with the ID the
// anchor of the section.
func (w *apiWriter) heading(level int, id, title string) {
	fmt.Fprintf(w, "%s %s%s\n\n", strings.Repeat("#", level), anchor(id), escape(title))
}

func anchor(id string) string { return fmt.Sprintf(`<a id="%s"></a>`, html.EscapeString(id)) }

// values writes constants or variables that belong to no type.
func (w *apiWriter) values(title string, list []*doc.Value) {
	if len(list) > 0 {
		fmt.Fprintf(w, "## %s\n\n", title)
		w.group(list)
	}
}

func (w *apiWriter) group(list []*doc.Value) {
	for _, v := range list {
		for _, name := range v.Names {
			w.WriteString(anchor(name))
		}
		w.WriteString("\n\n")
		w.declaration(v.Decl)
		w.text(v.Doc)
	}
}

func (w *apiWriter) function(level int, f *doc.Func) {
	id, title := f.Name, "func "+f.Name
	if f.Recv != "" {
		id = strings.TrimLeft(f.Recv, "*") + "." + f.Name
		title = id
	}
	w.heading(level, id, title)
	w.declaration(f.Decl)
	w.text(f.Doc)
	w.examples(f.Examples)
}

func (w *apiWriter) declaration(d ast.Decl) {
	var b bytes.Buffer
	if err := format.Node(&b, w.set, d); err != nil {
		panic(err) // the declaration has been parsed
	}
	w.code("go", b.String())
}

// examples writes examples with their output.
func (w *apiWriter) examples(list []*doc.Example) {
	for _, e := range list {
		w.qualify(e)
		title := "Example"
		if e.Suffix != "" {
			title += " (" + strings.ReplaceAll(e.Suffix, "_", " ") + ")"
		}
		fmt.Fprintf(w, "**%s**\n\n", escape(title))
		w.text(e.Doc)
		w.code("go", w.exampleCode(e))
		if e.Output != "" {
			w.WriteString("Output:\n\n")
			w.code("text", e.Output)
		}
	}
}

// qualify writes the names of the package in an example as other packages write them. Some examples
// are in files of the package itself.
func (w *apiWriter) qualify(e *doc.Example) {
	if !w.within[w.set.Position(e.Code.Pos()).Filename] {
		return
	}
	keep := map[*ast.Ident]bool{}
	ast.Inspect(e.Code, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			keep[n.Sel] = true
		case *ast.KeyValueExpr:
			if key, ok := n.Key.(*ast.Ident); ok { // of a struct
				keep[key] = true
			}
		case *ast.Ident:
			if w.names[n.Name] && n.Obj == nil && !keep[n] {
				n.Name = w.pkg.Name + "." + n.Name
			}
		}
		return true
	})
}

// exported returns the exported names of the package, without methods and fields.
func exported(pkg *doc.Package) map[string]bool {
	names := map[string]bool{}
	add := func(consts, vars []*doc.Value, funcs []*doc.Func) {
		for _, v := range slices.Concat(consts, vars) {
			for _, name := range v.Names {
				names[name] = true
			}
		}
		for _, f := range funcs {
			names[f.Name] = true
		}
	}
	add(pkg.Consts, pkg.Vars, pkg.Funcs)
	for _, t := range pkg.Types {
		names[t.Name] = true
		add(t.Consts, t.Vars, t.Funcs)
	}
	return names
}

// exampleCode returns the statements of an example without the comment that has its output.
func (w *apiWriter) exampleCode(e *doc.Example) string {
	var b bytes.Buffer
	config := printer.Config{Mode: printer.UseSpaces | printer.TabIndent, Tabwidth: 8}
	if err := config.Fprint(&b, w.set, &printer.CommentedNode{Node: e.Code, Comments: e.Comments}); err != nil {
		panic(err) // the example has been parsed
	}
	code := b.String()
	if _, whole := e.Code.(*ast.File); !whole {
		code = strings.TrimSuffix(strings.TrimPrefix(code, "{"), "}")
		code = strings.ReplaceAll(strings.Trim(code, "\n"), "\n\t", "\n")
		code = strings.TrimPrefix(code, "\t")
	}
	if e.Output != "" {
		for _, begin := range []string{"// Output:", "// Unordered output:"} {
			if i := strings.LastIndex(code, begin); i >= 0 {
				code = code[:i]
			}
		}
	}
	return strings.TrimSpace(code)
}

// code writes a block of code.
func (w *apiWriter) code(language, text string) {
	fence := "```"
	for strings.Contains(text, fence) {
		fence += "`"
	}
	fmt.Fprintf(w, "%s%s\n%s\n%s\n\n", fence, language, strings.TrimRight(text, "\n"), fence)
}

// text writes a comment.
func (w *apiWriter) text(text string) { w.blocks(w.parser.Parse(text).Content, "") }

// blocks writes blocks of a comment, with every line after the first indented.
func (w *apiWriter) blocks(list []comment.Block, indent string) {
	for _, b := range list {
		switch b := b.(type) {
		case *comment.Heading:
			// No heading of Markdown, since the next one may be of any level.
			fmt.Fprintf(w, "%s**%s**\n\n", anchor(b.DefaultID()), w.line(b.Text))
		case *comment.Paragraph:
			fmt.Fprintf(w, "%s\n\n", w.line(b.Text))
		case *comment.Code:
			w.code(language(b.Text), b.Text)
		case *comment.List:
			for _, item := range b.Items {
				mark := "- "
				if item.Number != "" {
					mark = item.Number + ". "
				}
				w.WriteString(indent + mark)
				w.blocks(item.Content, indent+strings.Repeat(" ", len(mark)))
			}
		}
	}
}

// language tells Go from other text in a comment. Dots stand for code that is left out.
func language(text string) string {
	text = strings.NewReplacer("{ ... }", "{}", "\n\t...\n", "\n").Replace(text)
	for _, source := range []string{text, "package p\n" + text, "package p\nfunc f() {\n" + text + "\n}"} {
		if _, err := parser.ParseFile(token.NewFileSet(), "", source, parser.SkipObjectResolution); err == nil {
			return "go"
		}
	}
	return "text"
}

// line returns the text of a paragraph on one line.
func (w *apiWriter) line(list []comment.Text) string {
	var b strings.Builder
	for _, t := range list {
		switch t := t.(type) {
		case comment.Plain:
			b.WriteString(escape(string(t)))
		case comment.Italic:
			b.WriteString("*" + escape(string(t)) + "*")
		case *comment.Link:
			fmt.Fprintf(&b, `<a href="%s">%s</a>`, html.EscapeString(t.URL), w.line(t.Text))
		case *comment.DocLink:
			if to := w.address(t); to != "" {
				fmt.Fprintf(&b, `<a href="%s">%s</a>`, html.EscapeString(to), w.line(t.Text))
			} else {
				b.WriteString(w.line(t.Text))
			}
		}
	}
	return b.String()
}

// address returns where a link to a name leads, or "" if there is no page.
func (w *apiWriter) address(l *comment.DocLink) string {
	name := l.Name
	if l.Recv != "" {
		name = l.Recv + "." + l.Name
	}
	if name != "" {
		name = "#" + name
	}
	other, ours := strings.CutPrefix(l.ImportPath, module+"/")
	switch {
	case l.ImportPath == "":
		return name
	case !ours:
		return "https://pkg.go.dev/" + l.ImportPath + name
	case !slices.Contains(packages, other):
		return ""
	}
	to, err := filepath.Rel(path.Dir(w.name), other+".html")
	if err != nil {
		return ""
	}
	return filepath.ToSlash(to) + name
}

// escape returns text as Markdown.
func escape(text string) string {
	var b strings.Builder
	for _, r := range strings.Join(strings.Fields(" "+text+" "), " ") {
		if strings.ContainsRune("\\`*_{}[]<>#$~|&+-=:", r) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	out := b.String()
	if strings.TrimLeft(text, " \n\t") != text && text != "" {
		out = " " + out
	}
	if strings.TrimRight(text, " \n\t") != text && out != " " {
		out += " "
	}
	return out
}
