// SPDX-License-Identifier: BSD-3-Clause

// Statements with hooks, which a debugger or a trace receives.

package machine

import (
	"go/ast"

	"polka/kernel/machine/internal/run"
)

// hooked returns a statement that tells a debugger before it runs.
func (c *comp) hooked(s ast.Stmt, r run.Stmt) run.Stmt {
	if isCompound(s) {
		return r
	}
	return run.HookedStmt(c.site(s), r, !c.releases(s))
}

// traced returns a statement that calls the hook of the function's trace before it runs.
func (c *comp) traced(s ast.Stmt, r run.Stmt) run.Stmt {
	if isCompound(s) {
		return r
	}
	return c.fn.TracedStmt(c.site(s), r)
}

// isCompound reports whether only the statements in s call hooks.
func isCompound(s ast.Stmt) bool {
	switch s.(type) {
	case *ast.BlockStmt, *ast.LabeledStmt, *ast.EmptyStmt:
		return true
	}
	return false
}
