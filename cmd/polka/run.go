// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"bufio"
	"context"
	"fmt"
	"go/parser"
	"go/token"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"polka/internal/command"
	"polka/internal/limit"
	"polka/internal/noexec"
	"polka/internal/pattern"
	"polka/kernel/cell/explain"
	"polka/kernel/display"
	"polka/kernel/engine"
	"polka/kernel/session"
	"polka/kernel/vet"
	"polka/stdlib/picture"
)

func newRun() *cobra.Command {
	backend, code, vetted := session.Machine, "", false
	cmd := &cobra.Command{
		Use:   "run FILE.go...|DIR|- [ARG...]",
		Short: "Run a Go program or script",
		Long: "Run interprets a file, or standard input if FILE is -, in the same way as the cells of a notebook. A file\n" +
			"with `package main` is a Go program, and its function main is called. Any other file is treated as one\n" +
			"cell: imports, declarations and statements in any order; the value of the last expression is printed. The\n" +
			"first line may be `#!/usr/bin/env -S polka run`. The arguments after FILE are in os.Args. With --eval,\n" +
			"the code takes the place of a file.\n\n" +
			"A program may consist of several files: those of a directory DIR that the go command would compile, or the\n" +
			"given ones, which are in one directory and have `package main`. Programs import packages from source as\n" +
			"cells do (docs/packages.md).\n\n" +
			"Warnings about a script, as polka vet prints them, are printed to standard error before it runs, as those of\n" +
			"cells are shown. A Go program runs without them, as with go run, unless there is --vet.",
		Example: "  polka run hello.go\n" +
			"  echo 'shapes.Pentominoes()' | polka run -\n" +
			"  polka run ./cmd/server -port 8080\n" +
			"  polka run -e 'cover.New(cover.Rectangle(6, 10), shapes.Pentominoes()...).Count()'",
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 && !cmd.Flags().Changed("eval") {
				return command.Wrong(cmd, "expected a file, or - for standard input")
			}
			return nil
		},
		ValidArgsFunction: completeFiles("go"),
		RunE: func(cmd *cobra.Command, args []string) error {
			ctx, release := heeding(cmd.Context())
			defer release()
			if backend != session.Machine && backend != session.Yaegi {
				return command.Wrong(cmd, "--backend %s: expected machine or yaegi", backend)
			}
			s := streams{cmd.InOrStdin(), cmd.OutOrStdout(), cmd.ErrOrStderr(), release, vetScripts}
			switch {
			case vetted:
				s.vetted = vetAll
			case cmd.Flags().Changed("vet"):
				s.vetted = vetNone
			}
			if cmd.Flags().Changed("eval") {
				return runText(ctx, backend, evalName, code, append([]string{evalName}, args...), s)
			}
			return runScript(ctx, backend, args, s)
		},
	}
	cmd.Flags().StringVar(&backend, "backend", backend, "run the program with `BACKEND`: machine, or yaegi alone")
	cmd.Flags().BoolVar(&vetted, "vet", vetted, "print the warnings of polka vet before a program runs, too; --vet=false prints none before a script")
	cmd.Flags().StringVarP(&code, "eval", "e", "", "run this `CODE`")
	cmd.Flags().SetInterspersed(false) // flags after FILE belong to the script
	return cmd
}

// evalName stands for the name of a file where the code is an argument.
const evalName = "eval"

// streams are the standard streams of a script, what it calls when it handles interrupts itself,
// and whether they get warnings.
type streams struct {
	in        io.Reader
	out, err  io.Writer
	onSignals func()
	vetted    vetting
}

// vetting says for which files polka run prints warnings.
type vetting int

const (
	vetNone vetting = iota
	vetScripts
	vetAll
)

// heeding gives a context that ends when the user interrupts the program. After release, signals do
// to the process what they do to a Go program.
func heeding(parent context.Context) (ctx context.Context, release func()) {
	ctx, cancel := context.WithCancel(parent)
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	go func() {
		select {
		case <-signals:
			cancel()
		case <-parent.Done():
		}
	}()
	return ctx, func() { signal.Stop(signals) }
}

// runScript runs the file args[0], or the program that begins with it.
func runScript(ctx context.Context, backend string, args []string, std streams) error {
	if dir, files, ok := programFiles(args); ok {
		return runPackage(ctx, backend, dir, files, args, std)
	}
	text, err := readText(args[0], std.in, limit.Text)
	if err != nil {
		return err
	}
	return runText(ctx, backend, args[0], text, args, std)
}

// programFiles reports whether the first arguments are a directory or several files of a program.
// With a directory there are no files.
func programFiles(args []string) (dir string, files []string, ok bool) {
	if info, err := os.Stat(args[0]); err == nil && info.IsDir() {
		return args[0], nil, true
	}
	dir = filepath.Dir(args[0])
	for _, name := range args {
		if filepath.Ext(name) != ".go" || filepath.Dir(name) != dir || slices.Contains(files, filepath.Base(name)) {
			break
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.PackageClauseOnly)
		if err != nil || f.Name.Name != "main" {
			break
		}
		files = append(files, filepath.Base(name))
	}
	return dir, files, len(files) > 1
}

// runPackage runs the program in a directory, or of some files in it. The other arguments are for
// the program.
func runPackage(ctx context.Context, backend, dir string, files, args []string, std streams) error {
	if backend != session.Machine {
		return fmt.Errorf("--backend yaegi runs single files only")
	}
	o := sessionOptions(append(args[:1:1], args[max(len(files), 1):]...))
	if o.Sources = newSources(dir); o.Sources == nil {
		return fmt.Errorf("the directory %s was not found", dir)
	}
	p, err := o.Sources.Program(files...)
	if err != nil {
		return err
	}
	s := &script{program: true}
	return s.run(o, std, true, func(interp *session.Session, c engine.Cell, out engine.Output) engine.Reply {
		return interp.ExecuteProgram(ctx, c, p, out)
	})
}

// runText runs the text of a script, which finds args in os.Args.
func runText(ctx context.Context, backend, name, text string, args []string, std streams) error {
	s, err := parseScript(name, text)
	if err != nil {
		return err
	}
	o := sessionOptions(args)
	o.Backend = backend
	if backend == session.Machine && !s.program && !noexec.Forbidden() {
		stdin := std.in
		if name == "-" {
			stdin = strings.NewReader(text)
		}
		required := session.Required(s.text, o)
		if len(required) > 0 && session.FromSource(ctx, o, required) {
			required = nil
		}
		if moved, err := move(ctx, filepath.Dir(name), required, stdin, std); moved {
			return err
		}
	}
	return s.run(o, std, name != "-", func(interp *session.Session, c engine.Cell, out engine.Output) engine.Reply {
		c.Number, c.Code, c.File = 1, s.text, name
		if abs, err := filepath.Abs(name); err == nil && name != "-" && name != evalName {
			c.File = abs
		}
		return interp.Execute(ctx, c, out)
	})
}

// run runs the script by a call of execute. Input says whether it can ask for standard input.
func (s *script) run(o session.Options, std streams, input bool, execute func(*session.Session, engine.Cell, engine.Output) engine.Reply) error {
	o.Stdin, _ = std.in.(*os.File)
	o.Renderer = display.Renderer{Picture: picture.Drawer("none")} // a script prints the text of values
	o.Program, o.OnSignals = true, std.onSignals
	if std.vetted == vetAll || std.vetted == vetScripts && !s.program {
		o.Warned = func(d explain.Diagnostic) { fmt.Fprintln(std.err, tame(goForm(s.name, d, "warning"))) }
	}
	forbidPrograms()
	interp, err := session.New(o)
	if err != nil {
		return err
	}
	defer interp.Close()
	out := &terminal{stdout: std.out, stderr: std.err}
	if input {
		out.stdin = bufio.NewReader(std.in)
	}
	reply := execute(interp, engine.Cell{AllowInput: input, Script: true}, out)
	if reply.Err != nil {
		return s.failed(reply.Err, std.err)
	}
	if reply.Value != nil && !s.program {
		fmt.Fprintln(std.out, reply.Value.Plain())
	}
	return nil
}

// A script is a file as a cell.
type script struct {
	name    string
	program bool // it has a package clause
	text    string
}

// parseScript makes a cell of a file. Every line keeps its number.
func parseScript(name, text string) (*script, error) {
	name = filepath.Base(title(name))
	c, program, err := vet.Script(name, text)
	if err != nil {
		return nil, err
	}
	return &script{name: name, program: program, text: c.Text}, nil
}

// place matches what a session calls a place in the script.
var place = pattern.New(`cell 1, line (\d+)`)

// caret matches the line below an excerpt of the source, which shows the column.
var caret = pattern.New(`^ +\| (.*)\^$`)

// columns adds the column to the place of each mistake that an excerpt follows.
func columns(trace []string) []string {
	lines := slices.Clone(trace)
	for i, l := range lines {
		at := place.Regexp().FindString(l)
		if at == "" || i+2 >= len(lines) || strings.HasPrefix(l, " ") {
			continue
		}
		if m := caret.FindStringSubmatch(engine.Plain(lines[i+2])); m != nil {
			lines[i] = strings.Replace(l, at, fmt.Sprintf("%s:%d", at, 1+utf8.RuneCountInString(m[1])), 1)
		}
	}
	return lines
}

// failed prints the trace of an error, with places in the file, and gives the exit status.
func (s *script) failed(e *engine.Error, stderr io.Writer) (err error) {
	switch e.Name {
	case engine.Interrupted:
		return context.Canceled
	case engine.Panic:
		if s.program {
			defer func() { err = command.Panicked }()
		}
	case engine.Exit:
		if e.Status == 0 {
			return nil
		}
		return command.Status(e.Status)
	}
	text := place.ReplaceAllString(strings.Join(columns(e.Lines()), "\n"), s.name+":$1")
	if !colors(stderr) {
		text = engine.Plain(text)
	}
	fmt.Fprintln(stderr, tame(text))
	return command.Failed
}

// A terminal shows what cells show on the program's own streams.
type terminal struct {
	stdout, stderr io.Writer
	stdin          *bufio.Reader // nil: nobody can be asked

	mu sync.Mutex
}

func (t *terminal) Write(s engine.Stream, text []byte) {
	t.mu.Lock()
	defer t.mu.Unlock()
	w := t.stdout
	if s == engine.Stderr {
		w = t.stderr
	}
	w.Write(text) // as fmt.Println, a script does not learn of a closed pipe
}

func (t *terminal) Display(e display.Event) {
	t.Write(engine.Stdout, []byte(e.Bundle.Plain()+"\n"))
}

func (t *terminal) Clear(bool) {}

func (t *terminal) Input(ctx context.Context, prompt string, secret bool) (string, error) {
	if t.stdin == nil {
		return "", engine.ErrNoInput
	}
	t.Write(engine.Stdout, []byte(prompt))
	return engine.ReadLine(ctx, t.stdin)
}
