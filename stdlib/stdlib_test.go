// SPDX-License-Identifier: BSD-3-Clause

package stdlib

import (
	"go/types"
	"log"
	"maps"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"polka/stdlib/internal/tables"
)

// TestSymbolsHaveTypes checks symbols and types against each other. They are made from the same
// packages, yet by different ways: what a cell may name after type-checking, the interpreter must
// find.
func TestSymbolsHaveTypes(t *testing.T) {
	im := Importer()
	symbols := Symbols()
	for _, key := range []string{".", "unsafe/unsafe", "github.com/traefik/yaegi/yaegi", "polka/stdlib/internal/tables/tables"} {
		if len(symbols[key]) == 0 {
			t.Errorf("no symbols for %q", key)
		}
		delete(symbols, key)
	}
	for path, name := range set().Names() {
		pkg, err := im.Import(path)
		if err != nil {
			t.Error(err)
			continue
		}
		if pkg.Path() != path || pkg.Name() != name || !pkg.Complete() {
			t.Errorf("import of %s %s gives %v, complete %v", path, name, pkg, pkg.Complete())
		}
		table := symbols[path+"/"+name]
		delete(symbols, path+"/"+name)
		for sym := range table {
			base := strings.TrimPrefix(sym, "_")
			obj := pkg.Scope().Lookup(base)
			if obj == nil {
				t.Errorf("%s has a symbol %s and no such type information", path, sym)
			} else if base != sym && !types.IsInterface(obj.Type()) {
				t.Errorf("%s: wrapper %s of something that is no interface: %v", path, sym, obj)
			}
		}
		for _, n := range pkg.Scope().Names() {
			obj := pkg.Scope().Lookup(n)
			if _, ok := table[n]; !ok && obj.Exported() && !typesOnly(obj) {
				t.Errorf("%s has no symbol for %v", path, obj)
			}
		}
	}
	for path := range symbols {
		t.Errorf("symbols of %s have no types", path)
	}
}

// typesOnly tells the exported objects that have types but no symbol: generic functions, generic
// types and constraint interfaces. The interpreter never sees them; they are instantiated away
// before.
func typesOnly(obj types.Object) bool {
	switch obj := obj.(type) {
	case *types.Func:
		return obj.Signature().TypeParams().Len() > 0
	case *types.TypeName:
		if iface, ok := obj.Type().Underlying().(*types.Interface); ok && !iface.IsMethodSet() {
			return true
		}
		switch typ := obj.Type().(type) {
		case *types.Named:
			return typ.TypeParams().Len() > 0
		case *types.Alias:
			return typ.TypeParams().Len() > 0
		}
	}
	return false
}

// TestSymbolKinds checks that each symbol is of the kind that its object in the type information
// asks for, and a function or a variable of the very type.
func TestSymbolKinds(t *testing.T) {
	im := Importer()
	for _, table := range tables.All {
		pkg, err := im.Import(table.Path)
		if err != nil {
			t.Fatal(err)
		}
		for name, v := range table.Map() {
			obj := pkg.Scope().Lookup(strings.TrimPrefix(name, "_"))
			ok := true
			switch obj := obj.(type) {
			case *types.Func:
				ok = v.Kind() == reflect.Func && v.Type().NumIn() == obj.Signature().Params().Len() &&
					v.Type().NumOut() == obj.Signature().Results().Len() && !v.IsNil()
			case *types.Var:
				ok = v.CanSet()
			case *types.TypeName:
				ok = v.Kind() == reflect.Pointer && v.IsNil()
				if types.IsInterface(obj.Type()) && name[0] != '_' {
					ok = ok && v.Type().Elem().Kind() == reflect.Interface
				}
			}
			if !ok {
				t.Errorf("%s.%s: symbol of type %v for %v", table.Path, name, v.Type(), obj)
			}
		}
	}
}

// TestWrappersImplement checks that a wrapper has the exported methods of its interface, as values
// of fields and as methods.
func TestWrappersImplement(t *testing.T) {
	n := 0
	for _, table := range tables.All {
		m := table.Map()
		for name, v := range m {
			iface, ok := strings.CutPrefix(name, "_")
			if !ok {
				continue
			}
			n++
			wrapper, want := v.Type().Elem(), m[iface].Type().Elem()
			sealed := false // has methods that only its own package can define
			for i := range want.NumMethod() {
				method := want.Method(i)
				if !method.IsExported() {
					sealed = true
					continue
				}
				f, ok := wrapper.FieldByName("W" + method.Name)
				if !ok || f.Type != method.Type {
					t.Errorf("%s.%s: field W%s is %v, want %v", table.Path, name, method.Name, f.Type, method.Type)
				}
			}
			if !sealed && !wrapper.Implements(want) {
				t.Errorf("%s.%s does not implement %v", table.Path, name, want)
			}
			if wrapper.Field(0).Name != "IValue" {
				t.Errorf("%s.%s: first field is %s", table.Path, name, wrapper.Field(0).Name)
			}
		}
	}
	if n < 150 {
		t.Errorf("only %d wrappers", n)
	}
}

func TestTable(t *testing.T) {
	if got := Table("fmt")["Sprint"].Interface().(func(...any) string)(1, "a"); got != "1a" {
		t.Errorf("fmt.Sprint(1, \"a\") = %q", got)
	}
	if got := Table("no/such/package"); got != nil {
		t.Errorf("table of a package that does not exist: %v", got)
	}
	if got := Table("slices"); got != nil {
		t.Errorf("slices has generic functions alone, and yet a table: %v", got)
	}
	a, b := Table("os"), Table("os")
	delete(a, "Args")
	if !b["Args"].IsValid() {
		t.Error("tables share their maps")
	}
}

func TestConstants(t *testing.T) {
	for _, c := range []struct{ path, name, want string }{
		{"math", "Pi", "3.14159"},
		{"math", "MaxUint64", "18446744073709551615"},
		{"math", "MinInt64", "-9223372036854775808"},
		{"math", "MaxFloat64", "1.79769e+308"},
		{"math", "SmallestNonzeroFloat64", "4.94066e-324"},
		{"math/big", "MaxBase", "62"},
		{"unicode", "MaxRune", "1114111"},
		{"time", "RFC3339", `"2006-01-02T15:04:05Z07:00"`},
		{"time", "Second", "1s"},
		{"os", "O_RDONLY", "0"},
	} {
		v := Table(c.path)[c.name]
		if !v.IsValid() {
			t.Errorf("%s.%s is missing", c.path, c.name)
			continue
		}
		if got := strings.TrimSpace(valueString(v)); got != c.want {
			t.Errorf("%s.%s = %s, want %s", c.path, c.name, got, c.want)
		}
	}
}

// TestConstantsExact compares every untyped constant with what the type checker knows of it.
func TestConstantsExact(t *testing.T) {
	im := Importer()
	n := 0
	for _, table := range tables.All {
		pkg, err := im.Import(table.Path)
		if err != nil {
			t.Fatal(err)
		}
		m := table.Map()
		for _, s := range table.Consts {
			n++
			want := pkg.Scope().Lookup(s.Name).(*types.Const).Val()
			if got := m[s.Name].Interface(); !equalConstants(got, want) {
				t.Errorf("%s.%s = %v, want %v", table.Path, s.Name, got, want)
			}
		}
	}
	if n < 400 {
		t.Errorf("only %d untyped constants", n)
	}
}

func TestRestricted(t *testing.T) {
	exit := func(f func()) (e Exit) {
		defer func() { e, _ = recover().(Exit) }()
		f()
		t.Error("no panic")
		return
	}
	if e := exit(func() { Table("os")["Exit"].Call([]reflect.Value{reflect.ValueOf(3)}) }); e.Code != 3 || e.Error() != "os.Exit(3)" {
		t.Errorf("os.Exit(3) panics with %#v", e)
	}
	var out strings.Builder
	log.SetOutput(&out)
	defer log.SetOutput(os.Stderr)
	for name, args := range map[string][]any{"Fatal": {"no ", 7}, "Fatalf": {"no %d", 7}, "Fatalln": {"no", 7}} {
		out.Reset()
		var in []reflect.Value
		for _, a := range args {
			in = append(in, reflect.ValueOf(a))
		}
		e := exit(func() { Table("log")[name].Call(in) })
		if e.Code != 1 || e.Error() != "no 7" || !strings.HasSuffix(out.String(), " no 7\n") {
			t.Errorf("log.%s logs %q and panics with %#v", name, out.String(), e)
		}
	}
	for _, name := range []string{"Exit", "FindProcess"} {
		if reflect.ValueOf(realOS[name]).Pointer() == Table("os")[name].Pointer() {
			t.Errorf("os.%s is not restricted", name)
		}
	}
}

func TestImportErrors(t *testing.T) {
	for path, want := range map[string]string{
		"syscall":          "package syscall is not available here: cells do not call the operating system directly",
		"example.com/x":    "there is no package example.com/x: cells can import Go's library and Polka's packages",
		"internal/bytealg": "there is no package internal/bytealg: cells can import Go's library and Polka's packages",
	} {
		if _, err := Importer().Import(path); err == nil || err.Error() != want {
			t.Errorf("import %q: %v, want %s", path, err, want)
		}
	}
}

// TestImporterIdentity checks that a type is the same whichever package it is reached through, in
// whatever order packages are read, and that importers do not share types.
func TestImporterIdentity(t *testing.T) {
	for _, order := range [][]string{{"io", "bufio"}, {"bufio", "io"}} {
		im := Importer()
		for _, path := range order {
			if _, err := im.Import(path); err != nil {
				t.Fatal(err)
			}
		}
		io, _ := im.Import("io")
		bufio, _ := im.Import("bufio")
		reader := io.Scope().Lookup("Reader").Type()
		param := bufio.Scope().Lookup("NewReader").(*types.Func).Signature().Params().At(0).Type()
		if !types.Identical(reader, param) {
			t.Errorf("order %v: io.Reader is not the parameter of bufio.NewReader", order)
		}
		other, _ := Importer().Import("io")
		if types.Identical(reader, other.Scope().Lookup("Reader").Type()) {
			t.Error("two importers share a type")
		}
	}
}

// TestPackages checks that a name with several packages is decided on purpose, and that the choice
// exists.
func TestPackages(t *testing.T) {
	paths := map[string][]string{}
	for path, name := range set().Names() {
		paths[name] = append(paths[name], path)
	}
	chosen := Packages()
	for name, ps := range paths {
		slices.Sort(ps)
		ours := slices.ContainsFunc(ps, func(p string) bool { return strings.HasPrefix(p, "polka/") })
		switch {
		case !slices.Contains(ps, chosen[name]):
			t.Errorf("%s stands for %q, which is none of %v", name, chosen[name], ps)
		case ours != strings.HasPrefix(chosen[name], "polka/"):
			t.Errorf("%s stands for %q of %v", name, chosen[name], ps)
		}
	}
	delete(chosen, "fmt")
	if !maps.Equal(Packages(), set().Packages()) {
		t.Error("Packages shares its map")
	}
}

func TestPrelude(t *testing.T) {
	if !slices.IsSorted(Prelude()) {
		t.Error("not in alphabetical order")
	}
	for _, name := range Prelude() {
		if Packages()[name] == "" {
			t.Errorf("there is no package %s", name)
		}
	}
}

func BenchmarkSymbols(b *testing.B) {
	for b.Loop() {
		Symbols()
	}
}

// BenchmarkImport measures the first import of a package, with what it shares with no other.
func BenchmarkImport(b *testing.B) {
	for _, path := range []string{"strings", "fmt", "net/http"} {
		b.Run(strings.ReplaceAll(path, "/", "."), func(b *testing.B) {
			for b.Loop() {
				if _, err := Importer().Import(path); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
