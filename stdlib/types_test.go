// SPDX-License-Identifier: BSD-3-Clause

package stdlib

import (
	"bytes"
	"fmt"
	"go/constant"
	"go/token"
	"go/types"
	"math/big"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/gcexportdata"

	"polka/stdlib/extract"
)

// TestWholeTypes compares the types of all packages, each read first by an importer of its own,
// with what golang.org/x/tools/go/gcexportdata writes and reads: every declaration that can be
// reached, with its fields and methods, unexported ones included.
func TestWholeTypes(t *testing.T) {
	sameGo(t)
	library, err := extract.Library(".")
	if err != nil {
		t.Fatal(err)
	}
	pkgs, err := extract.Load(".", append(library, extract.Ours...)...)
	if err != nil {
		t.Fatal(err)
	}
	declarations := 0
	for i, p := range pkgs {
		if testing.Short() && i%8 != 0 {
			continue
		}
		got, err := Importer().Import(p.Path)
		if err != nil {
			t.Error(err)
			continue
		}
		var data bytes.Buffer
		if err := gcexportdata.Write(&data, nil, p.Types); err != nil {
			t.Fatal(err)
		}
		whole, err := gcexportdata.Read(&data, token.NewFileSet(), make(map[string]*types.Package), p.Path)
		if err != nil {
			t.Fatal(err)
		}
		want, read := described(whole), described(got)
		declarations += len(want)
		for name, text := range want {
			if read[name] != text {
				t.Errorf("%s: %s is\n%s\nexpected\n%s", p.Path, name, read[name], text)
			}
		}
		for name := range read {
			if want[name] == "" {
				t.Errorf("%s: there is no %s", p.Path, name)
			}
		}
	}
	if min := 12000; !testing.Short() && declarations < min {
		t.Errorf("%d declarations were compared; expected %d", declarations, min)
	}
}

// described returns the declarations that the exported ones of p reach, by path and name.
func described(p *types.Package) map[string]string {
	m := make(map[string]string)
	var visit func(obj types.Object)
	var reach func(t types.Type)
	reach = func(t types.Type) {
		switch t := t.(type) {
		case *types.Named:
			visit(t.Origin().Obj())
			for arg := range t.TypeArgs().Types() {
				reach(arg)
			}
		case *types.Alias:
			visit(t.Origin().Obj())
			for arg := range t.TypeArgs().Types() {
				reach(arg)
			}
		case interface{ Elem() types.Type }:
			if k, ok := t.(*types.Map); ok {
				reach(k.Key())
			}
			reach(t.Elem())
		case *types.Signature:
			for v := range t.Params().Variables() {
				reach(v.Type())
			}
			for v := range t.Results().Variables() {
				reach(v.Type())
			}
			for p := range t.TypeParams().TypeParams() {
				reach(p.Constraint())
			}
		case *types.Struct:
			for f := range t.Fields() {
				reach(f.Type())
			}
		case *types.Interface:
			for f := range t.ExplicitMethods() {
				reach(f.Type())
			}
			for e := range t.EmbeddedTypes() {
				reach(e)
			}
		}
	}
	visit = func(obj types.Object) {
		if obj.Pkg() == nil {
			return
		}
		name := obj.Pkg().Path() + "." + obj.Name()
		if _, seen := m[name]; seen {
			return
		}
		var b strings.Builder
		b.WriteString(types.ObjectString(obj, nil)) // with the underlying type
		m[name] = b.String()
		if c, ok := obj.(*types.Const); ok {
			fmt.Fprintf(&b, " %s", precise(c.Val()))
		}
		switch t := obj.Type().(type) {
		case *types.Named:
			for p := range t.TypeParams().TypeParams() {
				fmt.Fprintf(&b, "\n%s %s", p, p.Constraint())
				reach(p.Constraint())
			}
			if !types.IsInterface(t) {
				var methods []string
				for f := range t.Methods() {
					methods = append(methods, types.ObjectString(f, nil))
					reach(f.Type())
				}
				slices.Sort(methods)
				b.WriteString("\n" + strings.Join(methods, "\n"))
			}
			fmt.Fprintf(&b, "\n%s", t.Underlying())
			reach(t.Underlying())
		case *types.Alias:
			reach(t.Rhs())
		default:
			reach(t)
		}
		m[name] = b.String()
	}
	for _, name := range p.Scope().Names() {
		if token.IsExported(name) {
			visit(p.Scope().Lookup(name))
		}
	}
	return m
}

// precise writes a constant with the 512 bits of export data, which rounds fractions.
func precise(v constant.Value) string {
	switch x := constant.Val(v).(type) {
	case *big.Rat:
		return new(big.Float).SetPrec(512).SetRat(x).Text('p', 0)
	case *big.Float:
		return new(big.Float).SetPrec(512).Set(x).Text('p', 0)
	}
	return v.ExactString()
}
