// SPDX-License-Identifier: BSD-3-Clause

package session

import (
	"context"
	_ "embed"
	"runtime"
	"strings"

	"polka/internal/progress"
	"polka/kernel/cell/syntax"
	"polka/kernel/display"
	"polka/kernel/engine"
)

//go:embed packages.md
var packagesPage string

// magicRequire asks for a program that has modules. The rest of the cell runs there.
func (s *Session) magicRequire(r *run, m *syntax.Magic) (d engine.Declared, err *engine.Error) {
	missing, ok := missing(m.Arg, s.o)
	switch {
	case !ok:
		return d, s.magicError(r, m, "%require expects the path of a module or package, as in %require gonum.org/v1/gonum/mat")
	case missing == nil:
		return d, nil
	case s.o.Commands && s.fromSource(r, missing):
		s.show(display.Text("nothing of " + strings.Join(missing, ", ") + " has to be compiled: the cells use the source"))
		d.Steps = append(d.Steps, engine.Declarations{{Text: "%require " + m.Arg, Names: []string{"%require " + m.Arg}}})
		return d, nil
	case runtime.GOOS == "js":
		return d, s.magicError(r, m, "modules cannot be added in the browser")
	case !s.o.Commands:
		return d, s.magicError(r, m, "%require builds and starts a program: "+noCommands)
	case !s.o.Requires:
		list := strings.Join(missing, ",")
		return d, s.magicError(r, m, "modules cannot be added to this program\nbuild a program that has them: polka build --with "+list+" --output polka-more")
	}
	lines := strings.SplitAfter(r.cell.Code, "\n")
	rest := strings.Repeat("\n", min(m.Line, len(lines))) + strings.Join(lines[min(m.Line, len(lines)):], "")
	r.require = &engine.Require{Modules: missing, Rest: rest}
	return d, nil
}

// Downloaded describes what a download has put into the module cache.
type Downloaded struct {
	Versions map[string]string // of modules, by path
	Packages []string          // the import paths of the packages that were asked for, and of those of modules that they import
}

// fromSource makes modules available that need no other program, since nothing in their packages
// has to be compiled. It returns false if one of them does; then a program is built for all of
// them.
func (s *Session) fromSource(r *run, modules []string) bool {
	ctx := r.ctx
	if r.meter != nil {
		ctx = progress.With(ctx, r.meter.report)
	}
	return FromSource(ctx, s.o, modules)
}

// FromSource downloads modules and makes o.Sources find them if no program is needed for them,
// because all their functions are generic. It reports whether this is so.
func FromSource(ctx context.Context, o Options, modules []string) bool {
	if o.Download == nil || o.Sources == nil {
		return false
	}
	for _, m := range modules {
		d, err := o.Download(ctx, m)
		if err != nil || len(d.Packages) == 0 {
			return false // the error appears when the program is built
		}
		for path, version := range d.Versions {
			o.Sources.Use(path, version)
		}
		for _, path := range d.Packages {
			if !o.Sources.GenericOnly(path) {
				return false
			}
		}
	}
	return true
}

// Required lists the modules and packages that the %require lines of a script name and o lacks.
func Required(script string, o Options) (list []string) {
	if !strings.Contains(script, "%require") {
		return nil
	}
	for _, step := range syntax.Steps(script) {
		if step.Magic != nil && step.Magic.Name == "require" {
			more, _ := missing(step.Magic.Arg, o)
			list = append(list, more...)
		}
	}
	return list
}

// missing lists those modules and packages in the argument of %require that o lacks, as PATH or
// PATH@VERSION. Ok is false if the argument is invalid.
func missing(arg string, o Options) (list []string, ok bool) {
	args := strings.Fields(strings.ReplaceAll(arg, ",", " "))
	for _, arg := range args {
		path, version, _ := strings.Cut(arg, "@")
		path = strings.Trim(path, "\"`")
		if path == "" || strings.HasPrefix(path, "-") || strings.HasPrefix(path, ".") {
			return nil, false
		}
		if compiled(path, o) {
			continue
		}
		if version != "" {
			path += "@" + version
		}
		list = append(list, path)
	}
	return list, len(args) > 0
}

// compiled reports whether o has a package, or packages of a module.
func compiled(path string, o Options) bool {
	for p := range o.tables() {
		if p == path || strings.HasPrefix(p, path+"/") {
			return true
		}
	}
	return false
}
