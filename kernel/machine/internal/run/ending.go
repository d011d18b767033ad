// SPDX-License-Identifier: BSD-3-Clause

// How programs end.
//
// A Go program that does not recover a panic ends with a report on standard error: the panics that
// were passing, the oldest first, each as the runtime prints its value. The text of an error or a
// Stringer is what its method returns, and a method that panics has a report of its own. What the
// runtime cannot continue after, such as a deadlock, is a fatal error instead. See preprintpanics,
// printpanics and printpanicval in Go's package runtime.

package run

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"unsafe"

	"polka/kernel/machine/internal/memory"
)

// An overflow ends a program whose recursion is too deep: nothing can recover it, and no deferred
// call runs.
type overflow struct{}

func (overflow) Error() string { return errStackOverflow.Error() }

// ExitCode returns the status with which the program ends.
func (overflow) ExitCode() int { return 2 }

// IsFatal reports whether the panic stands for a fatal error of Go's runtime, which no program can
// recover.
func (p *Panic) IsFatal() bool { return p.Value == ErrDeadlock || p.isOverflow() }

func (p *Panic) isOverflow() bool {
	_, ok := p.Value.(overflow)
	return ok || p.Value == errStackOverflow
}

// Ending returns what a Go program prints when the panic ends it, without the goroutines and
// without a newline at the end.
func (p *Panic) Ending() (text string) {
	switch {
	case p.isOverflow():
		return "runtime: goroutine stack exceeds 1000000000-byte limit\nfatal error: stack overflow"
	case p.Value == ErrDeadlock:
		return "fatal error: " + ErrDeadlock.Error()
	}
	defer func() {
		e := recover()
		if e == nil {
			return
		}
		if q, ok := e.(*Panic); ok {
			e = q.Value
		}
		text = "fatal error: panic while printing panic value: "
		if s, ok := e.(string); ok {
			text += s
		} else {
			text += "type " + p.M.TypeOf(e)
		}
	}()
	var list []string // the newest first
	repanicked := false
	for q := p; q != nil; q = q.earlier {
		again := q.earlier != nil && p.M.sameWords(q.earlier.Value, q.Value)
		if !again {
			line := "panic: " + p.M.endingText(q.Value)
			switch {
			case q.recovered && repanicked:
				line += " [recovered, repanicked]"
			case q.recovered:
				line += " [recovered]"
			}
			list = append(list, line)
		}
		repanicked = again
	}
	var b strings.Builder
	for i := len(list) - 1; i >= 0; i-- {
		b.WriteString(list[i])
		if i > 0 {
			b.WriteString("\n\t")
		}
	}
	return b.String()
}

// sameWords reports whether two interfaces have the same type and the same data word, or would have
// in a compiled program. There, all interfaces with the same small number share one word, and so do
// those with a value of another type that is like one in memory: one, two, four or eight bytes,
// aligned, and without pointers.
func (m *World) sameWords(v, w any) bool {
	x, y := (*memory.Eface)(unsafe.Pointer(&v)), (*memory.Eface)(unsafe.Pointer(&w))
	if *x == *y {
		return true
	}
	if x.Type != y.Type {
		return false
	}
	t := m.RecordOf(v)
	if t.Pointers || uintptr(t.Reflect.Align()) != t.Size {
		return false
	}
	switch t.Size {
	case 1:
		return *(*uint8)(x.Data) == *(*uint8)(y.Data)
	case 2:
		a, b := *(*uint16)(x.Data), *(*uint16)(y.Data)
		return a == b && a < 256
	case 4:
		a, b := *(*uint32)(x.Data), *(*uint32)(y.Data)
		return a == b && a < 256
	case 8:
		a, b := *(*uint64)(x.Data), *(*uint64)(y.Data)
		return a == b && a < 256
	}
	return false
}

// endingText returns how the value of a panic is printed when it ends a program.
func (m *World) endingText(v any) string {
	switch x := v.(type) {
	case nil:
		return "nil"
	case error:
		return indented(x.Error())
	case fmt.Stringer:
		return indented(x.String())
	case string:
		return indented(x)
	case bool, int, int8, int16, int32, int64, uint, uint8, uint16, uint32, uint64, uintptr, float32, float64, complex64, complex128:
		return builtinText(reflect.ValueOf(x))
	}
	name, x := m.TypeOf(v), reflect.ValueOf(v)
	switch k := x.Kind(); {
	case k == reflect.String:
		return name + `("` + indented(x.String()) + `")`
	case k == reflect.Complex64 || k == reflect.Complex128:
		return name + builtinText(x) // which has parentheses
	case k >= reflect.Bool && k <= reflect.Float64:
		return name + "(" + builtinText(x) + ")"
	}
	return fmt.Sprintf("(%s) %p", name, (*(*memory.Eface)(unsafe.Pointer(&v))).Data)
}

// builtinText returns a value of a basic type as print prints it.
func builtinText(v reflect.Value) string {
	switch {
	case v.Kind() == reflect.Bool:
		return strconv.FormatBool(v.Bool())
	case v.CanInt():
		return strconv.FormatInt(v.Int(), 10)
	case v.CanUint():
		return strconv.FormatUint(v.Uint(), 10)
	case v.CanFloat():
		return strconv.FormatFloat(v.Float(), 'g', -1, v.Type().Bits())
	}
	return strconv.FormatComplex(v.Complex(), 'g', -1, v.Type().Bits())
}

// indented returns a text in a report: its lines after the first are indented.
func indented(s string) string { return strings.ReplaceAll(s, "\n", "\n\t") }
