// SPDX-License-Identifier: BSD-3-Clause

package assist

import (
	"go/ast"
	"go/doc/comment"
	"go/token"
	"go/types"
	"strings"

	"polka/kernel/cell/syntax"
	"polka/kernel/cell/typeview"
)

// Help describes a name.
type Help struct {
	Declaration string // Go text, without bodies
	Comment     string // its documentation, as go/doc/comment reads it; may be empty
	Source      string // the whole declaration, if it was made in a cell
	Cell        int    // that cell; 0 if it was none
	Path        string // the import path of its package, if it has one
	Argument    string // inside a call: the parameter whose argument is being written, as in "count int"
	Variable    string // its name, if it is a variable of the session, with a value that can be shown
}

// Text returns the help as plain text. With source it has the whole declaration, where that is
// known.
func (h Help) Text(source bool) string {
	var b strings.Builder
	if h.Path != "" {
		b.WriteString("import \"" + h.Path + "\"\n\n")
	}
	if source && h.Source != "" {
		b.WriteString(h.Source + "\n")
	} else {
		b.WriteString(h.Declaration + "\n")
	}
	if h.Argument != "" {
		b.WriteString("\nhere: " + h.Argument + "\n")
	}
	if h.Comment != "" {
		var p comment.Parser
		pr := comment.Printer{TextPrefix: "    ", TextCodePrefix: "        "}
		b.WriteString("\n" + string(pr.Text(p.Parse(h.Comment))))
	}
	return strings.TrimRight(b.String(), "\n")
}

// HTML returns the help as a piece of HTML, with other HTML, such as the value of a variable, below
// the declaration.
func (h Help) HTML(source bool, value string) string {
	var b strings.Builder
	decl := h.Declaration
	if source && h.Source != "" {
		decl = h.Source
	}
	b.WriteString("<pre><code>" + escape(decl) + "</code></pre>\n" + value)
	if h.Argument != "" {
		b.WriteString("<p>here: <code>" + escape(h.Argument) + "</code></p>\n")
	}
	if h.Comment != "" {
		var p comment.Parser
		pr := comment.Printer{HeadingLevel: 4, DocLinkBaseURL: "https://pkg.go.dev"}
		b.Write(pr.HTML(p.Parse(h.Comment)))
	}
	return b.String()
}

var escape = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;").Replace

// Inspect describes the name that touches byte offset pos of code, or, if there is
// none, of the function whose arguments, or the type of the literal whose elements, are being
// written there.
func (a *Assistant) Inspect(code string, pos int) (h Help, ok bool) {
	defer func() {
		if recover() != nil {
			h, ok = Help{}, false
		}
	}()
	pos = max(0, min(pos, len(code)))
	code = syntax.GoAt(code, pos)
	from, to := syntax.NameAt(code, pos)
	argument, brace := -1, false
	if from == to {
		if from, to, argument, brace = syntax.OpenAt(code[:pos]); from == to {
			return Help{}, false
		}
	}
	name := code[from:to]
	if token.IsKeyword(name) {
		return Help{Declaration: "keyword " + name}, true
	}
	obj, recv := a.objectAt(code, from, to, name)
	if obj == nil && a.s.Packages[name] != "" && !syntax.Selects(code[:from]) {
		if p, err := a.s.Load(a.s.Packages[name]); err == nil {
			obj = types.NewPkgName(token.NoPos, nil, name, p)
		}
	}
	if _, typ := obj.(*types.TypeName); obj == nil || brace && !typ {
		return Help{}, false
	}
	h = a.describe(obj, recv)
	h.Argument = parameterText(obj, argument)
	return h, true
}

// Object returns what the name that touches byte offset pos of code stands for, nil if that is not
// known.
func (a *Assistant) Object(code string, pos int) (obj types.Object) {
	defer func() {
		if recover() != nil {
			obj = nil
		}
	}()
	pos = max(0, min(pos, len(code)))
	code = syntax.GoAt(code, pos)
	from, to := syntax.NameAt(code, pos)
	if from == to {
		return nil
	}
	obj, _ = a.objectAt(code, from, to, code[from:to])
	return obj
}

// parameterText returns the k-th parameter of obj, "" if there is none.
func parameterText(obj types.Object, k int) string {
	f, ok := obj.Type().(*types.Signature)
	if !ok || k < 0 {
		return ""
	}
	params := f.Params()
	if params.Len() > 0 && types.TypeString(params.At(0).Type(), nil) == "context.Context" {
		k++ // which a cell leaves out
	}
	last := params.Len() - 1
	if f.Variadic() && k >= last {
		return params.At(last).Name() + " ..." + types.TypeString(params.At(last).Type().(*types.Slice).Elem(), typeview.Qualify)
	}
	if k > last {
		return ""
	}
	return strings.TrimSpace(params.At(k).Name() + " " + types.TypeString(params.At(k).Type(), typeview.Qualify))
}

// objectAt finds what name, the text from..to of code, stands for: in the text itself, then in the
// session. The type is that of the value or type that it is selected from.
func (a *Assistant) objectAt(code string, from, to int, name string) (types.Object, types.Type) {
	v := a.look(code, from, to)
	if v != nil && len(v.path) > 0 {
		if len(v.path) > 1 {
			if sel, ok := v.path[len(v.path)-2].(*ast.SelectorExpr); ok && sel.Sel == v.path[len(v.path)-1] {
				if id, ok := sel.X.(*ast.Ident); ok {
					if p, ok := v.Info.Uses[id].(*types.PkgName); ok {
						return p.Imported().Scope().Lookup(name), nil
					}
				}
				t := v.Info.Types[sel.X].Type
				if t == nil {
					return nil, nil
				}
				obj, _, _ := types.LookupFieldOrMethod(t, true, a.s.Package, name)
				return obj, t
			}
		}
		// A name that is defined here has become the hole, so it is looked for in the text as it
		// is.
		if obj := a.plainObject(code, from, name); obj != nil {
			return obj, nil
		}
		for i := len(v.path) - 1; i >= 0; i-- {
			if scope := scopeOf(v.Info, v.path[i]); scope != nil {
				if obj := scope.Lookup(name); obj != nil {
					return obj, nil
				}
			}
		}
		if obj := v.Objects[name]; obj != nil {
			return obj, nil
		}
		if obj := v.imports[name]; obj != nil {
			return obj, nil
		}
	} else if syntax.Selects(code[:from]) {
		return nil, nil
	}
	if obj := a.s.Lookup(name); obj != nil {
		return obj, nil
	}
	return types.Universe.Lookup(name), nil
}

// plainObject checks unmodified code and finds the object of the identifier at byte offset from.
func (a *Assistant) plainObject(code string, from int, name string) types.Object {
	fset := token.NewFileSet()
	t, err := syntax.Parse(fset, 1, code)
	if err != nil {
		return nil
	}
	r, _ := a.c.Look(t)
	line, col := syntax.LineCol(code, from)
	var found types.Object
	t.Walk(func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && id.Name == name {
			if pos := fset.Position(id.Pos()); pos.Line == line && pos.Column == col {
				if found = r.Info.Uses[id]; found == nil {
					found = r.Info.Defs[id]
				}
			}
		}
		return found == nil
	})
	return found
}

// describe describes obj, which was selected from a value of type recv, if that is not
// nil.
func (a *Assistant) describe(obj types.Object, recv types.Type) Help {
	if p, ok := obj.(*types.PkgName); ok {
		h := Help{Declaration: "package " + p.Imported().Name(), Path: p.Imported().Path()}
		a.document(&h, "")
		return h
	}
	if obj.Pkg() == nil {
		h := Help{Declaration: types.ObjectString(obj, typeview.Qualify)}
		if a.o.Doc != nil {
			if decl, text, ok := a.o.Doc("builtin", obj.Name()); ok {
				h.Declaration, h.Comment = decl, text
			}
		}
		return h
	}
	h := Help{Declaration: declarationText(obj)}
	if obj.Pkg().Path() != typeview.World {
		h.Path = obj.Pkg().Path()
		name := obj.Name()
		if f, ok := obj.(*types.Func); ok {
			if r := f.Signature().Recv(); r != nil {
				name = typeview.TypeName(r.Type()) + "." + name
			}
		} else if v, ok := obj.(*types.Var); ok && v.IsField() && recv != nil {
			name = typeview.TypeName(recv) + "." + name
		}
		a.document(&h, name)
		return h
	}
	if e := a.c.EntityOf(obj); e != nil {
		if _, ok := obj.(*types.Var); ok {
			h.Variable = e.Name
		}
		h.Cell = e.Cell
		if e.Decl != nil {
			h.Source = e.Decl.Text
			h.Comment = e.Decl.Doc
		}
	}
	if h.Variable != "" && h.Comment == "" {
		h.Comment = a.typeComment(obj.Type())
	}
	return h
}

// typeComment returns the first paragraph of the documentation of a type from a package, or of what
// it points to.
func (a *Assistant) typeComment(t types.Type) string {
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	n, ok := types.Unalias(t).(*types.Named)
	if !ok || n.Obj().Pkg() == nil || n.Obj().Pkg().Path() == typeview.World {
		return ""
	}
	h := Help{Path: n.Obj().Pkg().Path()}
	a.document(&h, n.Obj().Name())
	first, _, _ := strings.Cut(h.Comment, "\n\n")
	return first
}

// document adds what the documentation tables know.
func (a *Assistant) document(h *Help, name string) {
	if a.o.Doc == nil {
		return
	}
	if decl, text, ok := a.o.Doc(h.Path, name); ok {
		if decl != "" {
			h.Declaration = decl
		}
		h.Comment = text
	}
}

// A Known is a name that cells have defined.
type Known struct {
	Name string
	Kind string // as in Match
	Type string // its type, or the signature of a function
	Cell int
}

// Known lists the names that cells have defined, in alphabetical order, without methods.
func (a *Assistant) Known() []Known {
	var list []Known
	for _, e := range a.c.Entities() {
		if e.Path == "" {
			list = append(list, Known{e.Name, kindOf(e.Obj), typeview.Signature(e.Obj), e.Cell})
		}
	}
	return list
}

// declarationText returns the declaration of obj in Go, without a body; a type comes with its
// methods.
func declarationText(obj types.Object) string {
	switch o := obj.(type) {
	case *types.TypeName:
		var b strings.Builder
		b.WriteString("type " + o.Name() + " ")
		if n, ok := types.Unalias(o.Type()).(*types.Named); ok {
			b.WriteString(types.TypeString(n.Underlying(), typeview.Qualify))
			for m := range n.Methods() {
				if typeview.Visible(m) {
					b.WriteString("\n" + declarationText(m))
				}
			}
		} else {
			b.WriteString("= " + types.TypeString(o.Type(), typeview.Qualify))
		}
		return b.String()
	case *types.Const:
		return "const " + o.Name() + " " + types.TypeString(o.Type(), typeview.Qualify) + " = " + o.Val().String()
	}
	if f, ok := obj.(*types.Func); ok {
		if r := f.Signature().Recv(); r != nil {
			name := r.Name()
			if name != "" {
				name += " "
			}
			return "func (" + name + types.TypeString(r.Type(), typeview.Qualify) + ") " + f.Name() + typeview.Signature(f)
		}
	}
	return types.ObjectString(obj, typeview.Qualify)
}

// Markdown returns the help as Markdown.
func (h Help) Markdown() string {
	text := "```go\n" + h.Declaration + "\n```\n"
	if h.Argument != "" {
		text += "\nhere: `" + h.Argument + "`\n"
	}
	return text + markdownOf(h.Comment)
}

// markdownOf returns a comment as Markdown.
func markdownOf(text string) string {
	if text == "" {
		return ""
	}
	var p comment.Parser
	pr := comment.Printer{HeadingLevel: 4, DocLinkBaseURL: "https://pkg.go.dev"}
	return "\n" + string(pr.Markdown(p.Parse(text)))
}

// Markdown returns the documentation of the function as Markdown.
func (c Call) Markdown() string { return strings.TrimPrefix(markdownOf(c.Comment), "\n") }
