// Sticky errors, result types, collected errors and cleanup.

package main

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

type writer struct {
	sb  strings.Builder
	max int
	err error
}

var errFull = errors.New("full")

func (w *writer) put(s string) {
	if w.err != nil {
		return
	}
	if w.sb.Len()+len(s) > w.max {
		w.err = fmt.Errorf("put %q: %w", s, errFull)
		return
	}
	w.sb.WriteString(s)
}

type result[T any] struct {
	val T
	err error
}

func of[T any](v T, err error) result[T] { return result[T]{v, err} }
func (r result[T]) or(d T) T {
	if r.err != nil {
		return d
	}
	return r.val
}

type fields map[string]error

func (f fields) Error() string { return fmt.Sprint(len(f), " invalid: ", map[string]error(f)) }
func (f fields) orNil() error {
	if len(f) == 0 {
		return nil
	}
	return f
}

func validate(name string, age int) error {
	f := fields{}
	if name == "" {
		f["name"] = errors.New("empty")
	}
	if age < 0 {
		f["age"] = fmt.Errorf("negative: %d", age)
	}
	return f.orNil()
}

func main() {
	w := &writer{max: 8}
	for _, s := range strings.Fields("abc def ghi j") {
		w.put(s)
	}
	fmt.Println(w.sb.String(), w.err, errors.Is(w.err, errFull))
	fmt.Println(of(strconv.Atoi("12")).or(-1), of(strconv.Atoi("1x")).or(-1), of(strconv.ParseBool("?")).or(true))
	fmt.Println(validate("bob", 3) == nil, validate("", -3))
	var f fields
	fmt.Println(errors.As(fmt.Errorf("v: %w", validate("", 1)), &f), f["name"])
}
