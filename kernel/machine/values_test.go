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
