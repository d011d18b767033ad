// SPDX-License-Identifier: BSD-3-Clause

// Exercises: %check tests the answer of a student, and %hint gives hints.
//
// A check is the body of a function that returns an error. It is compiled like a cell, so it sees
// what cells have defined, but nothing that it defines remains. While it is compiled, names of
// cells that hide packages or predeclared names are invisible, so a variable named len or fmt does
// no harm. The time, the memory and the depth of calls are limited. A panic, a call of os.Exit and
// goroutines that are left running are results of the check like any other, and not errors of the
// cell.

package session

import (
	"errors"
	"fmt"
	"go/ast"
	"go/types"
	"html"
	"io/fs"
	"os"
	"reflect"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"polka/kernel/cell"
	"polka/kernel/cell/explain"
	"polka/kernel/cell/syntax"
	"polka/kernel/display"
	"polka/kernel/engine"
	"polka/kernel/exercise"
	"polka/kernel/machine"
)

// checkLines is the maximum number of lines about a panic in a check.
const checkLines = 12

// checkDepth is the maximum number of open calls in a check.
const checkDepth = 20_000

// checkFailed is the name of the error of %check --strict.
const checkFailed = "CheckFailed"

// toDo is what the stubs of exercises panic with.
const toDo = "to do"

// notWritten is what %check says about a stub.
const notWritten = `not written yet: put your code in place of panic("to do")`

// magicCheck runs the check of an exercise. With %%check, the lines below are the check, if there
// are any.
func (s *Session) magicCheck(r *run, m *syntax.Magic) (engine.Declared, *engine.Error) {
	line, body := m.Arg, ""
	if m.Whole {
		line, body = m.Lines()
		body = strings.TrimLeft(body, " \t\n")
	}
	words := strings.Fields(line)
	strict := slices.Contains(words, "--strict")
	words = slices.DeleteFunc(words, func(w string) bool { return w == "--strict" })
	if len(words) == 0 && !m.Whole {
		s.show(display.Text(s.progressText()))
		return engine.Declared{}, nil
	}
	x, failed := s.exercise(r, m, strings.Join(words, " "), body)
	if failed != nil {
		return engine.Declared{}, failed
	}
	if s.y != nil {
		return engine.Declared{}, s.magicError(r, m, "%check runs on the machine; see %backend")
	}
	if x.Check == "" {
		return engine.Declared{}, s.magicError(r, m, x.Name+" has no check; %exercise "+x.Name+" shows it")
	}
	message, details := s.check(r, x)
	details = append(details, s.stale(x)...)
	if r.ctx.Err() != nil {
		return engine.Declared{}, interrupted(0)
	}
	stub := message == s.words().Text(notWritten) || message != "" && s.tried[x.Name] == nil && s.untouched(x)
	if !stub {
		s.record(x.Name, message)
	}
	switch {
	case message == "":
		details = append(details, s.contest(r, x)...)
		details = append(details, s.progressLines(x.Name)...)
		s.showCheck(r, right, append([]string{s.words().Sprintf("%s: right", x.Name)}, details...)...)
	case strict:
		e := s.magicFailure(r, m, checkFailed, named(x.Name, message))
		e.Trace = append(e.Trace, details...)
		return engine.Declared{}, e
	default:
		lines := append([]string{named(x.Name, message)}, details...)
		if len(x.Hints) > 0 {
			lines = append(lines, s.words().Sprintf("%%hint %s gives a hint.", x.Name))
		}
		v := wrong
		if stub {
			v = open
		}
		s.showCheck(r, v, lines...)
	}
	return engine.Declared{}, nil
}

// named returns a message that begins with the name of its exercise, once.
func named(name, message string) string {
	if rest, ok := strings.CutPrefix(message, name); ok {
		if r, _ := utf8.DecodeRuneInString(rest); r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			return message
		}
	}
	return name + ": " + message
}

// magicHint shows the next hint for an exercise.
func (s *Session) magicHint(r *run, m *syntax.Magic) (engine.Declared, *engine.Error) {
	x, failed := s.exercise(r, m, m.Arg, "")
	if failed != nil {
		return engine.Declared{}, failed
	}
	if len(x.Hints) == 0 {
		s.show(display.Text(s.words().Sprintf("there is no hint for %s", x.Name)))
		return engine.Declared{}, nil
	}
	if s.hints == nil {
		s.hints = make(map[string]int)
	}
	n := s.hints[x.Name] % len(x.Hints)
	s.hints[x.Name] = n + 1
	text := s.words().Sprintf("**Hint %d of %d.** %s", n+1, len(x.Hints), x.Hints[n])
	if n+1 == len(x.Hints) {
		text += "\n\n" + s.words().Text("There are no more hints; the next time the first one is shown again.")
	}
	b := display.Text(strings.ReplaceAll(text, "**", ""))
	b.Data[display.MarkdownType] = []byte(text)
	s.show(b)
	return engine.Declared{}, nil
}

// exercises returns the places where exercises are looked for: the current directory, for those of
// a teacher, and the course.
func (s *Session) exercises() []fs.FS {
	list := []fs.FS{os.DirFS(".")}
	if s.o.Exercises != nil {
		list = append(list, s.o.Exercises)
	}
	return list
}

// exercise finds the exercise that m names. If check is not empty, it is the check.
func (s *Session) exercise(r *run, m *syntax.Magic, name, check string) (*exercise.Exercise, *engine.Error) {
	if name == "" {
		return nil, s.magicError(r, m, "expected the name of an exercise")
	}
	x, err := exercise.Find(name, s.exercises()...)
	switch {
	case check != "":
		with := exercise.Exercise{Name: name}
		if err == nil {
			with = *x
		}
		with.Check = check
		with.Forbid = append(slices.Clone(with.Forbid), exercise.Forbids(check)...)
		return s.translated(&with), nil
	case errors.Is(err, exercise.ErrUnknown):
		msg := "there is no exercise named " + name
		if near := explain.Nearest(name, exercise.Names(s.exercises()...)); near != "" {
			msg += "; did you mean " + near + "?"
		}
		return nil, s.magicError(r, m, msg)
	case err != nil:
		return nil, s.magicFailure(r, m, fileError, err.Error())
	}
	return s.translated(x), nil
}

// compileCheck compiles the check of x, or says what is missing.
func (s *Session) compileCheck(x *exercise.Exercise) (p *cell.Program, message string) {
	s.compiling.Lock()
	defer s.compiling.Unlock()
	var used []string
	for _, line := range x.Uses {
		name, typ, err := exercise.Declaration(line)
		if err != nil {
			return nil, err.Error()
		}
		used = append(used, name)
		if root, _, _ := strings.Cut(name, "."); !s.c.Defines(root) {
			return nil, s.words().Sprintf("define %s first, and run its cell", line)
		}
		if typ == "" {
			continue
		}
		if _, err := s.compileApart(used, fmt.Sprintf("func(_ %s) {}(%s)", typ, name)); err != nil {
			return nil, s.mismatch(name, line)
		}
	}
	head := "func() []any { var drawnꓸ []any; draw := func(v ...any) { drawnꓸ = v }; _ = draw; " + observed(x) + "if err := func() error {\n"
	const tail = "\nreturn nil }(); err != nil { return append([]any{\"!\" + err.Error()}, drawnꓸ...) }; return []any{\"\"} }()"
	p, failed := s.compileApart(used, head+x.Check+tail)
	if failed != nil {
		return nil, s.words().Sprintf("the check does not compile with your definitions: %s", failed.Message)
	}
	return p, ""
}

// check runs the check of x. The message is empty if the answer is right; details are more lines.
func (s *Session) check(r *run, x *exercise.Exercise) (message string, details []string) {
	s.drawn = nil
	p, message := s.compileCheck(x)
	if p == nil {
		return message, nil
	}
	if message := s.forbidden(x); message != "" {
		return message, nil
	}
	w := newWatch(p)
	result, failed, stopped := s.runApart(r, p, s.mostTime(), w.set)
	switch {
	case stopped == errTime:
		return w.late(s.mostTime(), s.words()), nil
	case stopped == errMemory:
		return w.tooLarge(s.mostMemory(), s.words()), nil
	case failed != nil && failed.Message == toDo:
		return s.words().Text(notWritten), nil
	case failed != nil && failed.Name == engine.Exit:
		return s.words().Sprintf("the check was ended by %s", failed.Message), nil
	case failed != nil && failed.Name == engine.Panic && strings.HasPrefix(failed.Message, overflow):
		if chain := s.endless(r, w.begun()); chain != "" {
			return chain, nil
		}
		fallthrough
	case failed != nil:
		for i, line := range failed.Trace[min(1, len(failed.Trace)):] {
			if i == checkLines {
				details = append(details, "  ...")
				break
			}
			details = append(details, engine.Colors.Regexp().ReplaceAllString(line, ""))
		}
		if failed.Name == engine.Panic {
			return "panic: " + failed.Message, details
		}
		return failed.Message, details
	case result == nil:
		return s.words().Sprintf("the check was ended by %s", "runtime.Goexit"), nil
	}
	values, _ := result.([]any)
	if len(values) == 0 {
		return s.words().Text("wrong"), nil
	}
	s.drawn = values[1:]
	text, _ := values[0].(string)
	if text == "!" {
		return s.words().Text("wrong"), nil
	}
	return strings.TrimPrefix(text, "!"), nil
}

// untouched reports whether all that an exercise uses are variables that still are what they are in
// a lesson: zero, nil or empty.
func (s *Session) untouched(x *exercise.Exercise) bool {
	s.compiling.Lock()
	defer s.compiling.Unlock()
	for _, line := range x.Uses {
		name, _, err := exercise.Declaration(line)
		if err != nil || !strings.HasPrefix(line, "var ") || !s.empty(name) {
			return false
		}
	}
	return len(x.Uses) > 0
}

// empty reports whether the variable with a name is zero, nil or has no elements. s.compiling is
// held.
func (s *Session) empty(name string) bool {
	for _, k := range s.c.Variables() {
		if k.Name != name {
			continue
		}
		global, ok := s.vm.Global(k.Symbol)
		if !ok {
			return false
		}
		v := reflect.ValueOf(global.Any)
		switch {
		case !v.IsValid() || v.IsZero():
			return true
		case v.Kind() == reflect.Slice || v.Kind() == reflect.Map:
			return v.Len() == 0
		}
		return false
	}
	return false
}

// stale says which of the names that an exercise uses are not those of their last cell, because it
// has failed.
func (s *Session) stale(x *exercise.Exercise) (notes []string) {
	s.compiling.Lock()
	defer s.compiling.Unlock()
	for _, line := range x.Uses {
		name, _, err := exercise.Declaration(line)
		if err != nil {
			continue
		}
		name, _, _ = strings.Cut(name, ".")
		note := s.words().Sprintf("note: cell %d defines %s again, but it failed; this is about the %s of an earlier run", s.c.Failed(name), name, name)
		if s.c.Failed(name) != 0 && s.c.Defines(name) && !slices.Contains(notes, note) {
			notes = append(notes, note)
		}
	}
	return notes
}

// mismatch reports that what a cell defines is not what an exercise uses. s.compiling is held.
func (s *Session) mismatch(name, line string) string {
	for _, k := range s.a.Known() {
		if k.Name == name {
			keyword, between := "var", " "
			switch k.Kind {
			case "function":
				keyword, between = "func", ""
			case "constant":
				keyword = "const"
			case "type":
				keyword = "type"
			}
			return s.words().Sprintf("expected %s, but your cell has %s %s%s%s%s", line, keyword, name, between, k.Type, s.ownTypes(k.Type))
		}
	}
	return s.words().Sprintf("expected %s", line)
}

// ownTypes names the types in the text of a type that cells have defined, although Go has a type of
// that name: otherwise what was expected and what was found can look alike.
func (s *Session) ownTypes(text string) string {
	var own []string
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		if _, ok := types.Universe.Lookup(word).(*types.TypeName); ok && s.c.Defines(word) && !slices.Contains(own, word) {
			own = append(own, word)
		}
	}
	if len(own) == 0 {
		return ""
	}
	return s.words().Sprintf(", where %s is a type of your own and not Go's: give it another name, then %%reset and run the cells again", strings.Join(own, ", "))
}

// compileApart compiles code that is not part of a cell. Names of cells that hide packages or
// predeclared names are invisible, except for those that are used. s.compiling is held.
func (s *Session) compileApart(used []string, code string) (*cell.Program, *engine.Error) {
	defer s.c.Hide(func(name string) bool {
		if slices.Contains(used, name) {
			return false
		}
		_, isPackage := s.o.Packages[name]
		return isPackage || types.Universe.Lookup(name) != nil
	})()
	p, err := s.c.CompileStep(0, code, code, true)
	if err != nil {
		failed := compileError(err)
		if e, ok := errors.AsType[*explain.Error](err); ok && len(e.List) > 0 {
			failed.Message = e.List[0].Message
		}
		return nil, failed
	}
	return p, nil
}

// runProgram runs a program that is not part of a cell, and the packages that it needs.
func (s *Session) runProgram(r *run, p *cell.Program) *engine.Error {
	if failed := s.runPackages(r, p.Packages); failed != nil {
		return failed
	}
	compiled, failed := s.compileUnit(0, p.Unit)
	if failed != nil {
		return failed
	}
	return s.performCode(r, compiled)
}

// runApart runs code that is not part of a cell, and returns its value. It ends all goroutines that
// the code has started. Set is called with the values of watched variables, unless it is nil. If
// the code was stopped, stopped is errTime or errMemory.
func (s *Session) runApart(cell *run, p *cell.Program, most time.Duration, set func(*ast.Ident, machine.Value)) (value any, failed *engine.Error, stopped error) {
	ctx, cancel := s.bounded(cell.ctx, most)
	defer cancel()
	r := newRun(ctx, engine.Cell{Silent: true}, cell.out)
	if set != nil {
		r.set = func(id *ast.Ident, v machine.Value) {
			if ctx.Err() == nil { // and not by deferred calls, which run after the code was stopped
				set(id, v)
			}
		}
	}
	r.keep, r.call, r.depth = true, true, checkDepth // a call, so that only goroutines of r are stopped
	defer r.cancel()
	s.mu.Lock()
	s.run = r
	s.mu.Unlock()
	defer func() {
		s.mu.Lock()
		s.run = cell
		s.mu.Unlock()
	}()
	failed = s.runProgram(r, p)
	if s.leftOf(r) > 0 && r.machine != nil {
		ended := make(chan struct{})
		close(ended)
		s.stop(r, ended)
	}
	if cell.ctx.Err() != nil {
		s.vm.StopOthers(r.machine) // the user has pressed Stop
	} else if why := exceeded(ctx); why != nil {
		return nil, nil, why
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(r.kept) > 0 {
		value = r.kept[0].Any
	}
	return value, failed, nil
}

// A verdict is how the result of a check is marked.
type verdict struct{ mark, color string }

var (
	right = verdict{"✓ ", "#393"}
	wrong = verdict{"✗ ", "#c33"}
	open  = verdict{"☐ ", "#888"} // a stub, which is not an error
)

// showCheck shows the result of a check, and below a wrong one the values that it has passed to
// draw last. The first line is the message.
func (s *Session) showCheck(r *run, v verdict, lines ...string) {
	b := display.Text(v.mark + strings.Join(lines, "\n"))
	text := fmt.Sprintf(`<div style="border-left:4px solid %s;padding-left:8px">%s<b>%s</b>`, v.color, v.mark, html.EscapeString(lines[0]))
	if len(lines) > 1 {
		text += "<pre>" + html.EscapeString(strings.Join(lines[1:], "\n")) + "</pre>"
	}
	b.Data[display.HTMLType] = []byte(text + "</div>")
	s.show(b)
	if v != right {
		for _, x := range s.drawn {
			s.show(s.drawMachine(r, machine.Value{Any: x}))
		}
	}
}
