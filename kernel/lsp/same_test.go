// SPDX-License-Identifier: BSD-3-Clause

package lsp

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"polka/kernel/cell"
	"polka/kernel/cell/explain"
	"polka/kernel/cell/syntax"
	"polka/stdlib"
)

// programs returns what the tests of package cell and the list of typical mistakes compile: all
// string literals of the former that have a blank or a bracket.
func programs(t *testing.T) (list []string) {
	files, err := filepath.Glob("../cell/*_test.go")
	if err != nil || len(files) < 4 {
		t.Fatal(files, err)
	}
	for _, name := range files {
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(f, func(n ast.Node) bool {
			if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
				if text, err := strconv.Unquote(lit.Value); err == nil && strings.ContainsAny(text, " (") {
					list = append(list, text)
				}
			}
			return true
		})
	}
	text, err := os.ReadFile("../session/testdata/messages/messages.txtar")
	if err != nil {
		t.Fatal(err)
	}
	kinds := sections.FindAllStringSubmatch(string(text), -1)
	for i, part := range sections.Split(string(text), -1)[1:] {
		if kinds[i][1] == "in" {
			list = append(list, strings.TrimSuffix(part, "\n"))
		}
	}
	return list
}

// compiled returns what the compiler of the kernel says of a cell: where, and the whole message.
func compiled(t *testing.T, text string) (errs, warnings []string) {
	o := testServer().o.Cell("")
	o.Prelude = stdlib.Prelude()
	c := cell.New(o)
	for _, s := range syntax.Steps(text) {
		code := s.Go
		if s.Magic != nil {
			code = s.Magic.Code()
		}
		if s.Shell != nil && c.Negates(s.Shell) {
			code = s.Shell.Go
		}
		if strings.TrimSpace(code) == "" {
			continue
		}
		p, err := c.CompileStep(1, text, code, false)
		if err != nil {
			e, ok := errors.AsType[*explain.Error](err)
			if !ok {
				t.Fatalf("%s: %v", text, err)
			}
			for _, d := range e.List {
				errs = append(errs, fmt.Sprintf("%d: %s", d.Line, d.Message))
			}
			return errs, warnings
		}
		for _, d := range p.Warnings {
			warnings = append(warnings, fmt.Sprintf("%d: %s", d.Line, d.Message))
		}
		c.Commit(p, p.Definitions)
	}
	return errs, warnings
}

// TestSame compares the diagnostics of cells with what the compiler of the kernel says of them. A
// cell without errors compiles.
func TestSame(t *testing.T) {
	mistakes, right := 0, 0
	for _, text := range programs(t) {
		errs, warnings := compiled(t, text)
		p := testPage(testServer(), []string{text})
		p.update(1, nil)
		var gotErrs, gotWarnings []string
		for _, d := range p.cells[0].diagnostics() {
			line := fmt.Sprintf("%d: %s", d.Range.Start.Line+1, d.Message)
			switch d.Severity {
			case severityError:
				gotErrs = append(gotErrs, line)
			case severityWarning:
				gotWarnings = append(gotWarnings, line)
			}
		}
		if errs == nil {
			right++
		}
		mistakes += len(errs)
		if !slices.Equal(errs, gotErrs) || !slices.Equal(warnings, gotWarnings) {
			t.Errorf("%s\nthe kernel says %q %q\nthe server says %q %q", text, errs, warnings, gotErrs, gotWarnings)
		}
	}
	if mistakes < 200 || right < 50 {
		t.Errorf("%d mistakes, and %d cells without any", mistakes, right)
	}
	t.Logf("%d mistakes, and %d cells without any", mistakes, right)
}
