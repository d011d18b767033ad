// SPDX-License-Identifier: BSD-3-Clause

package worker

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log"
	"math"
	"os"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"polka/kernel/display"
	"polka/kernel/engine"
)

// TestMain is also the child: the tests start this binary again with the argument "worker".
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == "worker" {
		findReplies()
		if os.Getenv("FAKE") == "early" {
			fmt.Fprintln(os.Stderr, "cannot find the stars")
			os.Exit(3)
		}
		err := Main(func() (engine.Interpreter, error) {
			if why := os.Getenv("FAKE_FAILS"); why != "" {
				return nil, errors.New(why)
			}
			if os.Getenv("FAKE") == "no" {
				return realSession()
			}
			return &fake{}, nil
		})
		if err != nil {
			os.Exit(1)
		}
		return
	}
	if len(os.Args) > 1 && os.Args[1] == "sleep" {
		time.Sleep(time.Hour)
	}
	if len(os.Args) > 2 && os.Args[1] == "parent" {
		parent(os.Args[2])
	}
	goleak.VerifyTestMain(m)
}

// A fake is an interpreter whose cells are lines of orders, most of them nasty.
type fake struct {
	declared []string
}

var occupants []*os.File

var shared = map[int]int{}

// What the command "late" waits for, and what "report" ends.
var (
	reported = make(chan struct{})
	late     sync.WaitGroup
)

func report() {
	close(reported)
	late.Wait()
	reported = make(chan struct{})
}

func (f *fake) Execute(ctx context.Context, cell engine.Cell, out engine.Output) (r engine.Reply) {
	fail := func(name string, v ...any) engine.Reply {
		r.Err = &engine.Error{Name: name, Message: fmt.Sprint(v...), Trace: []string{}}
		return r
	}
	lines := strings.Split(cell.Code, "\n")
	for i, line := range lines {
		order, arg, _ := strings.Cut(line, " ")
		switch order {
		case "":
		case "out":
			out.Write(engine.Stdout, []byte(arg+"\n"))
		case "late": // a goroutine of the cell, after the cell's end
			c := reported
			late.Add(1)
			go func() {
				defer late.Done()
				<-c
				out.Write(engine.Stdout, []byte("late"))
			}()
		case "report":
			report()
		case "err":
			out.Write(engine.Stderr, []byte(arg+"\n"))
		case "bytes": // one write for each byte, to either stream in turn
			for i := range len(arg) {
				out.Write([]engine.Stream{engine.Stdout, engine.Stderr}[i%2], []byte{arg[i]})
			}
		case "print": // as compiled code does
			os.Stdout.WriteString(arg + "\n")
		case "shut": // as compiled code does, or the garbage collector
			os.Stdout.Close()
			os.Stderr.Close()
		case "shutfile":
			os.NewFile(os.Stdout.Fd(), "x").Close()
			os.NewFile(os.Stderr.Fd(), "y").Close()
		case "occupy": // takes the first free descriptor
			f, err := os.Open(os.DevNull)
			if err != nil {
				return fail("Open", err)
			}
			occupants = append(occupants, f)
		case "eprint":
			fmt.Fprintln(os.Stderr, arg)
		case "log":
			log.Default().Print(arg)
		case "builtin":
			println(arg)
		case "lines":
			n, _ := strconv.Atoi(arg)
			for i := range n {
				out.Write(engine.Stdout, fmt.Appendf(nil, "line %d\n", i))
			}
		case "show":
			out.Display(display.Event{Bundle: display.Text(arg), ID: "d", Update: true})
		case "clear":
			out.Clear(arg == "wait")
		case "value":
			b := display.Text(arg)
			b.Metadata = map[string]any{"isolated": true}
			r.Value = &b
		case "big":
			n, _ := strconv.Atoi(arg)
			b := display.Bundle{Data: map[string][]byte{display.SVGType: bytes.Repeat([]byte("x"), n)}}
			r.Value = &b
		case "page":
			b := display.Text(arg)
			r.Payloads = append(r.Payloads, engine.Payload{Page: &b},
				engine.Payload{SetNextInput: &engine.NextInput{Text: arg, Replace: true}})
		case "evaluate":
			r.Expressions = map[string]engine.Expression{}
			for name, e := range cell.Expressions {
				r.Expressions[name] = engine.Expression{Value: display.Text(e)}
			}
		case "fail":
			return fail("Failure", arg)
		case "declare":
			r.Declared.Steps = append(r.Declared.Steps, engine.Declarations{{Text: "known " + arg, Names: []string{arg}}})
			f.declared = append(f.declared, arg)
		case "known": // what a replay runs
			if arg == "poison" {
				os.Exit(9)
			}
			what, file, _ := strings.Cut(arg, " ")
			if what == "once" { // ends the process, but only once
				if f, err := os.OpenFile(file, os.O_CREATE|os.O_EXCL, 0o600); err == nil {
					f.Close()
					kill(os.Getpid())
					select {}
				}
			}
			if what == "pause" { // until somebody writes to a FIFO or closes it
				os.ReadFile(file)
			}
			if arg == "stale" {
				return fail(engine.CompileError, "stale")
			}
			f.declared = append(f.declared, what)
		case "require":
			r.Require = &engine.Require{Modules: strings.Fields(arg), Rest: strings.Join(lines[i+1:], "\n")}
			return r
		case "args":
			out.Write(engine.Stdout, []byte(strings.Join(os.Args[1:], " ")+"\n"))
		case "list":
			out.Write(engine.Stdout, []byte(strings.Join(f.declared, " ")+"\n"))
		case "var":
			r.Declared.Variables = append(r.Declared.Variables, arg)
		case "input":
			text, err := out.Input(ctx, arg, true)
			fmt.Fprintf(os.Stdout, "%s %v\n", text, err)
		case "impatient": // takes back a question that is on the screen
			inner, cancel := context.WithCancel(ctx)
			gone := make(chan error)
			go func() {
				_, err := out.Input(inner, arg, false)
				gone <- err
			}()
			out.Input(ctx, "is it there", false)
			cancel()
			fmt.Fprintln(os.Stdout, <-gone)
		case "wait":
			<-ctx.Done()
			return fail(engine.Interrupted, "stopped")
		case "loop":
			out.Write(engine.Stdout, []byte("begun\n"))
			select {}
		case "spin":
			out.Write(engine.Stdout, []byte("begun\n"))
			for i := 0; ; i++ {
				shared[0] = i
			}
		case "exit":
			n, _ := strconv.Atoi(arg)
			os.Exit(n)
		case "fatal":
			log.Default().Fatal(arg)
		case "crowd": // of goroutines, whose stacks stand in the report of some deaths
			n, _ := strconv.Atoi(arg)
			for range n {
				go func() { select {} }()
			}
		case "recurse":
			return fail("Deep", recurse(1))
		case "maps":
			var all sync.WaitGroup
			for range 4 {
				all.Add(1)
				go func() {
					for i := 0; ; i++ {
						shared[i%10] = i
					}
				}()
			}
			all.Wait()
		case "panic":
			go func() { panic(arg) }()
			select {}
		case "panicerror":
			go func() { panic(fmt.Errorf("first line\nsecond line of %s", arg)) }()
			select {}
		case "nil":
			go func() { var p *fake; p.declared = nil }()
			select {}
		case "eat":
			for all := [][]byte(nil); len(all) < 1<<20; all = append(all, make([]byte, 16<<20)) {
				for i := 0; len(all) > 0 && i < 16<<20; i += 4096 {
					all[len(all)-1][i] = 1
				}
			}
		case "gulp":
			b := make([]byte, min(math.MaxInt, int64(1)<<36))
			b[0] = 1
			return fail("Gulped", len(b))
		case "unlock":
			var mu sync.Mutex
			mu.Unlock()
		case "garbage":
			writeReplies(arg)
			select {}
		case "close":
			closeReplies()
			select {}
		case "pid":
			r.Value = &display.Bundle{Data: map[string][]byte{display.TextType: fmt.Append(nil, os.Getpid())}}
		case "start": // a program that outlives the cell
			Guard()
			self, err := os.Executable()
			if err != nil {
				return fail("Start", err)
			}
			p, err := os.StartProcess(self, []string{self, "sleep"}, &os.ProcAttr{Files: make([]*os.File, 3)})
			if err != nil {
				return fail("Start", err)
			}
			r.Value = &display.Bundle{Data: map[string][]byte{display.TextType: fmt.Append(nil, p.Pid)}}
		case "stop":
			suspend()
		default:
			if !systemOrder(order, arg) {
				return fail(engine.SyntaxError, "unknown order "+order)
			}
		}
	}
	return r
}

func recurse(n int) int {
	if n == 0 {
		return 0
	}
	return recurse(n+1) + 1
}

func (f *fake) Complete(ctx context.Context, code string, pos int) engine.Completion {
	switch code {
	case "hang":
		select {}
	case "wait":
		<-ctx.Done()
	case "exit":
		os.Exit(4)
	case "report":
		report()
	}
	return engine.Completion{Start: 0, End: pos, Matches: []engine.Match{{Text: code + "!", Kind: "function"}}}
}

func (f *fake) Inspect(ctx context.Context, code string, pos, detail int) engine.Inspection {
	if code == "nothing" {
		return engine.Inspection{}
	}
	return engine.Inspection{Found: true, Bundle: display.Text(fmt.Sprint(code, pos, detail))}
}

func (f *fake) IsComplete(code string) engine.Completeness {
	if code == "hang" {
		select {}
	}
	return engine.Completeness{Status: engine.Incomplete, Indent: code}
}

func (f *fake) Close() error { return nil }

// A screen is an Output that writes down what it is given.
type screen struct {
	mu     sync.Mutex
	log    strings.Builder
	stream engine.Stream
	answer func(ctx context.Context, prompt string) (string, error)
	wrote  chan string // if set, gets every text
}

// String shows text after the name of its stream, and everything else in brackets.
func (s *screen) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.log.String()
}

func (s *screen) Write(stream engine.Stream, text []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.stream != stream {
		fmt.Fprintf(&s.log, "<%s>", strings.TrimPrefix(string(stream), "std"))
		s.stream = stream
	}
	s.log.Write(text)
	if s.wrote != nil {
		s.wrote <- string(text)
	}
}

func (s *screen) event(format string, arg ...any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	fmt.Fprintf(&s.log, format, arg...)
	s.stream = ""
}

func (s *screen) Display(e display.Event) {
	s.event("[%s %s %v]", e.Bundle.Plain(), e.ID, e.Update)
}

func (s *screen) Clear(wait bool) { s.event("[clear %v]", wait) }

func (s *screen) Input(ctx context.Context, prompt string, secret bool) (string, error) {
	s.event("[%s %v]", prompt, secret)
	if s.answer == nil {
		return "", engine.ErrNoInput
	}
	return s.answer(ctx, prompt)
}

// count is an Output that counts bytes.
type count struct {
	screen
	bytes int
}

func (c *count) Write(_ engine.Stream, text []byte) { c.bytes += len(text) }
