package machine

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"reflect"
	"slices"
	"unsafe"

	"polka/kernel/machine/internal/memory"
)

// newLabel numbers a place that control can go to.
func (c *comp) newLabel() ctl {
	*c.count++
	return *c.count
}

// sequence runs statements one after the other; those that are nil do nothing.
func sequence(list []stmt) stmt {
	list = slices.DeleteFunc(slices.Clone(list), func(s stmt) bool { return s == nil })
	switch len(list) {
	case 0:
		return nothing
	case 1:
		return list[0]
	case 2:
		a, b := list[0], list[1]
		return func(t *thread, f fp) ctl {
			if r := a(t, f); r != next {
				return r
			}
			return b(t, f)
		}
	case 3:
		a, b, d := list[0], list[1], list[2]
		return func(t *thread, f fp) ctl {
			if r := a(t, f); r != next {
				return r
			}
			if r := b(t, f); r != next {
				return r
			}
			return d(t, f)
		}
	case 4:
		a, b, d, e := list[0], list[1], list[2], list[3]
		return func(t *thread, f fp) ctl {
			if r := a(t, f); r != next {
				return r
			}
			if r := b(t, f); r != next {
				return r
			}
			if r := d(t, f); r != next {
				return r
			}
			return e(t, f)
		}
	}
	return func(t *thread, f fp) ctl {
		for _, s := range list {
			if r := s(t, f); r != next {
				return r
			}
		}
		return next
	}
}

// block compiles a list of statements. A goto to a label of the list goes on there.
func (c *comp) block(list []ast.Stmt, at ast.Node) stmt {
	var out []stmt
	var places map[ctl]int
	for _, s := range list {
		if l, ok := s.(*ast.LabeledStmt); ok {
			if obj, ok := c.info.Defs[l.Label].(*types.Label); ok && c.jumpedTo(obj, at) {
				if places == nil {
					places = make(map[ctl]int)
				}
				places[c.label(obj)] = len(out)
			}
		}
		out = append(out, c.stmt(s))
	}
	if places == nil {
		return sequence(out)
	}
	return func(t *thread, f fp) ctl {
		for i := 0; i < len(out); {
			r := out[i](t, f)
			i++
			if r != next {
				at, ok := places[r]
				if !ok {
					return r
				}
				if at < i {
					t.back()
				}
				i = at
			}
		}
		return next
	}
}

// label is the number of a label that goto mentions.
func (c *comp) label(obj *types.Label) ctl {
	if n, ok := c.labels[obj]; ok {
		return n
	}
	n := c.newLabel()
	c.labels[obj] = n
	return n
}

// jumpedTo reports whether a goto in the block leads to the label.
func (c *comp) jumpedTo(l *types.Label, in ast.Node) bool {
	found := false
	ast.Inspect(in, func(n ast.Node) bool {
		if b, ok := n.(*ast.BranchStmt); ok && b.Tok == token.GOTO && c.info.Uses[b.Label] == l {
			found = true
		}
		_, lit := n.(*ast.FuncLit)
		return !found && !lit
	})
	return found
}

// stmt compiles a statement.
func (c *comp) stmt(s ast.Stmt) stmt {
	r := c.statement(s, "")
	if h := c.m.hook.Load(); h != nil {
		r = c.hooked(h, s, r)
	}
	if c.fn.tracing.Load() != nil {
		return c.tracedStmt(s, r)
	}
	return r
}

func (c *comp) statement(s ast.Stmt, label string) stmt {
	switch s := s.(type) {
	case *ast.EmptyStmt:
		return nothing
	case *ast.ExprStmt:
		return c.expr(s.X).discard()
	case *ast.BlockStmt:
		return c.block(s.List, s)
	case *ast.LabeledStmt:
		return c.statement(s.Stmt, s.Label.Name)
	case *ast.AssignStmt:
		return c.watched(s.Lhs, c.assign(s))
	case *ast.IncDecStmt:
		return c.incDec(s)
	case *ast.DeclStmt:
		return c.declStmt(s)
	case *ast.ReturnStmt:
		return c.returnStmt(s)
	case *ast.IfStmt:
		return c.ifStmt(s)
	case *ast.ForStmt:
		return c.forStmt(s, label)
	case *ast.RangeStmt:
		return c.rangeStmt(s, label)
	case *ast.SwitchStmt:
		return c.switchStmt(s, label)
	case *ast.TypeSwitchStmt:
		return c.typeSwitch(s, label)
	case *ast.BranchStmt:
		return c.branch(s)
	case *ast.GoStmt:
		return c.goStmt(s)
	case *ast.DeferStmt:
		return c.deferStmt(s)
	case *ast.SendStmt:
		return c.send(s)
	case *ast.SelectStmt:
		return c.selectStmt(s, label)
	}
	c.fail(s, "a statement of this kind (%T)", s)
	return nil
}

func (c *comp) branch(s *ast.BranchStmt) stmt {
	var to ctl
	label := ""
	if s.Label != nil {
		label = s.Label.Name
	}
	switch s.Tok {
	case token.GOTO:
		to = c.label(c.info.Uses[s.Label].(*types.Label))
	case token.BREAK:
		for i := len(c.targets) - 1; i >= 0; i-- {
			if g := c.targets[i]; label == "" && g.brk != 0 || label != "" && g.label == label {
				to = g.brk
				break
			}
		}
	case token.CONTINUE:
		for i := len(c.targets) - 1; i >= 0; i-- {
			if g := c.targets[i]; g.loop && (label == "" || g.label == label) {
				to = g.cont
				break
			}
		}
	case token.FALLTHROUGH:
		for i := len(c.targets) - 1; i >= 0; i-- {
			if g := c.targets[i]; g.isSwitch {
				to = *g.fallthrough_
				break
			}
		}
	}
	if to == 0 {
		c.fail(s, "this %s", s.Tok)
	}
	return func(*thread, fp) ctl { return to }
}

func (c *comp) ifStmt(s *ast.IfStmt) stmt {
	var init stmt
	if s.Init != nil {
		init = c.stmt(s.Init)
	}
	cond := as[bool](c.root(s.Cond))
	then := c.block(s.Body.List, s.Body)
	var r stmt
	if s.Else == nil {
		r = func(t *thread, f fp) ctl {
			if cond(t, f) {
				return then(t, f)
			}
			return next
		}
	} else {
		els := c.stmt(s.Else)
		r = func(t *thread, f fp) ctl {
			if cond(t, f) {
				return then(t, f)
			}
			return els(t, f)
		}
	}
	if init == nil {
		return r
	}
	return sequence([]stmt{init, r})
}

// declStmt compiles a declaration in a function.
func (c *comp) declStmt(s *ast.DeclStmt) stmt {
	g, ok := s.Decl.(*ast.GenDecl)
	if !ok || g.Tok != token.VAR {
		return nothing // types and constants
	}
	var list []stmt
	for _, spec := range g.Specs {
		spec := spec.(*ast.ValueSpec)
		if len(spec.Values) == 0 {
			for _, id := range spec.Names {
				if obj := c.info.Defs[id]; obj != nil && id.Name != "_" {
					_, init := c.declareVar(obj, id)
					list = append(list, init)
				}
			}
			continue
		}
		lhs := make([]ast.Expr, len(spec.Names))
		for i, id := range spec.Names {
			lhs[i] = id
		}
		list = append(list, c.watched(lhs, c.define(lhs, spec.Values, spec, func(id *ast.Ident) bool { return true })))
	}
	return sequence(list)
}

// returnStmt compiles return.
func (c *comp) returnStmt(s *ast.ReturnStmt) stmt {
	if len(s.Results) == 0 {
		return func(*thread, fp) ctl { return returned }
	}
	if len(s.Results) == 1 && len(c.results) > 1 {
		return c.returnTuple(s)
	}
	c.markCopies(s.Results, func(i int) types.Type { return c.results[i].t.Go })
	first, lower := c.hoist(s.Results...)
	defer lower()
	return sequence([]stmt{first, c.returnValues(s)})
}

// returnValues compiles return with the values of several expressions, or one that is not a call
// with several results.
func (c *comp) returnValues(s *ast.ReturnStmt) stmt {
	if len(s.Results) == 1 {
		v := c.results[0]
		n := c.converted(s.Results[0], v.t)
		if v.boxed {
			set := c.assignVar(v, n)
			return func(t *thread, f fp) ctl { set(t, f); return returned }
		}
		if n.t.Rep == memory.RepMem && n.into != nil && c.named {
			set := c.assignVar(v, n)
			return func(t *thread, f fp) ctl { set(t, f); return returned }
		}
		if n.t.Rep == memory.RepMem || n.local {
			st, off := n.store(), v.off
			return func(t *thread, f fp) ctl { st(t, f, unsafe.Add(f, off)); return returned }
		}
		return repOps[n.t.Rep].(returner).setResult(v.off, n.value().f)
	}
	// The values are computed before the first result changes: they may mention the results.
	var sets []stmt
	simple := !c.named && !c.defers // else a deferred call can see them
	var late []stmt
	for i, x := range s.Results {
		v := c.results[i]
		n := c.converted(x, v.t)
		if simple || n.c != nil {
			set := c.assignVar(v, n)
			if n.c != nil && !simple {
				late = append(late, set)
			} else {
				sets = append(sets, set)
			}
			continue
		}
		tmp := c.tempNode(v.t)
		sets = append(sets, c.setTemp(tmp, n))
		late = append(late, c.assignVar(v, tmp))
	}
	all := sequence(append(sets, late...))
	return func(t *thread, f fp) ctl { all(t, f); return returned }
}

// tempNode is a temporary variable.
func (c *comp) tempNode(t *memory.Type) node {
	if t.Size > memory.MaxFlat {
		off := c.frame.pointer()
		n := node{t: t}
		n.addr = func(_ *thread, f fp) unsafe.Pointer { return *(*unsafe.Pointer)(unsafe.Add(f, off)) }
		n.f = n.addr
		n.off = off
		return n
	}
	return node{t: t, local: true, off: c.frame.add(t)}
}

// setTemp evaluates n into a temporary.
func (c *comp) setTemp(tmp, n node) stmt {
	if tmp.local {
		return c.initVar(variable{t: tmp.t, off: tmp.off}, n)
	}
	return c.initVar(variable{t: tmp.t, off: tmp.off, boxed: true}, n)
}

type returner interface {
	setResult(off uintptr, f any) stmt
}

func (typed[T]) setResult(off uintptr, f any) stmt {
	e := f.(ev[T])
	return func(t *thread, f fp) ctl {
		*(*T)(unsafe.Add(f, off)) = e(t, f)
		return returned
	}
}

func (c *comp) returnTuple(s *ast.ReturnStmt) stmt {
	n := c.expr(s.Results[0])
	parts, eval := c.unpack(n)
	list := []stmt{eval}
	for i, v := range c.results {
		list = append(list, c.assignVar(v, c.convertTo(parts[i], v.t, s)))
	}
	all := sequence(list)
	return func(t *thread, f fp) ctl { all(t, f); return returned }
}

// unpack returns the results of a call that has several; eval makes the call.
func (c *comp) unpack(n node) (parts []node, eval stmt) {
	if n.tuple == nil {
		panic(memory.Decline{Pos: n.pos, Msg: "a call with several results here"})
	}
	for i, t := range n.tuple.Types {
		parts = append(parts, node{t: t, local: true, off: n.off + n.tuple.Offsets[i]})
	}
	return parts, n.f.(stmt)
}

// forStmt compiles the loops without range.
func (c *comp) forStmt(s *ast.ForStmt, label string) stmt {
	var init stmt
	if s.Init != nil {
		init = c.stmt(s.Init)
	}
	var cond ev[bool]
	var condNode node
	if s.Cond != nil {
		condNode = c.root(s.Cond)
		cond = as[bool](condNode)
	}
	brk, cont := c.newLabel(), c.newLabel()
	c.targets = append(c.targets, target{label: label, brk: brk, cont: cont, loop: true})
	body := c.block(s.Body.List, s.Body)
	c.targets = c.targets[:len(c.targets)-1]
	var post stmt
	if s.Post != nil {
		post = c.stmt(s.Post)
	}
	// Each iteration has its own variables.
	if a, ok := s.Init.(*ast.AssignStmt); ok && a.Tok == token.DEFINE {
		var fresh []stmt
		for _, x := range a.Lhs {
			if id, ok := x.(*ast.Ident); ok {
				if v, ok := c.vars[c.info.Defs[id]]; ok && v.boxed && c.uses[c.info.Defs[id]].boxed() {
					fresh = append(fresh, freshBox(v))
				}
			}
		}
		if fresh != nil {
			post = sequence(append(fresh, post))
		}
	}
	loop := c.loop(s, cond, post, body, brk, cont)
	if init == nil {
		return loop
	}
	return sequence([]stmt{init, loop})
}

// freshBox moves a boxed variable to a new box with the same value.
func freshBox(v variable) stmt {
	t, off := v.t, v.off
	return func(_ *thread, f fp) ctl {
		slot := (*unsafe.Pointer)(unsafe.Add(f, off))
		p := t.Alloc()
		t.Copy(p, *slot)
		*slot = p
		return next
	}
}

func (c *comp) loop(s *ast.ForStmt, cond ev[bool], post, body stmt, brk, cont ctl) stmt {
	if cond != nil && post != nil {
		if l := c.countingLoop(s, body, brk, cont); l != nil && c.m.hook.Load() == nil {
			return l
		}
	}
	if cond == nil {
		cond = func(*thread, fp) bool { return true }
	}
	if post == nil {
		return func(t *thread, f fp) ctl {
			for cond(t, f) {
				if r := body(t, f); r != next && r != cont {
					return leave(r, brk)
				}
				t.back()
			}
			return next
		}
	}
	return func(t *thread, f fp) ctl {
		for cond(t, f) {
			if r := body(t, f); r != next && r != cont {
				return leave(r, brk)
			}
			t.back()
			post(t, f)
		}
		return next
	}
}

// leave is what a loop or a switch ends with whose body has ended with r: a break that is meant for
// it ends nothing else.
func leave(r, brk ctl) ctl {
	if r == brk {
		return next
	}
	return r
}

// countingLoop is for ...; i < n; i++ {...} with an int in the frame and a limit that is one too,
// or a literal.
func (c *comp) countingLoop(s *ast.ForStmt, body stmt, brk, cont ctl) stmt {
	b, ok := ast.Unparen(s.Cond).(*ast.BinaryExpr)
	if !ok || b.Op != token.LSS && b.Op != token.LEQ {
		return nil
	}
	p, ok := s.Post.(*ast.IncDecStmt)
	if !ok || p.Tok != token.INC {
		return nil
	}
	i, ok := b.X.(*ast.Ident)
	j, ok2 := p.X.(*ast.Ident)
	if !ok || !ok2 || c.info.Uses[i] == nil || c.info.Uses[i] != c.info.Uses[j] {
		return nil
	}
	x := c.expr(i)
	if !x.local || x.t.Rep != memory.RepInt {
		return nil
	}
	off := x.off
	if c.hasCall(b.Y) {
		return nil
	}
	y := c.expr(b.Y)
	if y.t == nil || y.t.Rep != memory.RepInt {
		return nil
	}
	limit := as[int](y)
	switch {
	case y.local && b.Op == token.LSS:
		lo := y.off
		return func(t *thread, f fp) ctl {
			for *(*int)(unsafe.Add(f, off)) < *(*int)(unsafe.Add(f, lo)) {
				if r := body(t, f); r != next && r != cont {
					return leave(r, brk)
				}
				t.back()
				*(*int)(unsafe.Add(f, off))++
			}
			return next
		}
	case b.Op == token.LSS:
		return func(t *thread, f fp) ctl {
			for *(*int)(unsafe.Add(f, off)) < limit(t, f) {
				if r := body(t, f); r != next && r != cont {
					return leave(r, brk)
				}
				t.back()
				*(*int)(unsafe.Add(f, off))++
			}
			return next
		}
	}
	return func(t *thread, f fp) ctl {
		for *(*int)(unsafe.Add(f, off)) <= limit(t, f) {
			if r := body(t, f); r != next && r != cont {
				return leave(r, brk)
			}
			t.back()
			*(*int)(unsafe.Add(f, off))++
		}
		return next
	}
}

// switchStmt compiles an expression switch.
func (c *comp) switchStmt(s *ast.SwitchStmt, label string) stmt {
	var list []stmt
	if s.Init != nil {
		list = append(list, c.stmt(s.Init))
	}
	var tag node
	if s.Tag != nil {
		n := c.root(s.Tag)
		n = c.settle(n, s.Tag)
		tmp := c.tempNode(n.t)
		list = append(list, c.setTemp(tmp, n))
		tag = tmp
	}
	brk := c.newLabel()
	type clause struct {
		conds []ev[bool]
		body  stmt
		fall  ctl
	}
	clauses := make([]clause, len(s.Body.List))
	fallthrough_ := new(ctl)
	deflt := -1
	falls := false
	for i, cl := range s.Body.List {
		cl := cl.(*ast.CaseClause)
		if cl.List == nil {
			deflt = i
		}
		for _, x := range cl.List {
			if s.Tag == nil {
				cond := c.root(x)
				if cond.t.IsInterface() { // it is compared with the tag true
					clauses[i].conds = append(clauses[i].conds, c.comparison(token.EQL, c.constant(constant.MakeBool(true), c.m.TypeFor(types.Typ[types.Bool]), x), cond, x))
					continue
				}
				clauses[i].conds = append(clauses[i].conds, as[bool](cond))
				continue
			}
			clauses[i].conds = append(clauses[i].conds, c.comparison(token.EQL, tag, c.root(x), x))
		}
		*fallthrough_ = c.newLabel()
		clauses[i].fall = *fallthrough_
		c.targets = append(c.targets, target{label: label, brk: brk, isSwitch: true, fallthrough_: fallthrough_})
		clauses[i].body = c.block(cl.Body, cl)
		c.targets = c.targets[:len(c.targets)-1]
		if n := len(cl.Body); n > 0 {
			if b, ok := cl.Body[n-1].(*ast.BranchStmt); ok && b.Tok == token.FALLTHROUGH {
				falls = true
			}
		}
	}
	if table := c.jumpTable(s, tag); table != nil && !falls {
		bodies := make([]stmt, len(clauses))
		for i := range clauses {
			bodies[i] = clauses[i].body
		}
		list = append(list, func(t *thread, f fp) ctl {
			i := table(t, f)
			if i < 0 {
				i = deflt
			}
			if i < 0 {
				return next
			}
			r := bodies[i](t, f)
			return leave(r, brk)
		})
		return sequence(list)
	}
	list = append(list, func(t *thread, f fp) ctl {
		at := deflt
	search:
		for i := range clauses {
			for _, cond := range clauses[i].conds {
				if cond(t, f) {
					at = i
					break search
				}
			}
		}
		for at >= 0 && at < len(clauses) {
			cl := &clauses[at]
			r := cl.body(t, f)
			switch r {
			case brk:
				return next
			case cl.fall:
				at++
				continue
			}
			return r
		}
		return next
	})
	return sequence(list)
}

// jumpTable finds the clause of a switch on an integer or a string by its value, if all cases are
// constants and there are many; nil otherwise.
func (c *comp) jumpTable(s *ast.SwitchStmt, tag node) ev[int] {
	if s.Tag == nil || !tag.local {
		return nil
	}
	n := 0
	for _, cl := range s.Body.List {
		for _, x := range cl.(*ast.CaseClause).List {
			if c.info.Types[x].Value == nil {
				return nil
			}
			n++
		}
	}
	if n < 5 {
		return nil
	}
	switch tag.t.Rep {
	case memory.RepInt, memory.RepInt64, memory.RepUint, memory.RepUint64:
		return tableOf[uint64](c, s, tag)
	case memory.RepUint8:
		return tableOf[uint8](c, s, tag)
	case memory.RepInt32, memory.RepUint32:
		return tableOf[uint32](c, s, tag)
	case memory.RepString:
		return tableOf[string](c, s, tag)
	}
	return nil
}

func tableOf[T comparable](c *comp, s *ast.SwitchStmt, tag node) ev[int] {
	table := make(map[T]int)
	for i, cl := range s.Body.List {
		for _, x := range cl.(*ast.CaseClause).List {
			k := reflect.New(tag.t.Plain())
			if !setConstant(k.Elem(), c.info.Types[x].Value) {
				return nil
			}
			key := *(*T)(k.UnsafePointer())
			if _, twice := table[key]; !twice {
				table[key] = i
			}
		}
	}
	off := tag.off
	return func(_ *thread, f fp) int {
		if i, ok := table[*(*T)(unsafe.Add(f, off))]; ok {
			return i
		}
		return -1
	}
}

// typeSwitch compiles a type switch.
func (c *comp) typeSwitch(s *ast.TypeSwitchStmt, label string) stmt {
	var list []stmt
	if s.Init != nil {
		list = append(list, c.stmt(s.Init))
	}
	var x ast.Expr
	switch a := s.Assign.(type) {
	case *ast.AssignStmt:
		x = a.Rhs[0].(*ast.TypeAssertExpr).X
	case *ast.ExprStmt:
		x = a.X.(*ast.TypeAssertExpr).X
	}
	n := c.root(x)
	// The value is looked at as an any, whatever interface it comes in.
	tmp := c.tempNode(c.m.Any())
	list = append(list, c.setTemp(tmp, c.toEface(n)))
	off := tmp.off
	brk := c.newLabel()
	type clause struct {
		tests []func(any) bool
		bind  stmt
		body  stmt
	}
	clauses := make([]clause, len(s.Body.List))
	deflt := -1
	for i, cl := range s.Body.List {
		cl := cl.(*ast.CaseClause)
		if cl.List == nil {
			deflt = i
		}
		var only *memory.Type
		for _, x := range cl.List {
			if tv := c.info.Types[x]; tv.IsNil() {
				clauses[i].tests = append(clauses[i].tests, func(v any) bool { return v == nil })
				continue
			}
			t := c.typeOf(x)
			only = t
			clauses[i].tests = append(clauses[i].tests, c.m.Test(t))
		}
		if obj := c.info.Implicits[cl]; obj != nil {
			v, _ := c.declareVar(obj, cl)
			if len(cl.List) == 1 && only != nil {
				clauses[i].bind = c.initVar(v, c.extract(tmp, only))
			} else {
				clauses[i].bind = c.initVar(v, c.settleTo(n, tmp, v.t, cl))
			}
		}
		c.targets = append(c.targets, target{label: label, brk: brk})
		clauses[i].body = c.block(cl.Body, cl)
		c.targets = c.targets[:len(c.targets)-1]
	}
	list = append(list, func(t *thread, f fp) ctl {
		v := *(*any)(unsafe.Add(f, off))
		at := deflt
	search:
		for i := range clauses {
			for _, test := range clauses[i].tests {
				if test(v) {
					at = i
					break search
				}
			}
		}
		if at < 0 {
			return next
		}
		cl := &clauses[at]
		if cl.bind != nil {
			cl.bind(t, f)
		}
		r := cl.body(t, f)
		return leave(r, brk)
	})
	return sequence(list)
}

// settleTo is the value of a type switch's variable in a clause of several types: that of the
// operand, whose eface tmp is.
func (c *comp) settleTo(n, tmp node, t *memory.Type, at ast.Node) node {
	if t.Rep == memory.RepEface {
		tmp.t = t
		return tmp
	}
	return c.convertTo(tmp, t, at)
}
