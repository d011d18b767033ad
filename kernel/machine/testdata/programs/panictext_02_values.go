// Panics with values of every kind, recovered and printed.

package main

import (
	"errors"
	"fmt"
	"io"
	"log"
	"os"
	"reflect"
	"regexp"
	"runtime"
	"strings"
)

type pt struct{ x, y int }
type code int
type E struct{ msg string }

func (e *E) Error() string    { return "E:" + e.msg }
func (c code) String() string { return fmt.Sprint("code", int(c)) }

func catch(v any) (r any) {
	defer func() { r = recover() }()
	panic(v)
}

func main() {
	e := &E{"x"}
	for _, v := range []any{1, "s", 2.5, pt{1, 2}, code(3), e, []int{1}, nil, errors.New("err"), fmt.Errorf("w: %w", e), true, 'r', map[string]int{"a": 1}} {
		r := catch(v)
		fmt.Printf("%v %T\n", r, r)
	}
	r := catch(nil)
	_, ok := r.(*runtime.PanicNilError)
	fmt.Println(ok)
	err, _ := catch(e).(error)
	var t *E
	fmt.Println(errors.As(err, &t), t == e)
	func() {
		defer func() {
			if e, ok := recover().(error); ok {
				fmt.Println("error:", e)
			}
		}()
		var s []int
		_ = s[len(os.Args)+2-len(os.Args)]
	}()
	func() {
		defer func() { fmt.Println(recover()) }()
		log.New(io.Discard, "", 0).Panicf("log %d", 1)
	}()
	func() {
		defer func() { fmt.Println(recover()) }()
		regexp.MustCompile("(")
	}()
	func() {
		defer func() { fmt.Println(recover()) }()
		strings.Repeat("x", -1)
	}()
	func() {
		defer func() { fmt.Println(recover()) }()
		reflect.ValueOf(1).Len()
	}()
}
