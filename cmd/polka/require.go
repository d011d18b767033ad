// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"polka/internal/command"
	"polka/internal/printing"
	"polka/kernel/display"
	"polka/kernel/engine"
)

// A provider builds the programs that the cells of one session require.
type provider struct {
	modules []string // so far
}

// provided numbers the displays of providers.
var provided atomic.Int64

// provide gives the command of a worker that has more modules.
func (p *provider) provide(ctx context.Context, modules []string, out engine.Output) ([]string, error) {
	for _, m := range modules {
		if err := replaced(".", m); err != nil {
			return nil, err
		}
	}
	list := append(slices.Clone(p.modules), versioned(".", modules)...)
	id := fmt.Sprintf("polka-require-%d-%d", os.Getpid(), provided.Add(1))
	shown := false
	show := func(text string) {
		out.Display(display.Event{Bundle: display.Text(text), ID: id, Update: shown})
		shown = true
	}
	var last time.Time
	stage := ""
	program, err := provideProgram(ctx, list, func(text string) {
		if first, _, _ := strings.Cut(text, " "); first != stage || time.Since(last) >= progressPause {
			stage, last = first, time.Now()
			show("%require: " + text)
		}
	})
	if err != nil {
		if shown { // an error follows, or the cell was stopped
			out.Display(display.Event{Bundle: display.Bundle{Data: map[string][]byte{display.TextType: nil}}, ID: id, Update: true})
		}
		return nil, err
	}
	names := strings.Join(list, ", ")
	if fromSet(list) == program {
		names = "the prebuilt modules"
	}
	if text, err := os.ReadFile(program + ".txt"); err == nil {
		names = strings.TrimSpace(string(text))
	}
	show("the cells run in a program with " + names)
	p.modules = list
	return []string{program, workerVerb}, nil
}

// versioned adds versions to modules that lack one: what the go.mod around a directory requires, or
// the latest.
func versioned(dir string, modules []string) (list []string) {
	sources := newSources(dir)
	for _, m := range modules {
		path, version, _ := strings.Cut(m, "@")
		if version == "" && sources != nil {
			version = sources.Version(path)
		}
		list = append(list, path+"@"+cmp.Or(version, "latest"))
	}
	return list
}

// progressPause is how long a report of progress stays before another one of its kind replaces it.
const progressPause = 250 * time.Millisecond

// provideProgram gives the program that has modules. It is built once and kept in the user's cache
// directory. While it is built, report is called with what is being done.
func provideProgram(ctx context.Context, modules []string, report func(text string)) (string, error) {
	if program := fromSet(modules); program != "" {
		return program, nil
	}
	program, err := programFile(modules)
	if err != nil {
		return "", err
	}
	now := time.Now()
	if os.Chtimes(program, now, now) == nil {
		return program, nil
	}
	report("building a program with " + strings.Join(modules, ", "))
	if err := build(ctx, modules, program, report); err != nil {
		if errors.Is(err, errNoToolchain) {
			return "", withoutToolchain(modules)
		}
		if needsC := new(cgoError); ctx.Err() == nil && !errors.As(err, &needsC) {
			err = fmt.Errorf("%w\nto build the program where this is possible: polka build --with %s --output polka-more", err, strings.Join(modules, ","))
		}
		return "", err
	}
	return program, nil
}

// movedEnv names the variable that says to a program that it has been started to run a script which
// requires modules.
const movedEnv = "POLKA_MOVED"

// move runs this command again in a program that has the modules which a script requires. False
// says that it requires none. A script with another directory than the current one uses the go.mod
// file there.
func move(ctx context.Context, dir string, modules []string, stdin io.Reader, std streams) (moved bool, err error) {
	if os.Getenv(movedEnv) != "" {
		os.Unsetenv(movedEnv) // which is not for the programs that the script starts
		return false, nil
	}
	if len(modules) == 0 {
		return false, nil
	}
	for _, m := range modules {
		if err := replaced(dir, m); err != nil {
			return true, err
		}
	}
	program, err := provideProgram(ctx, versioned(dir, modules), stages(std.err))
	if err != nil {
		return true, err
	}
	cmd := exec.CommandContext(ctx, program, os.Args[1:]...)
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	cmd.Env = append(os.Environ(), movedEnv+"=1")
	cmd.Stdin, cmd.Stdout, cmd.Stderr = stdin, printing.Bare(std.out), printing.Bare(std.err)
	err = cmd.Run()
	var exit *exec.ExitError
	if errors.As(err, &exit) && exit.ExitCode() >= 0 {
		return true, command.Status(exit.ExitCode())
	}
	return true, err
}

// stages returns a function that writes the first report of each kind: a kind begins with another
// word.
func stages(w io.Writer) func(text string) {
	last := ""
	return func(text string) {
		if first, _, _ := strings.Cut(text, " "); first != last {
			last = first
			fmt.Fprintln(w, "polka: "+text)
		}
	}
}

// build makes a program, and a file beside it that names its modules with their versions. The
// program is put in its place when it is complete.
func build(ctx context.Context, modules []string, program string, report func(text string)) error {
	unfinished := fmt.Sprintf("%s.%d", program, os.Getpid())
	defer os.Remove(unfinished)
	b := programBuild{modules: modules, output: unfinished, log: io.Discard, report: report}
	if err := b.run(ctx); err != nil {
		return err
	}
	if err := os.WriteFile(program+".txt", []byte(strings.Join(b.versions, ", ")), 0o666); err != nil {
		return err
	}
	if err := os.Rename(unfinished, program); err != nil {
		return err
	}
	forgetPrograms(filepath.Dir(program))
	return nil
}

// programFile returns where the program with modules is kept. Programs of another build of Polka
// are other programs.
func programFile(modules []string) (string, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	self, err := os.Executable()
	if err != nil {
		return "", err
	}
	f, err := os.Open(self)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	fmt.Fprintln(h, modules)
	name := "polka-" + hex.EncodeToString(h.Sum(nil)[:12])
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	return filepath.Join(cache, "polka", "programs", name), nil
}

// keptPrograms is how many programs are kept, some 50 MB each.
const keptPrograms = 8

// forgetPrograms removes the programs that have not been used for the longest time.
func forgetPrograms(dir string) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return
	}
	var files []os.FileInfo
	for _, e := range entries {
		if info, err := e.Info(); err == nil && filepath.Ext(e.Name()) != ".txt" {
			files = append(files, info)
		}
	}
	slices.SortFunc(files, func(a, b os.FileInfo) int { return b.ModTime().Compare(a.ModTime()) })
	for _, f := range files[min(keptPrograms, len(files)):] {
		os.Remove(filepath.Join(dir, f.Name()))
		os.Remove(filepath.Join(dir, f.Name()+".txt"))
	}
}
