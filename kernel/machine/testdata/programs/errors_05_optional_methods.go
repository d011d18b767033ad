package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
)

type nerr struct{ t bool }

func (n nerr) Error() string   { return "nerr" }
func (n nerr) Timeout() bool   { return n.t }
func (n nerr) Temporary() bool { return false }

type path struct{}

func (path) Error() string { return "path" }
func (path) As(t any) bool {
	if p, ok := t.(**fs.PathError); ok {
		*p = &fs.PathError{Op: "own", Path: "p", Err: os.ErrClosed}
		return true
	}
	return false
}

type wrongIs struct{}

func (wrongIs) Error() string          { return "w" }
func (wrongIs) Is(t error) (b bool)    { return t == context.Canceled }
func (wrongIs) As(t *int) bool         { panic("no") }
func (wrongIs) Unwrap() (error, error) { return nil, nil }

type coder interface {
	error
	Code() int
}
type coded int

func (c coded) Error() string { return fmt.Sprint("code ", int(c)) }
func (c coded) Code() int     { return int(c) }

func main() {
	var ne net.Error
	err := fmt.Errorf("x: %w", nerr{true})
	fmt.Println(errors.As(err, &ne), ne, ne != nil && ne.Timeout(), os.IsTimeout(nerr{true}), os.IsTimeout(nerr{}), os.IsTimeout(path{}))
	var pe *fs.PathError
	fmt.Println(errors.As(fmt.Errorf("q %w", path{}), &pe), pe)
	fmt.Println(errors.Is(wrongIs{}, context.Canceled), errors.Is(wrongIs{}, os.ErrExist), errors.As(wrongIs{}, &pe), errors.Unwrap(wrongIs{}))
	var c coder
	fmt.Println(errors.As(errors.Join(err, coded(4)), &c), c, c.Code())
	var t interface{ Timeout() bool }
	fmt.Println(errors.As(err, &t), t)
	var own interface{ As(*int) bool }
	fmt.Println(errors.As(err, &own), errors.As(wrongIs{}, &own))
	_, isAs := any(nerr{}).(interface{ As(any) bool })
	_, isTo := error(coded(1)).(interface{ Timeout() bool })
	_, isIs := error(coded(1)).(interface{ Is(error) bool })
	_, isF := error(coded(1)).(fmt.Formatter)
	fmt.Println(isAs, isTo, isIs, isF)
	ctx, cancel := context.WithCancelCause(context.Background())
	cancel(coded(9))
	fmt.Println(ctx.Err(), context.Cause(ctx), context.Cause(ctx) == coded(9), errors.Is(context.Cause(ctx), coded(9)))
	e := &fs.PathError{Op: "o", Path: "p", Err: nerr{true}}
	fmt.Println(e, e.Timeout(), e.Err == error(nerr{true}), e.Unwrap().(nerr).t)
	w := fmt.Errorf("%w and %w", coded(1), coded(2))
	fmt.Printf("%v %T %v\n", w, w, w.(interface{ Unwrap() []error }).Unwrap()[1].(coded) == 2)
	m := map[error]int{coded(1): 1, nerr{true}: 2, os.ErrExist: 3}
	fmt.Println(m[coded(1)], m[nerr{true}], m[nerr{}], m[os.ErrExist])
}
