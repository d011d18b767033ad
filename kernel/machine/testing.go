// SPDX-License-Identifier: BSD-3-Clause

// Package testing in cells.
//
// What a test logs begins with its place, which package testing takes from the stack of the
// goroutine. There it would find the machine's own functions. So the methods that log are replaced:
// they write the place of the call in the cell, or of the call of a helper, and then to the output
// of the test, which indents it.
//
// A panic of a subtest would end the process. Options.Guard is put around the functions that tests
// give to package testing, and decides what happens.

package machine

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"testing"

	"polka/kernel/machine/internal/run"
)

// A testCommon is the part of a test that is embedded in *testing.T, *testing.B and *testing.F. It
// is their first field, so a pointer to it is one to each of them.
type testCommon interface {
	Output() io.Writer
	Fail()
	FailNow()
	SkipNow()
}

// testingCall makes the call of a method of a test, where it is not that of package testing; it is
// nil for all other functions.
func (m *Machine) testingCall(name string) func(t *run.Thread, f *run.Func, q run.FP) bool {
	method, ok := strings.CutPrefix(name, "(*testing.common).")
	if !ok {
		switch {
		case m.o.Guard == nil:
		case name == "(*testing.T).Run":
			return func(_ *run.Thread, f *run.Func, q run.FP) bool {
				p := run.At[func(*testing.T)](q, f.Params.Offsets[2])
				if test := *p; test != nil {
					*p = func(t *testing.T) { m.o.Guard(t, func() { test(t) }) }
				}
				return false
			}
		case name == "(*testing.B).Run":
			return func(_ *run.Thread, f *run.Func, q run.FP) bool {
				p := run.At[func(*testing.B)](q, f.Params.Offsets[2])
				if test := *p; test != nil {
					*p = func(b *testing.B) { m.o.Guard(b, func() { test(b) }) }
				}
				return false
			}
		}
		return nil
	}
	format := func(f *run.Func, q run.FP) string {
		return fmt.Sprintf(*run.At[string](q, f.Params.Offsets[1]), *run.At[[]any](q, f.Params.Offsets[2])...)
	}
	print := func(f *run.Func, q run.FP) string {
		return fmt.Sprintln(*run.At[[]any](q, f.Params.Offsets[1])...)
	}
	log := func(text func(*run.Func, run.FP) string, then func(testCommon)) func(*run.Thread, *run.Func, run.FP) bool {
		return func(t *run.Thread, f *run.Func, q run.FP) bool {
			c := *run.At[*testing.T](q, f.Params.Offsets[0])
			if c == nil {
				return false
			}
			m.logTest(t, c, text(f, q))
			then(c)
			return true
		}
	}
	switch method {
	case "Log":
		return log(print, func(testCommon) {})
	case "Logf":
		return log(format, func(testCommon) {})
	case "Error":
		return log(print, testCommon.Fail)
	case "Errorf":
		return log(format, testCommon.Fail)
	case "Fatal":
		return log(print, testCommon.FailNow)
	case "Fatalf":
		return log(format, testCommon.FailNow)
	case "Skip":
		return log(print, testCommon.SkipNow)
	case "Skipf":
		return log(format, testCommon.SkipNow)
	case "Helper":
		return func(t *run.Thread, _ *run.Func, _ run.FP) bool {
			if sites := m.openSites(t); len(sites) > 0 {
				m.callers.helpers.Store(m.SiteAt(sites[0]).F, true)
			}
			return true
		}
	case "Cleanup":
		if m.o.Guard == nil {
			return nil
		}
		return func(_ *run.Thread, f *run.Func, q run.FP) bool {
			c, p := *run.At[*testing.T](q, f.Params.Offsets[0]), run.At[func()](q, f.Params.Offsets[1])
			if clean := *p; clean != nil && c != nil {
				*p = func() { m.o.Guard(c, clean) }
			}
			return false
		}
	}
	return nil
}

// logTest writes text to the output of a test, with the place of the innermost open call that is
// not in a helper.
func (m *Machine) logTest(t *run.Thread, c testCommon, text string) {
	place := "???:1: "
	for _, n := range m.openSites(t) {
		s := m.SiteAt(n)
		if _, helper := m.callers.helpers.Load(s.F); helper {
			continue
		}
		file, line := m.fileLine(s.Pos)
		place = fmt.Sprintf("%s:%d: ", filepath.Base(file), line)
		break
	}
	text = strings.ReplaceAll(strings.TrimSuffix(text, "\n"), "\n", "\n    ")
	io.WriteString(c.Output(), place+text+"\n")
}
