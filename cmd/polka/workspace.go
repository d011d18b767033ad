// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/mod/modfile"
)

// replaced returns an error if go.mod or go.work around a directory says that a module is another
// one or a directory of this machine. A program is built for the modules of the module proxy, and
// is kept, so it would not follow the files of such a directory.
func replaced(dir, module string) error {
	path, _, _ := strings.Cut(module, "@")
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil
	}
	if name, text := above(dir, "go.mod"); name != "" {
		if f, err := modfile.Parse(name, text, nil); err == nil {
			if f.Module != nil && inModule(path, f.Module.Mod.Path) {
				return fmt.Errorf("%s is in the module around the notebook (%s): import it without %%require", path, name)
			}
			for _, r := range f.Replace {
				if inModule(path, r.Old.Path) {
					return replacedError(path, name, r)
				}
			}
		}
	}
	if os.Getenv("GOWORK") == "off" {
		return nil
	}
	name, text := above(dir, "go.work")
	if name == "" {
		return nil
	}
	work, err := modfile.ParseWork(name, text, nil)
	if err != nil {
		return nil // the go command says what is wrong with it
	}
	for _, r := range work.Replace {
		if inModule(path, r.Old.Path) {
			return replacedError(path, name, r)
		}
	}
	for _, u := range work.Use {
		used := filepath.Join(filepath.Dir(name), filepath.FromSlash(u.Path))
		if filepath.IsAbs(u.Path) {
			used = u.Path
		}
		text, err := os.ReadFile(filepath.Join(used, "go.mod"))
		if m := modfile.ModulePath(text); err == nil && m != "" && inModule(path, m) {
			return fmt.Errorf("%s is in the directory %s, which %s uses, and %%require does not compile directories\nto import it as source, without %%require, add to go.mod: replace %s => %s", path, used, name, m, u.Path)
		}
	}
	return nil
}

// inModule reports whether the package or module path is in the module m.
func inModule(path, m string) bool { return path == m || strings.HasPrefix(path, m+"/") }

// replacedError is the error for a line that replaces a module.
func replacedError(path, file string, r *modfile.Replace) error {
	if r.New.Version == "" {
		return fmt.Errorf("%s replaces %s by the directory %s, and %%require does not compile directories: import %s without %%require", file, r.Old.Path, r.New.Path, path)
	}
	return fmt.Errorf("%s replaces %s by %s %s, and %%require does not replace modules: import %s without %%require", file, r.Old.Path, r.New.Path, r.New.Version, path)
}

// above finds a file in a directory or the nearest one above it.
func above(dir, name string) (file string, text []byte) {
	for {
		file := filepath.Join(dir, name)
		if text, err := os.ReadFile(file); err == nil {
			return file, text
		}
		up := filepath.Dir(dir)
		if up == dir {
			return "", nil
		}
		dir = up
	}
}
