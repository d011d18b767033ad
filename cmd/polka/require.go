package main

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"polka/kernel/display"
	"polka/kernel/engine"
)

// A provider builds the programs that the cells of one session require.
type provider struct {
	modules []string // so far
}

// provided numbers the displays of providers.
var provided atomic.Int64

// provide gives the command of a worker that has more modules. A program is built once and kept in
// the user's cache directory.
func (p *provider) provide(ctx context.Context, modules []string, out engine.Output) ([]string, error) {
	sources := newSources(".")
	list := slices.Clone(p.modules)
	for _, m := range modules {
		path, version, _ := strings.Cut(m, "@")
		if version == "" && sources != nil {
			version = sources.Version(path)
		}
		list = append(list, path+"@"+cmp.Or(version, "latest"))
	}
	program, err := programFile(list)
	if err != nil {
		return nil, err
	}
	names := strings.Join(list, ", ")
	id := fmt.Sprintf("polka-require-%d-%d", os.Getpid(), provided.Add(1))
	show := func(text string, update bool) {
		out.Display(display.Event{Bundle: display.Text(text), ID: id, Update: update})
	}
	now := time.Now()
	built := os.Chtimes(program, now, now) == nil
	if !built {
		show("building a program with "+names+" (about a minute)", false)
		if err := build(ctx, list, program); err != nil {
			if ctx.Err() == nil {
				err = fmt.Errorf("%w\nto build the program where this is possible: polka build --with %s --output polka-more", err, strings.Join(list, ","))
			}
			return nil, err
		}
	}
	if text, err := os.ReadFile(program + ".txt"); err == nil {
		names = strings.TrimSpace(string(text))
	}
	show("the cells run in a program with "+names, !built)
	p.modules = list
	return []string{program, workerVerb}, nil
}

// build makes a program, and a file beside it that names its modules with their versions. The
// program is put in its place when it is complete.
func build(ctx context.Context, modules []string, program string) error {
	unfinished := fmt.Sprintf("%s.%d", program, os.Getpid())
	defer os.Remove(unfinished)
	b := programBuild{modules: modules, output: unfinished, log: io.Discard}
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

// programFile is where the program with modules is kept. Programs of another build of Polka are
// other programs.
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

// keptPrograms is how many programs are kept, some 40 MB each.
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
