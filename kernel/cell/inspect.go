package cell

import (
	"go/ast"
	"go/doc/comment"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// Help is what is known of a name.
type Help struct {
	Declaration string // Go text, without bodies
	Comment     string // its documentation, as go/doc/comment reads it; may be empty
	Source      string // the whole declaration, if it was made in a cell
	Cell        int    // that cell; 0 if it was none
	Path        string // the import path of its package, if it has one
	Argument    string // inside a call: the parameter whose argument is being written, as in "count int"
	Variable    string // its name, if it is a variable of the session, with a value to be shown
}

// Text is the help as plain text. With source it has the whole declaration, where that is known.
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

// HTML is the help as a piece of HTML.
func (h Help) HTML(source bool) string {
	var b strings.Builder
	decl := h.Declaration
	if source && h.Source != "" {
		decl = h.Source
	}
	b.WriteString("<pre><code>" + escape(decl) + "</code></pre>\n")
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

// Inspect tells what is known of the name that touches byte offset pos of code, or, if there is none, of
// the function whose arguments, or the type of the literal whose elements, are being written there.
func (c *Compiler) Inspect(code string, pos int) (h Help, ok bool) {
	defer func() {
		if recover() != nil {
			h, ok = Help{}, false
		}
	}()
	pos = max(0, min(pos, len(code)))
	code = goAt(code, pos)
	from, to := nameAt(code, pos)
	argument, brace := -1, false
	if from == to {
		if from, to, argument, brace = openAt(code[:pos]); from == to {
			return Help{}, false
		}
	}
	name := code[from:to]
	if token.IsKeyword(name) {
		return Help{Declaration: "keyword " + name}, true
	}
	obj, recv := c.objectAt(code, from, to, name)
	if obj == nil && c.o.Packages[name] != "" && !selects(code[:from]) {
		if p, err := c.load(c.o.Packages[name]); err == nil {
			obj = types.NewPkgName(token.NoPos, nil, name, p)
		}
	}
	if _, typ := obj.(*types.TypeName); obj == nil || brace && !typ {
		return Help{}, false
	}
	h = c.describe(obj, recv)
	h.Argument = parameterText(obj, argument)
	return h, true
}

// openAt finds the innermost call or literal that is open at the end of text: the range of the name before its
// bracket, and the number of the argument that comes next. Behind a brace may be a block as well.
func openAt(text string) (from, to, argument int, brace bool) {
	s, file := scan(text, 0)
	type bracket struct {
		from, to int // the name before it; empty if there is none
		commas   int
		brace    bool
	}
	var open []bracket
	last := bracket{} // the name that was just read
	for {
		p, t, lit := s.Scan()
		if t == token.EOF {
			break
		}
		off := file.Offset(p)
		next := bracket{}
		switch t {
		case token.IDENT:
			next = bracket{from: off, to: off + len(lit)}
		case token.LPAREN, token.LBRACE, token.LBRACK:
			last.brace = t == token.LBRACE
			open = append(open, last)
		case token.RPAREN, token.RBRACE, token.RBRACK:
			if n := len(open); n > 0 {
				if t == token.RBRACK {
					next = open[n-1] // the type arguments of a function, perhaps
					next.commas, next.brace = 0, false
				}
				open = open[:n-1]
			}
		case token.COMMA:
			if n := len(open); n > 0 {
				open[n-1].commas++
			}
		}
		last = next
	}
	for _, b := range slices.Backward(open) {
		if b.from < b.to || b.brace {
			return b.from, b.to, b.commas, b.brace
		}
	}
	return 0, 0, -1, false
}

// parameterText is the k-th parameter of obj, "" if there is none.
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
		return params.At(last).Name() + " ..." + types.TypeString(params.At(last).Type().(*types.Slice).Elem(), qualify)
	}
	if k > last {
		return ""
	}
	return strings.TrimSpace(params.At(k).Name() + " " + types.TypeString(params.At(k).Type(), qualify))
}

// objectAt finds what name, the text from..to of code, stands for: in the text itself, then in the
// session. The type is that of the value or type that it is selected from.
func (c *Compiler) objectAt(code string, from, to int, name string) (types.Object, types.Type) {
	v := c.look(code, from, to)
	if v != nil && len(v.path) > 0 {
		if len(v.path) > 1 {
			if sel, ok := v.path[len(v.path)-2].(*ast.SelectorExpr); ok && sel.Sel == v.path[len(v.path)-1] {
				if id, ok := sel.X.(*ast.Ident); ok {
					if p, ok := v.r.info.Uses[id].(*types.PkgName); ok {
						return p.Imported().Scope().Lookup(name), nil
					}
				}
				t := v.r.info.Types[sel.X].Type
				if t == nil {
					return nil, nil
				}
				obj, _, _ := types.LookupFieldOrMethod(t, true, c.pkg, name)
				return obj, t
			}
		}
		// A name that is defined here has become the hole, so it is looked for in the text as it is.
		if obj := c.plainObject(code, from, name); obj != nil {
			return obj, nil
		}
		for i := len(v.path) - 1; i >= 0; i-- {
			if scope := scopeOf(v.r.info, v.path[i]); scope != nil {
				if obj := scope.Lookup(name); obj != nil {
					return obj, nil
				}
			}
		}
		if obj := v.r.objects[name]; obj != nil {
			return obj, nil
		}
		if e := v.p.imports[name]; e != nil {
			return e.obj, nil
		}
	} else if selects(code[:from]) {
		return nil, nil
	}
	if e := c.names[name]; e != nil {
		return e.obj, nil
	}
	return types.Universe.Lookup(name), nil
}

// plainObject checks code as it is and finds what the identifier at byte offset from stands for.
func (c *Compiler) plainObject(code string, from int, name string) types.Object {
	fset := token.NewFileSet()
	t, err := parse(fset, 1, code)
	if err != nil {
		return nil
	}
	p := &Program{imports: make(map[string]*entity)}
	c.importAll(t, p)
	r := c.check(t, p.imports)
	line, col := lineCol(code, from)
	var found types.Object
	t.walk(func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && id.Name == name {
			if pos := fset.Position(id.Pos()); pos.Line == line && pos.Column == col {
				if found = r.info.Uses[id]; found == nil {
					found = r.info.Defs[id]
				}
			}
		}
		return found == nil
	})
	return found
}

// describe tells what is known of obj, which was selected from a value of type recv, if that is not nil.
func (c *Compiler) describe(obj types.Object, recv types.Type) Help {
	if p, ok := obj.(*types.PkgName); ok {
		h := Help{Declaration: "package " + p.Imported().Name(), Path: p.Imported().Path()}
		c.document(&h, "")
		return h
	}
	if obj.Pkg() == nil {
		h := Help{Declaration: types.ObjectString(obj, qualify)}
		if c.o.Doc != nil {
			if decl, text, ok := c.o.Doc("builtin", obj.Name()); ok {
				h.Declaration, h.Comment = decl, text
			}
		}
		return h
	}
	h := Help{Declaration: declarationText(obj)}
	if obj.Pkg().Path() != world {
		h.Path = obj.Pkg().Path()
		name := obj.Name()
		if f, ok := obj.(*types.Func); ok {
			if r := f.Signature().Recv(); r != nil {
				name = typeName(r.Type()) + "." + name
			}
		} else if v, ok := obj.(*types.Var); ok && v.IsField() && recv != nil {
			name = typeName(recv) + "." + name
		}
		c.document(&h, name)
		return h
	}
	e := c.nameOf(obj)
	if e == nil {
		if known := c.names[obj.Name()]; known != nil && known.obj == obj {
			e = known
		}
	}
	if e != nil {
		if _, ok := obj.(*types.Var); ok {
			h.Variable = e.name
		}
		h.Cell = e.cell
		if e.decl != nil {
			h.Source = e.decl.text
			h.Comment = e.decl.doc
		}
	}
	return h
}

// document adds what the documentation tables know.
func (c *Compiler) document(h *Help, name string) {
	if c.o.Doc == nil {
		return
	}
	if decl, text, ok := c.o.Doc(h.Path, name); ok {
		if decl != "" {
			h.Declaration = decl
		}
		h.Comment = text
	}
}

// typeName is the name of the type that t is or points to, or "".
func typeName(t types.Type) string {
	if n := namedType(t); n != nil {
		return n.Obj().Name()
	}
	return ""
}

// declarationText is the declaration of obj in Go, without a body; a type comes with its methods.
func declarationText(obj types.Object) string {
	switch o := obj.(type) {
	case *types.TypeName:
		var b strings.Builder
		b.WriteString("type " + o.Name() + " ")
		if n, ok := types.Unalias(o.Type()).(*types.Named); ok {
			b.WriteString(types.TypeString(n.Underlying(), qualify))
			for m := range n.Methods() {
				if m.Exported() || pathOf(m) == world {
					b.WriteString("\n" + declarationText(m))
				}
			}
		} else {
			b.WriteString("= " + types.TypeString(o.Type(), qualify))
		}
		return b.String()
	case *types.Const:
		return "const " + o.Name() + " " + types.TypeString(o.Type(), qualify) + " = " + o.Val().String()
	}
	if f, ok := obj.(*types.Func); ok {
		if r := f.Signature().Recv(); r != nil {
			name := r.Name()
			if name != "" {
				name += " "
			}
			return "func (" + name + types.TypeString(r.Type(), qualify) + ") " + f.Name() + signatureText(f)
		}
	}
	return types.ObjectString(obj, qualify)
}

// A Known is a name that cells have defined.
type Known struct {
	Name string
	Kind string // as in Match
	Type string // its type, or the signature of a function
	Cell int
}

// Known lists the names that cells have defined, in alphabetical order, without methods.
func (c *Compiler) Known() []Known {
	var list []Known
	for _, n := range c.Names() {
		e := c.names[n]
		list = append(list, Known{n, kindOf(e.obj), signatureText(e.obj), e.cell})
	}
	return list
}
