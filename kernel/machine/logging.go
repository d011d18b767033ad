// SPDX-License-Identifier: BSD-3-Clause

// Packages log and log/slog in cells.
//
// The place of a line of a log, with log.Lshortfile or slog.HandlerOptions.AddSource, is that of a
// program counter on the stack of the goroutine, where those packages would find the machine's own
// functions. So calls that write such a line are replaced where the caller is a cell. Package log's
// line is put together here, by a second logger that has the place as its prefix, and written as
// package log does. A handler of package slog is used as a copy whose ReplaceAttr puts in the
// place; other handlers get a record with the program counter that stands for the call
// (callers.go).
//
// Logs of other packages, such as zap, look at the stack themselves and still see the machine.

package machine

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log"
	"log/slog"
	"path"
	"reflect"
	"strings"
	"sync"
	"time"
	"unsafe"

	"polka/kernel/machine/internal/run"
)

// logPlaces are the flags with which lines have places.
const logPlaces = log.Lshortfile | log.Llongfile

// Loggers are what the functions of packages log and log/slog use in cells.
type Loggers struct {
	Log   *log.Logger
	Slog  func() *slog.Logger
	Fatal func(name, text string) // ends the cell after log.Fatal has written the text
}

// A Placer is a handler that writes through a logger of package log. WithPlace returns the handler
// for the records of a line.
type Placer interface {
	WithPlace(file string, line int) slog.Handler
}

// logCall makes the call of a function that writes a line; it is nil for all other functions.
func (m *Machine) logCall(name string) func(t *run.Thread, f *run.Func, q run.FP) bool {
	if method, ok := strings.CutPrefix(name, "(*log.Logger)."); ok {
		return m.logFunc(method, 1)
	}
	if method, ok := strings.CutPrefix(name, "log."); ok && m.o.Loggers.Log != nil {
		return m.logFunc(method, 0)
	}
	if method, ok := strings.CutPrefix(name, "(*log/slog.Logger)."); ok {
		return m.slogFunc(method, 1)
	}
	if method, ok := strings.CutPrefix(name, "log/slog."); ok && m.o.Loggers.Slog != nil {
		return m.slogFunc(method, 0)
	}
	if name == "(log/slog.Record).Source" {
		return m.recordSource
	}
	return nil
}

// logFunc makes the call of a function of package log, or of the method of a logger, which then is
// the first parameter.
func (m *Machine) logFunc(method string, first int) func(t *run.Thread, f *run.Func, q run.FP) bool {
	verb, form := method, ""
	if base, ok := strings.CutSuffix(method, "ln"); ok {
		verb, form = base, "ln"
	} else if base, ok := strings.CutSuffix(method, "f"); ok {
		verb, form = base, "f"
	}
	switch verb {
	case "Print", "Panic", "Fatal", "Output":
	default:
		return nil
	}
	return func(t *run.Thread, f *run.Func, q run.FP) bool {
		l := m.o.Loggers.Log
		if first == 1 {
			l = *run.At[*log.Logger](q, f.Params.Offsets[0])
		}
		if l == nil || l.Flags()&logPlaces == 0 {
			return false
		}
		at := func(i int) uintptr { return f.Params.Offsets[first+i] }
		depth, text := 1, ""
		switch {
		case verb == "Output":
			depth, text = *run.At[int](q, at(0)), *run.At[string](q, at(1))
		case form == "f":
			text = fmt.Sprintf(*run.At[string](q, at(0)), *run.At[[]any](q, at(1))...)
		case form == "ln":
			text = fmt.Sprintln(*run.At[[]any](q, at(0))...)
		default:
			text = fmt.Sprint(*run.At[[]any](q, at(0))...)
		}
		_, file, line := m.logPlace(t, depth)
		err := WriteLog(l, file, line, text)
		switch {
		case verb == "Output":
			*run.At[error](q, f.Results.Offsets[0]) = err
		case verb == "Panic":
			panic(text)
		case verb == "Fatal" && first == 0:
			m.o.Loggers.Fatal("log."+method, text)
		case verb == "Fatal":
			*run.At[*log.Logger](q, f.Params.Offsets[0]) = log.New(io.Discard, "", 0)
			return false // which ends the process
		}
		return true
	}
}

// logPlace returns the site of a call and its place. The call of the log itself has the depth 1.
func (m *Machine) logPlace(t *run.Thread, depth int) (site int32, file string, line int) {
	sites := m.openSites(t)
	if depth = max(depth, 1); depth > len(sites) {
		return 0, "???", 0
	}
	file, line = m.fileLine(m.SiteAt(sites[depth-1]).Pos)
	return sites[depth-1], file, line
}

// WriteLog writes a line as l.Output does, with a file and a line in place of those of the caller.
// The flags of l have Lshortfile or Llongfile.
func WriteLog(l *log.Logger, file string, line int, text string) error {
	w := l.Writer()
	if w == io.Discard {
		return nil
	}
	flags, prefix := l.Flags(), l.Prefix()
	if flags&log.Lshortfile != 0 {
		file = path.Base(file)
	}
	place := fmt.Sprintf("%s:%d: ", file, line)
	var b bytes.Buffer
	if flags&log.Lmsgprefix != 0 {
		place += prefix
	} else {
		b.WriteString(prefix)
	}
	if err := log.New(&b, place, flags&^logPlaces|log.Lmsgprefix).Output(0, text); err != nil {
		return err
	}
	if mu := logMutex(l); mu != nil {
		mu.Lock()
		defer mu.Unlock()
	}
	_, err := w.Write(b.Bytes())
	return err
}

// logMutex returns the lock that a logger holds while it writes, nil if this version of package log
// has it elsewhere.
func logMutex(l *log.Logger) *sync.Mutex {
	mu, _ := field[sync.Mutex](reflect.ValueOf(l).Elem(), "outMu")
	return mu
}

// field returns a pointer to an unexported field of a struct that is a variable, and false if there
// is none of this type.
func field[T any](v reflect.Value, name string) (*T, bool) {
	f := v.FieldByName(name)
	if !f.IsValid() || f.Type() != reflect.TypeFor[T]() {
		return nil, false
	}
	return (*T)(unsafe.Pointer(f.UnsafeAddr())), true
}

// slogLevel returns the level of a function that is named after it, and false for others.
func slogLevel(name string) (level slog.Level, ok bool) {
	switch name {
	case "Debug":
		return slog.LevelDebug, true
	case "Info":
		return slog.LevelInfo, true
	case "Warn":
		return slog.LevelWarn, true
	case "Error":
		return slog.LevelError, true
	}
	return 0, false
}

// slogFunc makes the call of a function of package slog, or of the method of a logger, which then
// is the first parameter.
func (m *Machine) slogFunc(method string, first int) func(t *run.Thread, f *run.Func, q run.FP) bool {
	name, inContext := strings.CutSuffix(method, "Context")
	level, leveled := slogLevel(name)
	if !leveled && method != "Log" && method != "LogAttrs" {
		return nil
	}
	return func(t *run.Thread, f *run.Func, q run.FP) bool {
		var l *slog.Logger
		if first == 1 {
			l = *run.At[*slog.Logger](q, f.Params.Offsets[0])
		} else {
			l = m.o.Loggers.Slog()
		}
		if l == nil {
			return false
		}
		site, file, line := m.logPlace(t, 1)
		h := placed(l.Handler(), slog.Source{Function: m.siteName(site), File: file, Line: line})
		if h == nil {
			return false
		}
		i, ctx, level := first, context.Background(), level
		if inContext || !leveled {
			if c := *run.At[context.Context](q, f.Params.Offsets[i]); c != nil {
				ctx = c
			}
			i++
		}
		if !leveled {
			level = *run.At[slog.Level](q, f.Params.Offsets[i])
			i++
		}
		if !h.Enabled(ctx, level) {
			return true
		}
		r := slog.NewRecord(time.Now(), level, *run.At[string](q, f.Params.Offsets[i]), pcOf(site))
		if method == "LogAttrs" {
			r.AddAttrs(*run.At[[]slog.Attr](q, f.Params.Offsets[i+1])...)
		} else {
			r.Add(*run.At[[]any](q, f.Params.Offsets[i+1])...)
		}
		_ = h.Handle(ctx, r) // as package slog does
		return true
	}
}

// siteName returns the name of the function that a site is in.
func (m *Machine) siteName(site int32) string {
	if s := m.SiteAt(site); s.F != nil {
		return s.F.FullName()
	}
	return ""
}

// placed returns the handler for records of a place, or nil if it writes no places.
func placed(h slog.Handler, src slog.Source) slog.Handler {
	switch h := h.(type) {
	case Placer:
		return h.WithPlace(src.File, src.Line)
	case *slog.TextHandler:
		return placedCopy(h, src)
	case *slog.JSONHandler:
		return placedCopy(h, src)
	}
	return h
}

// placedCopy returns a copy of a handler of package slog with a function that puts in the place. It
// is nil if the handler has no places, or if this version of package slog keeps its options
// elsewhere.
func placedCopy[H any, P interface {
	*H
	slog.Handler
}](h P, src slog.Source) slog.Handler {
	v := reflect.ValueOf(h).Elem().FieldByName("commonHandler")
	if !v.IsValid() || v.Kind() != reflect.Pointer || v.IsNil() {
		return nil
	}
	if options, ok := field[slog.HandlerOptions](v.Elem(), "opts"); !ok || !options.AddSource {
		return nil
	}
	common := reflect.New(v.Type().Elem())
	common.Elem().Set(reflect.NewAt(v.Type().Elem(), v.UnsafePointer()).Elem())
	options, _ := field[slog.HandlerOptions](common.Elem(), "opts")
	replace := options.ReplaceAttr
	options.ReplaceAttr = func(groups []string, a slog.Attr) slog.Attr {
		if _, ok := a.Value.Any().(*slog.Source); ok && len(groups) == 0 && a.Key == slog.SourceKey {
			a.Value = slog.AnyValue(&src)
		}
		if replace != nil {
			return replace(groups, a)
		}
		return a
	}
	c := P(new(H))
	*(*unsafe.Pointer)(unsafe.Pointer(c)) = common.UnsafePointer()
	return c
}

// recordSource is the method Source of slog.Record, for records of cells.
func (m *Machine) recordSource(_ *run.Thread, f *run.Func, q run.FP) bool {
	s, ok := m.siteOfPC(run.At[slog.Record](q, f.Params.Offsets[0]).PC)
	if !ok {
		return false
	}
	file, line := m.fileLine(s.Pos)
	*run.At[*slog.Source](q, f.Results.Offsets[0]) = &slog.Source{Function: s.F.FullName(), File: file, Line: line}
	return true
}
