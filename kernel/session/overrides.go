// SPDX-License-Identifier: BSD-3-Clause

package session

import (
	"errors"
	"fmt"
	"log"
	"os"
	"reflect"
	"strings"
	"sync"

	"polka/internal/progress"
	comm "polka/kernel/comm/host"
	"polka/kernel/display"
	"polka/kernel/engine"
	"polka/kernel/machine"
	"polka/kernel/session/part"
)

// overrides returns what finds the names of the library whose meaning depends on the session, and
// the loggers of the session.
func (s *Session) overrides() (func(path, name string) (reflect.Value, bool), machine.Loggers) {
	v := reflect.ValueOf
	m := make(map[string]reflect.Value)
	replace := func(path string, names map[string]any) {
		for n, f := range names {
			m[path+"."+n] = v(f)
		}
	}
	replace("os", map[string]any{
		"Exit":    func(code int) { panic(exit{code, fmt.Sprintf("os.Exit(%d)", code)}) },
		"NewFile": newFile,
		"StartProcess": func(name string, argv []string, attr *os.ProcAttr) (*os.Process, error) {
			if !s.o.Commands {
				return startNone(name, argv, attr)
			}
			s.o.Starting()
			return os.StartProcess(name, argv, attr)
		},
	})
	replace("os/exec", s.commandOverrides())
	if s.o.OnSignals != nil {
		replace("os/signal", s.signalOverrides())
		replace("os", map[string]any{"FindProcess": os.FindProcess}) // the tables do not let it find this process
	}
	l := log.New(streamWriter{s, engine.Stderr}, "", log.LstdFlags)
	end := func(name, text string) { panic(exit{1, name + ": " + strings.TrimSuffix(text, "\n")}) }
	fatal := func(name, text string) {
		l.Output(3, text)
		end(name, text)
	}
	replace("log", map[string]any{
		"Default": func() *log.Logger { return l },
		"Fatal":   func(v ...any) { fatal("log.Fatal", fmt.Sprint(v...)) },
		"Fatalf":  func(format string, v ...any) { fatal("log.Fatalf", fmt.Sprintf(format, v...)) },
		"Fatalln": func(v ...any) { fatal("log.Fatalln", fmt.Sprintln(v...)) },
		"Flags":   l.Flags, "Output": l.Output, "Panic": l.Panic, "Panicf": l.Panicf, "Panicln": l.Panicln,
		"Prefix": l.Prefix, "Print": l.Print, "Printf": l.Printf, "Println": l.Println,
		"SetFlags": l.SetFlags, "SetOutput": l.SetOutput, "SetPrefix": l.SetPrefix, "Writer": l.Writer,
	})
	slogNames, current := slogOverrides(l)
	replace("log/slog", slogNames)
	replace("testing", s.testOverrides())
	for path, names := range part.Overrides {
		replace(path, names)
	}
	for path, commands := range map[string]any{
		"polka/kernel/display": display.For(screen{s}, s.renderer()),
		"polka/kernel/comm":    comm.Commands(s.hub),
		"polka/kernel/widget":  s.host.Commands(),
	} {
		names := make(map[string]any)
		for i, cv := 0, v(commands); i < cv.NumField(); i++ {
			names[cv.Type().Field(i).Name] = cv.Field(i).Interface()
		}
		replace(path, names)
	}
	replace("polka/kernel/display", map[string]any{"Trace": s.trace})
	out, in := streamWriter{s, engine.Stdout}, s.standardInput()
	replace("fmt", map[string]any{
		"Print":   func(a ...any) (int, error) { return fmt.Fprint(out, a...) },
		"Printf":  func(format string, a ...any) (int, error) { return fmt.Fprintf(out, format, a...) },
		"Println": func(a ...any) (int, error) { return fmt.Fprintln(out, a...) },
		"Scan":    func(a ...any) (int, error) { return fmt.Fscan(in, a...) },
		"Scanf":   func(format string, a ...any) (int, error) { return fmt.Fscanf(in, format, a...) },
		"Scanln":  func(a ...any) (int, error) { return fmt.Fscanln(in, a...) },
	})
	replace("errors", map[string]any{"As": errors.As, "Is": errors.Is}) // the tables have those for the yaegi backend
	args := s.o.Args
	if len(args) == 0 {
		args = os.Args[:1]
	}
	m["os.Args"] = reflect.ValueOf(&args).Elem()
	flags := sync.OnceValue(func() map[string]reflect.Value { return flagOverrides(&args, streamWriter{s, engine.Stderr}) })
	override := func(path, name string) (v reflect.Value, ok bool) {
		if path == "flag" {
			v, ok = flags()[name]
		} else {
			v, ok = m[path+"."+name]
		}
		return v, ok
	}
	return override, machine.Loggers{Log: l, Slog: current, Fatal: end}
}

func (s *Session) reachedDefinition(n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.run != nil {
		s.run.reached = n
	}
}

func isNilPointer(v any) bool {
	rv := reflect.ValueOf(v)
	return rv.Kind() == reflect.Pointer && rv.IsNil()
}

func (s *Session) add(b display.Bundle) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.run != nil {
		s.run.values = append(s.run.values, b)
	}
}

func (s *Session) showBig(digits string) { s.add(display.Text(digits)) }

// screen is the running cell as package display sees it.
type screen struct{ s *Session }

func (x screen) Display(e display.Event) { x.s.output().Display(e) }
func (x screen) Clear(wait bool)         { x.s.output().Clear(wait) }

func (x screen) Input(prompt string, secret bool) (string, error) {
	return x.s.input(prompt, secret)
}

func (x screen) Page(b display.Bundle) { x.payload(engine.Payload{Page: &b}) }

func (x screen) SetNextInput(text string, replace bool) {
	x.payload(engine.Payload{SetNextInput: &engine.NextInput{Text: text, Replace: replace}})
}

func (x screen) Progress(done float64, text string) {
	x.s.mu.Lock()
	r := x.s.run
	x.s.mu.Unlock()
	if r != nil && r.meter != nil {
		r.meter.report(progress.Report{Done: done, Text: text})
	}
}

func (x screen) payload(p engine.Payload) {
	x.s.mu.Lock()
	defer x.s.mu.Unlock()
	if x.s.run != nil {
		x.s.run.payloads = append(x.s.run.payloads, p)
	}
}
