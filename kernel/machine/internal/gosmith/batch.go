// SPDX-License-Identifier: BSD-3-Clause

package gosmith

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Building programs one by one with the go command takes 0.3 s each, nearly all of it for linking.
// A batch compiles each program as a package of its own and links up to batchSize of them into one
// binary, which runs the program that its argument names. A process runs one program only, so an
// uncaught panic ends nothing else.
//
// The packages are compiled with the compiler itself, not with the go command, which does not let a
// package be imported whose name is main. Without inlining and without debugging information, which
// change nothing that a program can see, the compiler takes two thirds of the time, measured over
// programs of all three kinds. Their import paths are four letters long: a program can
// see its import path in the name of an instance of a generic type, main.Set[zaab.T], and by
// reflection, and there the path is replaced in the output.
//
// Initialization runs for all packages of the binary. What is printed during the initialization of
// the others is thrown away: the first variable initialized in each package is one that sets
// os.Stdout.

const batchSize = 100

// An Outcome is what a program did.
type Outcome struct {
	Output string // what it wrote to standard output
	Panic  string // the message with which it ended if it panicked
}

// Options says how programs are compiled and run. The zero value is the usual way.
type Options struct {
	GCFlags string        // flags for the compiler, such as "-N"; "" means "-l -dwarf=false"
	Timeout time.Duration // limit for the run of a program; 10 s if it is 0
}

// Expected generates the programs for the seeds and returns what they do when the Go compiler has
// compiled them. It writes to the directory dir, which must exist.
func Expected(ctx context.Context, dir string, seeds []uint64, size int) (map[uint64]Outcome, error) {
	sources := make([]string, len(seeds))
	for i, seed := range seeds {
		sources[i] = Program(seed, size)
	}
	outcomes, err := Run(ctx, dir, sources, Options{})
	if err != nil {
		return nil, err
	}
	m := make(map[uint64]Outcome, len(seeds))
	for i, seed := range seeds {
		m[seed] = outcomes[i]
	}
	return m, nil
}

// Run compiles programs, which may import only what packages lists, and runs them. It writes to the
// directory dir, which must exist. It fails if a program does not compile or does not end in time.
func Run(ctx context.Context, dir string, sources []string, opt Options) ([]Outcome, error) {
	if opt.Timeout == 0 {
		opt.Timeout = 10 * time.Second
	}
	if opt.GCFlags == "" {
		opt.GCFlags = "-l -dwarf=false"
	}
	outcomes := make([]Outcome, len(sources))
	for start := 0; start < len(sources); start += batchSize {
		end := min(start+batchSize, len(sources))
		b := &batch{dir: filepath.Join(dir, fmt.Sprintf("batch%d", start/batchSize)), sources: sources[start:end], opt: opt}
		if err := b.build(ctx); err != nil {
			return nil, err
		}
		err := parallel(end-start, func(i int) error {
			var err error
			outcomes[start+i], err = b.run(ctx, i)
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return outcomes, nil
}

type batch struct {
	dir     string
	sources []string
	opt     Options
}

// path returns the import path of program i.
func path(i int) string { return fmt.Sprintf("za%c%c", 'a'+i/26, 'a'+i%26) }

// word returns an expression for the import path of a program as a word.
func word(path string) *regexp.Regexp { return regexp.MustCompile(`\b` + path + `\b`) }

// build compiles and links the programs.
func (b *batch) build(ctx context.Context) error {
	if err := os.MkdirAll(b.dir, 0o777); err != nil {
		return err
	}
	files, err := exports()
	if err != nil {
		return err
	}
	var config strings.Builder
	for path, file := range files {
		fmt.Fprintf(&config, "packagefile %s=%s\n", path, file)
	}
	fmt.Fprintf(&config, "packagefile zchosen=%s\n", filepath.Join(b.dir, "zchosen.a"))
	if err := b.write("importcfg", config.String()); err != nil {
		return err
	}
	if err := b.compile(ctx, "zchosen", chosen); err != nil {
		return err
	}
	err = parallel(len(b.sources), func(i int) error {
		return b.compile(ctx, path(i), fmt.Sprintf(entry, i), b.sources[i])
	})
	if err != nil {
		return err
	}
	var imports, cases strings.Builder
	for i := range b.sources {
		fmt.Fprintf(&imports, "%s %q\n", path(i), path(i))
		fmt.Fprintf(&cases, "%s.GosmithMain,\n", path(i))
		fmt.Fprintf(&config, "packagefile %s=%s\n", path(i), filepath.Join(b.dir, path(i)+".a"))
	}
	if err := b.write("importcfg", config.String()); err != nil {
		return err
	}
	if err := b.compile(ctx, "main", fmt.Sprintf(driver, imports.String(), cases.String())); err != nil {
		return err
	}
	return tool(ctx, "link", "-s", "-w", "-importcfg", filepath.Join(b.dir, "importcfg"),
		"-o", b.binary(), filepath.Join(b.dir, "main.a"))
}

func (b *batch) binary() string { return filepath.Join(b.dir, "batch.exe") }

func (b *batch) write(name, text string) error {
	return os.WriteFile(filepath.Join(b.dir, name), []byte(text), 0o666)
}

// compile compiles a package of the given files.
func (b *batch) compile(ctx context.Context, path string, texts ...string) error {
	args := []string{"-p", path, "-importcfg", filepath.Join(b.dir, "importcfg"), "-c", "1",
		"-pack", "-complete", "-o", filepath.Join(b.dir, path+".a")}
	args = append(args, strings.Fields(b.opt.GCFlags)...)
	for i, text := range texts {
		name := fmt.Sprintf("%s_%d.go", path, i)
		if err := b.write(name, text); err != nil {
			return err
		}
		args = append(args, filepath.Join(b.dir, name))
	}
	return tool(ctx, "compile", args...)
}

// tool runs the compiler or the linker.
func tool(ctx context.Context, name string, args ...string) error {
	paths, err := tools()
	if err != nil {
		return err
	}
	cmd := exec.CommandContext(ctx, paths[name], args...)
	cmd.Env = append(os.Environ(), "GOGC=400") // the compiler spends a quarter of its time collecting
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%s %s: %w\n%s", name, strings.Join(args[:min(len(args), 4)], " "), err, out)
	}
	return nil
}

// tools returns the paths of the compiler and the linker, by name.
var tools = sync.OnceValues(func() (map[string]string, error) {
	paths := make(map[string]string)
	for _, name := range []string{"compile", "link"} {
		out, err := exec.Command("go", "tool", "-n", name).Output()
		if err != nil {
			return nil, fmt.Errorf("go tool -n %s: %w", name, err)
		}
		paths[name] = strings.TrimSpace(string(out))
	}
	return paths, nil
})

// run runs program i.
func (b *batch) run(ctx context.Context, i int) (Outcome, error) {
	ctx, cancel := context.WithTimeout(ctx, b.opt.Timeout)
	defer cancel()
	cmd := Command(ctx, b.binary(), strconv.Itoa(i))
	cmd.Env = append(os.Environ(), "GOTRACEBACK=single", "GOMAXPROCS=2")
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	local := func(s string) string { return word(path(i)).ReplaceAllString(s, "main") }
	o := Outcome{Output: local(stdout.String())}
	var exit *exec.ExitError
	switch message := stderr.String(); {
	case err == nil:
		return o, nil
	case ctx.Err() != nil:
		return o, fmt.Errorf("program %d of %s: %w", i, b.dir, ctx.Err())
	case errors.As(err, &exit) && exit.ExitCode() == 2 && strings.HasPrefix(message, "panic: "):
		message, _, _ = strings.Cut(strings.TrimPrefix(message, "panic: "), "\n\ngoroutine ")
		message, _, _ = strings.Cut(message, "\n[signal ")
		o.Panic = local(message)
		return o, nil
	default:
		return o, fmt.Errorf("program %d of %s: %w\n%s", i, b.dir, err, message)
	}
}

// Command is a command that runs a program for the processor of this one. Where an emulator runs
// this one, the environment variable POLKA_EMULATOR is its name.
func Command(ctx context.Context, args ...string) *exec.Cmd {
	if e := os.Getenv("POLKA_EMULATOR"); e != "" {
		args = append([]string{e}, args...)
	}
	return exec.CommandContext(ctx, args[0], args[1:]...)
}

// parallel calls f for 0 to n-1 and returns the first error.
func parallel(n int, f func(i int) error) error {
	var group sync.WaitGroup
	errs := make([]error, n)
	tokens := make(chan bool, runtime.GOMAXPROCS(0))
	for i := range n {
		tokens <- true
		group.Go(func() {
			errs[i] = f(i)
			<-tokens
		})
	}
	group.Wait()
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// chosen is the package that tells the programs of a batch which of them is to run.
const chosen = `package chosen

import "os"

var (
	stdout  = os.Stdout
	null, _ = os.OpenFile(os.DevNull, os.O_WRONLY, 0)
)

// Program opens standard output for the program that is to run.
func Program(name string) bool {
	os.Stdout = null
	if os.Args[1] == name {
		os.Stdout = stdout
	}
	return true
}

// Start opens standard output for good.
func Start() { os.Stdout = stdout }
`

// entry is a file that is compiled with each program. Its variable is the first that is
// initialized.
const entry = `package main

import zchosen "zchosen"

var _ = zchosen.Program("%d")

func GosmithMain() {
	zchosen.Start()
	main()
}
`

const driver = `package main

import (
	"os"
	"strconv"
%s)

func main() {
	i, _ := strconv.Atoi(os.Args[1])
	[]func(){
%s}[i]()
}
`
