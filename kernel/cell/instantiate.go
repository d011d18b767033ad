// Generics are instantiated away: the interpreter never sees a type parameter.
//
// For each list of type arguments with which a cell uses a generic function or type, an ordinary one is
// made and given to the interpreter under a name of its own (instance.go):
//
//	func Map[T, U any](s []T, f func(T) U) []U {...}
//	Map(words, func(w string) int { return len(w) })
//
// becomes
//
//	func Mapᐸᐧᐧᐧᐳ(s []string, f func(string) int) []int {...}
//	Mapᐸᐧᐧᐧᐳ(words, func(w string) int { return len(w) })
//
// go/types knows the type arguments, inferred or written. The work list begins with what the cell's own
// statements and functions use. Each entry takes the declaration's text, parses it, puts names that mean
// the type arguments in place of its type parameters, and has go/types check the outcome, as if the user
// had written it. So no types are substituted here, what the instance uses in turn is inferred by
// go/types and goes on the list, and every other rule of this package finds the types it wants to know:
// a conversion to T has been a conversion to int all along. A declaration of a type needs no text:
// go/types has the instance's fields. Its methods are made with it, all of them, since any may be called
// through an interface.
//
// What instances share: one generic declaration with identical type arguments is made once in a session,
// and later cells use it. A redefined declaration is another one, with instances of its own; but methods
// that are declared again with the same signature are made again for the instances that there are, so
// that every value has the new method.
//
// Errors of an instance are none of the program: the generic declaration has been checked, and what the
// checker dislikes in an instance (two equal cases in a type switch, say) is legal Go.
//
// go/types finds instantiation that goes on without end if the declarations are in one cell. For the
// rest there is a limit on the nesting of type arguments, and one on the number of instances in a cell.
//
// The sources of Go's own generic functions are in library.go.
//
// Cost: some 0.1 ms for an instance of a small function, once in a session; a cell without generics pays
// for one look at an empty table.

package cell

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"
)

const (
	maxInstances = 2000 // of one cell
	maxNesting   = 30   // of type arguments
)

// A template is the declaration of a generic function, of a generic type, or of a method of one.
type template struct {
	decl *declaration
	lib  *source // where it comes from; nil for a cell
}

// A work list makes the instances that a cell needs.
type workList struct {
	e     *emitter
	queue []*instance
	seen  map[types.Type]bool
	count int
}

// instantiate moves the generic declarations of the tree aside and appends the functions of their
// instances.
func (e *emitter) instantiate() {
	t := e.t
	t.all = slices.Clone(t.decls)
	t.decls = slices.DeleteFunc(t.decls, func(d *declaration) bool {
		if !d.isGeneric() {
			return false
		}
		if obj := e.declared(d); obj != nil {
			e.p.templates[obj] = &template{decl: d}
		}
		return true
	})
	w := &workList{e: e, seen: make(map[types.Type]bool)}
	w.methodsAgain()
	if len(e.r.info.Instances) == 0 {
		return
	}
	t.walk(w.visit)
	for len(w.queue) > 0 && len(e.errs) == 0 {
		batch := w.queue
		w.queue = nil
		var clones []*declaration
		for _, i := range batch {
			clones = append(clones, w.clones(i)...)
		}
		w.add(clones)
	}
}

// add checks clones, puts them into the tree and looks for what they use.
func (w *workList) add(clones []*declaration) {
	e := w.e
	for home, list := range byHome(clones) {
		e.checkClones(home, list)
	}
	for _, d := range clones {
		e.t.decls = append(e.t.decls, d)
		ast.Inspect(d.node, w.visit)
	}
}

func byHome(clones []*declaration) func(func(*source, []*declaration) bool) {
	groups := make(map[*source][]*declaration)
	var order []*source
	for _, d := range clones {
		if groups[d.made.home] == nil {
			order = append(order, d.made.home)
		}
		groups[d.made.home] = append(groups[d.made.home], d)
	}
	return func(yield func(*source, []*declaration) bool) {
		for _, h := range order {
			if !yield(h, groups[h]) {
				return
			}
		}
	}
}

// isGeneric reports whether d has type parameters, of its own or of its receiver.
func (d *declaration) isGeneric() bool {
	switch n := d.node.(type) {
	case *ast.FuncDecl:
		return isGeneric(n)
	case *ast.GenDecl:
		if d.tok == token.TYPE {
			return n.Specs[0].(*ast.TypeSpec).TypeParams != nil
		}
	}
	return false
}

// declared is the object that the generic declaration d declares, or nil.
func (e *emitter) declared(d *declaration) types.Object {
	if d.recv != "" {
		if m := e.r.methods[d]; m != nil {
			return m
		}
		return nil
	}
	return e.r.objects[d.names[0]]
}

// visit asks for the instances that a node needs.
func (w *workList) visit(n ast.Node) bool {
	info := w.e.r.info
	if id, ok := n.(*ast.Ident); ok {
		if inst, ok := info.Instances[id]; ok {
			if f, ok := info.Uses[id].(*types.Func); ok {
				w.function(f, slices.Collect(inst.TypeArgs.Types()), id.Pos())
			}
		}
		if obj := info.Defs[id]; obj != nil && obj.Type() != nil {
			w.reach(obj.Type(), id.Pos())
		}
	}
	if x, ok := n.(ast.Expr); ok {
		if t := info.Types[x].Type; t != nil {
			w.reach(t, x.Pos())
		}
	}
	return true
}

// function asks for an instance of a generic function.
func (w *workList) function(f *types.Func, args []types.Type, p token.Pos) {
	if slices.ContainsFunc(args, hasTypeParam) {
		return
	}
	origin := w.e.c.written(f.Origin())
	if w.e.instance(origin, args) != nil {
		return
	}
	w.request(&instance{origin: origin, args: args}, functionTitle(f.Name()), p)
}

// request puts an instance on the list.
func (w *workList) request(i *instance, title string, p token.Pos) {
	e := w.e
	if e.template(i.origin) == nil {
		return // compiled: the interpreter may have it, or not
	}
	depth := 0
	for _, a := range i.args {
		depth = max(depth, nesting(a))
	}
	w.count++
	if depth > maxNesting || w.count > maxInstances {
		if len(e.errs) == 0 {
			e.fail(p, fmt.Sprintf("the instances of %s go on without end, each needs another", i.origin.Name()))
		}
		return
	}
	i.sym = e.c.symbolFor(i.origin.Name(), title)
	e.p.instances[i.origin] = append(e.p.instances[i.origin], i)
	w.queue = append(w.queue, i)
	for _, a := range i.args {
		w.reach(a, p)
	}
}

// reach asks for the generic types that t is made of.
func (w *workList) reach(t types.Type, p token.Pos) {
	if w.seen[t] {
		return
	}
	w.seen[t] = true
	switch t := types.Unalias(t).(type) {
	case *types.Interface:
		for m := range t.ExplicitMethods() {
			w.reach(m.Signature(), p)
		}
		for u := range t.EmbeddedTypes() {
			w.reach(u, p)
		}
	case *types.Named:
		if t.TypeArgs().Len() > 0 {
			w.genericType(t, p)
		} else if isLocal(t.Obj()) {
			w.reach(t.Underlying(), p)
		}
	default:
		for u := range parts(t) {
			w.reach(u, p)
		}
	}
}

// isLocal reports whether a type is declared inside of a function.
func isLocal(obj *types.TypeName) bool {
	return obj.Pkg() != nil && obj.Parent() != nil && obj.Parent() != obj.Pkg().Scope() && obj.Parent() != types.Universe
}

// genericType asks for the instance of a generic type.
func (w *workList) genericType(t *types.Named, p token.Pos) {
	args := slices.Collect(t.TypeArgs().Types())
	if slices.ContainsFunc(args, hasTypeParam) {
		return
	}
	e := w.e
	origin := e.c.written(t.Origin().Obj()).(*types.TypeName)
	if e.instance(origin, args) != nil {
		return
	}
	if plainFunction(t) {
		w.reach(t.Underlying(), p)
		return
	}
	if origin != t.Origin().Obj() { // a type of the library, as library.go writes it
		own, err := types.Instantiate(nil, origin.Type(), args, false)
		if err != nil {
			return
		}
		t = own.(*types.Named)
	}
	if isLocal(origin) && e.template(origin) == nil {
		e.p.templates[origin] = &template{decl: &declaration{cell: e.t.number}}
	}
	i := &instance{origin: origin, args: args, named: t, methods: make(map[string]*method)}
	w.request(i, title(t), p)
	if i.sym == "" {
		return
	}
	for m := range t.Methods() {
		i.methods[m.Name()] = &method{
			sym:      e.c.newSymbol(i.sym + "ꓸ" + m.Name()),
			dispatch: e.c.newSymbol(i.sym + "ꓸ" + m.Name() + "ꓸd"),
		}
		w.reach(m.Signature(), p)
	}
	w.reach(t.Underlying(), p)
}

// iterPath is the package of the iterators' types.
const iterPath = "iter"

// plainFunction reports whether t is a function type of the library: it is used as the function type
// that it is, since values of both are assigned to each other all the time.
func plainFunction(t *types.Named) bool {
	_, fn := t.Underlying().(*types.Signature)
	return fn && pathOf(t.Obj()) == iterPath
}

// template is the declaration of a generic function, type or method, or nil.
func (e *emitter) template(obj types.Object) *template {
	if t := e.p.templates[obj]; t != nil {
		return t
	}
	if t := e.c.templates[obj]; t != nil {
		return t
	}
	return e.c.libraryTemplate(obj)
}

// A made is what the compiler knows of a declaration that it has made.
type made struct {
	title  string // for traces
	sym    string
	home   *source
	method *method     // of a generic type's instance
	of     *types.Func // the instance's method
	fresh  bool        // the interpreter does not have the method yet
}

// clones are the functions of an instance: itself, or its methods.
func (w *workList) clones(i *instance) []*declaration {
	if i.named == nil {
		if d := w.e.clone(w.e.template(i.origin), i.args, nil); d != nil {
			d.made.title, d.made.sym = functionTitle(i.origin.Name()), i.sym
			return []*declaration{d}
		}
		return nil
	}
	var list []*declaration
	for m := range i.named.Methods() {
		if d := w.methodClone(i, m, true); d != nil {
			list = append(list, d)
		}
	}
	return list
}

// methodClone is the function of the method m of the instance i.
func (w *workList) methodClone(i *instance, m *types.Func, fresh bool) *declaration {
	t := w.e.template(m.Origin())
	if t == nil {
		return nil
	}
	d := w.e.clone(t, i.args, i.named)
	if d != nil {
		d.made.title = title(i.named) + "." + m.Name()
		d.made.method, d.made.sym, d.made.of, d.made.fresh = i.methods[m.Name()], i.methods[m.Name()].sym, m, fresh
	}
	return d
}

// methodsAgain makes the methods that the cell declares anew for the instances that there are already.
func (w *workList) methodsAgain() {
	e := w.e
	var clones []*declaration
	for _, d := range e.t.all {
		m := e.r.methods[d]
		if m == nil || !d.isGeneric() {
			continue
		}
		origin := receiverOf(m)
		for _, i := range e.c.instances[origin] {
			again := find(e.p.instances[origin], i.args)
			if again == nil {
				again = &instance{origin: i.origin, args: i.args, sym: i.sym, named: i.named, methods: maps.Clone(i.methods)}
				e.p.instances[origin] = append(e.p.instances[origin], again)
			}
			known := i.methods[m.Name()]
			if known == nil {
				continue
			}
			again.methods[m.Name()] = &method{sym: e.c.newSymbol(i.sym + "ꓸ" + m.Name()), dispatch: known.dispatch}
			for f := range i.named.Methods() {
				if f.Name() == m.Name() {
					if c := w.methodClone(again, f, false); c != nil {
						clones = append(clones, c)
					}
				}
			}
		}
	}
	w.add(clones)
}

// receiverOf is the name of the type that m is a method of.
func receiverOf(m *types.Func) types.Object {
	if n := namedType(m.Signature().Recv().Type()); n != nil {
		return n.Obj()
	}
	return nil
}

// checkClones type-checks functions that clone has made.
func (e *emitter) checkClones(home *source, list []*declaration) {
	c, r := e.c, e.r
	t := &tree{number: e.t.number, decls: list, end: e.t.end}
	for range 2 {
		file := &ast.File{Name: ast.NewIdent("main"), Package: t.end}
		for _, d := range list {
			file.Decls = append(file.Decls, d.node)
		}
		var pkg *types.Package
		mentioned := t.mentioned()
		if home != nil {
			pkg = home.scope()
			file.Name.Name = pkg.Name()
		} else {
			pkg = c.packageAfter(r, mentioned, e.p.imports)
		}
		for name, obj := range e.typeArgs {
			if mentioned[name] {
				pkg.Scope().Insert(obj)
			}
		}
		known := r.errs
		c.run(pkg, r, file)
		errs := r.errs[len(known):]
		r.errs = known
		if len(errs) == 0 || !c.addContexts(t, &checked{info: r.info, errs: errs}) {
			return
		}
	}
}

// declareInstances puts the types of the instances into the file.
func (e *emitter) declareInstances() {
	for _, i := range e.newTypes() {
		p := e.t.end
		if t := e.template(i.origin); t.lib == nil && i.origin.Pos().IsValid() {
			p = i.origin.Pos()
		}
		e.declareType(i.sym, i.named.Underlying(), p)
	}
}

// newTypes are the instances of types that the interpreter does not have, in the order of their names.
func (e *emitter) newTypes() []*instance {
	var list []*instance
	for origin, instances := range e.p.instances {
		for _, i := range instances {
			if i.named != nil && find(e.c.instances[origin], i.args) == nil {
				list = append(list, i)
			}
		}
	}
	slices.SortFunc(list, func(a, b *instance) int { return strings.Compare(a.sym, b.sym) })
	return list
}

// instanceFunction emits a function of an instance.
func (e *emitter) instanceFunction(d *declaration, f *ast.FuncDecl) {
	p := f.Name.Pos()
	f.Name = ident(d.made.sym, p)
	withoutRepeatedCases(e, f)
	e.answer(f)
	e.rewrite(f)
	e.file = append(e.file, f)
	m := d.made.method
	if m == nil {
		return
	}
	if d.made.fresh {
		e.file = append(e.file, variable(p, m.dispatch, e.withReceiver(d.made.of.Signature(), p)), e.dispatcher(d.made.of, m.dispatch, p))
	}
	e.start = append(e.start, assign(p, ident(m.dispatch, p), ident(m.sym, p)))
}

// constrains reports whether d declares an interface that is good for nothing but type parameters.
func (e *emitter) constrains(d *declaration) bool {
	obj := e.r.objects[d.names[0]]
	if obj == nil {
		return false
	}
	i, ok := obj.Type().Underlying().(*types.Interface)
	return ok && !i.IsMethodSet()
}

// keepInstances makes the instances of p known to later cells.
func (c *Compiler) keepInstances(p *Program) {
	maps.Copy(c.templates, p.templates)
	for origin, list := range p.instances {
		for _, i := range list {
			if old := find(c.instances[origin], i.args); old != nil {
				maps.Copy(old.methods, i.methods) // methods were made again
			} else {
				c.instances[origin] = append(c.instances[origin], i)
			}
		}
	}
}
