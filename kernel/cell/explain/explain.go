// SPDX-License-Identifier: BSD-3-Clause

// Package explain words the errors of cells.
//
// The messages of go/types are brief and written for people who know Go well. Here the tree and the
// types are known, so a message can say more: the signature of the function that was called with
// wrong arguments, the conversion that two numbers need, all methods that a type lacks, the cell
// that declares a type, a name that was probably meant. A rule consists of a pattern for the
// checker's message and a function that returns a new message, or "" if it has nothing better. The
// first rule that returns a message wins; if there is none, the checker's message is kept. The
// first line of a message names the mistake, the other lines help.
//
// Example:
//
//	n * 2.5                     with n an int
//	cannot use 2.5 (untyped float constant) as int value ... (truncated)        go/types
//	2.5 is not a valid int: it has a fraction                                            here
//	    calculate with float64 values instead: float64(n) * 2.5
//
// A rule may be wrong about what the user meant, but what it says must be true. Rules run only when
// a cell has errors, so their cost does not matter.
//
// The package does not find mistakes: package cell gets them from go/parser and go/types. It does
// not depend on how cells are compiled; what it needs to know about earlier cells is in a Session.
package explain

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync"

	"polka/internal/pattern"
	"polka/kernel/cell/syntax"
	"polka/kernel/cell/typeview"
)

// A Session is what the rules know besides the cell.
type Session struct {
	Fset     *token.FileSet
	Sizes    types.Sizes
	Package  *types.Package    // what cells are checked as
	Packages map[string]string // those that a cell may mention without importing them: name to import path
	Load     func(path string) (*types.Package, error)
	Source   func(cell int) string          // the text of a cell
	Names    func() []string                // what cells have defined, in alphabetical order
	Lookup   func(name string) types.Object // what a name of an earlier cell stands for, nil if there is none
	Born     func(*types.TypeName) int      // the cell in which a type came into being, 0 if it has not yet
	Lost     func(name string) int          // the cell that would have defined a name if it had not failed, or 0
	// File returns the name for the user and the text of a file of a package that was loaded from
	// source, by the name that its positions have.
	File func(name string) (file, text string, ok bool)
}

// A Cell is a cell that has been type-checked.
type Cell struct {
	*Session
	Tree    *syntax.Tree
	Info    *types.Info
	Objects map[string]types.Object // what the cell declares
}

// An explainer explains the errors of one cell.
type explainer struct {
	Cell
	errs []types.Error
}

// A mistake is one error: the parts of its message that the rule's pattern has found, and the nodes
// around its place, the narrowest last.
type mistake struct {
	types.Error
	part []string
	path []ast.Node
}

type explanation struct {
	pattern func() *regexp.Regexp // compiled when the first mistake is explained
	say     func(x *explainer, m *mistake) string
}

// explanations are the rules. They are listed when the first mistake is explained, since they refer
// to the explainer, which refers to them.
var explanations struct {
	once sync.Once
	list []explanation
}

// allExplanations returns the rules in the order in which they are tried.
func allExplanations() []explanation {
	explanations.once.Do(listExplanations)
	return explanations.list
}

func listExplanations() {
	rule := func(pattern string, say func(x *explainer, m *mistake) string) {
		compile := sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^(?s)` + pattern + `$`) })
		explanations.list = append(explanations.list, explanation{compile, say})
	}
	rule(`undefined: (\w+)\.(\w+)(?: \(but have (\w+)\))?`, (*explainer).undefinedMember)
	rule(`name (\w+) not exported by package (\w+)`, (*explainer).unexported)
	rule(`undefined: (\w+)`, (*explainer).undefined)
	rule(`(.+)\.(\w+) undefined \(type (.+?) has no field or method \w+(?:, but does have (?:unexported )?(?:field|method) (\w+))?\)`, (*explainer).noMember)
	rule(`(.+)\.(\w+) undefined \(cannot refer to unexported (?:field|method) \w+\)`, (*explainer).hiddenMember)
	rule(`unknown field (\w+) in struct literal of type (.+?)(?:, but does have (?:unexported )?(\w+))?`, (*explainer).noField)
	rule(`cannot refer to unexported field (\w+) in struct literal of type (.+)`, (*explainer).noField)
	rule(`implicit assignment to unexported field (\w+) in struct literal of type (.+)`, (*explainer).hiddenField)
	rule(`(\w+)\.(\w+) is not a type`, (*explainer).noType)
	rule(`cannot define new methods on non-local type (.+)`, (*explainer).foreignReceiver)
	rule(`missing return`, (*explainer).missingReturn)
	rule(`(not enough|too many) arguments in call to ([^\n]+)\n.*`, (*explainer).argumentCount)
	rule(`(not enough|too many) return values\n\thave (.*)\n\twant (.*)`, (*explainer).returnCount)
	rule(`assignment mismatch: (\d+) variables? but (.+) returns? (\d+) values?`, (*explainer).assignCount)
	rule(`(.+) \((?:no value|value of type \(\))\) used as value`, (*explainer).noValue)
	rule(`.+ \(.*\) is not used`, (*explainer).notUsed)
	rule(`use of untyped nil in .*`, (*explainer).untypedNil)
	rule(`cannot assign to (.+) \(neither addressable nor a map index expression\)`, (*explainer).cannotAssign)
	rule(`cannot assign to struct field (.+)\.(\w+) in map`, (*explainer).fieldInMap)
	rule(`(\w+) redeclared(?: in this block)?`, (*explainer).redeclared)
	rule(`non-boolean condition in (\w+) statement`, (*explainer).condition)
	rule(`.*\(((?:slice|map|func) can only be compared to nil)\)`, (*explainer).comparesToNil)
	rule(`multiple-value (.+) \(value of type (.+)\) in single-value context`, (*explainer).severalValues)
	rule(`cannot convert .+ to type .+`, (*explainer).cannotConvert)
	rule(`in call to (.+), cannot infer (\w+).*`, (*explainer).cannotInfer)
	rule(`cannot use (.+?) as (.+?) value in ([^\n]+?)(?:: (.*))?`, (*explainer).cannotUse)
	rule(`invalid operation: (.+) \(mismatched types (.+) and (.+)\)`, (*explainer).mismatched)
	rule(`invalid argument: index (-\d+) \(constant of type \w+\) must not be negative`, (*explainer).negativeIndex)
	rule(`invalid operation: cannot indirect .*`, (*explainer).power)
	rule(`(.+) \(untyped float constant(?: [^)]*)?\) truncated to (\w+)`, (*explainer).truncated)
}

// maxExplained is how many errors of a cell are explained. A rule may look at the whole cell, so
// the time for all errors of a long cell would grow with the square of its length; the others keep
// the messages of the checker.
const maxExplained = 200

// Explain replaces the messages of a cell's errors, and leaves out those that only repeat another.
func Explain(c Cell, errs []types.Error) []types.Error {
	x := &explainer{c, errs}
	for i := range errs[:min(len(errs), maxExplained)] {
		err := &errs[i]
		for _, e := range allExplanations() {
			part := e.pattern().FindStringSubmatch(err.Msg)
			if part == nil {
				continue
			}
			if msg := e.say(x, &mistake{*err, part, x.pathTo(*err)}); msg != "" {
				err.Msg = msg
				break
			}
		}
	}
	return slices.DeleteFunc(errs, func(err types.Error) bool { return x.toldBy(err, errs) })
}

// toldBy reports whether err is a missing return whose remedy another error names as well.
func (x *explainer) toldBy(err types.Error, errs []types.Error) bool {
	_, hint, ok := strings.Cut(err.Msg, "\nto return it")
	return ok && strings.HasPrefix(err.Msg, "missing return") && slices.ContainsFunc(errs, func(e types.Error) bool {
		return strings.HasSuffix(e.Msg, "\nto return it"+hint) && !strings.HasPrefix(e.Msg, "missing return")
	})
}

// errorRange returns the text that an error is about.
func errorRange(err types.Error) (from, to token.Pos) {
	v := reflect.ValueOf(err)
	a, b := v.FieldByName("go116start"), v.FieldByName("go116end")
	if !a.IsValid() || !b.IsValid() {
		return err.Pos, err.Pos
	}
	return token.Pos(a.Int()), token.Pos(b.Int())
}

// pathTo lists the nodes around an error, down to the one that it is about.
func (x *explainer) pathTo(err types.Error) (path []ast.Node) {
	from, to := errorRange(err)
	x.Tree.Walk(func(n ast.Node) bool {
		if n == nil || n.Pos() > from || to > n.End() {
			return false
		}
		path = append(path, n)
		return true
	})
	return path
}

// up returns the node i levels around the one that the error is about; nil outside of the tree.
func (m *mistake) up(i int) ast.Node {
	if n := len(m.path) - 1 - i; n >= 0 {
		return m.path[n]
	}
	return nil
}

// expr returns the expression that the error is about, if it is one.
func (m *mistake) expr() ast.Expr {
	e, _ := m.up(0).(ast.Expr)
	return e
}

// enclosing finds the call or other node of type T that is nearest to the error.
func enclosing[T ast.Node](m *mistake) (n T, ok bool) {
	for _, p := range slices.Backward(m.path) {
		if n, ok = p.(T); ok {
			return n, true
		}
	}
	return n, false
}

// text returns the source of n, shortened if it has several lines.
func (x *explainer) text(n ast.Expr) string {
	from, to := x.Fset.Position(n.Pos()), x.Fset.Position(n.End())
	src := syntax.Line(x.Source(syntax.CellOf(from.Filename)), from.Line)
	if from.Line != to.Line || from.Column < 1 || to.Column < from.Column || to.Column-1 > len(src) {
		return types.ExprString(n)
	}
	return src[from.Column-1 : to.Column-1]
}

// typeOf returns the type of e, nil if it is not known.
func (x *explainer) typeOf(e ast.Expr) types.Type { return x.Info.TypeOf(e) }

func (x *explainer) typeText(t types.Type) string { return types.TypeString(t, typeview.Qualify) }

// filePlace is a position of a cell as go/types writes it.
var filePlace = pattern.New(`/cell(\d+)/_\.go:(\d+):\d+`)

// noMember: x.Nope undefined.
func (x *explainer) noMember(m *mistake) string {
	operand, name, typ, near := m.part[1], m.part[2], m.part[3], m.part[4]
	sel, _ := enclosing[*ast.SelectorExpr](m)
	var t types.Type
	if sel != nil {
		t = x.typeOf(sel.X)
		if s := x.hidesPackage(sel); s != "" {
			return operand + "." + name + " undefined: " + s
		}
	}
	msg := operand + "." + name + " undefined: type " + typ + " has no field or method " + name
	if t != nil {
		var names []string
		for _, obj := range typeview.Members(t) {
			names = append(names, obj.Name())
		}
		if !slices.Contains(names, near) {
			near = cmp.Or(Nearest(name, names), longer(name, names))
		}
	}
	if t != nil {
		if s := x.asFunction(m, sel, t); s != "" {
			return msg + "\n" + s
		}
	}
	if near != "" {
		msg += "; did you mean " + operand + "." + near + "?"
	} else if call, ok := enclosing[*ast.CallExpr](m); ok && t != nil && basicInfo(t)&types.IsString != 0 && call.Fun == ast.Expr(sel) {
		if f := textFunctions()[name]; f != "" {
			msg += "\n" + fmt.Sprintf(f, operand)
		}
	}
	if t != nil {
		if s := x.outOfDate(t, name); s != "" {
			msg += "\n" + s
		}
	}
	return msg
}

// noType: x.T where a type is expected.
func (x *explainer) noType(m *mistake) string {
	if sel, ok := enclosing[*ast.SelectorExpr](m); ok {
		if s := x.hidesPackage(sel); s != "" {
			return m.Msg + ": " + s
		}
	}
	return ""
}

// noField: T{nope: 1}.
func (x *explainer) noField(m *mistake) string {
	name, typ := m.part[1], m.part[2]
	lit, ok := enclosing[*ast.CompositeLit](m)
	if !ok || x.typeOf(lit) == nil {
		return ""
	}
	s, ok := x.typeOf(lit).Underlying().(*types.Struct)
	if !ok {
		return ""
	}
	var fields []string
	for f := range s.Fields() {
		if f.Name() != "_" && typeview.Visible(f) {
			fields = append(fields, f.Name())
		}
	}
	msg := typ + " has no field " + name
	if len(fields) == 0 {
		if s.NumFields() == 0 {
			return msg + ", or any other"
		}
		return typ + " has no exported fields" + x.constructor(x.typeOf(lit))
	}
	if near := Nearest(name, fields); near != "" {
		return msg + "; did you mean " + near + "?"
	}
	return msg + "; its fields are " + strings.Join(fields, ", ")
}

// hiddenField: p.T{1}, whose first field is the package's own.
func (x *explainer) hiddenField(m *mistake) string {
	name, typ := m.part[1], m.part[2]
	lit, ok := enclosing[*ast.CompositeLit](m)
	if !ok || x.typeOf(lit) == nil {
		return ""
	}
	return "cannot set field " + name + " of " + typ + ": it is not exported" + x.constructor(x.typeOf(lit))
}

// hiddenMember: x.name of another package's type.
func (x *explainer) hiddenMember(m *mistake) string {
	operand, name := m.part[1], m.part[2]
	msg := operand + "." + name + " is not exported"
	sel, _ := enclosing[*ast.SelectorExpr](m)
	if sel == nil || x.typeOf(sel.X) == nil {
		return msg
	}
	for _, obj := range typeview.Members(x.typeOf(sel.X)) {
		if strings.EqualFold(obj.Name(), name) {
			return msg + "; did you mean " + operand + "." + obj.Name() + "?"
		}
	}
	return msg
}

// constructor names a function that makes values of a type of another package, in a line of its
// own; "" if there is none.
func (x *explainer) constructor(t types.Type) string {
	n, ok := types.Unalias(t).(*types.Named)
	if !ok || n.Obj().Pkg() == nil {
		return ""
	}
	scope := n.Obj().Pkg().Scope()
	for _, name := range []string{"New" + n.Obj().Name(), "New"} {
		f, ok := scope.Lookup(name).(*types.Func)
		if ok && f.Signature().Results().Len() > 0 && typeview.TypeName(f.Signature().Results().At(0).Type()) == n.Obj().Name() {
			return "\nuse " + n.Obj().Pkg().Name() + "." + name + typeview.Parameters(f.Signature())
		}
	}
	return ""
}

// redeclared: the line after it is the checker's "other declaration".
func (x *explainer) redeclared(m *mistake) string {
	for i, err := range x.errs {
		if err.Pos == m.Pos && err.Msg == m.Msg && i+1 < len(x.errs) && strings.HasPrefix(x.errs[i+1].Msg, "\tother declaration") {
			return m.part[1] + " is declared twice\nthe first time in " + x.Place(x.errs[i+1].Pos)
		}
	}
	return ""
}
