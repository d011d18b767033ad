package session

import (
	_ "embed"
	"strings"

	"polka/kernel/cell/syntax"
	"polka/kernel/engine"
)

//go:embed packages.md
var packagesPage string

// magicRequire asks for a program that has modules. The rest of the cell runs there.
func (s *Session) magicRequire(r *run, m *syntax.Magic) (d engine.Declared, err *engine.Error) {
	var missing []string
	for _, arg := range strings.Fields(strings.ReplaceAll(m.Arg, ",", " ")) {
		path, version, _ := strings.Cut(arg, "@")
		path = strings.Trim(path, "\"`")
		if path == "" || strings.HasPrefix(path, "-") || strings.HasPrefix(path, ".") {
			return d, s.magicError(r, m, "%require expects the path of a module or package, as in %require gonum.org/v1/gonum/mat")
		}
		if version != "" {
			arg = path + "@" + version
		} else {
			arg = path
		}
		if !s.compiled(path) {
			missing = append(missing, arg)
		}
	}
	switch {
	case m.Arg == "":
		return d, s.magicError(r, m, "%require expects the path of a module or package, as in %require gonum.org/v1/gonum/mat")
	case missing == nil:
		return d, nil
	case !s.o.Requires:
		list := strings.Join(missing, ",")
		return d, s.magicError(r, m, "modules cannot be added to a program that runs a script or has no worker process\nbuild a program that has them: polka build --with "+list+" --output polka-more")
	}
	lines := strings.SplitAfter(r.cell.Code, "\n")
	rest := strings.Repeat("\n", min(m.Line, len(lines))) + strings.Join(lines[min(m.Line, len(lines)):], "")
	r.require = &engine.Require{Modules: missing, Rest: rest}
	return d, nil
}

// compiled reports whether the program has a package, or packages of a module.
func (s *Session) compiled(path string) bool {
	for _, table := range s.o.Symbols {
		for key := range table {
			p := key[:max(strings.LastIndexByte(key, '/'), 0)]
			if p == path || strings.HasPrefix(p, path+"/") {
				return true
			}
		}
	}
	return false
}
