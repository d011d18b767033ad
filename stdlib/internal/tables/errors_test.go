// SPDX-License-Identifier: BSD-3-Clause

package tables

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"testing"
)

// wrap makes what the interpreter makes of an error that it interprets.
func wrap(v any, text string) error {
	return wrappedError{v, func() string { return text }}
}

func TestErrorsIs(t *testing.T) {
	type value struct{ n int }
	p := &value{1}
	a, again, other := wrap(p, "a"), wrap(p, "a"), wrap(&value{1}, "a")
	text := func() string { return "text" }
	sliced := wrap([]int{1}, "no comparison")
	for i, c := range []struct {
		err, target error
		want        bool
	}{
		{nil, nil, true}, {a, nil, false}, {nil, a, false},
		{io.EOF, io.EOF, true}, {fmt.Errorf("x: %w", io.EOF), io.EOF, true}, {io.EOF, io.ErrNoProgress, false},
		{a, a, true}, {a, again, true}, {a, other, false}, {a, io.EOF, false}, {io.EOF, a, false},
		{fmt.Errorf("x: %w", a), again, true}, {errors.Join(io.EOF, a), again, true}, {errors.Join(a, io.EOF), io.EOF, true},
		{unwrapError{p, text, func() error { return io.EOF }}, io.EOF, true},
		{unwrapError{p, text, func() error { return nil }}, io.EOF, false},
		{unwrapError{p, text, func() []error { return []error{a, io.EOF} }}, io.EOF, true},
		{unwrapError{p, text, func() int { return 1 }}, io.EOF, false},
		{isError{p, text, func(e error) bool { return e == io.EOF }}, io.EOF, true},
		{unwrapIsError{p, text, func() error { return a }, func(error) bool { return false }}, again, true},
		{sliced, sliced, false},
		{&fs.PathError{Err: fs.ErrNotExist}, os.ErrNotExist, true},
	} {
		if got := errorsIs(c.err, c.target); got != c.want {
			t.Errorf("case %d: errors.Is(%v, %v) = %v", i, c.err, c.target, got)
		}
	}
}

func TestErrorsAs(t *testing.T) {
	type code int
	cell := &struct{ n int }{7}
	err := fmt.Errorf("x: %w", errors.Join(io.EOF, wrap(cell, "cell"), wrap(code(3), "code"), &fs.PathError{Op: "open"}))

	var found *struct{ n int }
	if !errorsAs(err, &found) || found != cell {
		t.Errorf("the pointer of a cell: %v", found)
	}
	var number code
	if !errorsAs(err, &number) || number != 3 {
		t.Errorf("the number of a cell: %v", number)
	}
	var path *fs.PathError
	if !errorsAs(err, &path) || path.Op != "open" {
		t.Errorf("a compiled error: %v", path)
	}
	var iface interface{ Error() string }
	if !errorsAs(wrap(cell, "cell"), &iface) || iface.Error() != "cell" {
		t.Errorf("an interface: %v", iface)
	}
	var other *struct{ s string }
	if errorsAs(err, &other) || errorsAs(nil, &other) {
		t.Errorf("found %v, which is not there", other)
	}
	for _, target := range []any{nil, 7, (**fs.PathError)(nil), new(struct{ n int })} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("target %T gives no panic", target)
				}
			}()
			errorsAs(err, target)
		}()
	}
}
