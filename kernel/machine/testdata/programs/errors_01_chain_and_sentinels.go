// Wrapping chains, sentinels, custom Is and Unwrap methods.

package main

import (
	"errors"
	"fmt"
)

var ErrNotFound = errors.New("not found")
var ErrDenied = fmt.Errorf("denied")

type OpError struct {
	Op, Path string
	Err      error
}

func (e *OpError) Error() string { return e.Op + " " + e.Path + ": " + e.Err.Error() }
func (e *OpError) Unwrap() error { return e.Err }
func (e *OpError) Is(target error) bool {
	t, ok := target.(*OpError)
	return ok && (t.Op == "" || t.Op == e.Op) && t.Path == e.Path
}

func open(path string) error {
	switch path {
	case "secret":
		return &OpError{"open", path, ErrDenied}
	case "":
		return ErrNotFound
	}
	return nil
}

func load(path string) (err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("load: %w", err)
		}
	}()
	if err := open(path); err != nil {
		return err
	}
	return
}

func main() {
	for _, p := range []string{"secret", "", "ok"} {
		err := load(p)
		fmt.Println(err, errors.Is(err, ErrNotFound), errors.Is(err, ErrDenied))
		var oe *OpError
		if errors.As(err, &oe) {
			fmt.Println("op error", oe.Op, oe.Path, oe.Err == ErrDenied)
		}
		fmt.Println(errors.Is(err, &OpError{Path: "secret"}), errors.Is(err, &OpError{Op: "read", Path: "secret"}))
	}
	fmt.Println(errors.Unwrap(errors.Unwrap(load("secret"))) == ErrDenied)
	fmt.Println(errors.New("x") == errors.New("x"), errors.Is(nil, ErrDenied))
	fmt.Printf("%v|%s|%q|%+v\n", ErrDenied, ErrDenied, ErrDenied, ErrDenied)
	v := fmt.Errorf("plain %v", ErrDenied)
	fmt.Println(errors.Is(v, ErrDenied), errors.Unwrap(v))
}
