// SPDX-License-Identifier: BSD-3-Clause

// The calls of an infinite recursion.
//
// The trace of a stack overflow has places and no values. To show the values, the function is
// called once more as the check has called it, as a function literal that records its arguments and
// panics when endlessCalls of its calls are open:
//
//	stripTwo(2) -> stripTwo(1) -> stripTwo(0) -> stripTwo(-1) -> ...: no case ends the recursion
//
// Only functions that call themselves directly, and whose parameters have names, are shown so.

package session

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"strings"
	"time"

	"polka/kernel/cell"
)

const (
	endlessCalls = 200         // open calls of a recursion that is taken for infinite
	endlessShown = 4           // calls that are shown
	endlessTime  = time.Second // for the calls
	overflow     = "stack overflow"
)

// endless returns the chain of calls of a recursion that c has begun, "" if it cannot be found.
func (s *Session) endless(r *run, c *watchedCall) string {
	code := ""
	if c != nil {
		code = s.recorded(c)
	}
	if code == "" {
		return ""
	}
	s.compiling.Lock()
	p, failed := s.compileApart([]string{fmt.Sprint(c.values[0])}, code)
	s.compiling.Unlock()
	if failed != nil {
		return ""
	}
	result, _, _ := s.runApart(r, p, endlessTime, nil)
	chain, _ := result.(string)
	if chain == "" {
		return ""
	}
	return s.words().Sprintf("%s -> ...: no case ends the recursion", chain)
}

// recorded returns an expression whose value is the chain of calls that c begins, "" if the
// function cannot be called again.
func (s *Session) recorded(c *watchedCall) string {
	name := fmt.Sprint(c.values[0])
	if strings.Contains(c.String(), "...") {
		return ""
	}
	s.compiling.Lock()
	defer s.compiling.Unlock()
	var decl *cell.Entity
	for _, e := range s.c.Entities() {
		if e.Name == name && e.Decl != nil {
			decl = e
		}
	}
	if decl == nil {
		return ""
	}
	const head = "package p\n"
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "", head+decl.Decl.Text, parser.SkipObjectResolution)
	if err != nil || len(f.Decls) != 1 {
		return ""
	}
	d, ok := f.Decls[0].(*ast.FuncDecl)
	if !ok || d.Recv != nil || d.Type.TypeParams != nil || d.Body == nil {
		return ""
	}
	var params []string
	for _, field := range d.Type.Params.List {
		for _, id := range field.Names {
			if id.Name != "_" {
				params = append(params, id.Name)
			}
		}
	}
	if len(params) != d.Type.Params.NumFields() || len(params) == 0 || d.Type.Params.NumFields() != len(c.values)-1 {
		return ""
	}
	// A nested function literal may define the parameters as well, so they are written out first.
	at := func(p token.Pos) int { return fset.Position(p).Offset - len(head) }
	body := decl.Decl.Text[at(d.Body.Lbrace)+1 : at(d.Body.Rbrace)]
	typ := types.ExprString(d.Type)
	return fmt.Sprintf("func() (chainꓸ string) { var openꓸ []string; var %[1]s %[2]s; %[1]s = %[2]s { "+
		"openꓸ = append(openꓸ, fmt.Sprintf(\"%[1]s(%[3]s)\", %[4]s)); defer func() { if len(openꓸ) < %[5]d { openꓸ = openꓸ[:len(openꓸ)-1] } }(); "+
		"if len(openꓸ) == %[5]d { panic(\"endless\") };\n%[6]s\n}; "+
		"defer func() { recover(); if len(openꓸ) == %[5]d { chainꓸ = strings.Join(openꓸ[:%[7]d], \" -> \") } }(); %[8]s; return }()",
		name, typ, strings.TrimSuffix(strings.Repeat("%v, ", len(params)), ", "), strings.Join(params, ", "), endlessCalls, body, endlessShown, c)
}
