// Completion and inspection ask the same facts as the checker.
//
// The text under the cursor is seldom a whole program. So the name being written is replaced by a name
// that nobody uses, the brackets that are open before it are closed, and the result is checked like a
// cell whose errors nobody wants to hear: go/types goes on after errors, and knows the type of what
// stands before a dot even if the rest makes no sense. If the whole cell does not parse, the text after
// the cursor is left out; if that does not parse either, only the operand before the dot is kept.

package cell

import (
	"go/ast"
	"go/scanner"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// hole stands for the name under the cursor.
const hole = "holeꓸ"

// A view is a checked text with a hole.
type view struct {
	t    *tree
	r    *checked
	p    *Program // holds the imports that were added
	path []ast.Node
}

// nameAt gives the byte range of the identifier that touches offset pos of code; empty if there is none.
func nameAt(code string, pos int) (from, to int) {
	from, to = pos, pos
	for from > 0 {
		r, n := utf8.DecodeLastRuneInString(code[:from])
		if !isNameRune(r) {
			break
		}
		from -= n
	}
	for to < len(code) {
		r, n := utf8.DecodeRuneInString(code[to:])
		if !isNameRune(r) {
			break
		}
		to += n
	}
	return from, to
}

func isNameRune(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) }

// closers are the brackets that close what is open at the end of text.
func closers(text string) string {
	s, _ := scan(text, 0)
	var open []byte
	for {
		switch _, t, _ := s.Scan(); t {
		case token.LPAREN:
			open = append(open, ')')
		case token.LBRACK:
			open = append(open, ']')
		case token.LBRACE:
			open = append(open, '}')
		case token.RPAREN, token.RBRACK, token.RBRACE:
			if len(open) > 0 {
				open = open[:len(open)-1]
			}
		case token.EOF:
			slices.Reverse(open)
			return string(open)
		}
	}
}

// inCommentOrString reports whether text ends inside of one.
func inCommentOrString(text string) bool {
	file := token.NewFileSet().AddFile("", -1, len(text))
	var s scanner.Scanner
	unfinished := false
	s.Init(file, []byte(text), func(_ token.Position, msg string) {
		unfinished = unfinished || strings.Contains(msg, "not terminated")
	}, scanner.ScanComments)
	last := token.EOF
	end := 0
	for {
		p, t, lit := s.Scan()
		if t == token.EOF {
			break
		}
		if t == token.SEMICOLON && lit == "\n" {
			continue
		}
		last, end = t, file.Offset(p)+len(lit)
	}
	return unfinished || last == token.COMMENT && end == len(text) && strings.HasPrefix(text[strings.LastIndexByte(text, '\n')+1:][max(0, strings.LastIndex(text[strings.LastIndexByte(text, '\n')+1:], "//")):], "//")
}

// look checks code with the range from..to replaced by the hole. It returns nil if nothing parses.
func (c *Compiler) look(code string, from, to int) *view {
	fset := token.NewFileSet()
	texts := []string{
		code[:from] + hole + code[to:],
		code[:from] + hole + closers(code[:from]),
		code[:from] + hole + "\n" + closers(code[:from]),
		code[:from] + hole + " {\n}" + closers(code[:from]), // the condition of an if, the range of a loop
		operand(code[:from]) + hole,
	}
	for _, text := range texts {
		t, err := parse(fset, 1, text)
		if err != nil || !mentionsHole(t) {
			continue
		}
		v := &view{t: t, p: &Program{imports: make(map[string]*entity)}}
		if c.importAll(t, v.p) != nil {
			v.p.imports = make(map[string]*entity)
		}
		for range 4 {
			v.r = c.check(t, v.p.imports)
			if !c.addImports(t, v.r, v.p) && !c.addContexts(t, v.r) {
				break
			}
		}
		v.path = pathTo(t)
		return v
	}
	return nil
}

// operand is the end of text that a selector can select from: names, calls and indexes before a dot.
func operand(text string) string {
	i := len(text)
	depth := 0
	for i > 0 {
		r, n := utf8.DecodeLastRuneInString(text[:i])
		switch {
		case r == ')' || r == ']':
			depth++
		case (r == '(' || r == '[') && depth > 0:
			depth--
		case depth > 0 && r != '\n':
		case isNameRune(r) || r == '.':
		default:
			return text[i:]
		}
		i -= n
	}
	return text[i:]
}

func mentionsHole(t *tree) bool {
	found := false
	t.walk(func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && id.Name == hole {
			found = true
		}
		return !found
	})
	return found
}

// pathTo lists the nodes from the root to the hole.
func pathTo(t *tree) (path []ast.Node) {
	var stack []ast.Node
	t.walk(func(n ast.Node) bool {
		if n == nil {
			stack = stack[:len(stack)-1]
			return true
		}
		stack = append(stack, n)
		if id, ok := n.(*ast.Ident); ok && id.Name == hole && path == nil {
			path = slices.Clone(stack)
		}
		return true
	})
	return path
}

// qualify writes package names as a cell does.
func qualify(p *types.Package) string {
	if p.Path() == world {
		return ""
	}
	return p.Name()
}

// pathOf is the import path of the package that declares obj, world for a cell's own, and "" if Go itself
// does.
func pathOf(obj types.Object) string {
	if obj.Pkg() == nil {
		return ""
	}
	return obj.Pkg().Path()
}

// imported reports whether a package declares obj, and neither a cell nor Go itself.
func imported(obj types.Object) bool { return obj.Pkg() != nil && pathOf(obj) != world }

// kindOf is the kind of a name, in the words of Match.
func kindOf(obj types.Object) string {
	switch o := obj.(type) {
	case *types.PkgName:
		return "package"
	case *types.TypeName:
		return "type"
	case *types.Const:
		return "constant"
	case *types.Builtin:
		return "function"
	case *types.Func:
		if o.Signature().Recv() != nil {
			return "method"
		}
		return "function"
	case *types.Var:
		if o.IsField() {
			return "field"
		}
	}
	return "variable"
}

// signatureText is what stands behind a name in a declaration: parameters and results of a function, the
// type of a variable.
func signatureText(obj types.Object) string {
	switch o := obj.(type) {
	case *types.Func:
		return parametersText(o.Signature())
	case *types.Var, *types.Const:
		return types.TypeString(o.Type(), qualify)
	case *types.TypeName:
		if t := o.Type(); t != nil {
			switch t.Underlying().(type) {
			case *types.Struct:
				return "struct"
			case *types.Interface:
				return "interface"
			default:
				return types.TypeString(t.Underlying(), qualify)
			}
		}
	}
	return ""
}

// parametersText is the parameters and results of a function.
func parametersText(sig *types.Signature) string {
	return strings.TrimPrefix(types.TypeString(sig, qualify), "func")
}

// members are the fields and methods that can be selected from a value of type t in a cell.
func members(t types.Type) []types.Object {
	var list []types.Object
	seen := make(map[string]bool)
	add := func(obj types.Object) {
		visible := obj.Exported() || pathOf(obj) == world
		if visible && !seen[obj.Name()] {
			seen[obj.Name()] = true
			list = append(list, obj)
		}
	}
	// Fields, by depth, as selection does.
	type embedded struct{ t types.Type }
	level := []embedded{{t}}
	visited := make(map[types.Type]bool)
	for len(level) > 0 {
		var next []embedded
		for _, e := range level {
			u := types.Unalias(e.t)
			if p, ok := u.Underlying().(*types.Pointer); ok {
				u = types.Unalias(p.Elem())
			}
			if visited[u] {
				continue
			}
			visited[u] = true
			if s, ok := u.Underlying().(*types.Struct); ok {
				for f := range s.Fields() {
					add(f)
					if f.Embedded() {
						next = append(next, embedded{f.Type()})
					}
				}
			}
		}
		level = next
	}
	recv := t
	if _, ok := t.Underlying().(*types.Pointer); !ok && !types.IsInterface(t) {
		recv = types.NewPointer(t) // a variable's methods include those of its address
	}
	set := types.NewMethodSet(recv)
	for m := range set.Methods() {
		if obj, _, _ := types.LookupFieldOrMethod(recv, true, m.Obj().Pkg(), m.Obj().Name()); obj != nil {
			add(m.Obj())
		}
	}
	return list
}
