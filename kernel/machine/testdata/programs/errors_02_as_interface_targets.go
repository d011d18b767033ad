// errors.As with interface targets and library errors.

package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strconv"
)

type temporary interface{ Temporary() bool }
type coder interface{ Code() int }

type netErr struct {
	temp bool
	code int
}

func (e netErr) Error() string   { return fmt.Sprintf("net(%t)", e.temp) }
func (e netErr) Temporary() bool { return e.temp }
func (e *netErr) Code() int      { return e.code }

func retry(n int, f func(int) error) (tries int, err error) {
	for tries = 1; tries <= n; tries++ {
		if err = f(tries); err == nil {
			return
		}
		var t temporary
		if !errors.As(err, &t) || !t.Temporary() {
			return tries, fmt.Errorf("permanent: %w", err)
		}
	}
	return tries - 1, fmt.Errorf("gave up: %w", err)
}

func main() {
	fmt.Println(retry(5, func(i int) error {
		if i < 3 {
			return fmt.Errorf("try %d: %w", i, netErr{temp: true})
		}
		return nil
	}))
	fmt.Println(retry(2, func(i int) error { return &netErr{true, i} }))
	fmt.Println(retry(9, func(int) error { return netErr{} }))
	fmt.Println(retry(9, func(int) error { return io.EOF }))
	var c coder
	fmt.Println(errors.As(fmt.Errorf("p %w", &netErr{code: 4}), &c), c.Code())
	c = nil
	fmt.Println(errors.As(netErr{}, &c), c == nil)
	_, err := strconv.Atoi("zz")
	var ne *strconv.NumError
	fmt.Println(errors.As(err, &ne), ne.Func, ne.Num, ne.Err, errors.Is(err, strconv.ErrSyntax))
	_, err = os.Open("/no/such/file")
	var pe *fs.PathError
	fmt.Println(errors.As(err, &pe), pe.Op, pe.Path, errors.Is(err, fs.ErrNotExist), os.IsNotExist(err))
	var se *json.SyntaxError
	err = json.Unmarshal([]byte(`{"a":}`), new(any))
	fmt.Println(errors.As(err, &se), se.Offset, err)
}
