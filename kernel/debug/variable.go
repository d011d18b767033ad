// SPDX-License-Identifier: BSD-3-Clause

package debug

import (
	"cmp"
	"context"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"polka/kernel/debug/host"
	"polka/kernel/engine"
	"polka/kernel/machine"
)

// The numbers of variables and frames for the client are valid until goroutines continue.
type handles struct {
	last   int
	frames map[int]*call
	lists  map[int]list
}

// A list is what a variablesReference stands for: the variables of a scope, or the parts of a
// value.
type list struct {
	frame   []machine.Variable // that expressions see
	locals  bool               // frame itself
	globals bool
	value   machine.Value
	name    string // the expression whose value it is, "" for none
}

// maxFrames is how many open calls a client is shown.
const maxFrames = 500

// maxMembers is how many members of a list a client gets that does not ask for a part of it.
const maxMembers = 1000

// textWidth is the length of a value in a list of variables.
const textWidth = 160

// stack returns the open calls of a thread that are in the user's code, the innermost first.
func (d *Debugger) stack(a stackArguments) stackBody {
	d.mu.Lock()
	defer d.mu.Unlock()
	out := stackBody{StackFrames: []stackFrame{}}
	g := d.thread(a.ThreadID)
	if g == nil {
		return out
	}
	calls := g.stack
	if g.shown != nil {
		calls = g.shown
	}
	for i := len(calls) - 1; i >= 0; i-- {
		c := &calls[i]
		s := d.spot(c.frame)
		if !s.ok {
			continue
		}
		n := out.TotalFrames
		out.TotalFrames++
		if n < a.StartFrame || a.Levels > 0 && n >= a.StartFrame+a.Levels || n >= a.StartFrame+maxFrames {
			continue
		}
		if d.handles.frames[c.id] != c {
			d.handles.last++
			c.id = d.handles.last
			if d.handles.frames == nil {
				d.handles.frames = make(map[int]*call)
			}
			d.handles.frames[c.id] = c
		}
		name, _, _ := d.host.Source(s.path)
		out.StackFrames = append(out.StackFrames, stackFrame{ID: c.id, Name: cmp.Or(c.frame.Func().Name, name), Source: source{name, s.path}, Line: s.line, Column: s.col})
	}
	return out
}

// frame returns the variables that a frame sees. Number 0 is no frame, which sees only globals.
func (d *Debugger) frame(id int) ([]machine.Variable, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if id == 0 {
		return nil, nil
	}
	c := d.handles.frames[id]
	if c == nil {
		return nil, fmt.Errorf("there is no frame %d", id)
	}
	return c.frame.Variables(), nil
}

// refer assigns a number to a list.
func (d *Debugger) refer(l list) int {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.handles.lists == nil {
		d.handles.lists = make(map[int]list)
	}
	d.handles.last++
	d.handles.lists[d.handles.last] = l
	return d.handles.last
}

func (d *Debugger) list(ref int) (list, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	l, ok := d.handles.lists[ref]
	if !ok {
		return l, fmt.Errorf("there are no variables with the number %d", ref)
	}
	return l, nil
}

// scopes returns those of a frame. The statements of a cell define globals.
func (d *Debugger) scopes(id int) (out scopesBody, err error) {
	vars, err := d.frame(id)
	if err != nil {
		return out, err
	}
	globals := scope{Name: "Globals", PresentationHint: "globals", VariablesReference: d.refer(list{frame: vars, globals: true})}
	if len(vars) > 0 {
		out.Scopes = append(out.Scopes, scope{Name: "Locals", PresentationHint: "locals", NamedVariables: len(vars), VariablesReference: d.refer(list{frame: vars, locals: true})})
	}
	out.Scopes = append(out.Scopes, globals)
	return out, nil
}

// variables returns the members of a list, or a part of them.
func (d *Debugger) variables(l list, filter string, start, count int) []variable {
	out := []variable{}
	whole := count <= 0
	if whole {
		count = maxMembers + 1
	}
	for i, e := range d.members(l, filter, start, count) {
		if whole && i == maxMembers {
			out = append(out, variable{Name: "…", Value: "the rest is not listed"})
			break
		}
		out = append(out, d.variable(e.name, e.expr, e.value, l.frame))
	}
	return out
}

// An entry is a member of a list.
type entry struct {
	name, expr string
	value      machine.Value
}

// members lists the members of l.
func (d *Debugger) members(l list, filter string, start, count int) (out []entry) {
	within := func(n int) (from, to int) {
		from = min(max(start, 0), n)
		if to = n; count > 0 {
			to = min(from+count, n)
		}
		return from, to
	}
	switch {
	case l.locals:
		from, to := within(len(l.frame))
		for _, v := range l.frame[from:to] {
			out = append(out, entry{v.Name, v.Name, v.Value()})
		}
		return out
	case l.globals:
		all := d.host.Globals()
		all = slices.DeleteFunc(all, func(g host.Named) bool { return g.Name == "_" })
		from, to := within(len(all))
		for _, g := range all[from:to] {
			out = append(out, entry{g.Name, g.Name, g.Value})
		}
		return out
	}
	p := d.parts(l.value, l.name)
	indexed := p.Kind == reflect.Slice || p.Kind == reflect.Array
	if filter == "named" && indexed || filter == "indexed" && !indexed {
		return nil
	}
	from, to := within(p.Len)
	for i := from; i < to; i++ {
		c := p.At(i)
		out = append(out, entry{c.Name, p.child(c.Name), c.Value})
	}
	return out
}

// parts are the parts of a value as they are shown: those of a struct instead of a pointer to it.
type parts struct {
	machine.Children
	expr string // the value, or "" if there is no expression for it
}

func (d *Debugger) parts(v machine.Value, expr string) parts {
	p := parts{Children: d.host.Children(v), expr: expr}
	if v.Type != nil && p.Kind != reflect.Invalid && isInterface(v) && expr != "" {
		p.expr = expr + ".(" + strings.ReplaceAll(p.Type, "main.", "") + ")"
	}
	if p.Kind == reflect.Pointer && p.Len == 1 {
		if to := d.host.Children(p.At(0).Value); to.Kind == reflect.Struct {
			typ := p.Type
			p.Children = to
			p.Type = typ
		}
	}
	return p
}

func isInterface(v machine.Value) bool {
	g := v.Type.GoType()
	if g == nil {
		return false
	}
	_, ok := g.Underlying().(interface{ NumEmbeddeds() int })
	return ok
}

// child returns the expression for a part, "" if there is none.
func (p parts) child(name string) string {
	if p.expr == "" {
		return ""
	}
	switch p.Kind {
	case reflect.Struct:
		return p.expr + "." + name
	case reflect.Slice, reflect.Array:
		return p.expr + name
	case reflect.Map:
		if strings.ContainsAny(name, "…&") || strings.HasPrefix(name, "[{") || strings.HasPrefix(name, "[[") {
			return ""
		}
		return p.expr + name
	case reflect.Pointer:
		return "(*" + p.expr + ")"
	}
	return ""
}

// variable returns a variable for the client.
func (d *Debugger) variable(name, expr string, v machine.Value, frame []machine.Variable) variable {
	p := d.parts(v, expr)
	out := variable{Name: name, Value: text(v), EvaluateName: expr, shape: shape{Type: typeText(v, p.Type)}}
	if p.Len > 0 {
		out.VariablesReference = d.refer(list{frame: frame, value: v, name: expr})
		if p.Kind == reflect.Slice || p.Kind == reflect.Array {
			out.IndexedVariables = p.Len
		} else {
			out.NamedVariables = p.Len
		}
	}
	return out
}

// typeText returns the type of a variable, with that of the value in an interface.
func typeText(v machine.Value, dynamic string) string {
	t := strings.ReplaceAll(dynamic, "main.", "")
	if v.Type == nil || !isInterface(v) {
		return t
	}
	static := strings.ReplaceAll(v.Type.String(), "main.", "")
	if v.Any == nil {
		return static
	}
	return static + "(" + t + ")"
}

// text returns a value in one line. Only values of compiled types are asked for their texts:
// methods of cells may do anything.
func text(v machine.Value) (s string) {
	defer func() {
		if recover() != nil {
			s = v.Brief(textWidth)
		}
	}()
	if x, ok := v.Any.(fmt.Stringer); ok {
		s = strings.Join(strings.Fields(x.String()), " ")
		if r := []rune(s); len(r) > textWidth {
			s = string(r[:textWidth]) + "…"
		}
		return s
	}
	return v.Brief(textWidth)
}

// evaluated returns the outcome of code for the client.
func (d *Debugger) evaluated(ctx context.Context, id int, code string) (out evaluateBody, err error) {
	vars, err := d.frame(id)
	if err != nil {
		return out, err
	}
	v, failed := d.host.Evaluate(ctx, vars, code, 0)
	if failed != nil {
		return out, plainError{failed}
	}
	var texts, types []string
	for _, x := range v.List {
		e := d.variable("", "", x, vars)
		texts, types = append(texts, e.Value), append(types, e.Type)
		if len(v.List) == 1 {
			e = d.variable("", expression(code), x, vars)
			out.shape = e.shape
		}
	}
	out.Result, out.Type = strings.Join(texts, ", "), strings.Join(types, ", ")
	return out, nil
}

// expression is code as part of a larger expression.
func expression(code string) string {
	if strings.ContainsAny(code, " \n") {
		return "(" + code + ")"
	}
	return code
}

// assign sets the variable or part that an expression stands for, and returns its new value.
func (d *Debugger) assign(ctx context.Context, vars []machine.Variable, expr, value string) (variable, error) {
	if _, failed := d.host.Evaluate(ctx, vars, expr+" = "+value, 0); failed != nil {
		return variable{}, plainError{failed}
	}
	v, failed := d.host.Evaluate(ctx, vars, expr, 0)
	if failed != nil {
		return variable{}, plainError{failed}
	}
	if len(v.List) != 1 {
		return variable{}, fmt.Errorf("%s has no value", expr)
	}
	return d.variable(expr, expr, v.List[0], vars), nil
}

// A plainError is an error of code without its position.
type plainError struct{ e *engine.Error }

func (e plainError) Error() string { return strings.TrimPrefix(e.e.Message, "line 1: ") }
