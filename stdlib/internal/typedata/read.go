// SPDX-License-Identifier: BSD-3-Clause

package typedata

import (
	"fmt"
	"go/constant"
	"go/token"
	"go/types"
	"math/big"
	"slices"
	"strings"
)

// A Reader reads the types of packages. Types of different readers are different. It must not be
// used by several goroutines at once.
type Reader struct {
	data  func(path string) string
	pkgs  map[string]*types.Package
	files map[string]*file

	// What is completed when all types have been read: the bounds of type parameters, then
	// interfaces, also those of instances, so that later reads of them do not write.
	bounds     []bound
	interfaces []*types.Interface
	instances  []types.Type
}

// A bound is the constraint of a type parameter.
type bound struct {
	param      *types.TypeParam
	constraint types.Type
}

// NewReader returns a reader of the data of packages, given by their paths. Data is called once for
// each package, and returns "" for those that are not stored.
func NewReader(data func(path string) string) *Reader {
	return &Reader{data: data, pkgs: make(map[string]*types.Package), files: make(map[string]*file)}
}

// Read reads a whole package; the result is nil if it is not stored.
func (r *Reader) Read(path string) (p *types.Package, err error) {
	defer func() {
		if e := recover(); e != nil {
			p, err = nil, fmt.Errorf("types of package %s: %v", path, e)
		}
	}()
	f := r.file(path)
	if f == nil {
		return nil, nil
	}
	own := f.pkg(0)
	for i := range f.decls {
		if f.decls[i].pkg == 0 {
			f.object(i)
		}
	}
	r.complete()
	if !own.Complete() {
		own.SetImports(f.imports())
		own.MarkComplete()
	}
	return own, nil
}

// complete completes the types that have been read.
func (r *Reader) complete() {
	for _, b := range r.bounds {
		b.param.SetConstraint(b.constraint)
	}
	for _, t := range r.interfaces {
		t.Complete()
	}
	for _, t := range r.instances {
		if t, ok := t.Underlying().(*types.Interface); ok {
			t.Complete()
		}
	}
	r.bounds, r.interfaces, r.instances = nil, nil, nil
}

// file returns the data of a package, nil if it is not stored.
func (r *Reader) file(path string) *file {
	f, ok := r.files[path]
	if !ok {
		if data := r.data(path); data != "" {
			f = newFile(r, data)
		}
		r.files[path] = f
	}
	return f
}

// Mentioned returns the paths of the packages from whose data the reader of this data reads
// declarations, in alphabetical order.
func Mentioned(data string) []string {
	f := newFile(nil, data)
	var paths []string
	for _, d := range f.decls {
		if d.from == d.end {
			paths = append(paths, f.pkgs[d.pkg].path)
		}
	}
	slices.Sort(paths)
	return slices.Compact(paths)
}

// A file is the data of a package. Its names are parts of the data, so that they need no memory of
// their own.
type file struct {
	reader *Reader
	data   string
	pkgs   []mention
	decls  []decl
	own    int // the number of exported declarations of the package itself
}

// A mention is a package that a file mentions.
type mention struct {
	path, name string
	pkg        *types.Package // nil until it is needed
}

// A decl is an entry of the list of declarations.
type decl struct {
	pkg       int
	name      string
	from, end int          // where it is in the data
	obj       types.Object // nil until it is needed
}

func newFile(r *Reader, data string) *file {
	f := &file{reader: r, data: data}
	d := &decoder{file: f}
	f.pkgs = make([]mention, d.number())
	for i := range f.pkgs {
		f.pkgs[i].path = d.text()
		f.pkgs[i].name = d.text()
	}
	f.decls = make([]decl, d.number())
	at := 0
	for i := range f.decls {
		e := &f.decls[i]
		e.pkg, e.name, e.from = d.number(), d.text(), at
		at += d.number()
		e.end = at
		if f.own == i && e.pkg == 0 && token.IsExported(e.name) {
			f.own++
		}
	}
	for i := range f.decls {
		f.decls[i].from += d.at
		f.decls[i].end += d.at
	}
	return f
}

// pkg returns a package that the file mentions.
func (f *file) pkg(i int) *types.Package {
	m := &f.pkgs[i]
	if m.pkg == nil {
		m.pkg = f.reader.pkgs[m.path]
		if m.pkg == nil {
			m.pkg = types.NewPackage(m.path, m.name)
			f.reader.pkgs[m.path] = m.pkg
		}
	}
	return m.pkg
}

// imports returns the packages that the file mentions, in the order of their paths.
func (f *file) imports() []*types.Package {
	var list []*types.Package
	for i := 1; i < len(f.pkgs); i++ {
		list = append(list, f.pkg(i))
	}
	slices.SortFunc(list, func(p, q *types.Package) int { return strings.Compare(p.Path(), q.Path()) })
	return list
}

// named returns a declaration of the package itself.
func (f *file) named(name string) types.Object {
	i, ok := slices.BinarySearchFunc(f.decls[:f.own], name, func(d decl, name string) int { return strings.Compare(d.name, name) })
	if !ok {
		i = f.own + slices.IndexFunc(f.decls[f.own:], func(d decl) bool { return d.pkg == 0 && d.name == name })
		if i < f.own {
			panic(fmt.Sprintf("package %s has no %s", f.pkgs[0].path, name))
		}
	}
	return f.object(i)
}

// object returns a declaration. The package that declares it may have it already, from the data of
// another one.
func (f *file) object(i int) types.Object {
	d := &f.decls[i]
	if d.obj == nil {
		p := f.pkg(d.pkg)
		obj := p.Scope().Lookup(d.name)
		switch {
		case obj != nil:
		case d.from == d.end:
			other := f.reader.file(p.Path())
			if other == nil {
				panic(fmt.Sprintf("package %s is not stored", p.Path()))
			}
			obj = other.named(d.name)
		default:
			obj = (&decoder{file: f, at: d.from, pkg: p}).object(d.name)
		}
		d.obj = obj
	}
	return d.obj
}

// A decoder reads a declaration.
type decoder struct {
	file   *file
	at     int
	pkg    *types.Package     // that of fields, methods and parameters
	params []*types.TypeParam // those of the declaration so far
}

func (d *decoder) number() int { return int(d.uvarint()) }

func (d *decoder) uvarint() uint64 {
	var x uint64
	for shift := 0; ; shift += 7 {
		b := d.file.data[d.at]
		d.at++
		x |= uint64(b&0x7f) << shift
		if b < 0x80 {
			return x
		}
	}
}

func (d *decoder) text() string {
	n := d.number()
	d.at += n
	return d.file.data[d.at-n : d.at]
}

func (d *decoder) bool() bool { return d.number() == 1 }

// object reads a declaration and inserts it into its package.
func (d *decoder) object(name string) types.Object {
	var obj types.Object
	switch kind := d.number(); kind {
	case aConst:
		t := d.typ(nil)
		obj = types.NewConst(token.NoPos, d.pkg, name, t, d.value())
	case aVar:
		obj = types.NewVar(token.NoPos, d.pkg, name, d.typ(nil))
	case aFunc:
		params := d.typeParams()
		obj = types.NewFunc(token.NoPos, d.pkg, name, d.signature(nil, nil, params))
	case anAlias:
		params := d.typeParams()
		rhs := d.typ(nil)
		if earlier := d.pkg.Scope().Lookup(name); earlier != nil {
			return earlier // the right side mentions the alias
		}
		alias := types.NewTypeName(token.NoPos, d.pkg, name, nil)
		types.NewAlias(alias, rhs).SetTypeParams(params)
		obj = alias
	case aType:
		return d.newType(name)
	default:
		panic(fmt.Sprintf("unknown kind %d of declaration", kind))
	}
	d.pkg.Scope().Insert(obj)
	return obj
}

func (d *decoder) newType(name string) types.Object {
	obj := types.NewTypeName(token.NoPos, d.pkg, name, nil)
	t := types.NewNamed(obj, nil, nil)
	pkg := d.pkg
	pkg.Scope().Insert(obj) // before the rest, which may mention it
	if params := d.typeParams(); params != nil {
		t.SetTypeParams(params)
	}
	t.SetUnderlying(d.typ(t))
	for range d.number() {
		method := d.text()
		receivers := d.typeParams()
		recv := d.param()
		t.AddMethod(types.NewFunc(token.NoPos, pkg, method, d.signature(recv, receivers, nil)))
	}
	return obj
}

func (d *decoder) typeParams() []*types.TypeParam {
	n := d.number()
	if n == 0 {
		return nil
	}
	list := make([]*types.TypeParam, n)
	for i := range list {
		list[i] = types.NewTypeParam(types.NewTypeName(token.NoPos, d.pkg, d.text(), nil), nil)
	}
	d.params = append(d.params, list...)
	var constraint types.Type
	for i, p := range list {
		if i == 0 || !d.bool() {
			constraint = d.typ(nil)
		}
		d.file.reader.bounds = append(d.file.reader.bounds, bound{p, constraint})
	}
	return list
}

func (d *decoder) signature(recv *types.Var, receivers, params []*types.TypeParam) *types.Signature {
	variadic := d.bool()
	in := d.tuple()
	return types.NewSignatureType(recv, receivers, params, in, d.tuple(), variadic)
}

func (d *decoder) tuple() *types.Tuple {
	n := d.number()
	if n == 0 {
		return nil
	}
	list := make([]*types.Var, n)
	for i := range list {
		list[i] = d.param()
	}
	return types.NewTuple(list...)
}

func (d *decoder) param() *types.Var {
	name := d.text()
	return types.NewParam(token.NoPos, d.pkg, name, d.typ(nil))
}

// typ reads a type. Base is the named type of which it is the underlying type, nil if it is none.
func (d *decoder) typ(base *types.Named) types.Type {
	switch kind := d.number(); kind {
	case named:
		return d.file.object(d.number()).Type()
	case instance:
		return d.instance()
	case pointer:
		return types.NewPointer(d.typ(nil))
	case slice:
		return types.NewSlice(d.typ(nil))
	case array:
		n := d.number()
		return types.NewArray(d.typ(nil), int64(n))
	case mapping:
		key := d.typ(nil)
		return types.NewMap(key, d.typ(nil))
	case channel:
		dir := d.number()
		return types.NewChan(types.ChanDir(dir), d.typ(nil))
	case function:
		return d.signature(nil, nil, nil)
	case structure:
		return d.structure()
	case iface:
		return d.iface(base)
	case union:
		terms := make([]*types.Term, d.number())
		for i := range terms {
			tilde := d.bool()
			terms[i] = types.NewTerm(tilde, d.typ(nil))
		}
		return types.NewUnion(terms)
	case parameter:
		return d.params[d.number()]
	default:
		return predeclared()[kind]
	}
}

func (d *decoder) instance() types.Type {
	generic := d.file.object(d.number()).Type()
	args := make([]types.Type, d.number())
	for i := range args {
		args[i] = d.typ(nil)
	}
	t, err := types.Instantiate(nil, generic, args, false)
	if err != nil {
		panic(err)
	}
	d.file.reader.instances = append(d.file.reader.instances, t)
	return t
}

func (d *decoder) structure() types.Type {
	n := d.number()
	if n == 0 {
		return types.NewStruct(nil, nil)
	}
	defer d.in(d.number())()
	fields, tags := make([]*types.Var, n), make([]string, n)
	for i := range fields {
		embedded := d.bool()
		name := d.text()
		fields[i] = types.NewField(token.NoPos, d.pkg, name, d.typ(nil), embedded)
		tags[i] = d.text()
	}
	return types.NewStruct(fields, tags)
}

func (d *decoder) iface(base *types.Named) types.Type {
	implicit := d.bool()
	methods := make([]*types.Func, d.number())
	if len(methods) > 0 {
		defer d.in(d.number())()
	}
	for i := range methods {
		name := d.text()
		var recv *types.Var
		if base != nil {
			recv = types.NewParam(token.NoPos, d.pkg, "", base)
		}
		methods[i] = types.NewFunc(token.NoPos, d.pkg, name, d.signature(recv, nil, nil))
	}
	embedded := make([]types.Type, d.number())
	for i := range embedded {
		embedded[i] = d.typ(nil)
	}
	t := types.NewInterfaceType(methods, embedded)
	if implicit {
		t.MarkImplicit()
	}
	d.file.reader.interfaces = append(d.file.reader.interfaces, t)
	return t
}

// in makes package i that of fields and methods, and returns what restores the one before.
func (d *decoder) in(i int) (restore func()) {
	was := d.pkg
	d.pkg = d.file.pkg(i)
	return func() { d.pkg = was }
}

// value reads the value of a constant.
func (d *decoder) value() constant.Value {
	switch kind := d.number(); kind {
	case aBool:
		return constant.MakeBool(d.bool())
	case aString:
		return constant.MakeString(d.text())
	case anInt:
		u := d.uvarint()
		return constant.MakeInt64(int64(u>>1) ^ -int64(u&1))
	case aBigInt:
		return constant.Make(d.big())
	case aRat:
		num := d.big()
		return constant.Make(new(big.Rat).SetFrac(num, d.big()))
	case aFloat:
		x := new(big.Float)
		if err := x.GobDecode([]byte(d.text())); err != nil {
			panic(err)
		}
		return constant.Make(x)
	case aComplex:
		re := d.value()
		return constant.BinaryOp(re, token.ADD, constant.MakeImag(d.value()))
	default:
		panic(fmt.Sprintf("unknown kind %d of constant", kind))
	}
}

func (d *decoder) big() *big.Int {
	negative := d.bool()
	x := new(big.Int).SetBytes([]byte(d.text()))
	if negative {
		x.Neg(x)
	}
	return x
}
