// SPDX-License-Identifier: BSD-3-Clause

package source

import (
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"golang.org/x/mod/modfile"
	xmodule "golang.org/x/mod/module"
	"golang.org/x/mod/semver"

	"polka/internal/limit"
	"polka/internal/modcache"
)

// A module is a directory with a go.mod file.
type module struct {
	path      string
	version   string // "" for one that is not in the module cache
	goVersion string
	dir       string // in Files, or in Cache if there is a version
	text      []byte // of go.mod
	require   map[string]string
	replace   []*modfile.Replace
	root      *module // whose go.mod says which versions its packages import; nil for itself
}

// mainModule returns the module that the notebook belongs to, nil for none.
func (f *Finder) mainModule() (*module, error) {
	if !f.looked {
		f.looked = true
		f.main, f.err = f.moduleAround(f.o.Dir)
	}
	return f.main, f.err
}

// moduleAround returns the module in Files that a directory belongs to, nil for none.
func (f *Finder) moduleAround(dir string) (*module, error) {
	for {
		name := path.Join(dir, "go.mod")
		if text, err := limit.ReadFileFS(f.o.Files, name, limit.Text); err == nil {
			if f.main != nil && f.main.dir == dir {
				return f.main, nil
			}
			m, err := parseModule(strings.TrimPrefix(f.display(name), "./"), text)
			if err != nil {
				return nil, err
			}
			m.dir = dir
			return m, nil
		}
		if dir == "." {
			return nil, nil
		}
		dir = path.Dir(dir)
	}
}

func parseModule(name string, text []byte) (*module, error) {
	file, err := modfile.ParseLax(name, text, nil)
	if err != nil {
		return nil, &Error{Path: name, Msg: err.Error()}
	}
	m := &module{text: text, require: make(map[string]string)}
	if file.Module != nil {
		m.path = file.Module.Mod.Path
	}
	if file.Go != nil {
		m.goVersion = file.Go.Version
	}
	for _, r := range file.Require {
		m.require[r.Mod.Path] = r.Mod.Version
	}
	// ParseLax ignores replace lines, which only apply in the main module.
	if full, err := modfile.Parse(name, text, nil); err == nil {
		m.replace = full.Replace
	}
	return m, nil
}

// byPath finds a package by its import path: in the module of the package that imports it, in the
// main module, in the vendor directory, or in a required module. P is unchanged if there is none.
func (f *Finder) byPath(p *Package, from *Package) error {
	if !fs.ValidPath(p.Path) {
		return fail(p.Path, "%q is not an import path", p.Path)
	}
	main, err := f.mainModule()
	if err != nil {
		return err
	}
	root := main
	if from != nil && from.module != nil {
		if f.take(p, from.module) {
			return nil
		}
		root = from.module
		if root.root != nil {
			root = root.root
		}
	}
	if root != nil && f.take(p, root) || f.takeVendored(p, main) {
		return nil
	}
	unknown := &Error{Path: p.Path, Msg: fmt.Sprintf("there is no package %q here", p.Path), Unknown: true}
	if first, _, _ := strings.Cut(p.Path, "/"); !strings.Contains(first, ".") && (root == nil || root.require[first] == "") {
		return unknown
	}
	found, err := f.takeRequired(p, root)
	switch {
	case found || err != nil:
		return err
	case main != nil && root == main:
		return fail(p.Path, "no module that %s requires provides package %q", f.display(path.Join(main.dir, "go.mod")), p.Path)
	}
	return unknown
}

// takeVendored finds a package in the vendor directory of the main module or, without one, beside
// the notebook.
func (f *Finder) takeVendored(p *Package, main *module) bool {
	dir := f.o.Dir
	if main != nil {
		dir = main.dir
	}
	if dir = path.Join(dir, "vendor", p.Path); !f.hasGo(f.o.Files, dir) {
		return false
	}
	p.dir, p.module, p.fixed = dir, nil, false
	return true
}

// takeRequired finds a package in a module that root requires. If there is none, the error is that
// of the longest path of a module which is required and not there.
func (f *Finder) takeRequired(p *Package, root *module) (found bool, missing error) {
	for mod := p.Path; mod != "."; mod = path.Dir(mod) {
		m, err := f.required(mod, root)
		if err != nil && missing == nil {
			missing = err
		}
		if m != nil && f.take(p, m) {
			return true, nil
		}
	}
	return false, missing
}

// Version returns the version of the module of a package that the module around the notebook
// requires, "" if it requires none.
func (f *Finder) Version(importPath string) string {
	main, err := f.mainModule()
	if err != nil || main == nil {
		return ""
	}
	for p := importPath; p != "."; p = path.Dir(p) {
		if v := main.require[p]; v != "" {
			return v
		}
	}
	return ""
}

// take finds a package in m.
func (f *Finder) take(p *Package, m *module) bool {
	if m.path == "" || !within(p.Path, m.path) {
		return false
	}
	dir := path.Join(m.dir, relative(m.path, p.Path))
	where, fixed := f.o.Files, false
	if m.version != "" {
		where, fixed = f.o.Cache, true
	}
	if !f.hasGo(where, dir) {
		return false
	}
	p.dir, p.module, p.fixed = dir, m, fixed
	return true
}

// hasGo reports whether a directory has a Go file.
func (f *Finder) hasGo(where fs.FS, dir string) bool {
	if where == nil {
		return false
	}
	list, err := fs.ReadDir(where, dir)
	return err == nil && slices.ContainsFunc(list, func(e fs.DirEntry) bool { return strings.HasSuffix(e.Name(), ".go") && !e.IsDir() })
}

// required returns the module of a path that root requires or that has been chosen already; without
// a main module, the newest in the cache. It is nil if there is none.
func (f *Finder) required(modPath string, root *module) (*module, error) {
	if m := f.chosen[modPath]; m != nil {
		return m, nil
	}
	if version := f.used[modPath]; version != "" {
		return f.cached(modPath, modPath, version, root)
	}
	version, listed := "", false
	if root != nil {
		version, listed = root.require[modPath]
	}
	if root != nil && listed && root.version == "" {
		for _, r := range root.replace {
			if r.Old.Path != modPath || r.Old.Version != "" && r.Old.Version != version {
				continue
			}
			if r.New.Version == "" {
				return f.replaced(modPath, r.New.Path, root)
			}
			return f.cached(modPath, r.New.Path, r.New.Version, root)
		}
	}
	switch {
	case listed:
		return f.cached(modPath, modPath, version, root)
	case root == nil || root.version != "":
		if version = f.newest(modPath); version != "" {
			return f.cached(modPath, modPath, version, root)
		}
	}
	return nil, nil
}

// replaced returns a module that a replace line puts into a directory.
func (f *Finder) replaced(modPath, dir string, root *module) (*module, error) {
	if strings.HasPrefix(dir, "/") {
		dir = strings.TrimPrefix(dir, "/")
	} else {
		dir = path.Join(root.dir, dir)
	}
	text, err := limit.ReadFileFS(f.o.Files, path.Join(dir, "go.mod"), limit.Text)
	if err != nil {
		return nil, fail(modPath, "module %s is replaced by %s, where there is no go.mod", modPath, f.display(dir))
	}
	m, err := parseModule(modPath, text)
	if err != nil {
		return nil, err
	}
	m.path, m.dir, m.root = modPath, dir, root
	f.chosen[modPath] = m
	return m, nil
}

// cached returns a version of a module in the cache, under the path by which it is imported.
func (f *Finder) cached(as, modPath, version string, root *module) (*module, error) {
	missing := fail(as, "module %s %s is not in the module cache; to download it: go mod download %s@%s%s", modPath, version, modPath, version, NoToolchain())
	if f.o.Cache == nil {
		return nil, missing
	}
	dir, err := modcache.Dir(modPath, version)
	if err != nil {
		return nil, missing
	}
	if info, err := fs.Stat(f.o.Cache, dir); err != nil || !info.IsDir() {
		return nil, missing
	}
	m := &module{}
	text, err := limit.ReadFileFS(f.o.Cache, path.Join(dir, "go.mod"), limit.Text)
	if err == nil {
		m, err = parseModule(modPath+"@"+version+"/go.mod", text)
	}
	if err != nil {
		m = &module{} // a module from before modules
	}
	m.path, m.version, m.dir, m.root = as, version, dir, root
	f.chosen[as] = m
	return m, nil
}

// newest returns the highest version of a module in the cache, "" for none.
func (f *Finder) newest(modPath string) string {
	escaped, err := xmodule.EscapePath(modPath)
	if err != nil || f.o.Cache == nil {
		return ""
	}
	list, err := fs.ReadDir(f.o.Cache, path.Dir(escaped))
	if err != nil {
		return ""
	}
	best := ""
	for _, e := range list {
		v, ok := strings.CutPrefix(e.Name(), path.Base(escaped)+"@")
		if !ok || !e.IsDir() {
			continue
		}
		if v, err = xmodule.UnescapeVersion(v); err == nil && semver.IsValid(v) && (best == "" || semver.Compare(v, best) > 0) {
			best = v
		}
	}
	return best
}
