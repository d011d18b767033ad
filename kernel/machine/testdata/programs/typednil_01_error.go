// A nil pointer returned as error is not nil; returned as nil it is.

package main

import (
	"errors"
	"fmt"
)

type E struct{ msg string }

func (e *E) Error() string {
	if e == nil {
		return "nil *E"
	}
	return e.msg
}

func bad(fail bool) error {
	var e *E
	if fail {
		e = &E{"failed"}
	}
	return e
}

func good(fail bool) error {
	if fail {
		return &E{"failed"}
	}
	return nil
}

func named() (err error) {
	var e *E
	err = e
	return
}

func main() {
	fmt.Println(bad(false) == nil, bad(true) == nil, good(false) == nil, named() == nil)
	if err := bad(false); err != nil {
		fmt.Println("not nil:", err.Error(), err.(*E) == nil)
	}
	err := bad(false)
	fmt.Println(err, errors.Is(err, nil), err == error((*E)(nil)))
	var e *E
	fmt.Println(errors.As(err, &e), e == nil)
	fmt.Printf("%T %v\n", err, err)
	switch x := err.(type) {
	case nil:
		fmt.Println("nil")
	case *E:
		fmt.Println("typed nil", x == nil)
	}
	w := fmt.Errorf("wrap: %w", bad(true))
	fmt.Println(w, errors.Unwrap(w) == nil, errors.As(w, &e), e.msg)
}
