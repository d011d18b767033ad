// SPDX-License-Identifier: BSD-3-Clause

// The generic parts of packages.
//
// A program has no instances of generic functions and types for the types of cells, so cells make
// these instances from source. Everything else of the package stays compiled: the source is that of
// generic functions and methods only, and it is checked against the types of the compiled package.
// What it mentions and other packages cannot name must be reached in another way:
//
//   - Unexported functions, variables, types and methods get into a file that is compiled as a part
//     of the package and passes them to package inside (Generic.File). So do the names of internal
//     packages, which the package itself can import.
//   - Their types get into the stored types, which have exported declarations only, as further
//     declarations with a prefix (Hidden). Unexported types are there anyway when something that is
//     exported mentions them.
//
// The types come from checking the sources here, and not from the compiler's export data, which
// leaves unexported functions out.

package extract

import (
	"bytes"
	"context"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
)

// Hidden begins the names of declarations in stored types that stand for unexported ones.
const Hidden = "Polkaꓸ"

// InsideFile is the name of the file that is added to a package with Generic.File.
const InsideFile = "z_polka_inside.go"

// A Generic is the generic part of a package. The types of the package have the declarations with
// Hidden in addition.
type Generic struct {
	*Package
	// Source is what the archive keeps: the name of each file and its text, each ended by a zero
	// byte. All but the generic functions has been removed; lines have kept their numbers.
	Source []byte
	// File is the text of InsideFile, nil if it is not needed.
	File []byte
	// Imports are the paths of the packages that the functions mention and that can be imported by
	// others, in order.
	Imports []string
}

// Generics finds the generic parts of packages and of the internal packages that they mention.
// Registry is the import path of package inside. Packages is pkgs with types that have the
// declarations of Generic; internals are the internal packages. All packages must have been loaded
// by the same call of LoadFor.
func Generics(ctx context.Context, registry string, pkgs []*Package) (generics []*Generic, packages, internals []*Package, err error) {
	seen := make(map[string]bool)
	for _, p := range pkgs {
		seen[p.Path] = true
	}
	queue := slices.Clone(pkgs)
	for i := 0; i < len(queue); i++ {
		if err := ctx.Err(); err != nil {
			return nil, nil, nil, err
		}
		p := queue[i]
		g, inner, err := p.generic(registry)
		if err != nil {
			return nil, nil, nil, fmt.Errorf("%s: %w", p.Path, err)
		}
		if g != nil {
			generics = append(generics, g)
			p = g.Package
		}
		if i < len(pkgs) {
			packages = append(packages, p)
		} else {
			internals = append(internals, p)
		}
		for _, path := range inner {
			if seen[path] {
				continue
			}
			seen[path] = true
			q, err := p.loaded.load(path)
			if err != nil {
				return nil, nil, nil, err
			}
			queue = append(queue, q)
		}
	}
	return generics, packages, internals, nil
}

// generic finds the generic part of a package, nil if there is none, and the internal packages that
// it mentions.
func (p *Package) generic(registry string) (*Generic, []string, error) {
	if p.Standard {
		return nil, nil, nil
	}
	w := &genericWriter{fset: token.NewFileSet(), registry: registry}
	found := false
	for _, name := range p.Files {
		text, err := os.ReadFile(name)
		if err != nil {
			return nil, nil, err
		}
		file, err := parser.ParseFile(w.fset, name, text, parser.SkipObjectResolution)
		if err != nil {
			return nil, nil, err
		}
		w.files, w.texts = append(w.files, file), append(w.texts, text)
		found = found || hasGeneric(file)
	}
	if !found {
		return nil, nil, nil
	}
	w.info = &types.Info{
		Types: make(map[ast.Expr]types.TypeAndValue), Uses: make(map[*ast.Ident]types.Object), Defs: make(map[*ast.Ident]types.Object),
		Implicits: make(map[ast.Node]types.Object),
	}
	conf := types.Config{Importer: p.loaded, Sizes: types.SizesFor("gc", runtime.GOARCH), GoVersion: p.goVersion}
	var err error
	if w.pkg, err = conf.Check(p.Path, w.fset, w.files, w.info); err != nil {
		return nil, nil, err
	}
	for _, file := range w.files {
		w.mentions(file)
	}
	for _, name := range w.pkg.Scope().Names() {
		// The types of exported names may mention what has no name elsewhere, as an exported type
		// that is an instance of an unexported generic one.
		if obj := w.pkg.Scope().Lookup(name); obj.Exported() {
			w.typ(obj.Type(), 0)
		}
	}
	q := *p
	q.Types = w.pkg
	g := &Generic{Package: &q, Source: w.source(p), Imports: slices.Sorted(maps.Keys(w.imports))}
	inner := w.internal()
	w.hide()
	if g.File, err = w.file(); err != nil {
		return nil, nil, err
	}
	return g, inner, nil
}

// hasGeneric reports whether a file declares something generic.
func hasGeneric(file *ast.File) bool {
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if isGeneric(d) {
				return true
			}
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				if t, ok := spec.(*ast.TypeSpec); ok && t.TypeParams != nil {
					return true
				}
			}
		}
	}
	return false
}

// isGeneric reports whether a function has type parameters, or its receiver has.
func isGeneric(fn *ast.FuncDecl) bool {
	if fn.Type.TypeParams != nil {
		return true
	}
	if fn.Recv == nil || len(fn.Recv.List) == 0 {
		return false
	}
	x := ast.Unparen(fn.Recv.List[0].Type)
	if star, ok := x.(*ast.StarExpr); ok {
		x = ast.Unparen(star.X)
	}
	switch x.(type) {
	case *ast.IndexExpr, *ast.IndexListExpr:
		return true
	}
	return false
}

// A genericWriter collects what the generic functions of a package mention.
type genericWriter struct {
	fset     *token.FileSet
	registry string
	files    []*ast.File
	texts    [][]byte
	info     *types.Info
	pkg      *types.Package

	imports map[string]bool                 // paths of packages
	objects map[types.Object]bool           // of the top level, which other packages cannot name
	methods map[*types.Func]bool            // unexported ones
	used    map[*ast.File]map[string]string // import path -> name, of what functions mention
	looked  map[*types.TypeName]bool        // types that have been looked at
}

// mentions collects what the generic functions of a file mention.
func (w *genericWriter) mentions(file *ast.File) {
	if w.imports == nil {
		w.imports, w.objects, w.methods = make(map[string]bool), make(map[types.Object]bool), make(map[*types.Func]bool)
		w.used, w.looked = make(map[*ast.File]map[string]string), make(map[*types.TypeName]bool)
	}
	w.used[file] = make(map[string]string)
	for _, d := range file.Decls {
		fn, ok := d.(*ast.FuncDecl)
		if !ok || !isGeneric(fn) || fn.Body == nil {
			continue
		}
		ast.Inspect(fn, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.Ident:
				obj := w.info.Uses[n]
				if obj == nil {
					return true
				}
				if p, ok := obj.(*types.PkgName); ok {
					w.used[file][p.Imported().Path()] = p.Name()
				}
				w.object(obj)
			case ast.Expr:
				if tv, ok := w.info.Types[n]; ok && tv.Type != nil {
					w.typ(tv.Type, 0)
				}
			}
			return true
		})
	}
}

// nameable reports whether other packages can import a package.
func nameable(path string) bool {
	_, absent := Absent[path]
	return !absent && !slices.ContainsFunc(strings.Split(path, "/"), func(part string) bool { return part == "internal" || part == "vendor" })
}

// mayImport reports whether the package may import another one that is internal. It need not, to
// mention a type of the other: a third package may have an alias for it.
func (w *genericWriter) mayImport(path string) bool {
	parts := strings.Split(path, "/")
	for i, part := range slices.Backward(parts) {
		if part == "internal" {
			root := strings.Join(parts[:i], "/")
			return root == "" || w.pkg.Path() == root || strings.HasPrefix(w.pkg.Path(), root+"/")
		}
	}
	return true
}

// object notes an object that a function mentions.
func (w *genericWriter) object(obj types.Object) {
	if t := obj.Type(); t != nil && obj.Pkg() != nil {
		w.typ(t, 0)
	}
	switch {
	case obj.Pkg() == nil || obj.Pkg() == types.Unsafe:
	case obj.Parent() == obj.Pkg().Scope():
		if obj.Pkg() != w.pkg {
			if nameable(obj.Pkg().Path()) {
				w.imports[obj.Pkg().Path()] = true
				return
			}
			if w.mayImport(obj.Pkg().Path()) {
				w.objects[obj] = true
			}
		} else if !obj.Exported() {
			w.objects[obj] = true
		}
	default:
		f, ok := obj.(*types.Func)
		if !ok || f.Exported() || f.Pkg() != w.pkg {
			return
		}
		if n := receiverOf(f); n != nil && n.TypeParams() == nil && n.TypeArgs() == nil && n.Obj().Parent() == w.pkg.Scope() {
			w.methods[f.Origin()] = true
		}
	}
}

// receiverOf returns the named type of a method's receiver, nil if there is none.
func receiverOf(f *types.Func) *types.Named {
	recv := f.Signature().Recv()
	if recv == nil {
		return nil
	}
	t := types.Unalias(recv.Type())
	if p, ok := t.(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	n, _ := t.(*types.Named)
	return n
}

// typ notes the types that cannot be named elsewhere of which t is made.
func (w *genericWriter) typ(t types.Type, depth int) {
	if depth > 6 {
		return
	}
	switch t := types.Unalias(t).(type) {
	case *types.Named:
		for a := range t.TypeArgs().Types() {
			w.typ(a, depth+1)
		}
		obj := t.Origin().Obj()
		if w.looked[obj] {
			return
		}
		w.looked[obj] = true
		if obj.Pkg() == nil || obj.Parent() != obj.Pkg().Scope() {
			return
		}
		if obj.Pkg() == w.pkg && !obj.Exported() || obj.Pkg() != w.pkg && obj.Exported() && !nameable(obj.Pkg().Path()) && w.mayImport(obj.Pkg().Path()) {
			w.objects[obj] = true
		}
		if obj.Pkg() == w.pkg {
			w.typ(t.Underlying(), depth+1)
		}
	case *types.Map:
		w.typ(t.Key(), depth+1)
		w.typ(t.Elem(), depth+1)
	case *types.Struct:
		for f := range t.Fields() {
			w.typ(f.Type(), depth+1)
		}
	case *types.Signature:
		for _, list := range []*types.Tuple{t.Params(), t.Results()} {
			for v := range list.Variables() {
				w.typ(v.Type(), depth+1)
			}
		}
	case *types.Tuple:
		for v := range t.Variables() {
			w.typ(v.Type(), depth+1)
		}
	case interface{ Elem() types.Type }:
		w.typ(t.Elem(), depth+1)
	}
}

// internal lists the internal packages that the functions mention, in order.
func (w *genericWriter) internal() []string {
	paths := make(map[string]bool)
	for obj := range w.objects {
		if obj.Pkg() != w.pkg {
			paths[obj.Pkg().Path()] = true
		}
	}
	return slices.Sorted(maps.Keys(paths))
}

// source returns the text of the generic functions, as Generic.Source has it.
func (w *genericWriter) source(p *Package) []byte {
	var b bytes.Buffer
	for i, file := range w.files {
		text := w.texts[i]
		at := func(pos token.Pos) int { return w.fset.PositionFor(pos, false).Offset }
		last, any := 0, false
		var out bytes.Buffer
		skip := func(to int) { // keeps the ends of lines
			out.WriteString(strings.Repeat("\n", bytes.Count(text[last:to], []byte("\n"))))
			last = to
		}
		skip(at(file.Package))
		out.WriteString("package " + file.Name.Name)
		for _, path := range slices.Sorted(maps.Keys(w.used[file])) {
			fmt.Fprintf(&out, "; import %s %q", w.used[file][path], path)
		}
		last = at(file.Name.End())
		for _, d := range file.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && isGeneric(fn) && fn.Body != nil {
				skip(at(fn.Pos()))
				out.Write(text[last:at(fn.End())])
				last, any = at(fn.End()), true
			}
		}
		if any {
			fmt.Fprintf(&b, "%s\x00%s\n\x00", p.fileName(p.Files[i]), &out)
		}
	}
	return b.Bytes()
}

// fileName returns the name of a file of the package for the user: with the module's version.
func (p *Package) fileName(file string) string {
	dir := p.Path
	if p.Module.Path != "" {
		dir = p.Module.Path
		if p.Module.Version != "" {
			dir += "@" + p.Module.Version
		}
		dir += strings.TrimPrefix(p.Path, p.Module.Path)
	}
	return dir + "/" + filepath.Base(file)
}

// hide adds declarations that stand for unexported ones to the package.
func (w *genericWriter) hide() {
	scope := w.pkg.Scope()
	for obj := range w.objects {
		if obj.Pkg() != w.pkg {
			continue
		}
		name := Hidden + obj.Name()
		switch obj := obj.(type) {
		case *types.Const:
			scope.Insert(types.NewConst(obj.Pos(), w.pkg, name, obj.Type(), obj.Val()))
		case *types.Var:
			scope.Insert(types.NewVar(obj.Pos(), w.pkg, name, obj.Type()))
		case *types.Func:
			scope.Insert(types.NewFunc(obj.Pos(), w.pkg, name, obj.Signature()))
		case *types.TypeName:
			scope.Insert(types.NewVar(obj.Pos(), w.pkg, name+"ꓸtype", someInstance(obj.Type())))
		}
	}
}

// someInstance returns a type that mentions t: an instance if t is generic.
func someInstance(t types.Type) types.Type {
	var params *types.TypeParamList
	switch t := t.(type) {
	case *types.Named:
		params = t.TypeParams()
	case *types.Alias:
		params = t.TypeParams()
	}
	if params.Len() == 0 {
		return t
	}
	args := make([]types.Type, params.Len())
	for i := range args {
		args[i] = types.Typ[types.Int]
	}
	if i, err := types.Instantiate(nil, t, args, false); err == nil {
		return i
	}
	return t
}

// file returns the text of InsideFile.
func (w *genericWriter) file() ([]byte, error) {
	names := map[string]string{w.registry: "polka_inside"}
	type list struct{ values, vars, types []string }
	lists := make(map[string]*list)
	of := func(p *types.Package) (*list, string) {
		l := lists[p.Path()]
		if l == nil {
			l = new(list)
			lists[p.Path()] = l
		}
		if p == w.pkg {
			return l, ""
		}
		if names[p.Path()] == "" {
			names[p.Path()] = "polka_" + strconv.Itoa(len(names))
		}
		return l, names[p.Path()] + "."
	}
	for obj := range w.objects {
		switch obj := obj.(type) {
		case *types.Var:
			l, q := of(obj.Pkg())
			l.vars = append(l.vars, fmt.Sprintf("%q: &%s%s", obj.Name(), q, obj.Name()))
		case *types.Func:
			if obj.Signature().TypeParams() == nil {
				l, q := of(obj.Pkg())
				l.values = append(l.values, fmt.Sprintf("%q: %s%s", obj.Name(), q, obj.Name()))
			}
		case *types.TypeName:
			if n, ok := obj.Type().(*types.Named); ok && n.TypeParams() == nil && !obj.IsAlias() && !isConstraint(n) {
				l, q := of(obj.Pkg())
				l.types = append(l.types, fmt.Sprintf("%q: (*%s%s)(nil)", obj.Name(), q, obj.Name()))
			}
		}
	}
	for f := range w.methods {
		n := receiverOf(f)
		if isConstraint(n) {
			continue
		}
		recv := n.Obj().Name()
		if _, pointer := types.Unalias(f.Signature().Recv().Type()).(*types.Pointer); pointer {
			recv = "(*" + recv + ")"
		}
		l, _ := of(w.pkg)
		l.values = append(l.values, fmt.Sprintf("%q: %s.%s", n.Obj().Name()+"."+f.Name(), recv, f.Name()))
	}
	if len(lists) == 0 {
		return nil, nil
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, "// Code generated by polka build; DO NOT EDIT.\n\npackage %s\n\nimport (\n", w.pkg.Name())
	for _, path := range slices.Sorted(maps.Keys(names)) {
		fmt.Fprintf(&b, "\t%s %q\n", names[path], path)
	}
	b.WriteString(")\n\nfunc init() {\n")
	for _, path := range slices.Sorted(maps.Keys(lists)) {
		l := lists[path]
		fmt.Fprintf(&b, "\tpolka_inside.Add(%q, polka_inside.Names{\n", path)
		for _, part := range []struct {
			field string
			names []string
		}{{"Values", l.values}, {"Vars", l.vars}, {"Types", l.types}} {
			if len(part.names) > 0 {
				slices.Sort(part.names)
				fmt.Fprintf(&b, "\t\t%s: map[string]any{\n\t\t\t%s,\n\t\t},\n", part.field, strings.Join(part.names, ",\n\t\t\t"))
			}
		}
		b.WriteString("\t})\n")
	}
	b.WriteString("}\n")
	text, err := format.Source(b.Bytes())
	if err != nil {
		return nil, fmt.Errorf("%w in\n%s", err, b.Bytes())
	}
	return text, nil
}

// isConstraint reports whether a type is an interface that only constrains type parameters.
func isConstraint(n *types.Named) bool {
	i, ok := n.Underlying().(*types.Interface)
	return ok && !i.IsMethodSet()
}
