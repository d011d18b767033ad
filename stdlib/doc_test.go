// SPDX-License-Identifier: BSD-3-Clause

package stdlib

import (
	"fmt"
	"go/types"
	"strings"
	"testing"
)

func ExampleDoc() {
	decl, comment, _ := Doc("strings", "Builder.WriteByte")
	fmt.Println(decl)
	fmt.Println(comment)
	// Output:
	// func (b *Builder) WriteByte(c byte) error
	// WriteByte appends the byte c to b's buffer.
	// The returned error is always nil.
}

func TestDoc(t *testing.T) {
	for _, c := range []struct{ path, name, decl, comment string }{
		{"strings", "", "package strings", "Package strings implements"},
		{"fmt", "Println", "func Println(a ...any) (n int, err error)", "Println formats using"},
		{"math", "Pi", "const Pi = 3.14159265358979323846264338327950288419716939937510582097494459", "https://oeis.org/A000796"},
		{"time", "Saturday", "const Saturday Weekday = 6", ""},
		{"os", "Args", "var Args []string", "Args hold the command-line arguments"},
		{"io", "Reader", "type Reader interface {\n\tRead(p []byte) (n int, err error)\n}", "Reader is the interface"},
		{"io", "Reader.Read", "func (Reader) Read(p []byte) (n int, err error)", ""},
		{"net/http", "Request.Method", "field Method string", "Method specifies the HTTP method"},
		{"slices", "Sort", "func Sort[S ~[]E, E cmp.Ordered](x S)", "Sort sorts a slice"},
		{"bytes", "NewBuffer", "func NewBuffer(buf []byte) *Buffer", "NewBuffer creates"},
		{"builtin", "append", "func append(slice []Type, elems ...Type) []Type", "The append built-in function"},
	} {
		decl, comment, ok := Doc(c.path, c.name)
		if !ok || decl != c.decl || !strings.HasPrefix(comment, c.comment) {
			t.Errorf("Doc(%q, %q) = %q, %.60q, %v", c.path, c.name, decl, comment, ok)
		}
	}
	for _, c := range [][2]string{{"fmt", "Nothing"}, {"no/such/package", ""}, {"fmt", "buffer"}} {
		if decl, _, ok := Doc(c[0], c[1]); ok {
			t.Errorf("Doc(%q, %q) gives %q", c[0], c[1], decl)
		}
	}
}

// TestDocWhole checks that every exported name, method and field has an entry: what completion
// offers, inspection explains.
func TestDocWhole(t *testing.T) {
	im := Importer()
	for path := range set().Names() {
		pkg, err := im.Import(path)
		if err != nil {
			t.Fatal(err)
		}
		want := []string{""}
		for _, name := range pkg.Scope().Names() {
			obj := pkg.Scope().Lookup(name)
			if !obj.Exported() {
				continue
			}
			want = append(want, name)
			named, ok := obj.Type().(*types.Named)
			if !ok || obj.Name() != named.Obj().Name() || named.Obj().Pkg() != pkg {
				continue
			}
			for m := range named.Methods() {
				if m.Exported() {
					want = append(want, name+"."+m.Name())
				}
			}
		}
		for _, name := range want {
			if decl, _, ok := Doc(path, name); !ok || decl == "" {
				t.Errorf("no documentation of %s %s", path, name)
			}
		}
	}
}

func ExampleImporter() {
	pkg, err := Importer().Import("strings")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(pkg.Scope().Lookup("Fields"))
	_, err = Importer().Import("syscall")
	fmt.Println(err)
	// Output:
	// func strings.Fields(s string) []string
	// package syscall is not available here: cells do not call the operating system directly
}

func ExamplePackages() {
	p := Packages()
	fmt.Println(p["shapes"], p["rand"], p["template"])
	// Output: polka/shapes math/rand/v2 text/template
}

func ExampleTable() {
	repeat := Table("strings")["Repeat"].Interface().(func(string, int) string)
	fmt.Println(repeat("la", 3))
	// Output: lalala
}
