// SPDX-License-Identifier: BSD-3-Clause

package gosmith

import (
	"strings"
	"testing"
)

func TestRun(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles programs")
	}
	sources := []string{
		`package main

import "fmt"

type T struct{}

type G[P any] struct{ p P }

func main() { fmt.Printf("%T %#v %T\n", T{}, T{}, G[T]{}) }
`,
		`package main

import "fmt"

func init() { fmt.Println("init") }

func main() {
	defer fmt.Println("deferred")
	panic(fmt.Sprint("the ", "end"))
}
`,
		`package main

import "fmt"

var x = f()

func f() int { fmt.Println("f"); return 0 }

func main() { fmt.Println(1 / x) }
`,
	}
	want := []Outcome{
		{Output: "main.T main.T{} main.G[main.T]\n"},
		{Output: "init\ndeferred\n", Panic: "the end"},
		{Output: "f\n", Panic: "runtime error: integer divide by zero"},
	}
	got, err := Run(t.Context(), t.TempDir(), sources, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("program %d: got %+v, want %+v", i, got[i], want[i])
		}
	}
}

func TestRunErrors(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles programs")
	}
	for _, test := range []struct{ src, want string }{
		{"package main\n\nfunc main() { x }\n", "undefined: x"},
		{"package main\n\nfunc main() { select {} }\n", "deadlock"},
		{"package main\n\nimport \"os\"\n\nfunc main() { os.Exit(3) }\n", "exit status 3"},
	} {
		_, err := Run(t.Context(), t.TempDir(), []string{test.src}, Options{})
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%q: got error %v, want one with %q", test.src, err, test.want)
		}
	}
}
