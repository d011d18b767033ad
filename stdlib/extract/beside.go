// SPDX-License-Identifier: BSD-3-Clause

// Types without those of other packages.
//
// Export data holds a package and all declarations of other packages that it mentions, directly or
// not: that of net/rpc has most of net/http. In an archive of packages that mention each other the
// same declarations are stored again and again, in other bytes each time, so that no compressor
// finds them. Here the types of a package are copied, and each named type of a package that is
// shared becomes a stub, a name without content. The copy is written as export data of the usual
// form. Its reader looks a name up in the package that declares it before it reads the declaration,
// so whoever has read the shared packages, which the archive names, never meets a stub.
//
// A stub of a type with a basic underlying type has that underlying type, since the form of
// constants depends on it; all other stubs are empty structs or empty interfaces.
//
// A shared package is read whole where a few of its declarations would do. If all are shared, the
// types take a third of the space, but reading those of package fmt takes seven times as long,
// since they mention package io, that package sync, and so on. So those are shared that are large
// and often mentioned. Of Go's library and Polka, 179 packages, the export data compressed was
// 915 kB; it is 474 kB with the packages below, and 312 kB if all are shared.

package extract

import (
	"bytes"
	"fmt"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/gcexportdata"
)

// Shared are the packages whose types are stored once in the archive of Go's library and Polka.
var Shared = []string{
	"crypto/tls",
	"crypto/x509",
	"debug/dwarf",
	"flag",
	"go/ast",
	"go/types",
	"image",
	"io/fs",
	"math/big",
	"net",
	"net/http",
	"os",
	"polka/cover",
	"polka/dlx",
	"polka/kernel/widget",
	"polka/play",
	"polka/render",
	"polka/shapes",
	"reflect",
	"testing",
	"text/template",
}

// FactsBeside is Facts for an archive that contains the packages in Shared: their types are stored
// once. The file "needs" has a line for each package that mentions some: its path and theirs.
func FactsBeside(pkgs []*Package) (map[string][]byte, error) {
	files, err := Facts(pkgs)
	if err != nil {
		return nil, err
	}
	var needs bytes.Buffer
	for _, p := range pkgs {
		data, others, err := p.ExportBeside(Shared)
		if err != nil {
			return nil, err
		}
		files["types/"+p.Path] = data
		if len(others) > 0 {
			fmt.Fprintf(&needs, "%s %s\n", p.Path, strings.Join(others, " "))
		}
	}
	files["needs"] = needs.Bytes()
	return files, nil
}

// ExportBeside is Export without the declarations of the shared packages, given by their paths, and
// returns the paths of those that it mentions, in alphabetical order. They have to be read first.
func (p *Package) ExportBeside(shared []string) (data []byte, needs []string, err error) {
	c := &copier{
		own:    p.Types,
		shared: shared,
		pkgs:   make(map[*types.Package]*types.Package),
		names:  make(map[*types.TypeName]*types.TypeName),
		params: make(map[*types.TypeParam]*types.TypeParam),
		needs:  make(map[string]bool),
	}
	var b bytes.Buffer
	if err := gcexportdata.Write(&b, nil, c.whole()); err != nil {
		return nil, nil, fmt.Errorf("%s: %w", p.Path, err)
	}
	return b.Bytes(), slices.Sorted(maps.Keys(c.needs)), nil
}

// A copier copies the types of a package.
type copier struct {
	own    *types.Package
	shared []string
	pkgs   map[*types.Package]*types.Package // the copies
	names  map[*types.TypeName]*types.TypeName
	params map[*types.TypeParam]*types.TypeParam
	needs  map[string]bool
	todo   []func() // what completes the types that have been begun
	bounds []func() // what sets constraints, once all types are complete
}

// whole copies the package.
func (c *copier) whole() *types.Package {
	p := c.pkg(c.own)
	scope := c.own.Scope()
	for _, name := range scope.Names() {
		if !token.IsExported(name) {
			continue // it is copied if something mentions it
		}
		switch obj := scope.Lookup(name).(type) {
		case *types.Const:
			p.Scope().Insert(types.NewConst(token.NoPos, p, name, c.typ(obj.Type()), obj.Val()))
		case *types.Var:
			p.Scope().Insert(types.NewVar(token.NoPos, p, name, c.typ(obj.Type())))
		case *types.Func:
			p.Scope().Insert(types.NewFunc(token.NoPos, p, name, c.signature(obj.Signature())))
		case *types.TypeName:
			p.Scope().Insert(c.name(obj))
		}
		for len(c.todo) > 0 {
			next := c.todo[0]
			c.todo = c.todo[1:]
			next()
		}
	}
	for _, set := range c.bounds {
		set()
	}
	p.MarkComplete()
	return p
}

func (c *copier) pkg(p *types.Package) *types.Package {
	if p == nil {
		return nil
	}
	if c.pkgs[p] == nil {
		c.pkgs[p] = types.NewPackage(p.Path(), p.Name())
	}
	return c.pkgs[p]
}

// name returns the copy of a type's name, or its stub.
func (c *copier) name(obj *types.TypeName) *types.TypeName {
	if made := c.names[obj]; made != nil {
		return made
	}
	made := types.NewTypeName(token.NoPos, c.pkg(obj.Pkg()), obj.Name(), nil)
	stub := obj.Pkg() != c.own && slices.Contains(c.shared, obj.Pkg().Path())
	if stub {
		c.needs[obj.Pkg().Path()] = true
	}
	switch t := obj.Type().(type) {
	case *types.Alias:
		rhs := t.Rhs()
		if stub {
			rhs = empty(t.Underlying())
		}
		params := c.typeParams(t.TypeParams(), stub)
		rhs = c.typ(rhs)
		if earlier := c.names[obj]; earlier != nil {
			return earlier // the right side mentions the alias
		}
		types.NewAlias(made, rhs).SetTypeParams(params)
		c.names[obj] = made
	case *types.Named:
		n := types.NewNamed(made, nil, nil)
		c.names[obj] = made
		n.SetTypeParams(c.typeParams(t.TypeParams(), stub))
		if stub {
			n.SetUnderlying(empty(t.Underlying()))
			break
		}
		c.todo = append(c.todo, func() {
			n.SetUnderlying(c.typ(t.Underlying()))
			if types.IsInterface(t) {
				return
			}
			for m := range t.Methods() {
				n.AddMethod(types.NewFunc(token.NoPos, made.Pkg(), m.Name(), c.signature(m.Signature())))
			}
		})
	default:
		panic(fmt.Sprintf("extract: %s is not the name of a type of a package", obj))
	}
	return made
}

// empty returns what a stub has in place of an underlying type.
func empty(t types.Type) types.Type {
	switch t.(type) {
	case *types.Basic:
		return t
	case *types.Interface:
		return types.NewInterfaceType(nil, nil).Complete()
	}
	return types.NewStruct(nil, nil)
}

// typeParams copies type parameters. Those of a stub have no constraints.
func (c *copier) typeParams(list *types.TypeParamList, stub bool) []*types.TypeParam {
	made := make([]*types.TypeParam, list.Len())
	for i := range made {
		p := list.At(i)
		name := types.NewTypeName(token.NoPos, c.pkg(p.Obj().Pkg()), p.Obj().Name(), nil)
		made[i] = types.NewTypeParam(name, nil)
		c.params[p] = made[i]
	}
	var bound types.Type
	for i, p := range made {
		switch {
		case stub:
			bound = types.NewInterfaceType(nil, nil).Complete()
		case i == 0 || list.At(i).Constraint() != list.At(i-1).Constraint(): // otherwise it is M1, M2 ~[]E
			bound = c.typ(list.At(i).Constraint())
		}
		set := bound
		c.bounds = append(c.bounds, func() { p.SetConstraint(set) })
	}
	return made
}

func (c *copier) signature(s *types.Signature) *types.Signature {
	var recv *types.Var
	var receivers []*types.TypeParam
	if r := s.Recv(); r != nil {
		receivers = c.typeParams(s.RecvTypeParams(), false)
		if !types.IsInterface(r.Type()) { // that of a method of an interface is the interface
			recv = c.param(r)
		}
	}
	params := c.typeParams(s.TypeParams(), false)
	return types.NewSignatureType(recv, receivers, params, c.tuple(s.Params()), c.tuple(s.Results()), s.Variadic())
}

func (c *copier) param(v *types.Var) *types.Var {
	return types.NewParam(token.NoPos, c.pkg(v.Pkg()), v.Name(), c.typ(v.Type()))
}

func (c *copier) tuple(t *types.Tuple) *types.Tuple {
	var list []*types.Var
	for v := range t.Variables() {
		list = append(list, c.param(v))
	}
	return types.NewTuple(list...)
}

// instance copies a type with a name and perhaps with type arguments.
func (c *copier) instance(t types.Type, obj *types.TypeName, args *types.TypeList) types.Type {
	if obj.Pkg() == nil {
		return t // error, comparable, any
	}
	made := c.name(obj).Type()
	if args.Len() == 0 {
		return made
	}
	var list []types.Type
	for arg := range args.Types() {
		list = append(list, c.typ(arg))
	}
	made, err := types.Instantiate(nil, made, list, false)
	if err != nil {
		panic(err)
	}
	return made
}

// typ copies a type.
func (c *copier) typ(t types.Type) types.Type {
	switch t := t.(type) {
	case *types.Basic:
		return t
	case *types.Named:
		return c.instance(t, t.Origin().Obj(), t.TypeArgs())
	case *types.Alias:
		return c.instance(t, t.Origin().Obj(), t.TypeArgs())
	case *types.TypeParam:
		return c.params[t]
	case *types.Pointer:
		return types.NewPointer(c.typ(t.Elem()))
	case *types.Slice:
		return types.NewSlice(c.typ(t.Elem()))
	case *types.Array:
		return types.NewArray(c.typ(t.Elem()), t.Len())
	case *types.Map:
		return types.NewMap(c.typ(t.Key()), c.typ(t.Elem()))
	case *types.Chan:
		return types.NewChan(t.Dir(), c.typ(t.Elem()))
	case *types.Signature:
		return c.signature(t)
	case *types.Struct:
		var fields []*types.Var
		var tags []string
		for i := range t.NumFields() {
			f := t.Field(i)
			fields = append(fields, types.NewField(token.NoPos, c.pkg(f.Pkg()), f.Name(), c.typ(f.Type()), f.Embedded()))
			tags = append(tags, t.Tag(i))
		}
		return types.NewStruct(fields, tags)
	case *types.Union:
		var terms []*types.Term
		for term := range t.Terms() {
			terms = append(terms, types.NewTerm(term.Tilde(), c.typ(term.Type())))
		}
		return types.NewUnion(terms)
	case *types.Interface:
		var methods []*types.Func
		for m := range t.ExplicitMethods() {
			methods = append(methods, types.NewFunc(token.NoPos, c.pkg(m.Pkg()), m.Name(), c.signature(m.Signature())))
		}
		var embedded []types.Type
		for e := range t.EmbeddedTypes() {
			embedded = append(embedded, c.typ(e))
		}
		made := types.NewInterfaceType(methods, embedded)
		if t.IsImplicit() {
			made.MarkImplicit()
		}
		return made
	}
	panic(fmt.Sprintf("extract: no copy of the type %s", t))
}
