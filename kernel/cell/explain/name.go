// SPDX-License-Identifier: BSD-3-Clause

// Names that are not known: what was perhaps meant. In a notebook the usual reasons are a typing
// error, a package without its name, a variable of an inner block, a cell that failed, and the
// habits of another language.

package explain

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"sync"

	"polka/kernel/cell/syntax"
)

// habits are names of other languages, and what Go has in their place.
var habits = sync.OnceValue(func() map[string]string {
	return map[string]string{
		"null": "nil", "None": "nil", "NULL": "nil", "nullptr": "nil", "Nil": "nil", "undefined": "nil",
		"True": "true", "False": "false", "TRUE": "true", "FALSE": "false",
		"str": "string", "String": "string", "float": "float64", "double": "float64", "boolean": "bool", "char": "byte or rune",
		"integer": "int", "long": "int64", "list": "a slice, []T", "dict": "a map, map[K]V", "object": "any",
		"printf": "fmt.Printf", "puts": "fmt.Println", "echo": "fmt.Println", "input": "display.Input", "Display": "display.Show",
		"sqrt": "math.Sqrt", "abs": "math.Abs", "pow": "math.Pow", "sorted": "slices.Sorted",
		"sort": "slices.Sort",
	}
})

// Instead says what to use in place of a package that cells cannot import, given the last element
// of its path.
func Instead(pkg string) string {
	switch pkg {
	case "constraints":
		return "use cmp.Ordered, or write the constraint out: ~int | ~float64"
	case "gonbui", "gophernotes":
		return `use package display: display.Show(display.HTML("<b>text</b>"))`
	}
	return ""
}

// undefined: a name alone.
func (x *explainer) undefined(m *mistake) string {
	name := m.part[1]
	msg := "undefined: " + name
	if s := x.ownDefinition(name, m); s != "" {
		return msg + "\n" + s
	}
	if s := x.inBlock(name, m); s != "" {
		return msg + "\n" + s
	}
	if p := x.definedLater(name, m.Pos); p.IsValid() {
		return msg + "\nit is defined in " + x.Place(p) + ", after this"
	}
	if cell := x.Lost(name); cell != 0 && cell != x.Tree.Number {
		return msg + fmt.Sprintf("\ncell %d would define it, but failed", cell)
	}
	if name == "this" || name == "self" {
		return msg + "\nGo has no " + name + ": a method's receiver has the name that its declaration gives it"
	}
	selected := false
	if sel, ok := m.up(1).(*ast.SelectorExpr); ok && sel.X == m.up(0) {
		selected = true
	}
	if selected {
		if instead := Instead(name); instead != "" {
			return msg + "\n" + instead
		}
		if ipath := x.Packages[name]; ipath != "" {
			if _, err := x.Load(ipath); err != nil {
				return msg + "\n" + err.Error()
			}
		}
	}
	near := ""
	if !selected {
		near = habits()[name]
	}
	if near == "" && !selected {
		near = x.fromPackage(name)
	}
	if near == "" {
		near = x.meant(name, selected, x.around(m.Pos)...)
	}
	if near == "" && !selected {
		near = x.likely(name)
	}
	if near != "" {
		return msg + "; did you mean " + near + "?"
	}
	switch s := m.up(1).(type) {
	case *ast.AssignStmt:
		if s.Tok == token.ASSIGN && slices.Contains(s.Lhs, m.expr()) {
			return msg + "\nto define a variable, write " + name + " := ..."
		}
	case *ast.RangeStmt:
		if s.Tok == token.ASSIGN && (s.Key == m.expr() || s.Value == m.expr()) {
			return msg + "\nto define the variables of the loop, write := range"
		}
	case *ast.IncDecStmt:
		return msg + "\nto define a variable first, write " + name + " := 0"
	case *ast.CompositeLit:
		if name == "try" && s.Type == m.expr() {
			return msg + "\n" + noExceptions
		}
	}
	return msg
}

// inBlock finds a variable of that name that ends before the error.
func (x *explainer) inBlock(name string, m *mistake) string {
	var found *ast.Ident
	for id, obj := range x.Info.Defs {
		if v, ok := obj.(*types.Var); ok && id.Name == name && !v.IsField() && id.Pos() < m.Pos && holds(x.Tree, id) &&
			v.Parent() != nil && !v.Parent().Contains(m.Pos) && (found == nil || id.Pos() > found.Pos()) {
			found = id
		}
	}
	if found == nil {
		return ""
	}
	return fmt.Sprintf("%s of %s is visible only in the block that defines it", name, x.Place(found.Pos()))
}

// holds reports whether id is in a statement of t, and not in a function that t declares.
func holds(t *syntax.Tree, id *ast.Ident) bool {
	for _, s := range t.Stmts {
		if s.Pos() <= id.Pos() && id.Pos() < s.End() {
			return true
		}
	}
	return false
}

// definedLater finds a top-level definition of name after p.
func (x *explainer) definedLater(name string, p token.Pos) token.Pos {
	for _, id := range x.Tree.Defined() {
		if id.Name == name && id.Pos() > p {
			return id.Pos()
		}
	}
	return token.NoPos
}

// common are packages whose names are guessed for a member without one.
var common = []string{"fmt", "math", "strings", "strconv", "sort", "slices", "os", "time", "errors", "shapes", "cover", "dlx", "render", "display"}

// fromPackage finds the exported name of a common package that is name.
func (c Cell) fromPackage(name string) string {
	if !token.IsExported(name) {
		return ""
	}
	for _, p := range common {
		if pkg, err := c.Load(c.Packages[p]); err == nil && pkg.Scope().Lookup(name) != nil {
			return p + "." + name
		}
	}
	return ""
}

// undefinedMember: pkg.Name.
func (x *explainer) undefinedMember(m *mistake) string {
	pkg, name, near := m.part[1], m.part[2], m.part[3]
	if token.IsExported(near) {
		near = pkg + "." + near
	} else {
		near = x.meant(pkg+"."+name, false)
	}
	msg := "undefined: " + pkg + "." + name
	if near == "" {
		return msg
	}
	msg += "; did you mean " + near + "?"
	if !token.IsExported(name) {
		msg += "\nexported names begin with a capital letter"
	}
	return msg
}

// unexported: a name that exists, but not for others.
func (x *explainer) unexported(m *mistake) string {
	name, pkg := m.part[1], m.part[2]
	if near := x.meant(pkg+"."+name, false); near != "" && strings.EqualFold(near, pkg+"."+name) {
		return pkg + "." + name + " is not exported; did you mean " + near + "?"
	}
	return pkg + "." + name + " is not exported\nexported names begin with a capital letter"
}

// hidesPackage returns the message that the operand of sel has the name of a package that has the
// selected name, and how to use the package.
func (x *explainer) hidesPackage(sel *ast.SelectorExpr) string {
	id, ok := sel.X.(*ast.Ident)
	if !ok || x.Packages[id.Name] == "" || !sel.Sel.IsExported() {
		return ""
	}
	obj := x.Info.Uses[id]
	if _, ok := obj.(*types.PkgName); ok || obj == nil || !obj.Pos().IsValid() {
		return ""
	}
	p, err := x.Load(x.Packages[id.Name])
	if err != nil || p.Scope().Lookup(sel.Sel.Name) == nil {
		return ""
	}
	msg := fmt.Sprintf("%s is the %s defined in %s, which hides package %q\n", id.Name, objectKind(obj), x.Place(obj.Pos()), p.Path())
	if x.Lookup(id.Name) == obj {
		return msg + fmt.Sprintf("import %q makes the name mean the package again", p.Path())
	}
	return msg + fmt.Sprintf("rename the %s, or import the package under another name", objectKind(obj))
}

// objectKind returns the kind of an object, as a word for users.
func objectKind(obj types.Object) string {
	switch obj.(type) {
	case *types.TypeName:
		return "type"
	case *types.Const:
		return "constant"
	case *types.Func:
		return "function"
	}
	return "variable"
}
