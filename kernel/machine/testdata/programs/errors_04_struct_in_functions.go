// errors.As with struct values, pointers and interfaces in conditions and switches.

package main

import (
	"errors"
	"fmt"
)

type Temporary struct{ After int }
type Fatal struct{ Code int }

func (t Temporary) Error() string { return fmt.Sprint("retry after ", t.After) }
func (f *Fatal) Error() string    { return fmt.Sprint("fatal ", f.Code) }

func op(n int) error {
	switch {
	case n%3 == 0:
		return nil
	case n%3 == 1:
		return fmt.Errorf("op %d: %w", n, Temporary{n * 2})
	}
	return fmt.Errorf("op %d: %w", n, &Fatal{n})
}

func handle(err error) string {
	var t Temporary
	var f *Fatal
	switch {
	case err == nil:
		return "ok"
	case errors.As(err, &t) && t.After > 5:
		return fmt.Sprint("long wait ", t.After)
	case errors.As(err, &t):
		t.After++
		return fmt.Sprint("short wait ", t.After)
	case errors.As(err, &f):
		f.Code *= 10
		return f.Error()
	}
	return "unknown " + err.Error()
}

func main() {
	for n := range 6 {
		err := op(n)
		fmt.Println(handle(err), "|", err)
	}
	fmt.Println(handle(errors.New("x")))
	err := op(1)
	if t := (Temporary{}); errors.As(err, &t) {
		fmt.Println(t == Temporary{2}, errors.Is(err, t), errors.Is(err, Temporary{3}))
	}
	func() {
		defer func() { fmt.Println(recover()) }()
		var notPtr Temporary
		errors.As(err, notPtr)
	}()
	func() {
		defer func() { fmt.Println(recover()) }()
		errors.As(err, nil)
	}()
	as, ok := errors.AsType[Temporary](err)
	fmt.Println(as.After, ok)
}
