// SPDX-License-Identifier: BSD-3-Clause

// Gen writes the licenses of all modules that are linked into Polka's programs, on any system.
//
//	go run ./gen -output THIRD-PARTY.txt
//
// A module's texts are the files named LICENSE, COPYING, NOTICE, PATENTS and the like in its folder
// and in the folders of those of its packages that are used. Modules with the same texts share one
// copy of them.
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"go/version"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/google/licensecheck"

	"polka/internal/licenses"
	"polka/internal/pattern"
)

// targets are the programs and the systems for which they are built.
var targets = []struct {
	goos, goarch string
	programs     []string
}{
	{"linux", "amd64", []string{"polka/cmd/polka", "polka/cmd/polka-campaign"}},
	{"darwin", "arm64", []string{"polka/cmd/polka", "polka/cmd/polka-campaign"}},
	{"windows", "amd64", []string{"polka/cmd/polka", "polka/cmd/polka-campaign"}},
	{"js", "wasm", []string{"polka/cmd/lite"}},
}

// choices are modules under one of several licenses: the file of the license that we take.
var choices = map[string]string{"github.com/golang/freetype": "licenses/ftl.txt"}

// names matches the files that hold a license or what belongs to it.
var names = pattern.New(`(?i)^(licen[cs]e|copying|notice|patents|unlicense)([.-](md|txt))?$`)

func main() {
	output := flag.String("output", "", "write the licenses to `FILE`")
	flag.Parse()
	if err := write(*output); err != nil {
		fmt.Fprintln(os.Stderr, "licenses:", err)
		os.Exit(1)
	}
}

func write(output string) error {
	modules, err := linked()
	if err != nil {
		return err
	}
	text, err := join(modules)
	if err != nil {
		return err
	}
	return os.WriteFile(output, text, 0o666)
}

// A module is one that some program links.
type module struct {
	path, version, dir string
	packages           map[string]bool // folders of packages that are used
}

// linked lists the modules of all programs, and Go.
func linked() (map[string]*module, error) {
	environment, err := exec.Command("go", "env", "GOROOT", "GOVERSION").Output()
	if err != nil {
		return nil, fmt.Errorf("go env: %w", err)
	}
	root, release, _ := strings.Cut(strings.TrimSpace(string(environment)), "\n")
	// The file is the same for all releases of a version.
	modules := map[string]*module{"Go": {path: "Go", version: version.Lang(release), dir: root}}
	for _, t := range targets {
		list := exec.Command("go", append([]string{"list", "-deps", "-f", "{{with .Module}}{{if not .Main}}{{.Path}}\t{{.Version}}\t{{.Dir}}\t{{$.Dir}}{{end}}{{end}}"}, t.programs...)...)
		list.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS="+t.goos, "GOARCH="+t.goarch)
		list.Stderr = os.Stderr
		out, err := list.Output()
		if err != nil {
			return nil, fmt.Errorf("go list for %s/%s: %w", t.goos, t.goarch, err)
		}
		for line := range strings.Lines(string(out)) {
			f := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
			if len(f) != 4 {
				continue
			}
			m := modules[f[0]]
			if m == nil {
				m = &module{f[0], f[1], f[2], map[string]bool{}}
				modules[f[0]] = m
			}
			m.packages[f[3]] = true
		}
	}
	return modules, nil
}

// texts returns the license texts of a module in the order of their names, and the SPDX expression.
func (m *module) texts() ([]byte, string, error) {
	dirs := map[string]bool{m.dir: true}
	for dir := range m.packages {
		for ; len(dir) > len(m.dir); dir = filepath.Dir(dir) {
			dirs[dir] = true
		}
	}
	var files []string
	for dir := range dirs {
		entries, err := os.ReadDir(dir)
		if err != nil {
			return nil, "", err
		}
		for _, e := range entries {
			if !e.IsDir() && names.MatchString(e.Name()) {
				files = append(files, filepath.Join(dir, e.Name()))
			}
		}
	}
	if choice, ok := choices[m.path]; ok {
		files = append(files, filepath.Join(m.dir, filepath.FromSlash(choice)))
	}
	slices.Sort(files)
	var text []byte
	found := map[string]bool{}
	seen := map[string]bool{}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			return nil, "", err
		}
		data = append(bytes.TrimSpace(bytes.ReplaceAll(data, []byte("\r\n"), []byte("\n"))), '\n')
		if seen[string(data)] {
			continue
		}
		seen[string(data)] = true
		text = append(append(text, '\n'), data...)
		for _, match := range licensecheck.Scan(data).Match {
			if !match.IsURL {
				found[match.ID] = true
			}
		}
	}
	// A patent grant and a text that is only mentioned are no licenses of their own.
	delete(found, "GooglePatentClause")
	delete(found, "GooglePatentsFile")
	if len(found) == 0 {
		return nil, "", fmt.Errorf("%s %s: no license that is known in %s", m.path, m.version, m.dir)
	}
	return text, strings.Join(slices.Sorted(maps.Keys(found)), " AND "), nil
}

// join writes all texts, those that several modules share once.
func join(modules map[string]*module) ([]byte, error) {
	if len(modules) < 2 {
		return nil, errors.New("go list names no modules")
	}
	type part struct{ license, text string }
	users := map[part][]string{}
	for _, path := range slices.Sorted(maps.Keys(modules)) {
		m := modules[path]
		text, license, err := m.texts()
		if err != nil {
			return nil, err
		}
		p := part{license, string(text)}
		users[p] = append(users[p], "  "+m.path+" "+m.version+"\n")
	}
	var b bytes.Buffer
	b.WriteString("Polka's programs contain Go's library and the modules below. Each license is\npreceded by the modules that have it, with their versions.\n")
	for _, p := range slices.SortedFunc(maps.Keys(users), func(a, b part) int {
		return strings.Compare(a.license+users[a][0], b.license+users[b][0])
	}) {
		b.WriteString(licenses.Rule + p.license + "\n" + strings.Join(users[p], "") + p.text)
	}
	return b.Bytes(), nil
}
