package machine_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
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
	if d := cmp.Diff("1\n%!v(PANIC=String method: runtime error: stack overflow: the recursion has no end)\nexit status 2\n", p.run()); d != "" {
		t.Error(d)
	}
}
