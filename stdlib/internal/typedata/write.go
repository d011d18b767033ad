// SPDX-License-Identifier: BSD-3-Clause

package typedata

import (
	"encoding/binary"
	"fmt"
	"go/constant"
	"go/token"
	"go/types"
	"math/big"
	"slices"
)

// Write returns the data of the exported declarations of a package, and of what they mention,
// except for declarations of packages that are stored elsewhere.
func Write(p *types.Package, elsewhere func(path string) bool) []byte {
	w := &writer{pkgs: make(map[*types.Package]int), decls: make(map[types.Object]int)}
	w.pkg(p)
	for _, name := range p.Scope().Names() {
		if token.IsExported(name) {
			w.decl(p.Scope().Lookup(name))
		}
	}
	var bodies [][]byte
	for i := 0; i < len(w.declList); i++ { // declarations add those that they mention
		obj := w.declList[i]
		w.data, w.home, w.params = nil, obj.Pkg(), nil
		if obj.Pkg() == p || !elsewhere(obj.Pkg().Path()) {
			w.object(obj)
		}
		bodies = append(bodies, w.data)
	}
	w.data = nil
	for i, obj := range w.declList {
		w.number(w.pkg(obj.Pkg()))
		w.text(obj.Name())
		w.number(len(bodies[i]))
	}
	decls := w.data
	w.data = nil
	w.number(len(w.pkgList))
	for _, p := range w.pkgList {
		w.text(p.Path())
		w.text(p.Name())
	}
	w.number(len(w.declList))
	return slices.Concat(w.data, decls, slices.Concat(bodies...))
}

// A writer writes the data of a package.
type writer struct {
	pkgs     map[*types.Package]int
	pkgList  []*types.Package
	decls    map[types.Object]int
	declList []types.Object

	data   []byte
	home   *types.Package     // of the declaration that is being written
	params []*types.TypeParam // of the same
}

// pkg returns the index of a package.
func (w *writer) pkg(p *types.Package) int {
	i, ok := w.pkgs[p]
	if !ok {
		i = len(w.pkgList)
		w.pkgs[p] = i
		w.pkgList = append(w.pkgList, p)
	}
	return i
}

// decl returns the index of a declaration.
func (w *writer) decl(obj types.Object) int {
	i, ok := w.decls[obj]
	if !ok {
		i = len(w.declList)
		w.decls[obj] = i
		w.declList = append(w.declList, obj)
		w.pkg(obj.Pkg())
	}
	return i
}

func (w *writer) number(n int) { w.data = binary.AppendUvarint(w.data, uint64(n)) }

func (w *writer) text(s string) {
	w.number(len(s))
	w.data = append(w.data, s...)
}

func (w *writer) bool(b bool) {
	if b {
		w.number(1)
	} else {
		w.number(0)
	}
}

// object writes a declaration.
func (w *writer) object(obj types.Object) {
	switch obj := obj.(type) {
	case *types.Const:
		w.number(aConst)
		w.typ(obj.Type())
		w.value(obj.Val())
	case *types.Var:
		w.number(aVar)
		w.typ(obj.Type())
	case *types.Func:
		w.number(aFunc)
		w.typeParams(obj.Signature().TypeParams())
		w.signature(obj.Signature())
	case *types.TypeName:
		w.typeName(obj)
	default:
		panic(fmt.Sprintf("typedata: %s cannot be stored", obj))
	}
}

func (w *writer) typeName(obj *types.TypeName) {
	if t, ok := obj.Type().(*types.Alias); ok {
		w.number(anAlias)
		w.typeParams(t.TypeParams())
		w.typ(t.Rhs())
		return
	}
	t := obj.Type().(*types.Named)
	w.number(aType)
	w.typeParams(t.TypeParams())
	w.typ(t.Underlying())
	if types.IsInterface(t) {
		w.number(0)
		return
	}
	w.number(t.NumMethods())
	for m := range t.Methods() {
		w.text(m.Name())
		w.typeParams(m.Signature().RecvTypeParams())
		w.param(m.Signature().Recv())
		w.signature(m.Signature())
	}
}

// typeParams writes the names of type parameters, and then their constraints, which may mention
// them. Where one constraint is that of several, as in M1, M2 ~[]E, it is written once.
func (w *writer) typeParams(list *types.TypeParamList) {
	w.number(list.Len())
	for p := range list.TypeParams() {
		w.params = append(w.params, p)
		w.text(p.Obj().Name())
	}
	for i := range list.Len() {
		if i > 0 {
			same := list.At(i).Constraint() == list.At(i-1).Constraint()
			w.bool(same)
			if same {
				continue
			}
		}
		w.typ(list.At(i).Constraint())
	}
}

// signature writes a signature without its receiver and its type parameters.
func (w *writer) signature(s *types.Signature) {
	w.bool(s.Variadic())
	w.tuple(s.Params())
	w.tuple(s.Results())
}

func (w *writer) tuple(t *types.Tuple) {
	w.number(t.Len())
	for v := range t.Variables() {
		w.param(v)
	}
}

func (w *writer) param(v *types.Var) {
	w.text(v.Name())
	w.typ(v.Type())
}

// name writes a type with a name and perhaps with type arguments.
func (w *writer) name(obj *types.TypeName, args *types.TypeList) {
	if args.Len() == 0 {
		w.number(named)
		w.number(w.decl(obj))
		return
	}
	w.number(instance)
	w.number(w.decl(obj))
	w.number(args.Len())
	for arg := range args.Types() {
		w.typ(arg)
	}
}

// typ writes a type.
func (w *writer) typ(t types.Type) {
	if i := slices.Index(predeclared(), t); i >= 0 {
		w.number(i)
		return
	}
	switch t := t.(type) {
	case *types.Named:
		w.name(t.Origin().Obj(), t.TypeArgs())
	case *types.Alias:
		w.name(t.Origin().Obj(), t.TypeArgs())
	case *types.TypeParam:
		i := slices.Index(w.params, t)
		if i < 0 {
			panic(fmt.Sprintf("typedata: %s is no type parameter of the declaration", t))
		}
		w.number(parameter)
		w.number(i)
	case *types.Pointer:
		w.number(pointer)
		w.typ(t.Elem())
	case *types.Slice:
		w.number(slice)
		w.typ(t.Elem())
	case *types.Array:
		w.number(array)
		w.number(int(t.Len()))
		w.typ(t.Elem())
	case *types.Map:
		w.number(mapping)
		w.typ(t.Key())
		w.typ(t.Elem())
	case *types.Chan:
		w.number(channel)
		w.number(int(t.Dir()))
		w.typ(t.Elem())
	case *types.Signature:
		w.number(function)
		w.signature(t)
	case *types.Struct:
		w.structure(t)
	case *types.Interface:
		w.iface(t)
	case *types.Union:
		w.number(union)
		w.number(t.Len())
		for term := range t.Terms() {
			w.bool(term.Tilde())
			w.typ(term.Type())
		}
	default:
		panic(fmt.Sprintf("typedata: the type %s cannot be stored", t))
	}
}

// place writes the package of a field or a method: the one where the struct or interface is
// written, which for a type that is declared as another one is not that of its name. The method of
// error has none.
func (w *writer) place(obj types.Object) {
	if obj.Pkg() == nil {
		w.number(w.pkg(w.home))
		return
	}
	w.number(w.pkg(obj.Pkg()))
}

func (w *writer) structure(t *types.Struct) {
	w.number(structure)
	w.number(t.NumFields())
	if t.NumFields() > 0 {
		w.place(t.Field(0))
	}
	for i := range t.NumFields() {
		w.bool(t.Field(i).Embedded())
		w.param(t.Field(i))
		w.text(t.Tag(i))
	}
}

func (w *writer) iface(t *types.Interface) {
	w.number(iface)
	w.bool(t.IsImplicit())
	w.number(t.NumExplicitMethods())
	if t.NumExplicitMethods() > 0 {
		w.place(t.ExplicitMethod(0))
	}
	for m := range t.ExplicitMethods() {
		w.text(m.Name())
		w.signature(m.Signature())
	}
	w.number(t.NumEmbeddeds())
	for e := range t.EmbeddedTypes() {
		w.typ(e)
	}
}

// value writes the value of a constant.
func (w *writer) value(v constant.Value) {
	if v.Kind() == constant.Complex {
		w.number(aComplex)
		w.value(constant.Real(v))
		w.value(constant.Imag(v))
		return
	}
	switch x := constant.Val(v).(type) {
	case bool:
		w.number(aBool)
		w.bool(x)
	case string:
		w.number(aString)
		w.text(x)
	case int64:
		w.number(anInt)
		w.data = binary.AppendVarint(w.data, x)
	case *big.Int:
		w.number(aBigInt)
		w.big(x)
	case *big.Rat:
		w.number(aRat)
		w.big(x.Num())
		w.big(x.Denom())
	case *big.Float:
		w.number(aFloat)
		b, err := x.GobEncode()
		if err != nil {
			panic(err)
		}
		w.text(string(b))
	default:
		panic(fmt.Sprintf("typedata: the constant %s cannot be stored", v))
	}
}

func (w *writer) big(x *big.Int) {
	w.bool(x.Sign() < 0)
	w.text(string(x.Bytes()))
}
