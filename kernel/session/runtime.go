package session

import (
	"context"
	"fmt"
	"io"
	"log"
	"reflect"
	"strings"
	"time"

	"github.com/traefik/yaegi/interp"

	"polka/internal/pattern"
	"polka/kernel/cell"
	"polka/kernel/display"
	"polka/kernel/engine"
)

// overrides are the symbols that belong to this session: the runtime of rewritten cells, and those names
// of the library whose meaning depends on the session.
func (s *Session) overrides(known map[string]map[string]bool) interp.Exports {
	v := reflect.ValueOf
	ex := interp.Exports{
		cell.Runtime + "/runtime": {
			"Body":        v(s.runBody),
			"Context":     v(s.context),
			"Reached":     v(s.reachedDefinition),
			"Show":        v(s.show),
			"ShowBig":     v(s.showBig),
			"ShowError":   v(s.showError),
			"Method":      v(s.method),
			"MethodBytes": v(s.methodBytes),
			"MethodMap":   v(s.methodMap),
			"Drawn":       v(s.drawn),
			"Named":       v(func(v any) any { return named{v} }),
			"Defers":      v(s.defers),
			"Defer":       v(s.deferCall),
			"DeferCatch":  v(s.deferCatch),
			"Entered":     v(s.entered),
			"Panic":       v(panicValue),
			"Raise":       v(s.raise),
			"Run":         v(s.runDeferred),
			"Recover":     v(s.recoverPanic),
			"Go":          v(s.spawn),
			"Mark":        v((*mark)(nil)),
			"Clear":       v(clearAny),
			"Print":       v(s.print),
			"Println":     v(s.println),
			"Any":         v(unwrapped),
			"Plain":       v(plain),
			"TypeName":    v(typeName),
			"Equal":       v(equal),
			"NoMethod":    v(noMethod),
			"Slice":       v(sliceAt),
			"SliceData":   v(sliceData),
			"Bind":        v(s.bind),
			"At":          v(func(place int) { s.at.Store(int64(place)) }),
		},
	}
	replace := func(path string, names map[string]any) {
		table := make(map[string]reflect.Value)
		for n, f := range names {
			if known[path][n] {
				table[n] = v(f)
			}
		}
		if len(table) > 0 {
			ex[path+"/"+path[strings.LastIndexByte(path, '/')+1:]] = table
		}
	}
	replace("os", map[string]any{
		"Exit": func(code int) { panic(exit{code, fmt.Sprintf("os.Exit(%d)", code)}) },
	})
	replace("time", map[string]any{"Sleep": s.sleep})
	l := log.New(stderrWriter{s}, "", log.LstdFlags)
	fatal := func(name, text string) {
		l.Output(3, text)
		panic(exit{1, name + ": " + strings.TrimSuffix(text, "\n")})
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
	c := display.For(screen{s}, s.o.Renderer)
	names := make(map[string]any)
	for i, cv := 0, v(c); i < cv.NumField(); i++ {
		if f := cv.Type().Field(i); f.IsExported() {
			names[f.Name] = cv.Field(i).Interface()
		}
	}
	replace("polka/kernel/display", names)
	return ex
}

// context is the context of the running cell; between cells it is one that has ended.
func (s *Session) context() context.Context {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.run == nil {
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		return ctx
	}
	return s.run.own
}

func (s *Session) reachedDefinition(n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.run != nil {
		s.run.reached = n
	}
}

// show takes a value of the running cell.
func (s *Session) show(v any) {
	v = plain(v)
	s.mu.Lock()
	r := s.run
	var methods []display.Method
	if r != nil {
		methods, r.methods = r.methods, nil
	}
	s.mu.Unlock()
	if r == nil {
		return
	}
	if isNilPointer(v) || r.plain {
		methods = nil
	}
	s.add(s.draw(v, methods))
}

// draw renders a value with methods that reflection cannot see.
func (s *Session) draw(v any, methods []display.Method) display.Bundle {
	var b display.Bundle
	if len(methods) > 0 {
		b = s.o.Renderer.RenderMethods(v, methods...)
	} else {
		b = s.o.Renderer.Render(v)
	}
	b.Data[display.TextType] = []byte(userText(v, b.Plain()))
	return b
}

func isNilPointer(v any) bool {
	rv := reflect.ValueOf(v)
	return rv.Kind() == reflect.Pointer && rv.IsNil()
}

// userText is the text of a value with the names that its fields have in the cell. The interpreter writes
// an X before those that are not exported, and knows embedded types by the names of the compiler.
func userText(v any, text string) string {
	text = cell.Plain(text)
	if !strings.Contains(text, "X") || v == nil || !hasHidden(reflect.TypeOf(v), 0) {
		return text
	}
	return hiddenField.ReplaceAllString(text, "$1$2")
}

var hiddenField = pattern.New(`([{ ])X([\p{Ll}_][\pL\pN_]*:)`)

// hasHidden reports whether a value of type t can hold interpreted structs with hidden fields.
func hasHidden(t reflect.Type, depth int) bool {
	if depth > 8 {
		return true
	}
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Array:
		return hasHidden(t.Elem(), depth+1)
	case reflect.Map:
		return hasHidden(t.Key(), depth+1) || hasHidden(t.Elem(), depth+1)
	case reflect.Interface:
		return true
	case reflect.Struct:
		if t.Name() != "" {
			return false
		}
		for i := range t.NumField() {
			f := t.Field(i)
			if hiddenName.MatchString(f.Name) || hasHidden(f.Type, depth+1) {
				return true
			}
		}
	}
	return false
}

var hiddenName = pattern.New(`^X[\p{Ll}_]`)

// A drawn is a value with methods that reflection cannot see, for compiled code that draws values.
type drawn struct {
	s       *Session
	v       any
	methods []display.Method
}

// MIMEBundle gives all parts of the value.
func (d drawn) MIMEBundle() map[string]any {
	parts := make(map[string]any)
	for t, data := range d.s.draw(d.v, d.methods).Data {
		parts[t] = data
	}
	return parts
}

// Format prints the value by its String or Error method where fmt would, and else as it is.
func (d drawn) Format(f fmt.State, verb rune) {
	if strings.ContainsRune("vsqxX", verb) && !f.Flag('#') {
		for _, name := range []string{"Error", "String"} {
			for _, m := range d.methods {
				if text, ok := m.Func.(func() string); ok && m.Name == name {
					if verb == 'v' {
						verb = 's'
					}
					fmt.Fprintf(f, plainFormat(f, verb), text())
					return
				}
			}
		}
	}
	fmt.Fprintf(f, fmt.FormatString(f, verb), d.v)
}

// plainFormat is the format that f describes, without the plus sign of %+v.
func plainFormat(f fmt.State, verb rune) string {
	return strings.Replace(fmt.FormatString(f, verb), "+", "", 1)
}

// A named prints its value with the names that fields have in the cell.
type named struct{ v any }

// Format prints the value as fmt does.
func (n named) Format(f fmt.State, verb rune) {
	text := fmt.Sprintf(fmt.FormatString(f, verb), n.v)
	if verb == 'v' {
		text = userText(n.v, text)
	}
	io.WriteString(f, text)
}

// drawn takes the methods that were registered for v.
func (s *Session) drawn(v any) any {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.run == nil || len(s.run.methods) == 0 {
		return v
	}
	d := drawn{s, v, s.run.methods}
	s.run.methods = nil
	if isNilPointer(v) {
		return v
	}
	return d
}

func (s *Session) add(b display.Bundle) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.run != nil {
		s.run.values = append(s.run.values, b)
	}
}

func (s *Session) showBig(digits string) { s.add(display.Text(digits)) }

func (s *Session) showError(err error) {
	if err != nil {
		s.show(err)
	}
}

func (s *Session) method(name string, f func() string)            { s.addMethod(name, f) }
func (s *Session) methodBytes(name string, f func() []byte)       { s.addMethod(name, f) }
func (s *Session) methodMap(name string, f func() map[string]any) { s.addMethod(name, f) }

func (s *Session) addMethod(name string, f any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.run != nil {
		s.run.methods = append(s.run.methods, display.Method{Name: name, Func: f})
	}
}

func clearAny(v any) { reflect.ValueOf(v).Clear() }

// sleep is time.Sleep, which wakes when the cell is stopped.
func (s *Session) sleep(d time.Duration) {
	if d <= 0 {
		return
	}
	id := goroutineID()
	s.mu.Lock()
	var woken chan struct{}
	if t := s.tasks[id]; t != nil && t.run != nil {
		woken = t.run.woken
	} else if s.run != nil {
		woken = s.run.woken
	}
	s.mu.Unlock()
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
	case <-woken:
	}
}

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

func (x screen) payload(p engine.Payload) {
	x.s.mu.Lock()
	defer x.s.mu.Unlock()
	if x.s.run != nil {
		x.s.run.payloads = append(x.s.run.payloads, p)
	}
}

// bind is told where the rewritten text keeps the place that is running.
func (s *Session) bind(line, top *int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.line, s.top = line, top
}
