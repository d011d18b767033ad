// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"bufio"
	"os"
	"path/filepath"
	"strings"

	"polka/kernel/cell/source"
)

// newSources finds packages that cells import as source code: directories below dir, the module
// around it, and the module cache. It is nil if dir cannot be found.
func newSources(dir string) *source.Finder {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil
	}
	root := filepath.VolumeName(dir) + string(filepath.Separator)
	below, err := filepath.Rel(root, dir)
	if err != nil {
		return nil
	}
	o := source.Options{Files: os.DirFS(root), Root: filepath.ToSlash(root), Dir: filepath.ToSlash(below)}
	if cache := moduleCache(); cache != "" {
		o.Cache = os.DirFS(cache)
	}
	return source.New(o)
}

// moduleCache returns the directory that `go env GOMODCACHE` prints.
func moduleCache() string {
	if dir := goSetting("GOMODCACHE"); dir != "" {
		return dir
	}
	gopath, _, _ := strings.Cut(goSetting("GOPATH"), string(filepath.ListSeparator))
	if gopath == "" {
		home, err := os.UserHomeDir()
		if err != nil {
			return ""
		}
		gopath = filepath.Join(home, "go")
	}
	return filepath.Join(gopath, "pkg", "mod")
}

// goSetting returns a setting of the go command, from the environment or from the file that `go env
// -w` writes.
func goSetting(name string) string {
	if v := os.Getenv(name); v != "" {
		return v
	}
	file := os.Getenv("GOENV")
	if file == "off" {
		return ""
	}
	if file == "" {
		dir, err := os.UserConfigDir()
		if err != nil {
			return ""
		}
		file = filepath.Join(dir, "go", "env")
	}
	f, err := os.Open(file)
	if err != nil {
		return ""
	}
	defer f.Close()
	for s := bufio.NewScanner(f); s.Scan(); {
		if v, ok := strings.CutPrefix(s.Text(), name+"="); ok {
			return v
		}
	}
	return ""
}
