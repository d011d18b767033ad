// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"polka/internal/progress"
	"polka/kernel/session"
)

// A downloader downloads modules into the module cache, each once.
type downloader struct {
	done map[string]session.Downloaded
}

// download downloads the module PATH or PATH@VERSION, or the one that provides the package PATH,
// with the modules that it needs, in the versions that the go command chooses. Nothing is compiled.
func (l *downloader) download(ctx context.Context, module string) (d session.Downloaded, err error) {
	module = versioned(".", []string{module})[0]
	if d, ok := l.done[module]; ok {
		return d, nil
	}
	if l.done == nil {
		l.done = make(map[string]session.Downloaded)
	}
	if setHas(module) {
		return d, errInSet
	}
	if d, ok := recall(module); ok {
		l.done[module] = d
		return d, nil
	}
	if _, err := exec.LookPath("go"); err != nil {
		return d, errNoToolchain
	}
	dir, err := os.MkdirTemp("", "polka-get-")
	if err != nil {
		return d, err
	}
	defer os.RemoveAll(dir)
	if err := os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module polka.local\n"), 0o666); err != nil {
		return d, err
	}
	b := programBuild{log: io.Discard, report: func(string) {}}
	if tell := progress.Listener(ctx); tell != nil {
		b.report = func(text string) { tell(progress.Report{Done: -1, Text: text}) }
		defer tell(progress.Report{Done: 1})
	}
	if err := b.get(ctx, dir, module); err != nil {
		return d, err
	}
	patterns, _, err := b.patterns(ctx, dir, []string{modulePart(module)})
	if err != nil {
		return d, err
	}
	var out bytes.Buffer
	if err := b.goCommand(ctx, dir, &out, append([]string{"list", "-deps", "-json=ImportPath,Standard,Module"}, patterns...)...); err != nil {
		return d, err
	}
	d.Versions = make(map[string]string)
	for list := json.NewDecoder(&out); ; {
		var p struct {
			ImportPath string
			Standard   bool
			Module     *struct{ Path, Version string }
		}
		if err := list.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return d, fmt.Errorf("go list: %w", err)
		}
		if p.Standard || p.Module == nil {
			continue
		}
		d.Versions[p.Module.Path] = p.Module.Version
		d.Packages = append(d.Packages, p.ImportPath)
	}
	l.done[module] = d
	remember(module, d)
	return d, nil
}

// modulePart is PATH of PATH@VERSION.
func modulePart(module string) string {
	path, _, _ := strings.Cut(module, "@")
	return path
}
