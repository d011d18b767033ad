// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/rogpeppe/go-internal/diff"
	"github.com/spf13/cobra"

	"polka/internal/command"
	"polka/internal/limit"
	"polka/kernel/cell/explain"
	"polka/kernel/cell/syntax"
	"polka/kernel/nb"
)

// A formatter holds the arguments of `polka fmt`.
type formatter struct {
	list, diff, write bool
	out, problems     io.Writer
	differs           bool // a diff was printed
	failed            bool // a file could not be formatted
}

func newFormat() *cobra.Command {
	var f formatter
	cmd := &cobra.Command{
		Use:   "fmt [FILE|DIR|-]...",
		Short: "Format notebooks and Go files as gofmt does",
		Long: "Fmt formats the code cells of notebooks, scripts and Go files in the layout of gofmt, and prints the result.\n" +
			"Lines that are not Go, such as magics, stay as they are; code below %%time, %%timeit and %%trace is formatted.\n" +
			"Without arguments or with -, it formats a script, a Go file or a cell from standard input. In a directory, and\n" +
			"in those below it, it formats all files whose names end in .go or .ipynb, but none whose name, or whose\n" +
			"directory's name, begins with a dot.\n\n" +
			"With -w, files are only written if they change, and the outputs of notebooks stay. A file with a mistake is\n" +
			"reported and left alone; the exit status is then 1. It is also 1 if -d prints a difference.",
		Example:           "  polka fmt -l notebooks\n  polka fmt -w lesson.ipynb\n  polka fmt -d script.go",
		ValidArgsFunction: completeFiles("go", "ipynb"),
		RunE: func(cmd *cobra.Command, args []string) error {
			f.out, f.problems = cmd.OutOrStdout(), cmd.ErrOrStderr()
			if len(args) == 0 {
				args = []string{"-"}
			}
			for _, name := range args {
				if name == "-" {
					if f.write {
						return command.Wrong(cmd, "-w: expected a file, not standard input")
					}
					text, err := limit.ReadAll(cmd.InOrStdin(), limit.Text)
					if err != nil {
						return err
					}
					f.file("<standard input>", text)
				} else if err := f.tree(name); err != nil {
					return err
				}
			}
			if f.failed || f.differs {
				return command.Failed
			}
			return nil
		},
	}
	flags := cmd.Flags()
	flags.BoolVarP(&f.list, "list", "l", false, "list the files whose layout differs, and do not print them")
	flags.BoolVarP(&f.diff, "diff", "d", false, "print what would change, and not the files")
	flags.BoolVarP(&f.write, "write", "w", false, "write the result to the files, and do not print it")
	return cmd
}

// tree formats a file, or all files in and below a directory.
func (f *formatter) tree(root string) error {
	return sources(root, func(path string) error {
		text, err := limit.ReadFile(path, limit.Text)
		if err != nil {
			return err
		}
		if filepath.Ext(path) == ".ipynb" {
			return f.notebook(path, text)
		}
		return f.file(path, text)
	})
}

// sources visits a file, or all Go files and notebooks in and below a directory, in the order of
// their names. What begins with a dot is left out.
func sources(root string, visit func(path string) error) error {
	return filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case path == root && !e.IsDir():
		case path != root && strings.HasPrefix(e.Name(), "."):
			if e.IsDir() {
				return filepath.SkipDir
			}
			return nil
		case e.IsDir() || !e.Type().IsRegular() || filepath.Ext(path) != ".go" && filepath.Ext(path) != ".ipynb":
			return nil
		}
		return visit(path)
	})
}

// file formats a script or a Go file.
func (f *formatter) file(name string, text []byte) error {
	first, code := syntax.CutShebang(string(text))
	out, ok := f.source(name, strings.Count(first, "\n"), code)
	if !ok {
		return nil
	}
	result := first + out
	if out != "" && !strings.HasSuffix(out, "\n") {
		result += "\n"
	}
	var changes []byte
	if f.diff {
		changes = diff.Diff(name+".orig", text, name, []byte(result))
	}
	return f.deliver(name, result != string(text), changes, []byte(result))
}

// notebook formats the code cells of a notebook.
func (f *formatter) notebook(name string, text []byte) error {
	n, err := nb.Parse(text)
	if err != nil {
		return fmt.Errorf("%s:%w", name, err)
	}
	if err := n.CheckLanguage(); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	changed, changes, ok := false, []byte(nil), true
	for i, c := range n.Cells {
		if c.Type != nb.Code {
			continue
		}
		title := fmt.Sprintf("%s, cell %d (%s)", name, i+1, c.ID)
		out, right := f.source(title, 0, c.Source)
		if ok = ok && right; !right || out == c.Source {
			continue
		}
		changed = true
		if f.diff {
			changes = append(changes, diff.Diff(title+".orig", []byte(c.Source+"\n"), title, []byte(out+"\n"))...)
		}
		c.Source = out
	}
	if !ok {
		return nil
	}
	if changed {
		text = n.Encode()
	}
	return f.deliver(name, changed, changes, text)
}

// source formats code, which begins below the given number of lines of what name stands for. It
// reports mistakes, and whether there were none.
func (f *formatter) source(name string, lines int, code string) (string, bool) {
	out, err := syntax.Format(code)
	if err == nil {
		return out, true
	}
	f.failed = true
	var errs syntax.Errors
	if !errors.As(err, &errs) {
		fmt.Fprintf(f.problems, "%s: %v\n", name, err)
		return "", false
	}
	for _, d := range explain.Syntax(0, code, errs).List {
		message, _, _ := strings.Cut(d.Message, "\n")
		fmt.Fprintf(f.problems, "%s:%d:%d: %s\n", name, d.Line+lines, d.Col, message)
	}
	return "", false
}

// deliver does with the result what the flags ask for.
func (f *formatter) deliver(name string, changed bool, changes, result []byte) error {
	if changed && f.list {
		fmt.Fprintln(f.out, name)
	}
	if changed && f.diff {
		f.differs = true
		f.out.Write(changes)
	}
	if changed && f.write {
		info, err := os.Lstat(name)
		if err != nil {
			return err
		}
		if !info.Mode().IsRegular() {
			return fmt.Errorf("%s: expected a regular file", name)
		}
		return nb.WriteFile(name, result)
	}
	if !f.list && !f.diff && !f.write {
		f.out.Write(result)
	}
	return nil
}
