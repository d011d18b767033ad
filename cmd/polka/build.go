// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/mod/modfile"

	"polka/internal/command"
	"polka/stdlib"
	"polka/stdlib/extract"
	"polka/stdlib/facts"
)

// modulePath is the path of the module that this program is part of.
var modulePath = strings.TrimSuffix(reflect.TypeFor[facts.Set]().PkgPath(), "/stdlib/facts")

// customPath is the path of the module in which a program with more modules is built. It is below
// the path of this module, so that the copy of the command may import the internal packages there.
var customPath = modulePath + "/custom"

// sourceDir is the directory of the sources, set by the linker when make builds the program.
var sourceDir string

// modules are what a program made by polka build has in addition, set by the linker: PATH@VERSION,
// separated by commas.
var modules string

func newBuild() *cobra.Command {
	var (
		b         programBuild
		installIt bool
	)
	cmd := &cobra.Command{
		Use:   "build --with MODULE@VERSION[,...]",
		Short: "Build polka with more modules for cells to import",
		Long: "Build makes a program that can do what this one can and whose cells can also import the given modules,\n" +
			"compiled. MODULE is the path of a module, which adds all its packages, or of a package, which adds that\n" +
			"package and those that its declarations mention. Without @VERSION, the latest version is used. Build needs\n" +
			"the Go toolchain and the source code of Polka; see docs/packages.md.\n\n" +
			"In a notebook, %require MODULE does the same and continues in the new program.",
		Example: "  polka build --with gonum.org/v1/gonum/mat,gonum.org/v1/gonum/stat --output polka-gonum\n" +
			"  polka build --with gonum.org/v1/gonum@v0.17.0 --install",
		Args: exactly(),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if len(b.modules) == 0 {
				return command.Wrong(cmd, "expected --with MODULE@VERSION")
			}
			for _, m := range b.modules {
				if path, _, _ := strings.Cut(m, "@"); path == "" || strings.ContainsAny(path, " \t\"'`\\") || strings.HasPrefix(path, "-") {
					return command.Wrong(cmd, "--with %s: expected MODULE@VERSION", m)
				}
			}
			ctx, stop := interruptible(cmd)
			defer stop()
			b.log = cmd.ErrOrStderr()
			if err := b.run(ctx); err != nil {
				return err
			}
			fmt.Fprintln(cmd.OutOrStdout(), b.output)
			if !installIt {
				return nil
			}
			program, err := filepath.Abs(b.output)
			if err != nil {
				return err
			}
			c := exec.CommandContext(ctx, program, "install", "--replace")
			c.Stdout, c.Stderr = cmd.OutOrStdout(), cmd.ErrOrStderr()
			return c.Run()
		},
	}
	name := "polka"
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	f := cmd.Flags()
	f.StringSliceVar(&b.modules, "with", nil, "`MODULE@VERSION` to add; may be repeated, or a list with commas")
	f.StringVar(&b.output, "output", name, "write the program to `FILE`")
	f.StringVar(&b.source, "source", "", "`DIR` with the source code of Polka, if it is not found")
	f.BoolVar(&installIt, "install", false, "register the kernel of the new program with Jupyter")
	return cmd
}

// A programBuild makes a program with more modules.
type programBuild struct {
	modules []string // PATH or PATH@VERSION
	source  string   // directory of the source code; empty to look for it
	output  string
	log     io.Writer
	report  func(text string) // receives the progress; may be nil before run

	versions []string // set by run: the modules with their versions
	packages []string // set by writeTables: the import paths of their packages
}

// errNoToolchain is the error if there is no go command.
var errNoToolchain = errors.New("the Go toolchain is not installed: the command go was not found; see https://go.dev/doc/install")

func (b *programBuild) run(ctx context.Context) error {
	if b.report == nil {
		b.report = func(string) {}
	}
	if _, err := exec.LookPath("go"); err != nil {
		return errNoToolchain
	}
	source, err := findSource(b.source)
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "polka-build-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if err := copyCommand(filepath.Join(source, "cmd", "polka"), dir); err != nil {
		return err
	}
	if err := writeModule(dir, source); err != nil {
		return err
	}
	list := b.modules
	if modules != "" {
		list = append(strings.Split(modules, ","), list...)
	}
	var paths []string
	get := []string{"get"}
	for _, m := range list {
		path, version, _ := strings.Cut(m, "@")
		m = path + "@" + cmp.Or(version, "latest")
		fmt.Fprintf(b.log, "getting %s\n", m)
		get, paths = append(get, m), append(paths, path)
	}
	if err := b.get(ctx, dir, get[1:]...); err != nil {
		return err
	}
	b.report("reading the packages")
	patterns, versions, err := b.patterns(ctx, dir, paths)
	if err != nil {
		return err
	}
	b.versions = versions
	fmt.Fprintf(b.log, "compiling %s\n", strings.Join(patterns, ", "))
	needed, err := b.imports(ctx, dir)
	if err != nil {
		return err
	}
	if err := b.compile(ctx, dir, append(needed, patterns...)...); err != nil {
		return err
	}
	b.report("reading the packages")
	generics, err := b.writeTables(ctx, dir, patterns)
	if err != nil {
		return err
	}
	if err := b.writeInside(ctx, dir, generics); err != nil {
		return err
	}
	if err := b.writeAdapters(ctx, dir, source); err != nil {
		return err
	}
	output, err := filepath.Abs(b.output)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(output), 0o777); err != nil {
		return err
	}
	if needed, err = b.imports(ctx, dir); err != nil {
		return err
	}
	if err := b.compile(ctx, dir, needed...); err != nil {
		return err
	}
	b.report("linking the program")
	flags := fmt.Sprintf("-s -w -X main.version=%s -X 'main.sourceDir=%s' -X 'main.modules=%s'", versionString(), source, strings.Join(versions, ","))
	return b.goCommand(ctx, dir, nil, "build", "-trimpath", "-ldflags", flags, "-o", output, ".")
}

// buildEnv returns additions to the environment of the go command, which keep it within the
// temporary module.
func buildEnv() []string {
	env := []string{"GOWORK=off", "GOFLAGS=-mod=mod -buildvcs=false -trimpath"}
	if os.Getenv("CGO_ENABLED") == "" {
		env = append(env, "CGO_ENABLED=0")
	}
	return env
}

// goCommand runs the go command. If it fails, the error has what it said.
func (b *programBuild) goCommand(ctx context.Context, dir string, stdout io.Writer, args ...string) error {
	return b.goWith(ctx, nil, dir, stdout, args...)
}

// goWith is goCommand with additions to the environment.
func (b *programBuild) goWith(ctx context.Context, env []string, dir string, stdout io.Writer, args ...string) error {
	var said bytes.Buffer
	err := b.goProcess(ctx, env, dir, stdout, &said, args...)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		text := strings.TrimSpace(said.String())
		return fmt.Errorf("go %s: %s", args[0], strings.ReplaceAll(text, dir+string(filepath.Separator), ""))
	}
	return nil
}

// imports lists the packages that the program's own files import.
func (b *programBuild) imports(ctx context.Context, dir string) ([]string, error) {
	var out bytes.Buffer
	err := b.goCommand(ctx, dir, &out, "list", "-f", `{{join .Imports "\n"}}`, ".")
	return strings.Fields(out.String()), err
}

// findSource returns the directory of the source code of this program: the given one, the one from
// which it was built, or the module's in the module cache.
func findSource(given string) (string, error) {
	if given != "" {
		dir, err := filepath.Abs(given)
		if err != nil {
			return "", err
		}
		if !isSource(dir) {
			return "", fmt.Errorf("--source %s: there is no go.mod of module %s", given, modulePath)
		}
		return dir, nil
	}
	var candidates []string
	if sourceDir != "" {
		candidates = append(candidates, sourceDir)
	}
	if _, file, _, ok := runtime.Caller(0); ok && filepath.IsAbs(file) {
		candidates = append(candidates, filepath.Dir(filepath.Dir(filepath.Dir(file))))
	}
	if program, err := os.Executable(); err == nil {
		for dir := filepath.Dir(program); ; dir = filepath.Dir(dir) {
			candidates = append(candidates, dir)
			if dir == filepath.Dir(dir) {
				break
			}
		}
	}
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Path == modulePath {
		if cache := moduleCache(); cache != "" {
			candidates = append(candidates, filepath.Join(cache, filepath.FromSlash(modulePath)+"@"+info.Main.Version))
		}
	}
	for _, dir := range candidates {
		if isSource(dir) {
			return dir, nil
		}
	}
	return "", errors.New("the source code of Polka was not found; name its directory with --source DIR")
}

// isSource reports whether a directory has the source code of this module.
func isSource(dir string) bool {
	text, err := os.ReadFile(filepath.Join(dir, "go.mod"))
	return err == nil && modfile.ModulePath(text) == modulePath
}

// copyCommand copies the Go files of this command, without tests.
func copyCommand(from, to string) error {
	files, err := os.ReadDir(from)
	if err != nil {
		return err
	}
	for _, f := range files {
		if f.IsDir() || !strings.HasSuffix(f.Name(), ".go") || strings.HasSuffix(f.Name(), "_test.go") {
			continue
		}
		text, err := os.ReadFile(filepath.Join(from, f.Name()))
		if err == nil {
			err = os.WriteFile(filepath.Join(to, f.Name()), text, 0o666)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// writeModule writes the go.mod and go.sum of a module that uses the source code in a directory. It
// has the path customPath.
func writeModule(dir, source string) error {
	name := filepath.Join(source, "go.mod")
	text, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	file, err := modfile.Parse(name, text, nil)
	if err != nil {
		return err
	}
	if err := file.AddModuleStmt(customPath); err != nil {
		return err
	}
	for _, t := range slices.Clone(file.Tool) {
		if err := file.DropTool(t.Path); err != nil {
			return err
		}
	}
	for _, r := range slices.Clone(file.Replace) {
		if r.New.Version != "" || filepath.IsAbs(r.New.Path) {
			continue
		}
		if err := file.AddReplace(r.Old.Path, r.Old.Version, filepath.Join(source, r.New.Path), ""); err != nil {
			return err
		}
	}
	const none = "v0.0.0"
	if err := file.AddRequire(modulePath, none); err != nil {
		return err
	}
	if err := file.AddReplace(modulePath, "", source, ""); err != nil {
		return err
	}
	file.Cleanup()
	text, err = file.Format()
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, "go.mod"), text, 0o666)
	}
	if err != nil {
		return err
	}
	sums, err := os.ReadFile(filepath.Join(source, "go.sum"))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return os.WriteFile(filepath.Join(dir, "go.sum"), sums, 0o666)
}

// patterns gives the packages that paths stand for, and the paths with their versions.
func (b *programBuild) patterns(ctx context.Context, dir string, paths []string) (list, versions []string, err error) {
	for _, path := range paths {
		pattern := path
		var out bytes.Buffer
		if b.goCommand(ctx, dir, &out, "list", "-m", "-f", "{{.Version}}", path) == nil {
			pattern = path + "/..."
			if err := b.goCommand(ctx, dir, nil, "get", pattern+"@"+strings.TrimSpace(out.String())); err != nil {
				pattern = path // some package of the module lacks a module of its own
			}
		}
		out.Reset()
		const form = `{{if and (ne .Name "main") (not .Error) (not .DepsErrors) .GoFiles}}{{.ImportPath}}{{end}}`
		if err := b.goCommand(ctx, dir, &out, "list", "-e", "-f", form, pattern); err != nil {
			return nil, nil, err
		}
		needC, err := b.needCgo(ctx, dir, pattern)
		if err != nil {
			return nil, nil, err
		}
		found := 0
		for _, p := range strings.Fields(out.String()) {
			if !hasInternal(p) && stdlib.Table(p) == nil && needC[p] == nil {
				list, found = append(list, p), found+1
			}
		}
		if found == 0 {
			for _, p := range slices.Sorted(maps.Keys(needC)) {
				return nil, nil, needC[p]
			}
			// Say why, in the words of the go command.
			if err := b.goCommand(ctx, dir, nil, "list", path); err != nil {
				return nil, nil, err
			}
			return nil, nil, fmt.Errorf("%s has no packages that cells can import", path)
		}
		out.Reset()
		if err := b.goCommand(ctx, dir, &out, "list", "-e", "-f", "{{with .Module}}{{.Version}}{{end}}", list[len(list)-1]); err != nil {
			return nil, nil, err
		}
		versions = append(versions, path+"@"+strings.TrimSpace(out.String()))
	}
	slices.Sort(list)
	return slices.Compact(list), versions, nil
}

func hasInternal(path string) bool { return strings.Contains("/"+path+"/", "/internal/") }

// writeTables writes a package with the symbols, types and documentation of packages, and of those
// that they mention. It returns the generic parts of the packages.
func (b *programBuild) writeTables(ctx context.Context, dir string, patterns []string) ([]*extract.Generic, error) {
	var pkgs, internals []*extract.Package
	var generics []*extract.Generic
	for {
		var err error
		if pkgs, err = extract.LoadFor(ctx, buildEnv(), dir, patterns...); err != nil {
			return nil, err
		}
		if generics, pkgs, internals, err = extract.Generics(ctx, insidePath, pkgs); err != nil {
			return nil, err
		}
		n := len(patterns)
		add := func(path string) {
			first, _, _ := strings.Cut(path, "/")
			if strings.Contains(first, ".") && !hasInternal(path) && !slices.Contains(patterns, path) && stdlib.Table(path) == nil {
				patterns = append(patterns, path)
			}
		}
		for _, p := range pkgs {
			for _, other := range p.Types.Imports() {
				add(other.Path())
			}
		}
		for _, g := range generics {
			for _, path := range g.Imports {
				add(path)
			}
		}
		if len(patterns) == n {
			break
		}
	}
	b.packages = patterns
	tables := filepath.Join(dir, "tables")
	if err := os.Mkdir(tables, 0o777); err != nil {
		return nil, err
	}
	write := func(name string, text []byte) error { return os.WriteFile(filepath.Join(tables, name), text, 0o666) }
	var all bytes.Buffer
	fmt.Fprintf(&all, "package tables\n\nimport (\n\t_ \"embed\"\n\n\t%q\n\t%q\n)\n\n", modulePath+"/stdlib", modulePath+"/stdlib/table")
	for _, g := range generics {
		if !hasInternal(g.Path) { // it is linked even if its table is empty, for package inside
			fmt.Fprintf(&all, "import _ %q\n\n", g.Path)
		}
	}
	all.WriteString("type (\n\tTable = table.Table\n\tSymbol = table.Symbol\n\tInt = table.Int\n\tFloat = table.Float\n)\n\n")
	all.WriteString("//go:embed facts.zip\nvar facts []byte\n\nfunc init() {\n\tstdlib.Add([]*Table{\n")
	for _, p := range pkgs {
		text, _, err := p.Table("tables")
		if err != nil {
			return nil, err
		}
		if err := write("z_"+strings.Trim(p.Ident(), "_")+"_.go", text); err != nil {
			return nil, err
		}
		fmt.Fprintf(&all, "\t\t&%s,\n", p.Ident())
	}
	all.WriteString("\t}, facts)\n}\n")
	facts, err := extract.ArchiveGeneric(pkgs, generics, internals)
	if err != nil {
		return nil, err
	}
	if err := write("facts.zip", facts); err != nil {
		return nil, err
	}
	if err := write("tables.go", all.Bytes()); err != nil {
		return nil, err
	}
	use := fmt.Sprintf("package main\n\nimport _ %q\n", customPath+"/tables")
	return generics, os.WriteFile(filepath.Join(dir, "z_tables.go"), []byte(use), 0o666)
}
