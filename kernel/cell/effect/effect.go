// SPDX-License-Identifier: BSD-3-Clause

// Package effect finds out what a cell reads, writes and declares, from the types of its names.
//
// It looks at a cell that has been checked, and runs nothing. An [Analyzer] remembers the variables
// and functions of earlier cells: for each function a summary of its body, and for variables that
// hold pointers, slices, maps and functions, which of them may share memory.
//
//	a := effect.New(effect.Options{})
//	e := a.Cell(effect.Cell{Unit: p.Unit, Names: names}) // x = f(y): e.Reads f, y, and what f mentions
//
// # What is found
//
// A cell is a sequence of statements. For each, the analyzer has the names that it mentions, those
// that it sets, and the memory that it writes through pointers, slices and maps. A function that is
// mentioned counts as called, and functions that it mentions too, so a cell reads the variables
// that its functions read. A name that a cell has defined itself is not read from outside after
// that.
//
// The answer is conservative. If a cell may change the variable x, x is among its writes; if its
// result may depend on x, x is among its reads. The reverse does not hold: an assignment inside of
// an if counts although it may not be run.
//
// # Memory
//
// b := a makes the slices a and b share elements, so b[0] = 1 writes a, too. The analyzer unites
// variables into classes (as Steensgaard's analysis does: "Points-to analysis in almost linear
// time", POPL 1996, https://doi.org/10.1145/237721.237727), here one class for all that is
// reachable from a variable. A statement that stores references unites the variables that it
// mentions, if the types of what is reachable from them have a type in common (memory.go). A write
// through a reference writes every variable of the class that can reach memory of the type.
//
// Functions of compiled packages have no bodies here. What they do to their arguments is known for
// the packages that are listed in known.go; all others are expected to write everything that an
// argument refers to. Values of packages that are named in Options.Immutable have no references.
//
// What goroutines do after their cell has ended, and what two cells share through the world outside
// (files, the network, the state of compiled packages), is not seen.
//
// Cost: one pass over the syntax tree of the cell, some 10 us for 10 lines; functions are looked at
// once, when they are declared.
package effect

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"polka/kernel/fresh"
	"polka/kernel/machine"
)

// Options say what an Analyzer knows of compiled packages.
type Options struct {
	// Immutable are the import paths of packages whose values do not change.
	Immutable []string
}

// A Cell is what the compiler has made of a cell.
type Cell struct {
	Unit *machine.Unit
	// Names are what the names of the cell stand for: all that it declares, and functions of
	// earlier cells that are compiled again for it.
	Names []Name
	// Kept are the types that the cell declares as they are known already.
	Kept []string
}

// A Name is a name of a cell. Methods are named as "Type.Method".
type Name struct {
	Name  string
	Obj   types.Object
	Text  string // of its declaration, empty for a variable
	Again bool   // it belongs to an earlier cell
}

// An Analyzer knows the names of the cells of a session. It is not safe for concurrent use.
type Analyzer struct {
	immutable map[string]bool
	known     map[types.Object]*entity
	names     map[string][]*entity    // the meanings of a name, one for each type that it had
	methods   map[string][]*entity    // of cells, by their own name
	methodsOf map[string][]*entity    // and by that of their type
	reached   map[types.Type]*memory  // the memory of named types
	visiting  map[types.Type]struct{} // while such a memory is computed
	later     []*summary              // functions that controls call, the newest last
}

// An entity is a name with a type. A variable that is declared again with the same type is the same
// entity.
type entity struct {
	key  string // "x"; see fresh.Generation for the x of another type
	obj  types.Object
	text string    // of the declaration
	sum  *summary  // of a function
	v    *variable // that it stands for now, if it is one
	call *summary  // of a function value that calls it
}

// New returns an Analyzer that knows no names.
func New(o Options) *Analyzer {
	a := &Analyzer{
		immutable: make(map[string]bool), known: make(map[types.Object]*entity), names: make(map[string][]*entity),
		methods: make(map[string][]*entity), methodsOf: make(map[string][]*entity),
		reached: make(map[types.Type]*memory), visiting: make(map[types.Type]struct{}),
	}
	for _, p := range o.Immutable {
		a.immutable[p] = true
	}
	return a
}

// Cell returns the effects of a cell, and remembers what it declares. It is called once for each
// cell, in the order in which they run.
func (a *Analyzer) Cell(c Cell) fresh.Effects {
	f := &finder{a: a, read: make(map[string]bool), done: make(map[string]bool), wrote: make(map[string]fresh.Kind), needs: make(map[string]bool)}
	for _, n := range c.Names {
		f.declare(n)
	}
	f.functions(c.Unit, c.Names)
	for _, n := range c.Names {
		f.needsOf(c.Unit, n)
	}
	for _, s := range c.Unit.Steps {
		f.step(c.Unit.Info, s)
	}
	for _, obj := range f.replaced {
		delete(f.a.known, obj)
	}
	for _, e := range f.own {
		if e.v != nil {
			e.v.before = nil
		}
	}
	return f.effects(c)
}

// maxLater is how many functions of controls are known.
const maxLater = 1000

// Later returns the keys of the variables that functions may write which were passed to controls,
// and are called between cells.
func (a *Analyzer) Later() (keys []string) {
	for _, s := range a.later {
		for e := range a.expand(s).writes {
			if e.key != "" {
				keys = append(keys, e.key)
			}
		}
	}
	slices.Sort(keys)
	return slices.Compact(keys)
}

// Key returns the key of the effects for the present meaning of a name; "" if there is none.
func (a *Analyzer) Key(name string) string {
	if l := a.names[name]; len(l) > 0 {
		return l[len(l)-1].key
	}
	return ""
}

// A finder finds the effects of one cell.
type finder struct {
	a        *Analyzer
	own      []*entity       // that the cell declares
	replaced []types.Object  // what they stood for before
	read     map[string]bool // keys that are read before the cell sets them
	done     map[string]bool // keys that the cell has set as a whole
	wrote    map[string]fresh.Kind
	needs    map[string]bool
}

// declare enters a name.
func (f *finder) declare(n Name) {
	e := f.a.entityFor(n)
	f.a.known[n.Obj] = e
	if slices.Contains(f.own, e) {
		return // declared twice in the cell: one variable for its functions
	}
	f.own = append(f.own, e)
	if e.obj != n.Obj {
		f.replaced = append(f.replaced, e.obj)
		e.obj = n.Obj
	}
	e.text = n.Text
	if v, ok := n.Obj.(*types.Var); ok {
		if e.v != nil {
			e.v.owner = nil // it may live on, under no name
		}
		e.v = &variable{typ: v.Type(), owner: e, before: e.v}
	}
}

// entityFor returns the entity of a name that is declared: one that it had before, if the kind and,
// for a variable, the type are the same.
func (a *Analyzer) entityFor(n Name) *entity {
	list := a.names[n.Name]
	for i, e := range list {
		if sameKind(e.obj, n.Obj) {
			a.names[n.Name] = append(slices.Delete(list, i, i+1), e)
			return e
		}
	}
	e := &entity{key: n.Name, obj: n.Obj}
	if len(list) > 0 {
		e.key = fresh.Generation(n.Name, len(list)+1)
	}
	a.names[n.Name] = append(list, e)
	if fn, ok := n.Obj.(*types.Func); ok && fn.Signature().Recv() != nil {
		recv, _, _ := strings.Cut(n.Name, ".")
		a.methods[fn.Name()] = append(a.methods[fn.Name()], e)
		a.methodsOf[recv] = append(a.methodsOf[recv], e)
	}
	return e
}

// sameKind reports whether two objects can be versions of one name.
func sameKind(a, b types.Object) bool {
	switch a := a.(type) {
	case *types.Var:
		b, ok := b.(*types.Var)
		return ok && (a == b || types.Identical(a.Type(), b.Type()))
	case *types.Func:
		_, ok := b.(*types.Func)
		return ok
	case *types.TypeName:
		_, ok := b.(*types.TypeName)
		return ok
	case *types.Const:
		_, ok := b.(*types.Const)
		return ok
	}
	return false
}

// functions makes the summaries of the functions of the cell.
func (f *finder) functions(u *machine.Unit, names []Name) {
	for _, d := range u.Decls {
		if d.Obj == nil {
			continue
		}
		if e := f.a.known[d.Obj.Origin()]; e != nil {
			e.sum = f.a.summarize(d.Info, d.Body)
		}
	}
}

// needsOf adds the names that a declaration of the cell mentions.
func (f *finder) needsOf(u *machine.Unit, n Name) {
	e := f.a.known[n.Obj]
	if e == nil || n.Again {
		return
	}
	if e.sum != nil {
		for _, m := range e.sum.mentions {
			f.need(m)
		}
		for _, lit := range e.sum.stored {
			for _, m := range lit.mentions {
				f.need(m)
			}
		}
	}
	f.a.typesIn(n.Obj.Type(), func(t *entity) {
		if t != e {
			f.needs[t.key] = true
		}
	})
}

// need adds a name that has to exist.
func (f *finder) need(e *entity) {
	if e.v != nil {
		f.needs[fresh.Address(e.key)] = true
	} else {
		f.needs[e.key] = true
	}
}

// step adds the effects of a statement, or of an expression whose value is shown.
func (f *finder) step(info *types.Info, s machine.Step) {
	w := newWalker(f.a, info)
	var defined []*entity // that the statement sets as a whole
	switch {
	case s.Stmt != nil && !s.Stmt.Pos().IsValid():
		if a, ok := s.Stmt.(*ast.AssignStmt); ok && len(a.Lhs) == 1 {
			return // a copy that the compiler has added
		}
		w.walk(s.Stmt)
	case s.Value != nil:
		w.locals(s.Value)
		w.walk(s.Value)
		w.shown(s.Value)
	case s.Stmt != nil:
		w.locals(s.Stmt)
		defined = w.top(s.Stmt)
	}
	x := f.a.expand(w.sum)
	for e := range x.reads {
		if !f.done[e.key] {
			f.read[e.key] = true
		}
	}
	for e := range x.bound {
		if !slices.Contains(f.own, e) {
			f.read[fresh.Address(e.key)] = true
		}
	}
	for e := range x.writes {
		f.write(e, fresh.Modify)
	}
	for _, e := range defined {
		if !slices.Contains(f.own, e) {
			f.read[fresh.Address(e.key)] = true // it has to exist
		}
		f.write(e, fresh.Assign)
		f.done[e.key] = true
	}
	f.a.link(x, defined)
}

// write records that the cell sets a variable.
func (f *finder) write(e *entity, k fresh.Kind) {
	if e.key == "" || f.done[e.key] {
		return
	}
	if k == fresh.Modify {
		f.read[e.key] = true
	}
	f.wrote[e.key] = max(f.wrote[e.key], k)
}

// effects puts together what has been found.
func (f *finder) effects(c Cell) fresh.Effects {
	var out fresh.Effects
	for _, n := range c.Names {
		e := f.a.known[n.Obj]
		if n.Again || e == nil {
			continue
		}
		delete(f.wrote, e.key)
		out.Writes = append(out.Writes, fresh.Write{Key: e.key, Kind: fresh.Declare, Text: n.Text})
		if e.v != nil {
			out.Writes = append(out.Writes, fresh.Write{Key: fresh.Address(e.key), Kind: fresh.Declare})
		} else {
			delete(f.read, e.key) // the cell has its own from the beginning
		}
	}
	for _, name := range c.Kept {
		if key := f.a.Key(name); key != "" {
			delete(f.read, key)
			out.Writes = append(out.Writes, fresh.Write{Key: key, Kind: fresh.Declare, Text: f.a.names[name][len(f.a.names[name])-1].text})
		}
	}
	for key, k := range f.wrote {
		out.Writes = append(out.Writes, fresh.Write{Key: key, Kind: k})
	}
	for _, w := range out.Writes {
		delete(f.needs, w.Key)
	}
	for key := range f.read {
		out.Reads = append(out.Reads, key)
		delete(f.needs, key)
	}
	for key := range f.needs {
		out.Needs = append(out.Needs, key)
	}
	slices.Sort(out.Reads)
	slices.Sort(out.Needs)
	slices.SortFunc(out.Writes, func(a, b fresh.Write) int { return strings.Compare(a.Key, b.Key) })
	out.Writes = slices.CompactFunc(out.Writes, func(a, b fresh.Write) bool { return a.Key == b.Key })
	return out
}
