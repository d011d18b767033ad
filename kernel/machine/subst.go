// SPDX-License-Identifier: BSD-3-Clause

// Instances of generic functions are compiled from the one tree of the declaration, with the types
// that stand for the type parameters put in their place.

package machine

import (
	"fmt"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"polka/kernel/machine/internal/memory"
)

// An env has the type arguments, and the local types, of one instance of a generic function.
type env struct {
	m        *Machine
	params   []*types.TypeParam
	args     []types.Type
	from, to token.Pos // the body of the function, whose local types differ from instance to instance
	locals   map[*types.TypeName]*types.Named
	cache    map[types.Type]types.Type
}

func newEnv(m *Machine, params []*types.TypeParam, args []types.Type) *env {
	if len(params) == 0 {
		return nil
	}
	return &env{m: m, params: params, args: args, locals: make(map[*types.TypeName]*types.Named), cache: make(map[types.Type]types.Type)}
}

// subst is t with the type arguments in place of the type parameters.
func (e *env) subst(t types.Type) types.Type {
	if e == nil || t == nil {
		return t
	}
	if r, ok := e.cache[t]; ok {
		return r
	}
	r := e.substitute(t)
	e.cache[t] = r
	return r
}

func (e *env) substitute(t types.Type) types.Type {
	switch t := t.(type) {
	case *types.Alias:
		return e.subst(types.Unalias(t))
	case *types.TypeParam:
		for i, p := range e.params {
			if p == t {
				return e.args[i]
			}
		}
		return t
	case *types.Named:
		if n := t.TypeArgs().Len(); n > 0 {
			args := make([]types.Type, n)
			origin := t.Origin()
			if isLocal(origin.Obj()) {
				origin = e.localType(origin)
			}
			changed := origin != t.Origin()
			for i := range n {
				args[i] = e.subst(t.TypeArgs().At(i))
				changed = changed || args[i] != t.TypeArgs().At(i)
			}
			if changed {
				if r, err := types.Instantiate(e.m.Context, origin, args, false); err == nil {
					return r
				}
			}
			return t
		}
		if isLocal(t.Obj()) {
			return e.localType(t)
		}
		return t
	case *types.Pointer:
		if u := e.subst(t.Elem()); u != t.Elem() {
			return types.NewPointer(u)
		}
	case *types.Slice:
		if u := e.subst(t.Elem()); u != t.Elem() {
			return types.NewSlice(u)
		}
	case *types.Array:
		if u := e.subst(t.Elem()); u != t.Elem() {
			return types.NewArray(u, t.Len())
		}
	case *types.Chan:
		if u := e.subst(t.Elem()); u != t.Elem() {
			return types.NewChan(t.Dir(), u)
		}
	case *types.Map:
		k, u := e.subst(t.Key()), e.subst(t.Elem())
		if k != t.Key() || u != t.Elem() {
			return types.NewMap(k, u)
		}
	case *types.Signature:
		p, r := e.tuple(t.Params()), e.tuple(t.Results())
		if p != t.Params() || r != t.Results() {
			return types.NewSignatureType(nil, nil, nil, p, r, t.Variadic())
		}
	case *types.Tuple:
		return e.tuple(t)
	case *types.Struct:
		fields := make([]*types.Var, t.NumFields())
		tags := make([]string, t.NumFields())
		changed := false
		for i := range fields {
			f := t.Field(i)
			u := e.subst(f.Type())
			changed = changed || u != f.Type()
			fields[i] = types.NewField(f.Pos(), f.Pkg(), f.Name(), u, f.Embedded())
			tags[i] = t.Tag(i)
		}
		if changed {
			return types.NewStruct(fields, tags)
		}
	case *types.Interface:
		var methods []*types.Func
		var embedded []types.Type
		changed := false
		for m := range t.ExplicitMethods() {
			s := e.subst(m.Signature()).(*types.Signature)
			changed = changed || s != m.Signature()
			methods = append(methods, types.NewFunc(m.Pos(), m.Pkg(), m.Name(), s))
		}
		for u := range t.EmbeddedTypes() {
			v := e.subst(u)
			changed = changed || u != v
			embedded = append(embedded, v)
		}
		if changed {
			i := types.NewInterfaceType(methods, embedded)
			i.Complete()
			return i
		}
	case *types.Union:
		terms := make([]*types.Term, t.Len())
		for i := range terms {
			terms[i] = types.NewTerm(t.Term(i).Tilde(), e.subst(t.Term(i).Type()))
		}
		return types.NewUnion(terms)
	}
	return t
}

func (e *env) tuple(t *types.Tuple) *types.Tuple {
	if t == nil {
		return nil
	}
	vars := make([]*types.Var, t.Len())
	changed := false
	for i := range vars {
		v := t.At(i)
		u := e.subst(v.Type())
		changed = changed || u != v.Type()
		vars[i] = types.NewVar(v.Pos(), v.Pkg(), v.Name(), u)
	}
	if !changed {
		return t
	}
	return types.NewTuple(vars...)
}

// isLocal reports whether a type is declared inside of a function.
func isLocal(obj *types.TypeName) bool {
	return obj.Pkg() != nil && obj.Parent() != nil && obj.Parent() != obj.Pkg().Scope() && obj.Parent() != types.Universe
}

// LocalType is the type that a type declared in a generic function is in this instance.
func (e *env) localType(t *types.Named) *types.Named {
	if p := t.Obj().Pos(); p < e.from || p >= e.to {
		return t
	}
	if n := e.locals[t.Obj()]; n != nil {
		return n
	}
	v, _ := memory.LocalTypes.Load(t.Obj())
	local, _ := v.(memory.LocalType)
	local.Outer = e.args
	obj := types.NewTypeName(t.Obj().Pos(), t.Obj().Pkg(), t.Obj().Name(), nil)
	memory.LocalTypes.Store(obj, local)
	n := types.NewNamed(obj, nil, nil)
	e.locals[t.Obj()] = n
	if t.TypeParams().Len() == 0 {
		e.cache[t] = n
		n.SetUnderlying(e.subst(t.Underlying()).Underlying())
		return n
	}
	inner := *e
	inner.params, inner.args, inner.cache = slices.Clone(e.params), slices.Clone(e.args), make(map[types.Type]types.Type)
	var fresh []*types.TypeParam
	for p := range t.TypeParams().TypeParams() {
		q := types.NewTypeParam(types.NewTypeName(p.Obj().Pos(), p.Obj().Pkg(), p.Obj().Name(), nil), p.Constraint())
		fresh = append(fresh, q)
		inner.params, inner.args = append(inner.params, p), append(inner.args, q)
	}
	n.SetTypeParams(fresh)
	n.SetUnderlying(inner.subst(t.Underlying()).Underlying())
	return n
}

// writeKey spells a type so that types which are not identical are spelled differently.
func writeKey(b *strings.Builder, t types.Type) {
	switch t := types.Unalias(t).(type) {
	case *types.Named:
		fmt.Fprintf(b, "%p", t.Origin().Obj())
		if t.TypeArgs().Len() > 0 {
			b.WriteByte('[')
			for a := range t.TypeArgs().Types() {
				writeKey(b, a)
				b.WriteByte(',')
			}
			b.WriteByte(']')
		}
	case *types.Pointer:
		b.WriteByte('*')
		writeKey(b, t.Elem())
	case *types.Slice:
		b.WriteString("[]")
		writeKey(b, t.Elem())
	case *types.Array:
		fmt.Fprintf(b, "[%d]", t.Len())
		writeKey(b, t.Elem())
	case *types.Chan:
		fmt.Fprintf(b, "chan%d ", t.Dir())
		writeKey(b, t.Elem())
	case *types.Map:
		b.WriteString("map[")
		writeKey(b, t.Key())
		b.WriteByte(']')
		writeKey(b, t.Elem())
	case *types.Signature:
		fmt.Fprintf(b, "func%v", t.Variadic())
		writeKey(b, t.Params())
		writeKey(b, t.Results())
	case *types.Tuple:
		b.WriteByte('(')
		for v := range t.Variables() {
			writeKey(b, v.Type())
			b.WriteByte(',')
		}
		b.WriteByte(')')
	case *types.Struct:
		b.WriteString("struct{")
		for i := range t.NumFields() {
			f := t.Field(i)
			fmt.Fprintf(b, "%v %s ", f.Embedded(), f.Id())
			writeKey(b, f.Type())
			fmt.Fprintf(b, " %q;", t.Tag(i))
		}
		b.WriteByte('}')
	case *types.Interface:
		b.WriteString("interface{")
		for m := range t.Methods() {
			b.WriteString(m.Id())
			writeKey(b, m.Signature())
			b.WriteByte(';')
		}
		b.WriteByte('}')
	default:
		b.WriteString(t.String())
	}
}
