// SPDX-License-Identifier: BSD-3-Clause

// Units: the input of the compiler.

package machine

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"polka/kernel/machine/internal/memory"
)

// A Unit is what is compiled at once.
type Unit struct {
	Info  *types.Info
	Decls []*Decl
	// Symbol returns the name under which a variable or function of the top level is kept.
	Symbol func(types.Object) (string, bool)
	// Steps are run one after the other.
	Steps []Step
	// Watched are identifiers where statements set variables. Run.Set is called with the values.
	Watched map[*ast.Ident]bool
	// End is the position after everything.
	End token.Pos
	// Package is the import path of the package that the unit is, empty for a cell.
	Package string
}

// numberTypes numbers the local types of a unit.
func (u *Unit) numberTypes() {
	decls := slices.Clone(u.Decls)
	slices.SortFunc(decls, func(a, b *Decl) int { return cmp.Compare(a.Body.Pos(), b.Body.Pos()) })
	n := 0
	for _, d := range decls {
		ast.Inspect(d.Body, func(x ast.Node) bool {
			if s, ok := x.(*ast.TypeSpec); ok && !s.Assign.IsValid() {
				if obj, ok := d.Info.Defs[s.Name].(*types.TypeName); ok {
					n++
					memory.LocalTypes.Store(obj, memory.LocalType{Number: n})
				}
			}
			return true
		})
	}
}

// A Step is a statement of the top level, or an expression whose value is shown.
type Step struct {
	Stmt  ast.Stmt
	Value ast.Expr
	// Silent is set if the value is not shown.
	Silent bool
	// TrailingError is set if the last result is of type error. It is shown only if it is not nil.
	TrailingError bool
	// Digits are shown after Stmt: a constant that no type can hold.
	Digits string
	// Reached is the number of definitions that have been run after the step, 0 if it defines
	// nothing.
	Reached int
}

// A Decl is a function or method with its body.
type Decl struct {
	Obj  *types.Func
	Type *ast.FuncType // with the receiver, if any, as the first parameter
	Body *ast.BlockStmt
	Info *types.Info
	// Sig is the signature, with the receiver as the first parameter.
	Sig *types.Signature
	// TypeParams are those of the function or of its receiver.
	TypeParams []*types.TypeParam
	// Title is the name in traces: f, or T.M.
	Title string
	// Hidden omits the function from traces.
	Hidden bool
	// Symbol is where the code is kept; empty for a method and for what is generic.
	Symbol string

	unit *Unit // that it came in, which knows the names of its variables
	id   int   // for the keys of its instances, 0 until there are any
}

// isGeneric reports whether a declaration has type parameters.
func (d *Decl) isGeneric() bool { return len(d.TypeParams) > 0 }
