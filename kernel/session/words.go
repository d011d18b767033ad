// Panics of Go's runtime, in Go's words.
//
// Much of what compiled code does by itself the interpreter does by reflection, and where Go panics with
// a runtime.Error, reflection panics with a string or an error of its own. What a program recovers, and
// what a user reads, is Go's error for the same mistake. The length and the index that Go adds to
// "index out of range" are not known here.
//
// panic(nil), and what a cell's own types have to say, come here too: an interpreted error has its text
// in a method that compiled code does not find, so the call of panic leaves the text with the session.

package session

import (
	"fmt"
	"reflect"
	"runtime"
	"strings"

	"polka/internal/pattern"
	"polka/kernel/cell"
)

// A runtimeError is an error of Go's runtime.
type runtimeError string

func (e runtimeError) Error() string { return "runtime error: " + string(e) }

// RuntimeError marks it as runtime.Error does.
func (e runtimeError) RuntimeError() {}

// A plainError is an error of Go's runtime whose text is all there is.
type plainError string

func (e plainError) Error() string { return string(e) }

// RuntimeError marks it as runtime.Error does.
func (e plainError) RuntimeError() {}

var _, _ runtime.Error = runtimeError(""), plainError("")

const nilDereference = runtimeError("invalid memory address or nil pointer dereference")

// goWords are the panics of reflection and of the interpreter that stand for Go's own.
var goWords = []struct {
	pattern *pattern.Pattern
	err     runtime.Error
}{
	{pattern.New(`^reflect: (slice|array|string) index out of range$`), runtimeError("index out of range")},
	{pattern.New(`^reflect\.Value\.(Slice3?|Index): (string )?(slice|array|string) index out of (bounds|range)$`), runtimeError("slice bounds out of range")},
	{pattern.New(`^reflect: call of reflect\.Value\.\w+ on zero Value$`), nilDereference},
	{pattern.New(`^reflect: (?:Field|call of .*) (?:index|on) .* nil pointer.*$`), nilDereference},
	{pattern.New(`^reflect: Call using zero Value argument$`), nilDereference},
	{pattern.New(`^reflect(\.Value\.Call|: call)?: call of nil function$`), nilDereference},
	{pattern.New(`^reflect\.MakeChan: (negative buffer size|.*too large.*)$`), plainError("makechan: size out of range")},
	{pattern.New(`^reflect\.MakeSlice: (negative len|len overflow.*)$`), runtimeError("makeslice: len out of range")},
	{pattern.New(`^runtime: allocation size out of range$`), runtimeError("makeslice: len out of range")},
	{pattern.New(`^reflect\.MakeSlice: (negative cap|len > cap)$`), runtimeError("makeslice: cap out of range")},
	{pattern.New(`^reflect\.(Append|Value\.Grow|Value\.extendSlice)\S*: slice overflow$`), runtimeError("growslice: len out of range")},
	{pattern.New(`^reflect\.Value\.Set: value of type .* is not assignable to type .*invalid.*$`), nilDereference},
}

// unhashable matches an error of Go's maps, which reflection words differently.
var unhashable = pattern.New(`^(hash of unhashable type): (.*)$`)

var sliceToArray = pattern.New(`^reflect: cannot convert slice with length (\d+) to (?:pointer to )?array with length (\d+)$`)

// goError is the error of Go's runtime that the value of a panic stands for, nil if it is none.
func goError(v any) runtime.Error {
	text := ""
	switch v := v.(type) {
	case string:
		text = v
	case *reflect.ValueError:
		text = v.Error()
	case runtime.Error:
		if named := cell.TypeNames(v.Error()); named != v.Error() {
			return runtimeError(unhashable.ReplaceAllString(strings.TrimPrefix(named, "runtime error: "), "$1 $2"))
		}
		return nil // Go's own
	case error:
		text = v.Error()
	default:
		return nil
	}
	text = position.ReplaceAllString(text, "")
	if strings.HasPrefix(text, "interface conversion: ") {
		return runtimeError(cell.TypeNames(text))
	}
	for _, w := range goWords {
		if w.pattern.MatchString(text) {
			return w.err
		}
	}
	if m := sliceToArray.FindStringSubmatch(text); m != nil {
		return runtimeError(fmt.Sprintf("cannot convert slice with length %s to array or pointer to array with length %s", m[1], m[2]))
	}
	if _, ok := v.(*reflect.ValueError); ok {
		return runtimeError(text)
	}
	return nil
}

// A raised is the text of a value that a cell panicked with, from a method that only the cell knows.
type raised struct {
	value any
	text  string
}

// panicValue is what panic(v) panics with.
func panicValue(v any) any {
	if v == nil {
		return new(runtime.PanicNilError)
	}
	return v
}

// raise notes the text of v, which a cell panics with.
func (s *Session) raise(v any, text func() string) any {
	s.mu.Lock()
	s.raised = raised{}
	s.mu.Unlock()
	r := raised{v, text()}
	s.mu.Lock()
	s.raised = r
	s.mu.Unlock()
	return v
}

// raisedText is the text that was noted for v.
func (s *Session) raisedText(v any) (string, bool) {
	s.mu.Lock()
	r := s.raised
	s.mu.Unlock()
	if r.value == nil || v == nil || reflect.TypeOf(v) != reflect.TypeOf(r.value) {
		return "", false
	}
	return r.text, true
}
