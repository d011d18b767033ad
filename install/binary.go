// SPDX-License-Identifier: BSD-3-Clause

package install

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
)

// binary decides which path of the program a kernelspec names, and whether the program has to be
// copied beside it because that path is temporary. An entry of $PATH that leads to the running
// program is preferred to the program's own path: a package manager that updates the program keeps
// the entry and removes the folder of the old version. A program in a temporary or build folder,
// such as one started by `go run`, is copied.
func binary(executable string) (path string, transient bool, err error) {
	if executable == "" {
		if executable, err = os.Executable(); err != nil {
			return "", false, fmt.Errorf("the path of this program: %w", err)
		}
	}
	resolved, err := filepath.EvalSymlinks(executable)
	if err != nil {
		return "", false, fmt.Errorf("the path of this program: %w", err)
	}
	if isTransient(resolved) {
		return resolved, true, nil
	}
	for _, dir := range filepath.SplitList(os.Getenv("PATH")) {
		entry := filepath.Join(dir, filepath.Base(executable))
		if !filepath.IsAbs(entry) {
			continue
		}
		if to, err := filepath.EvalSymlinks(entry); err == nil && to == resolved && !isTransient(entry) {
			return entry, false, nil
		}
	}
	if executable, err = filepath.Abs(executable); err != nil {
		return "", false, err
	}
	return executable, false, nil
}

// isTransient reports whether a file lies in a folder that is emptied from time to time.
func isTransient(file string) bool {
	dirs := []string{os.TempDir(), os.Getenv("GOTMPDIR"), os.Getenv("GOCACHE")}
	if cache, err := os.UserCacheDir(); err == nil {
		dirs = append(dirs, filepath.Join(cache, "go-build"))
	}
	for _, dir := range dirs {
		if dir == "" {
			continue
		}
		if real, err := filepath.EvalSymlinks(dir); err == nil {
			dir = real
		}
		if rel, err := filepath.Rel(dir, file); err == nil && filepath.IsLocal(rel) {
			return true
		}
	}
	return false
}

// copyName returns the name of the program's copy in the folder of the kernelspec.
func copyName() string {
	if runtime.GOOS == "windows" {
		return "polka.exe"
	}
	return "polka"
}

// executableProblem returns why a program named by a kernelspec cannot be started, "" if it can. A
// bare name is looked up in $PATH by Jupyter and is accepted here.
func executableProblem(path string) string {
	if !strings.ContainsAny(path, `/\`) {
		return ""
	}
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return fmt.Sprintf("its program %s does not exist", path)
	case info.IsDir(), runtime.GOOS != "windows" && info.Mode()&0o111 == 0:
		return fmt.Sprintf("its program %s cannot be executed", path)
	}
	return ""
}
