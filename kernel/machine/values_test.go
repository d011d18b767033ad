// SPDX-License-Identifier: BSD-3-Clause

package machine_test

import (
	"regexp"
	"testing"
)

// TestTree runs programs that pass values of their own types to packages that examine values by
// reflection.
func TestTree(t *testing.T) { testPrograms(t, "testdata/tree") }

// TestFormat runs programs that print values of declared types in all ways.
func TestFormat(t *testing.T) { testPrograms(t, "testdata/format") }

// TestFormatEndless prints a value whose text has no end: the machine's limit ends the program as
// Go's stack overflow does.
func TestFormatEndless(t *testing.T) {
	const program = `package main
import "fmt"
type T int
func (t T) String() string { return fmt.Sprintf("%v", t) }
var v T
func main() { fmt.Println(1); fmt.Println(v); fmt.Println(2) }
`
	p, err := load("endless.go", program)
	if err != nil {
		t.Fatal(err)
	}
	// The reason depends on the machine's limit, which is lower in a browser.
	want := regexp.MustCompile(`^1\n%!v\(PANIC=String method: runtime error: stack overflow: .+\)\nexit status 2\n$`)
	if got := p.run(); !want.MatchString(got) {
		t.Errorf("%q does not match %s", got, want)
	}
}

// TestReceiverOfOnePointer calls methods of a struct whose memory is one pointer. What Go 1.26
// compiles from this program reads other memory: interface values hold the struct itself, and calls
// through them pass it in a register, but the method expects it on the stack because of the array.
func TestReceiverOfOnePointer(t *testing.T) {
	const program = `package main
import ("errors"; "fmt"; "reflect")
type T struct { none [2]struct{}; p *int }
func (t T) Error() string { return fmt.Sprint("T", *t.p) }
func (t T) Sum(a, b int) int { return *t.p + a + b }
type U struct { T }
func main() {
	n := 5
	t := T{p: &n}
	fmt.Println(t, U{t}, []any{t}, errors.Join(t))
	fmt.Println(reflect.ValueOf(t).MethodByName("Sum").Interface().(func(int, int) int)(1, 2))
	fmt.Println(reflect.TypeOf(t).Method(1).Func.Call([]reflect.Value{reflect.ValueOf(t), reflect.ValueOf(3), reflect.ValueOf(4)})[0])
	var err error = t
	f := err.Error
	fmt.Println(f(), err.(T).Sum(0, 0))
}
`
	p, err := load("receiver.go", program)
	if err != nil {
		t.Fatal(err)
	}
	const want = "T5 T5 [T5] T5\n8\n12\nT5 5\n"
	if got := p.run(); got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
