// SPDX-License-Identifier: BSD-3-Clause

package gosmith

import (
	"bytes"
	"errors"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
)

// packages are those of the standard library that programs, and what they are built with, may
// import.
var packages = []string{
	"bufio", "bytes", "cmp", "container/heap", "container/list", "context", "encoding/gob", "encoding/json",
	"encoding/xml", "errors", "flag", "fmt", "io", "iter", "log/slog", "maps", "math", "math/bits", "os", "reflect",
	"regexp", "runtime", "slices", "sort", "strconv", "strings", "sync", "sync/atomic", "text/tabwriter", "text/template",
	"time", "unicode", "unicode/utf8", "unique", "unsafe",
}

// exports returns the files with the export data of the packages and what they import, by import
// path.
var exports = sync.OnceValues(func() (map[string]string, error) {
	args := append([]string{"list", "-export", "-deps", "-f", "{{if .Export}}{{.ImportPath}}={{.Export}}{{end}}"}, packages...)
	cmd := exec.Command("go", args...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w\n%s", err, stderr.Bytes())
	}
	files := map[string]string{}
	for line := range strings.Lines(string(out)) {
		if path, file, ok := strings.Cut(strings.TrimSpace(line), "="); ok {
			files[path] = file
		}
	}
	return files, nil
})

// A checker checks the types of programs. It keeps the packages that they import.
type checker struct {
	mu       sync.Mutex
	importer types.Importer
}

var shared = &checker{}

// Check parses a program and checks its types.
func Check(src string) error {
	p := &program{src: src, fset: token.NewFileSet()}
	var err error
	if p.file, err = parser.ParseFile(p.fset, "main.go", src, parser.SkipObjectResolution); err != nil {
		return err
	}
	return shared.check(&types.Config{}, p)
}

// errChecker is the error of programs for which the type checker itself fails, see graph_fault.go.
var errChecker = errors.New("the type checker panics")

// check checks the types of p.
func (c *checker) check(conf *types.Config, p *program) (err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	defer func() {
		if e := recover(); e != nil {
			err = fmt.Errorf("%w: %v", errChecker, e)
		}
	}()
	if c.importer == nil {
		files, err := exports()
		if err != nil {
			return err
		}
		c.importer = importer.ForCompiler(token.NewFileSet(), "gc", func(path string) (io.ReadCloser, error) {
			file, ok := files[path]
			if !ok {
				return nil, fmt.Errorf("no package %s", path)
			}
			return os.Open(file)
		})
	}
	conf.Importer = c.importer
	_, err = conf.Check("main", p.fset, []*ast.File{p.file}, p.info)
	return err
}
