// SPDX-License-Identifier: BSD-3-Clause

// The types of the program, as go/types has them.
//
// Code is type-checked against go/types, and the program gives functions, variables and types as
// package reflect has them. So each reflect.Type that a symbol mentions becomes a types.Type. Types
// of Go's library and of Polka are those that code imports; every other named type is made here,
// once in a session, with its methods and all of its fields, since the machine copies and compares
// values field by field. An instance of a generic type is a named type with a name that code cannot
// write; a symbol can give it another.
//
// Package reflect does not know the names of parameters, generic functions, and methods that are
// not exported, except for those of interfaces. Interfaces with methods and structs with embedded
// fields that have no name become named types too, because code's own types of that form are
// different ones for the program.

package core

import (
	"fmt"
	"go/constant"
	"go/token"
	"go/types"
	"maps"
	"path"
	"reflect"
	"slices"
	"strings"
	"sync"

	"polka/internal/pattern"
	"polka/kernel/session"
	stdfacts "polka/stdlib/facts"
)

// A facts is the importer of a session.
type facts struct {
	set  *stdfacts.Set
	std  types.Importer
	only []string // nil: everything of std

	mu    sync.Mutex
	own   map[string]*types.Package // given by Use, by import path
	homes map[string]*types.Package // by the PkgPath of their types
	typed map[reflect.Type]types.Type
	known map[*types.TypeName]reflect.Type
}

func newFacts(set *stdfacts.Set, only []string) *facts {
	return &facts{
		set:   set,
		std:   set.Importer(),
		only:  only,
		own:   make(map[string]*types.Package),
		homes: make(map[string]*types.Package),
		typed: make(map[reflect.Type]types.Type),
		known: make(map[*types.TypeName]reflect.Type),
	}
}

// packages returns the packages that code can mention without an import.
func (f *facts) packages() map[string]string {
	m := f.set.Packages()
	if f.only != nil {
		maps.DeleteFunc(m, func(_, path string) bool { return !slices.Contains(f.only, path) })
	}
	return m
}

// needed are the packages that the compiler itself imports.
var needed = []string{"cmp", "context", "iter", "polka/kernel/cell/library/native", "polka/kernel/cell/library/foreign"}

// Import implements types.Importer.
func (f *facts) Import(path string) (*types.Package, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if p := f.own[path]; p != nil {
		return p, nil
	}
	p, err := f.std.Import(path)
	if err == nil && f.only != nil && !slices.Contains(f.only, path) && !slices.Contains(needed, path) {
		return nil, &stdfacts.ImportError{Path: path, Reason: "the program does not allow it"}
	}
	return p, err
}

// compiled returns the type that a type name of the program stands for.
func (f *facts) compiled(n *types.TypeName) reflect.Type {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.known[n]
}

// version matches the last element of an import path that is not the name of a package.
var version = pattern.New(`^v[0-9]+$`)

// use enters symbols, and returns the package's name and the tables for the session.
func (f *facts) use(ipath string, symbols map[string]any) (name string, tables session.Symbols, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	name = path.Base(ipath)
	if dir := path.Dir(ipath); version.MatchString(name) && dir != "." {
		name = path.Base(dir)
	}
	name = strings.TrimPrefix(strings.TrimSuffix(name, "-go"), "go-")
	if !token.IsIdentifier(name) || ipath == "main" {
		return "", nil, fmt.Errorf("%q cannot be the name of a package", name)
	}
	if p, err := f.std.Import(ipath); err == nil && p != nil {
		return "", nil, fmt.Errorf("there is already a package of this path")
	}
	table := make(map[string]reflect.Value)
	tables = session.Symbols{ipath + "/" + name: table}
	p := f.own[ipath]
	if p == nil {
		p = types.NewPackage(ipath, name)
		p.MarkComplete()
	}
	names := slices.Sorted(maps.Keys(symbols))
	// The types come first: those that the program declares under their own names are of this
	// package.
	for _, n := range names {
		v := symbolOf(symbols[n])
		if t, ok := typeOf(v); ok && t.Name() == n && t.PkgPath() != "" && f.homes[t.PkgPath()] == nil && !f.isStandard(t.PkgPath()) {
			f.homes[t.PkgPath()] = p
		}
	}
	var objs []types.Object
	for _, n := range names {
		if strings.HasPrefix(n, "_") {
			continue // a wrapper, which the tables of yaegi extract have for each interface
		}
		if !token.IsIdentifier(n) || !token.IsExported(n) {
			return "", nil, fmt.Errorf("%q is not an exported name", n)
		}
		obj, v, err := f.object(p, n, symbolOf(symbols[n]))
		if err != nil {
			return "", nil, fmt.Errorf("%s: %w", n, err)
		}
		if old := p.Scope().Lookup(n); old != nil {
			if reflect.TypeOf(old) != reflect.TypeOf(obj) || !types.Identical(old.Type(), obj.Type()) {
				return "", nil, fmt.Errorf("%s is there already, as a %s", n, old.Type())
			}
		} else {
			objs = append(objs, obj)
		}
		table[n] = v
	}
	for _, obj := range objs {
		p.Scope().Insert(obj)
	}
	f.own[ipath] = p
	return name, tables, nil
}

// symbolOf returns a symbol as package reflect has it.
func symbolOf(x any) reflect.Value {
	if v, ok := x.(reflect.Value); ok {
		return v
	}
	return reflect.ValueOf(x)
}

// typeOf returns the type that a symbol stands for.
func typeOf(v reflect.Value) (reflect.Type, bool) {
	if v.IsValid() && !v.CanSet() && v.Kind() == reflect.Pointer && v.IsNil() {
		return v.Type().Elem(), true
	}
	return nil, false
}

// object returns the object of a symbol, and the symbol as the machine takes it.
func (f *facts) object(p *types.Package, name string, v reflect.Value) (types.Object, reflect.Value, error) {
	if !v.IsValid() {
		return nil, v, fmt.Errorf("nil has no type")
	}
	if t, ok := typeOf(v); ok {
		typ := f.typ(t)
		if n, ok := typ.(*types.Named); ok && n.Obj().Pkg() == p && n.Obj().Name() == name {
			return n.Obj(), v, nil
		}
		obj := types.NewTypeName(token.NoPos, p, name, nil)
		types.NewAlias(obj, typ)
		return obj, v, nil
	}
	if v.CanInterface() {
		if c, ok := v.Interface().(constant.Value); ok {
			return types.NewConst(token.NoPos, p, name, untyped(c), c), v, nil
		}
	}
	if v.Kind() == reflect.Func && !v.CanSet() && v.Type().Name() == "" {
		if v.IsNil() {
			return nil, v, fmt.Errorf("the function is nil")
		}
		return types.NewFunc(token.NoPos, p, name, f.signature(v.Type())), v, nil
	}
	if !v.CanSet() {
		x := reflect.New(v.Type()).Elem()
		x.Set(v)
		v = x
	}
	return types.NewVar(token.NoPos, p, name, f.typ(v.Type())), v, nil
}

func untyped(c constant.Value) types.Type {
	switch c.Kind() {
	case constant.Bool:
		return types.Typ[types.UntypedBool]
	case constant.String:
		return types.Typ[types.UntypedString]
	case constant.Int:
		return types.Typ[types.UntypedInt]
	case constant.Float:
		return types.Typ[types.UntypedFloat]
	}
	return types.Typ[types.UntypedComplex]
}

// isStandard reports whether a package is one that code can import without Use.
func (f *facts) isStandard(path string) bool {
	p, err := f.std.Import(path)
	return err == nil && p != nil
}

// home returns the package that declares the types with a PkgPath.
func (f *facts) home(pkgPath string) *types.Package {
	if p := f.homes[pkgPath]; p != nil {
		return p
	}
	p, err := f.std.Import(pkgPath)
	if err != nil {
		ipath := pkgPath
		if ipath == "main" {
			ipath = "program" // main is the package of the code
		}
		p = types.NewPackage(ipath, path.Base(pkgPath))
		p.MarkComplete()
	}
	f.homes[pkgPath] = p
	return p
}

// typ is t as go/types has it.
func (f *facts) typ(t reflect.Type) types.Type {
	if x := f.typed[t]; x != nil {
		return x
	}
	switch {
	case t.PkgPath() != "" && t.Kind() == reflect.UnsafePointer && t.PkgPath() == "unsafe":
		return types.Typ[types.UnsafePointer]
	case t == reflect.TypeFor[error]():
		return types.Universe.Lookup("error").Type()
	case t.PkgPath() != "":
		p := f.home(t.PkgPath())
		if obj, ok := p.Scope().Lookup(t.Name()).(*types.TypeName); ok && f.isStandard(t.PkgPath()) {
			f.typed[t] = obj.Type()
			f.known[obj] = t
			return obj.Type()
		}
		return f.named(t, p, t.Name())
	case t.Kind() == reflect.Interface && t.NumMethod() > 0, t.Kind() == reflect.Struct && hasEmbedded(t):
		p := f.homes[""]
		if p == nil {
			p = types.NewPackage("program/unnamed", "")
			f.homes[""] = p
		}
		return f.named(t, p, t.String())
	}
	x := f.structure(t, nil)
	f.typed[t] = x
	return x
}

func hasEmbedded(t reflect.Type) bool {
	for i := range t.NumField() {
		if t.Field(i).Anonymous {
			return true
		}
	}
	return false
}

// named makes a named type of the package p, with its methods.
func (f *facts) named(t reflect.Type, p *types.Package, name string) types.Type {
	obj := types.NewTypeName(token.NoPos, p, name, nil)
	n := types.NewNamed(obj, nil, nil)
	f.typed[t] = n
	f.known[obj] = t
	n.SetUnderlying(f.structure(t, p))
	if t.Kind() == reflect.Interface {
		return n
	}
	value := make(map[string]bool)
	for m := range t.Methods() {
		value[m.Name] = true
	}
	pt := reflect.PointerTo(t)
	for m := range pt.Methods() {
		var recv types.Type = n
		if !value[m.Name] {
			recv = types.NewPointer(n)
		}
		sig := f.tuple(m.Type, 1, types.NewParam(token.NoPos, p, "", recv))
		n.AddMethod(types.NewFunc(token.NoPos, p, m.Name, sig))
	}
	return n
}

var basic = map[reflect.Kind]types.BasicKind{
	reflect.Bool: types.Bool, reflect.Int: types.Int, reflect.Int8: types.Int8, reflect.Int16: types.Int16, reflect.Int32: types.Int32,
	reflect.Int64: types.Int64, reflect.Uint: types.Uint, reflect.Uint8: types.Uint8, reflect.Uint16: types.Uint16,
	reflect.Uint32: types.Uint32, reflect.Uint64: types.Uint64, reflect.Uintptr: types.Uintptr, reflect.Float32: types.Float32,
	reflect.Float64: types.Float64, reflect.Complex64: types.Complex64, reflect.Complex128: types.Complex128,
	reflect.String: types.String, reflect.UnsafePointer: types.UnsafePointer,
}

// structure returns the underlying type of t, whose unexported names are those of p.
func (f *facts) structure(t reflect.Type, p *types.Package) types.Type {
	switch t.Kind() {
	case reflect.Pointer:
		return types.NewPointer(f.typ(t.Elem()))
	case reflect.Slice:
		return types.NewSlice(f.typ(t.Elem()))
	case reflect.Array:
		return types.NewArray(f.typ(t.Elem()), int64(t.Len()))
	case reflect.Map:
		return types.NewMap(f.typ(t.Key()), f.typ(t.Elem()))
	case reflect.Chan:
		dir := map[reflect.ChanDir]types.ChanDir{reflect.BothDir: types.SendRecv, reflect.SendDir: types.SendOnly, reflect.RecvDir: types.RecvOnly}
		return types.NewChan(dir[t.ChanDir()], f.typ(t.Elem()))
	case reflect.Func:
		return f.signature(t)
	case reflect.Interface:
		var list []*types.Func
		for m := range t.Methods() {
			list = append(list, types.NewFunc(token.NoPos, f.scope(m.PkgPath, p), m.Name, f.signature(m.Type)))
		}
		return types.NewInterfaceType(list, nil).Complete()
	case reflect.Struct:
		var fields []*types.Var
		var tags []string
		for i := range t.NumField() {
			s := t.Field(i)
			fields = append(fields, types.NewField(token.NoPos, f.scope(s.PkgPath, p), s.Name, f.typ(s.Type), s.Anonymous))
			tags = append(tags, string(s.Tag))
		}
		return types.NewStruct(fields, tags)
	}
	return types.Typ[basic[t.Kind()]]
}

// scope returns the package of a name: that of its PkgPath, or p if it is exported.
func (f *facts) scope(pkgPath string, p *types.Package) *types.Package {
	if pkgPath != "" && p == nil {
		return f.home(pkgPath)
	}
	return p
}

func (f *facts) signature(t reflect.Type) *types.Signature { return f.tuple(t, 0, nil) }

// tuple returns the signature of a function type, without its first parameters.
func (f *facts) tuple(t reflect.Type, from int, recv *types.Var) *types.Signature {
	var in, out []*types.Var
	for i := from; i < t.NumIn(); i++ {
		in = append(in, types.NewParam(token.NoPos, nil, "", f.typ(t.In(i))))
	}
	for i := range t.NumOut() {
		out = append(out, types.NewParam(token.NoPos, nil, "", f.typ(t.Out(i))))
	}
	return types.NewSignatureType(recv, nil, nil, types.NewTuple(in...), types.NewTuple(out...), t.IsVariadic())
}
