// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"bytes"
	"debug/buildinfo"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"polka/internal/dataset"
	"polka/internal/licenses"
	"polka/internal/modcache"
	"polka/internal/sibling"
)

// dataName is the Python package with the program polka-data, whose modules are those that package
// dataset lists.
const dataName = "polka-kernel-data"

// modules lists what the program has in addition, as PATH@VERSION.
func modules() (list []string) {
	for _, m := range dataset.List() {
		list = append(list, m.String())
	}
	return list
}

// buildData builds the program for a system, by polka build, in a new temporary directory. The
// polka that does so runs here and has the same version, so that the two programs belong together.
func buildData(system platform, version string) (string, error) {
	dir, err := os.MkdirTemp("", "wheel")
	if err != nil {
		return "", err
	}
	polka, program := filepath.Join(dir, "polka-builder"), filepath.Join(dir, sibling.Data)
	for _, step := range []struct {
		args []string
		env  []string
	}{
		{[]string{"go", "build", "-trimpath", "-ldflags", "-s -w -X main.version=" + version, "-o", polka, "./cmd/polka"}, nil},
		{[]string{polka, "build", "--source", ".", "--with", strings.Join(modules(), ","), "--output", program}, []string{"GOOS=" + system.os, "GOARCH=" + system.arch}},
	} {
		command := exec.Command(step.args[0], step.args[1:]...)
		command.Env = append(append(os.Environ(), "CGO_ENABLED=0"), step.env...)
		command.Stderr = os.Stderr
		if err := command.Run(); err != nil {
			os.RemoveAll(dir)
			return "", fmt.Errorf("building %s for %s/%s: %w", sibling.Data, system.os, system.arch, err)
		}
	}
	return program, nil
}

// dataWheel builds the program for a system unless it has been built, and returns the wheel with it
// and its file's name.
func (p project) dataWheel(root fs.FS, system platform, r request) (name string, content []byte, err error) {
	program := r.program
	if program == "" {
		if program, err = buildData(system, r.version); err != nil {
			return "", nil, err
		}
		defer os.RemoveAll(filepath.Dir(program))
	}
	base := strings.ReplaceAll(dataName, "-", "_") + "-" + p.version
	info, suffix := base+".dist-info/", ""
	if system.os == "windows" {
		suffix = ".exe"
	}
	code, err := os.ReadFile(program)
	if err != nil {
		return "", nil, err
	}
	license, err := fs.ReadFile(root, "LICENSE")
	if err != nil {
		return "", nil, err
	}
	others, err := moduleLicenses(program)
	if err != nil {
		return "", nil, err
	}
	metadata, err := p.metadata(root, dataName, "Prebuilt Go modules for Polka, a Jupyter kernel for Go",
		[]string{"Requires-Dist: " + p.name + "==" + p.version}, []string{"LICENSE", "THIRD-PARTY.txt", "MODULES.txt"},
		"In a cell, `%require` of these modules needs no Go toolchain:\n\n- "+strings.Join(modules(), "\n- ")+"\n")
	if err != nil {
		return "", nil, err
	}
	return pack(base, system, []file{
		{base + ".data/scripts/" + sibling.Data + suffix, code, 0o755},
		{info + "METADATA", metadata, 0o644},
		{info + "licenses/LICENSE", license, 0o644},
		{info + "licenses/THIRD-PARTY.txt", []byte(licenses.Text), 0o644},
		{info + "licenses/MODULES.txt", others, 0o644},
	})
}

// moduleLicenses returns the license texts of the modules that a program contains and polka does
// not. The go command has them in the module cache.
func moduleLicenses(program string) ([]byte, error) {
	info, err := buildinfo.ReadFile(program)
	if err != nil {
		return nil, err
	}
	cache, err := exec.Command("go", "env", "GOMODCACHE").Output()
	if err != nil {
		return nil, fmt.Errorf("go env GOMODCACHE: %w", err)
	}
	known := licenses.Modules()
	var b bytes.Buffer
	b.WriteString("The licenses of the modules of this program that THIRD-PARTY.txt does not list.\n")
	for _, m := range info.Deps {
		if m.Version == "v0.0.0" || slices.ContainsFunc(known, func(k licenses.Module) bool { return k.Path == m.Path && k.Version == m.Version }) {
			continue // Polka itself, or listed
		}
		dir, err := modcache.Dir(m.Path, m.Version)
		if err != nil {
			return nil, err
		}
		dir = filepath.Join(strings.TrimSpace(string(cache)), filepath.FromSlash(dir))
		files, err := os.ReadDir(dir)
		if err != nil {
			return nil, err
		}
		found := false
		for _, f := range files {
			if kind, _, _ := strings.Cut(strings.ToUpper(f.Name()), "."); f.IsDir() || !slices.Contains([]string{"LICENSE", "LICENCE", "COPYING", "NOTICE"}, strings.SplitN(kind, "-", 2)[0]) {
				continue
			}
			text, err := os.ReadFile(filepath.Join(dir, f.Name()))
			if err != nil {
				return nil, err
			}
			found = found || !strings.HasPrefix(strings.ToUpper(f.Name()), "NOTICE")
			fmt.Fprintf(&b, "%s%s %s, %s\n\n%s\n", licenses.Rule, m.Path, m.Version, path.Base(f.Name()), bytes.TrimSpace(text))
		}
		if !found {
			return nil, fmt.Errorf("module %s %s has no license file", m.Path, m.Version)
		}
	}
	return b.Bytes(), nil
}
