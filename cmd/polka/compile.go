// SPDX-License-Identifier: BSD-3-Clause

// The progress of compilation.
//
// "go build -n" lists the commands that a build would run, without running them. The packages that
// are in the build cache are not among them, so the list says exactly how many must be compiled,
// and the names of their files how much source code that is. "go build -x" prints the same
// commands when they start. The share of the source code that has been compiled, and the time that
// this took, give an estimate of the rest.

package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"polka/internal/plural"
)

// compileRate is how many bytes of source code one processor compiles in a second, before any have
// been: the standard library and the packages of this program, 33 MB, took 98 s with two
// processors.
const compileRate = 170e3

// rateAfter is how much source code must have been compiled before its time says how fast the
// machine is. The first packages are small.
const rateAfter = 2e6

// A compilation is a list of packages that must be compiled, with the bytes of their source code.
type compilation struct {
	sizes   map[string]int64
	total   int64
	started map[string]bool // the packages whose compilation has started
	done    int64           // bytes of these
	began   time.Time
	report  func(text string)
	pending string // an incomplete line of output
}

// newCompilation reads what go build -n has printed.
func newCompilation(listing string, report func(text string)) *compilation {
	c := &compilation{sizes: make(map[string]int64), started: make(map[string]bool), began: time.Now(), report: report}
	dir := ""
	for line := range strings.Lines(listing) {
		line = strings.TrimSpace(line)
		if to, ok := strings.CutPrefix(line, "cd "); ok {
			dir = to
			continue
		}
		path, files := compiledPackage(line)
		if path == "" {
			continue
		}
		size := int64(1) // a package of which no file is found is a little work
		for _, file := range files {
			if !filepath.IsAbs(file) {
				file = filepath.Join(dir, file)
			}
			if info, err := os.Stat(file); err == nil {
				size += info.Size()
			}
		}
		c.sizes[path] = size
		c.total += size
	}
	return c
}

// compiledPackage returns the import path and the files of a command that runs the compiler, and an
// empty path for others.
func compiledPackage(line string) (path string, files []string) {
	tool, args, ok := strings.Cut(line, " -o ")
	if !ok || strings.TrimSuffix(strings.Trim(filepath.Base(filepath.FromSlash(strings.ReplaceAll(tool, `\`, "/"))), `"'`), ".exe") != "compile" {
		return "", nil
	}
	words := strings.Fields(args)
	for i, w := range words {
		if w == "-p" && i+1 < len(words) && path == "" {
			path = words[i+1]
		}
		if strings.HasSuffix(w, ".go") {
			files = append(files, w)
		}
	}
	return path, files
}

// Write takes what go build -x prints.
func (c *compilation) Write(b []byte) (int, error) {
	text := c.pending + string(b)
	for {
		line, rest, ok := strings.Cut(text, "\n")
		if !ok {
			break
		}
		text = rest
		path, _ := compiledPackage(line)
		if size, ok := c.sizes[path]; ok && !c.started[path] {
			c.started[path] = true
			c.show()
			c.done += size // which is work that still has to be done when the line appears
		}
	}
	c.pending = text
	return len(b), nil
}

// show reports how far the compilation is.
func (c *compilation) show() { c.report(c.String()) }

// String describes the state, such as "compiling 37 of 112 packages, about 40 s".
func (c *compilation) String() string {
	left := roughly(c.left(time.Since(c.began)))
	if len(c.started) == 0 {
		return fmt.Sprintf("compiling %s, about %s", plural.Count(len(c.sizes), "package"), left)
	}
	return fmt.Sprintf("compiling %d of %s, about %s", len(c.started), plural.Count(len(c.sizes), "package"), left)
}

// left estimates how long the rest takes after a time.
func (c *compilation) left(took time.Duration) time.Duration {
	rate := compileRate * float64(min(runtime.GOMAXPROCS(0), 8)) // more have to wait
	if c.done >= rateAfter && took > 0 {
		rate = float64(c.done) / took.Seconds()
	}
	return time.Duration(float64(c.total-c.done) / rate * float64(time.Second))
}

// roughly writes a duration of which little is known: in seconds up to a minute and in minutes
// above.
func roughly(d time.Duration) string {
	switch s := d.Seconds(); {
	case s < 10:
		return fmt.Sprintf("%.0f s", max(math.Ceil(s), 1))
	case s < 55:
		return fmt.Sprintf("%.0f s", 5*math.Ceil(s/5))
	case s < 90:
		return "a minute"
	default:
		return fmt.Sprintf("%.0f minutes", math.Round(s/60))
	}
}

// compile compiles the packages, as far as they are not in the build cache, and reports progress.
// Nothing is reported if there is nothing to do.
func (b *programBuild) compile(ctx context.Context, dir string, packages ...string) error {
	args := append([]string{"build", "-trimpath", "-o", os.DevNull}, packages...)
	var listing bytes.Buffer // go build writes its commands on standard error
	if err := b.goProcess(ctx, nil, dir, nil, &listing, append([]string{"build", "-n"}, args[1:]...)...); err != nil {
		return b.goCommand(ctx, dir, nil, args...) // which says in plain words what is wrong
	}
	c := newCompilation(listing.String(), b.report)
	if len(c.sizes) == 0 {
		return nil
	}
	c.show()
	if err := b.goProcess(ctx, nil, dir, nil, c, append([]string{"build", "-x"}, args[1:]...)...); err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		return b.goCommand(ctx, dir, nil, args...)
	}
	return nil
}

// goGrace is how long the go command may take to end its compilers after an interrupt.
const goGrace = 3 * time.Second

// goProcess runs the go command with additions to the environment. When ctx ends it is
// interrupted, so that it ends the programs that it has started and removes its temporary files.
func (b *programBuild) goProcess(ctx context.Context, env []string, dir string, stdout, stderr io.Writer, args ...string) error {
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir = dir
	cmd.Env = slices.Concat(os.Environ(), buildEnv(), env)
	cmd.Stdout, cmd.Stderr = stdout, stderr
	if runtime.GOOS != "windows" {
		cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	}
	cmd.WaitDelay = goGrace
	return cmd.Run()
}
