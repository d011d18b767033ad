// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"polka/internal/pattern"
)

// valid is a version that all channels understand. The forms of versions before a release differ
// between Python, npm, Debian and Go.
var valid = pattern.New(`^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$`)

// A place is where a file has the version: the group of a pattern.
type place struct {
	file string
	form *pattern.Pattern
}

var places = []place{
	{"python/pyproject.toml", pattern.New(`(?m)^version = "([^"]*)"$`)},
	{"python/pyproject.toml", pattern.New(`polka-kernel-data ==([^"]*)"`)},
	{"python/pyproject.toml", pattern.New(`polka-campaign ==([^"]*)"`)},
	{"install/vscode/package.json", pattern.New(`(?m)^  "version": "([^"]*)"`)},
	{"docs/editors.md", pattern.New(`polka-([0-9.]*)\.vsix`)},
}

// checkVersion reports as an error that a version is invalid, or that a file has another one.
func checkVersion(root, version string) error {
	return eachVersion(root, version, func(file string, text []byte, at []int) error {
		if has := string(text[at[2]:at[3]]); has != version {
			return fmt.Errorf("%s has version %s, not %s; make version VERSION=%s writes it into all files", file, has, version, version)
		}
		return nil
	})
}

// setVersion writes a version into all files that have it.
func setVersion(root, version string) error {
	return eachVersion(root, version, func(file string, text []byte, at []int) error {
		now := string(text[:at[2]]) + version + string(text[at[3]:])
		return os.WriteFile(filepath.Join(root, filepath.FromSlash(file)), []byte(now), 0o666)
	})
}

// eachVersion calls a function with each file that has the version and the place of its number.
func eachVersion(root, version string, do func(file string, text []byte, at []int) error) error {
	if !valid.MatchString(version) {
		return fmt.Errorf("expected a version such as 1.0.0, not %q", strings.TrimSpace(version))
	}
	for _, p := range places {
		text, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(p.file)))
		if err != nil {
			return err
		}
		at := p.form.Regexp().FindSubmatchIndex(text)
		if at == nil {
			return fmt.Errorf("%s: expected a version, by the pattern %s", p.file, p.form)
		}
		if err := do(p.file, text, at); err != nil {
			return err
		}
	}
	return nil
}
