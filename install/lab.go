// SPDX-License-Identifier: BSD-3-Clause

package install

import (
	"bytes"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"

	"polka/internal/lab"
)

// extensionDir returns the folder of the extension that belongs to a kernelspec.
func extensionDir(spec string) string {
	return filepath.Join(filepath.Dir(filepath.Dir(spec)), "labextensions", lab.Name)
}

// installExtension writes the extension beside a kernelspec and reports whether anything changed.
func installExtension(spec, version string, dryRun bool) (changed bool, err error) {
	files, err := lab.Files(version)
	if err != nil {
		return false, err
	}
	dir := extensionDir(spec)
	for name, content := range files {
		old, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
		changed = changed || err != nil || !bytes.Equal(old, content)
	}
	if !changed || dryRun {
		return changed, nil
	}
	if err := os.RemoveAll(dir); err != nil {
		return true, err
	}
	names := slices.Sorted(maps.Keys(files))
	slices.Reverse(names) // package.json, by which JupyterLab finds it, comes after the script
	slices.SortStableFunc(names, func(a, b string) int { return len(path.Dir(b)) - len(path.Dir(a)) })
	for _, name := range names {
		if err := os.MkdirAll(filepath.Join(dir, filepath.FromSlash(path.Dir(name))), 0o755); err != nil {
			return true, err
		}
		if err := (file{filepath.FromSlash(name), files[name], 0o644}).write(dir); err != nil {
			return true, err
		}
	}
	return true, nil
}
