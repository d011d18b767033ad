// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"polka/internal/command"
	"polka/internal/limit"
	"polka/internal/printing"
	"polka/kernel/engine"
	"polka/kernel/exercise/pose"
	"polka/kernel/nb"
	"polka/play"
	"polka/render"
)

func newNotebook() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "nb",
		Short: "Run, verify, check and export notebooks without Jupyter",
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return command.Wrong(cmd, "expected run, verify, lint or export")
			}
			return verbs(cmd, args)
		},
		RunE: func(*cobra.Command, []string) error { return nil }, // Args has refused everything
	}
	cmd.AddCommand(newNotebookRun(), newNotebookVerify(), newNotebookLint(), newNotebookExport())
	return cmd
}

// files is for commands that take notebooks: at least one, and at most the given number, or any
// number if that is 0.
func files(most int) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if err := atLeast("a notebook")(cmd, args); err != nil {
			return err
		}
		if most > 0 && len(args) > most {
			return command.Wrong(cmd, "expected nothing after a notebook, got %q", args[most])
		}
		return nil
	}
}

// atLeast is for commands that take one argument or more: what is what one of them is.
func atLeast(what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 {
			return command.Wrong(cmd, "expected %s", what)
		}
		return nil
	}
}

// goNotebook reads a notebook whose cells are Go.
func goNotebook(name string) (*nb.Notebook, error) {
	n, err := nb.ReadFile(name)
	if err != nil {
		return nil, err
	}
	if err := n.CheckLanguage(); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return n, nil
}

// completeFiles makes shells complete the names of files that end so.
func completeFiles(extensions ...string) cobra.CompletionFunc {
	return func(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
		return extensions, cobra.ShellCompDirectiveFilterFileExt
	}
}

// A notebookRun holds the arguments of `polka nb run`.
type notebookRun struct {
	check   bool   // compare, and write nothing
	output  string // folder for the notebooks; "" is their own
	given   []nb.Parameter
	options nb.RunOptions
}

func newNotebookRun() *cobra.Command {
	var r notebookRun
	var parameters []string
	var file string
	cmd := &cobra.Command{
		Use:   "run NOTEBOOK...",
		Short: "Run notebooks and store or compare their outputs",
		Long: "Run executes each notebook from top to bottom, in a new session and in the directory of the notebook,\n" +
			"and stores the outputs in the notebook. It stops at the first cell that fails. With --check it writes\n" +
			"nothing: it compares the outputs with the stored ones and prints the differences.\n\n" +
			"Parameters replace the defaults of the cell with the tag parameters: a cell with the tag\n" +
			"injected-parameters is inserted after it, as papermill does. The type of a parameter is that of its default. If\n" +
			"no cell has the tag, the parameters come first, with types guessed from the values.\n\n" +
			"A cell with the tag raises-exception may fail. A cell with the tag skip-execution is not run. A cell\n" +
			"with the tag volatile is run, but its outputs are not compared.",
		Example: "  polka nb run notebooks/00-tour.ipynb --output build\n  polka nb run --check notebooks/*.ipynb\n" +
			"  polka nb run report.ipynb --output build -p year=2026 -p name=Ada",
		Args:              files(0),
		ValidArgsFunction: completeFiles("ipynb"),
		RunE: func(cmd *cobra.Command, args []string) error {
			switch {
			case r.check && r.output != "":
				return command.Wrong(cmd, "choose one of --check and --output")
			case cmd.Flags().Changed("output") && r.output == "":
				return command.Wrong(cmd, "--output: expected a folder")
			case r.check && (file != "" || len(parameters) > 0):
				return command.Wrong(cmd, "choose one of --check and parameters")
			case r.output != "" && sameName(args) != "":
				return command.Wrong(cmd, "--output: two notebooks are named %s", sameName(args))
			}
			if file != "" {
				text, err := limit.ReadFile(file, limit.Config)
				if err != nil {
					return err
				}
				if r.given, err = nb.ReadParameters(text); err != nil {
					return fmt.Errorf("%s: %w", file, err)
				}
			}
			for _, p := range parameters {
				name, value, ok := strings.Cut(p, "=")
				if !ok {
					return command.Wrong(cmd, "-p %s: expected NAME=VALUE", p)
				}
				r.given = append(r.given, nb.Parameter{Name: name, Text: value})
			}
			ctx, stop := interruptible(cmd)
			defer stop()
			return r.all(ctx, args, cmd.OutOrStdout(), cmd.ErrOrStderr())
		},
	}
	f := cmd.Flags()
	f.StringVar(&r.output, "output", "", "write the notebooks to the directory `DIR` and keep the originals unchanged")
	f.BoolVar(&r.check, "check", false, "compare the outputs with the stored ones; exit with status 1 if they differ")
	f.BoolVar(&r.options.AllowErrors, "allow-errors", false, "continue after a cell that fails")
	f.StringArrayVarP(&parameters, "parameter", "p", nil, "set the parameter `NAME=VALUE`")
	f.StringVar(&file, "parameters", "", "read parameters from `FILE`, a JSON object")
	spanVar(f, &r.options.Timeout, "timeout", "stop a cell after a "+asTime)
	return cmd
}

// sameName gives the name that two files have in common, or "".
func sameName(paths []string) string {
	seen := map[string]bool{}
	for _, p := range paths {
		base := filepath.Base(p)
		if seen[base] {
			return base
		}
		seen[base] = true
	}
	return ""
}

// all runs notebooks one after another.
func (r notebookRun) all(ctx context.Context, names []string, stdout, stderr io.Writer) error {
	if r.output != "" {
		var err error
		if r.output, err = filepath.Abs(r.output); err != nil { // cells run in the directory of their notebook
			return err
		}
		if err := os.MkdirAll(r.output, 0o777); err != nil {
			return err
		}
	}
	return eachNotebook(ctx, names, stderr, func(name, path string) error { return r.one(ctx, name, path, stdout) })
}

// eachNotebook calls do for notebooks one after another, with the name and the absolute path of
// each, since cells change the directory. One that fails is reported, and does not keep the others
// from being run.
func eachNotebook(ctx context.Context, names []string, stderr io.Writer, do func(name, path string) error) error {
	paths := make([]string, len(names))
	for i, name := range names {
		path, err := filepath.Abs(name)
		if err != nil {
			return err
		}
		paths[i] = path
	}
	status := command.Done
	for i, path := range paths {
		err := do(names[i], path)
		switch {
		case err == nil:
			continue
		case ctx.Err() != nil:
			return ctx.Err()
		case errors.Is(err, context.DeadlineExceeded):
			status = command.TimedOut
		case status == command.Done:
			status = command.Failed
		}
		fmt.Fprintf(stderr, "polka: %s\n", printing.OneLine(err.Error()))
	}
	if status != command.Done {
		return status
	}
	return nil
}

// one runs one notebook and stores or compares its outputs. What was shown before an error is
// stored too.
func (r notebookRun) one(ctx context.Context, name, path string, stdout io.Writer) error {
	n, err := nb.ReadFile(path)
	if err != nil {
		return errors.New(strings.Replace(err.Error(), path, name, 1))
	}
	if len(r.given) > 0 {
		if err := n.Parameterize(r.given); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	if err := os.Chdir(filepath.Dir(path)); err != nil {
		return err
	}
	stored := n.Clone()
	interp := newInterpreter(nil)
	begin := time.Now()
	err = nb.Run(ctx, n, interp, r.options)
	took := time.Since(begin)
	interp.Close()
	var failed *nb.CellError
	if err != nil {
		err = fmt.Errorf("%s: %w", name, err)
		if !errors.As(err, &failed) && ctx.Err() == nil {
			return err // it was not run at all
		}
	}
	if !r.check {
		if r.output != "" {
			path = filepath.Join(r.output, filepath.Base(path))
		}
		if err := n.WriteFile(path); err != nil {
			return err
		}
	}
	if err != nil {
		if r.check && failed != nil && failed.Timeout == 0 {
			// The trace is not in the notebook, so it has to be shown here.
			fmt.Fprintln(stdout, strings.TrimRight(tame(engine.Plain(strings.Join(failed.Err.Trace, "\n"))), "\n"))
		}
		return err
	}
	cells := 0
	for _, c := range n.Cells {
		if c.Count > 0 {
			cells++
		}
	}
	if r.check {
		differ := nb.Compare(stored, n)
		for _, d := range differ {
			fmt.Fprintf(stdout, "%s: %s\n", name, tame(strings.TrimRight(d.String(), "\n")))
		}
		if len(differ) > 0 {
			return fmt.Errorf("%s: the outputs of %d of %d cells differ from the stored ones", name, len(differ), cells)
		}
	}
	fmt.Fprintf(stdout, "%s: %d cells in %.2f s\n", name, cells, took.Seconds())
	return nil
}

// A pictureFolder has the pictures of a Markdown or LaTeX file. GitHub and others show no pictures
// that are in a Markdown file.
type pictureFolder struct {
	path  string
	count int
	err   error // the first
}

// address writes a picture and returns its address relative to the Markdown file.
func (f *pictureFolder) address(extension string, data []byte) string {
	return (&url.URL{Path: f.keep(extension, data)}).String()
}

// keep writes a picture and returns its path relative to the file.
func (f *pictureFolder) keep(extension string, data []byte) string {
	f.count++
	name := fmt.Sprintf("picture-%d.%s", f.count, extension)
	err := noLink(f.path)
	if err == nil {
		err = os.MkdirAll(f.path, 0o777)
	}
	if file := filepath.Join(f.path, name); err == nil {
		if err = noLink(file); err == nil {
			err = nb.WriteFile(file, data)
		}
	}
	if f.err == nil {
		f.err = err
	}
	return filepath.Base(f.path) + "/" + name
}

// noLink returns an error if there is a symbolic link of that name. The files that export names
// itself are not written through links, which may have come with the notebook.
func noLink(name string) error {
	if info, err := os.Lstat(name); err == nil && info.Mode()&fs.ModeSymlink != 0 {
		return fmt.Errorf("%s is a symbolic link, and export does not write through symbolic links; remove it, or name another file with --output", name)
	}
	return nil
}

// inTeX returns a path whose last element has no characters that are special in LaTeX.
func inTeX(path string) string {
	plain := strings.Map(func(r rune) rune {
		if strings.ContainsRune(" \\{}$&#%^~\"", r) {
			return '-'
		}
		return r
	}, filepath.Base(path))
	return filepath.Join(filepath.Dir(path), plain)
}

func newNotebookExport() *cobra.Command {
	var to, output, links string
	cmd := &cobra.Command{
		Use:   "export NOTEBOOK",
		Short: "Convert a notebook to HTML, slides, PDF, LaTeX, Markdown or Go",
		Long: "Export converts a notebook with its stored outputs to a self-contained HTML page, to slides, which are such a\n" +
			"page too, to PDF, to LaTeX, to Markdown, or to a Go file for polka run. It does not run the notebook. The file\n" +
			"is written next to the notebook, and its name is printed. The pictures of a Markdown or LaTeX file are in a\n" +
			"directory next to it. On standard output, Markdown contains its pictures, and LaTeX has the text of values.\n\n" +
			"Slides begin at the cells that JupyterLab marks as slides, or else at headings of the first two levels. The\n" +
			"arrow keys, Page Up, Page Down and Space show the next or the previous one. In the metadata of a code cell,\n" +
			"slideshow.lines has lines to highlight, step by step, such as \"5-9|12\", and slideshow.show the lines that are\n" +
			"shown at all.\n\n" +
			"For PDF, an installed Chromium, Chrome or Edge prints the page; " + browserEnv + " is the path of another one.",
		Example:           "  polka nb export notebooks/00-tour.ipynb --to html\n  polka nb export talk.ipynb --to slides",
		Args:              files(1),
		ValidArgsFunction: completeFiles("ipynb"),
		RunE: func(cmd *cobra.Command, args []string) error {
			const pdf = "pdf"
			form, extension := nb.HTML, pdf
			if strings.Contains(links, "#") {
				return command.Wrong(cmd, "--base: expected an address without a #, got %q", links)
			}
			if to != pdf {
				var err error
				if form, err = nb.ParseForm(to); err != nil {
					return command.Wrong(cmd, "--to %s: expected html, slides, pdf, latex, md or go", to)
				}
				extension = string(form)
			}
			n, err := nb.ReadFile(args[0])
			if err != nil {
				return err
			}
			base := strings.TrimSuffix(args[0], ".ipynb")
			options := nb.ExportOptions{Name: filepath.Base(base), Scripts: pageScripts(), Links: links}
			if folder, err := os.OpenRoot(filepath.Dir(args[0])); err == nil {
				defer folder.Close()
				options.Files = folder.FS()
			}
			if output == "" {
				output = base + "." + extension
				if err := noLink(output); err != nil {
					return err
				}
			}
			pictures := pictureFolder{path: strings.TrimSuffix(output, ".md") + "_files"}
			switch {
			case output == "-":
			case form == nb.MarkdownForm:
				options.Keep = pictures.address
			case form == nb.LaTeXForm:
				pictures.path = inTeX(strings.TrimSuffix(output, ".tex") + "_tex_files")
				options.Keep = pictures.keep
			}
			text, err := nb.Export(n, form, options)
			if err != nil {
				return fmt.Errorf("%s: %w", args[0], err)
			}
			if pictures.err != nil {
				return pictures.err
			}
			if to == pdf {
				ctx, stop := interruptible(cmd)
				defer stop()
				if text, err = printPDF(ctx, text); err != nil {
					return err
				}
			}
			if output == "-" {
				_, err := cmd.OutOrStdout().Write(text)
				return err
			}
			if err := nb.WriteFile(output, text); err != nil {
				return err
			}
			_, err = fmt.Fprintln(cmd.OutOrStdout(), output)
			return err
		},
	}
	f := cmd.Flags()
	f.StringVar(&to, "to", string(nb.HTML), "output `FORM`: html, slides, pdf, latex, md or go")
	f.StringVar(&output, "output", "", "write to `FILE` instead of next to the notebook; - is standard output")
	f.StringVar(&links, "base", "", "`ADDRESS` of a page that opens links: puzzles and recordings get a button that copies a link")
	_ = cmd.RegisterFlagCompletionFunc("to", cobra.FixedCompletions([]cobra.Completion{"html", "slides", "pdf", "latex", "md", "go"}, cobra.ShellCompDirectiveNoFileComp))
	return cmd
}

// pageScripts returns the scripts that may run in exported pages.
func pageScripts() []string {
	return slices.Concat(render.Scripts(), play.Scripts(), []string{pose.Script()})
}
