// Join with nil errors, custom Is methods below joins, and repeated joins of the same error.

package main

import (
	"errors"
	"fmt"
	"io"
	"strings"
)

type family string

func (f family) Error() string { return "family " + string(f) }
func (f family) Is(t error) bool {
	o, ok := t.(family)
	return ok && (o == "*" || o == f)
}

func main() {
	j := errors.Join(fmt.Errorf("w: %w", family("a")), nil, family("b"))
	fmt.Println(errors.Is(j, family("a")), errors.Is(j, family("c")), errors.Is(j, family("*")))
	u := j.(interface{ Unwrap() []error }).Unwrap()
	fmt.Println(len(u), u[1], u[0] == nil)
	var f family
	fmt.Println(errors.As(j, &f), f)
	var none error
	none = errors.Join(none, nil)
	fmt.Println(none == nil)
	same := errors.Join(io.EOF, io.EOF)
	fmt.Println(len(strings.Split(same.Error(), "\n")), same == io.EOF)
	if v, ok := same.(interface {
		error
		Unwrap() []error
	}); ok {
		fmt.Println(v.Unwrap()[0] == v.Unwrap()[1])
	}
}
