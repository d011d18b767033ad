// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"polka/stdlib/extract"
)

// insidePath is the import path of package inside.
var insidePath = modulePath + "/stdlib/inside"

// writeInside adds the files to packages by which cells reach what their generic functions mention.
// The module cache must not be changed, so the modules of these packages are copied, and the module
// in dir is made to use the copies.
func (b *programBuild) writeInside(ctx context.Context, dir string, generics []*extract.Generic) error {
	copies := make(map[string]string) // of directories
	for _, g := range generics {
		if g.File == nil || g.Module.Dir == "" {
			continue
		}
		to := copies[g.Module.Dir]
		if to == "" {
			to = filepath.Join(dir, "inside", filepath.FromSlash(g.Module.Path))
			copies[g.Module.Dir] = to
			if err := copyModule(g.Module.Dir, to); err != nil {
				return err
			}
			if err := b.goCommand(ctx, dir, nil, "mod", "edit", "-replace", g.Module.Path+"="+to); err != nil {
				return err
			}
		}
		below, err := filepath.Rel(g.Module.Dir, g.Dir)
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(to, below, extract.InsideFile), g.File, 0o666); err != nil {
			return err
		}
	}
	return nil
}

// copyModule copies what the go command reads of a module. Modules below it are others.
func copyModule(from, to string) error {
	return filepath.WalkDir(from, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		below, err := filepath.Rel(from, name)
		if err != nil {
			return err
		}
		target := filepath.Join(to, below)
		switch {
		case d.IsDir():
			if name != from {
				if _, err := os.Stat(filepath.Join(name, "go.mod")); err == nil || d.Name() == "testdata" || strings.HasPrefix(d.Name(), ".") {
					return filepath.SkipDir
				}
			}
			return os.MkdirAll(target, 0o777)
		case !d.Type().IsRegular() || strings.HasSuffix(name, "_test.go"):
			return nil
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		return os.WriteFile(target, text, 0o666)
	})
}
