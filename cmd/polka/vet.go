// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"errors"
	"fmt"
	"go/parser"
	"go/token"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"polka/internal/command"
	"polka/internal/limit"
	"polka/kernel/cell"
	"polka/kernel/cell/explain"
	"polka/kernel/vet"
)

// A vetter holds what polka vet has found.
type vetter struct {
	in    io.Reader
	out   io.Writer
	found int
}

func newVet() *cobra.Command {
	return &cobra.Command{
		Use:   "vet FILE|DIR|-...",
		Short: "Report mistakes in notebooks and Go files without running them",
		Long: "Vet reports the errors that keep the cells of notebooks, scripts and Go programs from running, and the\n" +
			"warnings that their cells would get: code that compiles but is probably wrong. The cells of a notebook are\n" +
			"checked in order. It runs nothing. Several files with package main in one directory are one program, if one of\n" +
			"them has func main; other packages are checked by those that import them.\n\n" +
			"Each finding is one line on standard error, as those of go vet: file, line, column and message; in a notebook\n" +
			"the file is followed by the number that the cell has in a run from the top, as in report.ipynb:cell 3:2:5.\n" +
			"Lines that begin with a tab continue the message. A cell with the tag skip-execution is left out, and one\n" +
			"with the tag raises-exception need not compile.\n\n" +
			"The exit status is 1 if there are findings, or if a file cannot be read.",
		Example:           "  polka vet lesson.ipynb\n  polka vet . && polka nb run lesson.ipynb",
		Args:              atLeast("a file or a directory, or - for standard input"),
		ValidArgsFunction: completeFiles("go", "ipynb"),
		RunE: func(cmd *cobra.Command, args []string) error {
			v := &vetter{in: cmd.InOrStdin(), out: cmd.ErrOrStderr()}
			return v.all(args)
		},
	}
}

// all checks files and those in directories. One that cannot be read does not keep the others from
// being checked.
func (v *vetter) all(args []string) error {
	unreadable := false
	failed := func(err error) {
		fmt.Fprintln(v.out, "polka:", tame(err.Error()))
		unreadable = true
	}
	var names []string
	for _, arg := range args {
		if arg == "-" {
			names = append(names, arg)
			continue
		}
		if err := sources(arg, func(path string) error {
			if path == arg || filepath.Ext(path) == ".ipynb" || isProgram(path) {
				names = append(names, path)
			}
			return nil
		}); err != nil {
			failed(err)
		}
	}
	for len(names) > 0 {
		n := 1
		var err error
		if dir, files, ok := programFiles(names); ok && oneMain(names[:len(files)]) {
			n, err = len(files), v.program(dir, files)
		} else {
			err = v.file(names[0])
		}
		if names = names[n:]; err != nil {
			failed(err)
		}
	}
	if v.found > 0 || unreadable {
		return command.Failed
	}
	return nil
}

// isProgram reports whether a file is a script, or part of a program. Tests are not.
func isProgram(name string) bool {
	f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.PackageClauseOnly)
	return !strings.HasSuffix(name, "_test.go") && (err != nil || f.Name.Name == "main")
}

// oneMain reports whether at most one of several files declares main, so that they can be one
// program.
func oneMain(names []string) bool {
	n := 0
	for _, name := range names {
		if f, err := parser.ParseFile(token.NewFileSet(), name, nil, 0); err == nil && f.Scope.Lookup("main") != nil {
			n++
		}
	}
	return n <= 1
}

// file checks a notebook or a script.
func (v *vetter) file(name string) error {
	if filepath.Ext(name) == ".ipynb" {
		return v.notebook(name)
	}
	text, err := readText(name, v.in, limit.Text)
	if err != nil {
		return err
	}
	c, _, err := vet.Script(title(name), text)
	if err != nil {
		return err
	}
	r := vet.New(cellOptions(filepath.Dir(name))).Check(c)
	v.report(slices.Concat(r.Errors, r.Warnings), func(int) string { return title(name) })
	return nil
}

// notebook checks the cells of a notebook.
func (v *vetter) notebook(name string) error {
	n, err := goNotebook(name)
	if err != nil {
		return err
	}
	k := vet.New(cellOptions(filepath.Dir(name)))
	number := 0
	for _, c := range n.Cells {
		if !c.Runs() {
			continue
		}
		number++
		r := k.Check(vet.Cell{Number: number, Text: c.Source})
		if c.Tagged("raises-exception") {
			r.Errors = nil
		}
		v.report(slices.Concat(r.Errors, r.Warnings), func(cell int) string { return fmt.Sprintf("%s:cell %d", name, cell) })
	}
	return nil
}

// program checks a program of several files.
func (v *vetter) program(dir string, files []string) error {
	o := cellOptions(dir)
	if o.Sources == nil {
		return fmt.Errorf("the directory %s was not found", dir)
	}
	p, err := o.Sources.Program(files...)
	if err != nil {
		return err
	}
	list, err := cell.New(o).VetProgram(p)
	if e, ok := errors.AsType[*explain.Error](err); ok {
		list = e.List
	} else if err != nil {
		return err
	}
	for i, d := range list {
		if path := filepath.Join(dir, d.File); slices.Contains(files, d.File) {
			list[i].File = path
		}
	}
	v.report(list, func(int) string { return dir })
	return nil
}

// report prints findings. The function of says where a cell is.
func (v *vetter) report(list []explain.Diagnostic, of func(cell int) string) {
	for _, d := range list {
		file := d.File
		if file == "" {
			file = of(d.Cell)
		}
		v.found++
		fmt.Fprintln(v.out, tame(goForm(file, d, "")))
	}
}

// goForm writes a diagnostic as the go command does. The kind, if it is not empty, precedes the
// message.
func goForm(file string, d explain.Diagnostic, kind string) string {
	message := strings.ReplaceAll(d.Message, "\n", "\n\t")
	if kind != "" {
		message = kind + ": " + message
	}
	return fmt.Sprintf("%s:%d:%d: %s", file, max(d.Line, 1), max(d.Col, 1), message)
}
