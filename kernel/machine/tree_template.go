package machine

import (
	"encoding/json"
	"errors"
	"fmt"
	"go/types"
	htmltemplate "html/template"
	"io"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"text/template"
	"text/template/parse"
	"unsafe"
)

// Templates find fields and methods of values by reflection. So before a template is executed with
// a value of a cell, it is cloned, and its parse trees are rewritten: a field or method of a value
// becomes a call of a function,
//
//	{{.Name.First 3 | printf "%q"}}    {{field۰ 17 . 3 | printf "%q"}}
//
// and so does a call of a predefined function that inspects its arguments. A template holds a value
// of a cell in a carrier, which is true or false as the value would be, and prints as the value
// does. The number identifies the node, for error messages, which show the original tree.

// templateMark ends the names of the functions of rewritten templates.
const templateMark = "\u06f0"

// A carrier is a value of a cell in a template. Its only element is kept beyond its length if it
// is false.
type carrier []treeValue

func (c carrier) value() treeValue { return c[:1][0] }

func (c carrier) machineValue() any { return c.value().any() }

// Format is fmt.Formatter.
func (c carrier) Format(s fmt.State, verb rune) {
	x := c.value()
	fmt.Fprintf(s, fmt.FormatString(s, verb), x.m.ToNative(x.any(), ForPrint))
}

// MarshalJSON is json.Marshaler, for html/template, which prefers a method String.
func (c carrier) MarshalJSON() ([]byte, error) {
	x := c.value()
	v := x.any()
	t := x.m.recordOf(v)
	if f, ok := x.m.textMethod(t, "String"); ok {
		if _, ok := x.m.hasMethod(v, "MarshalJSON"); !ok {
			return json.Marshal(x.m.callText(v, f))
		}
	}
	return x.m.marshalJSON(v, json.Marshal)
}

// carry returns a value in the form in which the template gets it.
func carry(x treeValue) reflect.Value {
	if x.t == nil {
		if x.v.Kind() == reflect.Interface && !x.v.IsNil() {
			if y := x.elem(); y.t != nil {
				return carry(y)
			}
		}
		return x.v
	}
	if x.kind() == reflect.Interface {
		return carry(x.indirectInterface())
	}
	c := carrier{x}
	if !x.truth() {
		c = c[:0]
	}
	return reflect.ValueOf(c)
}

// carried returns the value of the machine for one that comes from the template.
func (m *Machine) carried(v reflect.Value) treeValue {
	if v.IsValid() && v.CanInterface() {
		switch v.Kind() {
		case reflect.Interface:
			if !v.IsNil() {
				return m.carried(v.Elem())
			}
		case reflect.Slice:
			if c, ok := v.Interface().(carrier); ok {
				return c.value()
			}
		case reflect.Struct, reflect.Pointer:
			if w, ok := v.Interface().(wrapper); ok {
				return m.treeValue(w.machineValue())
			}
		}
		return treeValue{m: m}.native(v)
	}
	return treeValue{m: m, v: v}
}

func templateSpecials() {
	specials["(*text/template.Template).Execute"] = func(m *Machine, f *Func, q fp) bool {
		t := *treeArg[*template.Template](f, q, 0)
		return m.executeTemplate(f, q, textSet{t}, t.Name(), treeArg[any](f, q, 2))
	}
	specials["(*text/template.Template).ExecuteTemplate"] = func(m *Machine, f *Func, q fp) bool {
		t := *treeArg[*template.Template](f, q, 0)
		return m.executeTemplate(f, q, textSet{t}, *treeArg[string](f, q, 2), treeArg[any](f, q, 3))
	}
	specials["(*html/template.Template).Execute"] = func(m *Machine, f *Func, q fp) bool {
		t := *treeArg[*htmltemplate.Template](f, q, 0)
		return m.executeTemplate(f, q, htmlSet{t}, t.Name(), treeArg[any](f, q, 2))
	}
	specials["(*html/template.Template).ExecuteTemplate"] = func(m *Machine, f *Func, q fp) bool {
		t := *treeArg[*htmltemplate.Template](f, q, 0)
		return m.executeTemplate(f, q, htmlSet{t}, *treeArg[string](f, q, 2), treeArg[any](f, q, 3))
	}
	funcs := func(m *Machine, f *Func, q fp) bool {
		p := treeArg[template.FuncMap](f, q, 1)
		own := m.templateFuncs(*p)
		for name := range *p {
			if predefined[name] {
				own[replacedName(name)] = func() string { return "" }
			}
		}
		*p = own
		return false
	}
	specials["(*text/template.Template).Funcs"] = funcs
	specials["(*html/template.Template).Funcs"] = funcs
}

// predefined are the predefined functions of templates that are rewritten, or whose results need no
// more conversion.
var predefined = map[string]bool{
	"call": true, "eq": true, "ge": true, "gt": true, "html": true, "index": true, "js": true, "le": true, "len": true, "lt": true,
	"ne": true, "not": true, "print": true, "printf": true, "println": true, "slice": true, "urlquery": true,
}

// replacedName is the name of a function that the templates have in which a function of the program
// replaces the predefined one of that name.
func replacedName(name string) string { return name + templateMark + templateMark }

// funcsChanged counts the calls of Funcs: the clones that were made before do not have the new
// functions.
var funcsChanged atomic.Int64

// ownFuncs reports whether some template has a function with types of cells.
var ownFuncs atomic.Bool

// templateFuncs are functions of templates, those whose signatures mention types of cells wrapped.
func (m *Machine) templateFuncs(funcs template.FuncMap) template.FuncMap {
	funcsChanged.Add(1)
	r := make(template.FuncMap, len(funcs))
	for name, fn := range funcs {
		r[name] = fn
		t := m.typeOfValue(fn)
		if t == nil || t.Go == nil || kindOf(t.Go) != reflect.Func {
			continue
		}
		if sig := t.Go.Underlying().(*types.Signature); !t.own && sig.Params().Len() == 0 && !mentionsInterface(t.rt) {
			continue
		}
		x := treeValue{m: m, t: t, p: t.unbox(fn)}
		if x.isNil() || x.funcCall(name).check(0, false) != nil && x.funcCall(name).results == 0 {
			continue
		}
		ownFuncs.Store(true)
		r[name] = func(args ...reflect.Value) (reflect.Value, error) {
			c := x.funcCall(name)
			if err := c.check(len(args), false); err != nil {
				return reflect.Value{}, &argError{-1, err.Error()}
			}
			return c.withValues(args)
		}
	}
	return r
}

// mentionsInterface reports whether a result of a function may be a value of a cell.
func mentionsInterface(t reflect.Type) bool {
	for i := range t.NumOut() {
		if t.Out(i).Kind() == reflect.Interface && t.Out(i) != errorType {
			return true
		}
	}
	return false
}

// withValues makes a call with values of a template.
func (c *treeCall) withValues(args []reflect.Value) (reflect.Value, error) {
	places := make([]unsafe.Pointer, len(args))
	for i, a := range args {
		t := c.param(i)
		places[i] = t.allocNOf(1)
		x := c.m.carried(a)
		// The value of a field, a variable or a function is not a constant.
		if a.CanAddr() || !x.number(t, places[i]) {
			if err := x.assignTo(t, places[i]); err != nil {
				text := err.Error()
				if want := expected(t); want != "" {
					text += "\x00" + want
				}
				return reflect.Value{}, &argError{i, text}
			}
		}
	}
	r, err := c.call(places)
	return carry(r), err
}

// number stores an untyped number of the template's text at p, if t is a type of numbers that is
// not the type that the number has by itself.
func (x treeValue) number(t *Type, p unsafe.Pointer) bool {
	if x.t != nil || !x.v.IsValid() || x.v.Type() != reflect.TypeFor[int]() && x.v.Type() != reflect.TypeFor[float64]() && x.v.Type() != reflect.TypeFor[string]() && x.v.Type() != reflect.TypeFor[bool]() {
		return false
	}
	rt := t.rt
	if t.Go != nil {
		rt = t.plain()
	}
	v := reflect.NewAt(rt, p).Elem()
	isInt := x.v.Kind() == reflect.Int
	switch {
	case x.v.Kind() == rt.Kind() && rt.Kind() == reflect.String:
		v.SetString(x.v.String())
	case x.v.Kind() == rt.Kind() && rt.Kind() == reflect.Bool:
		v.SetBool(x.v.Bool())
	case isInt && v.CanInt() && !v.OverflowInt(x.v.Int()):
		v.SetInt(x.v.Int())
	case isInt && v.CanUint() && x.v.Int() >= 0 && !v.OverflowUint(uint64(x.v.Int())):
		v.SetUint(uint64(x.v.Int()))
	case isInt && v.CanFloat():
		v.SetFloat(float64(x.v.Int()))
	case x.v.Kind() == reflect.Float64 && v.CanFloat():
		v.SetFloat(x.v.Float())
	case x.v.Kind() == reflect.Float64 && v.CanInt() && float64(int64(x.v.Float())) == x.v.Float():
		v.SetInt(int64(x.v.Float()))
	default:
		return false
	}
	return true
}

// A templates is an interface to a text or HTML template with those that are associated with it.
type templates interface {
	trees() map[string]*parse.Tree
	clone() (templates, error)
	add(name string, t *parse.Tree) error
	funcs(template.FuncMap)
	execute(name string, w io.Writer, data any) error
	key() unsafe.Pointer
	html() bool
	defines(function string) bool
}

type textSet struct{ t *template.Template }

func (s textSet) trees() map[string]*parse.Tree {
	r := make(map[string]*parse.Tree)
	for _, t := range s.t.Templates() {
		r[t.Name()] = t.Tree
	}
	return r
}

func (s textSet) clone() (templates, error) {
	t, err := s.t.Clone()
	return textSet{t}, err
}

func (s textSet) add(name string, t *parse.Tree) error {
	_, err := s.t.AddParseTree(name, t)
	return err
}

func (s textSet) funcs(f template.FuncMap) { s.t.Funcs(f) }
func (s textSet) key() unsafe.Pointer      { return unsafe.Pointer(s.t) }
func (s textSet) html() bool               { return false }

func (s textSet) defines(function string) bool {
	_, err := s.t.New(probeName).Parse("{{" + function + "}}")
	return err == nil
}

func (s textSet) execute(name string, w io.Writer, data any) error {
	return s.t.ExecuteTemplate(w, name, data)
}

type htmlSet struct{ t *htmltemplate.Template }

func (s htmlSet) trees() map[string]*parse.Tree {
	r := make(map[string]*parse.Tree)
	for _, t := range s.t.Templates() {
		r[t.Name()] = t.Tree
	}
	return r
}

func (s htmlSet) clone() (templates, error) {
	t, err := s.t.Clone()
	return htmlSet{t}, err
}

func (s htmlSet) add(name string, t *parse.Tree) error {
	_, err := s.t.AddParseTree(name, t)
	return err
}

func (s htmlSet) funcs(f template.FuncMap) { s.t.Funcs(f) }
func (s htmlSet) key() unsafe.Pointer      { return unsafe.Pointer(s.t) }
func (s htmlSet) html() bool               { return true }

func (s htmlSet) defines(function string) bool {
	_, err := s.t.New(probeName).Parse("{{" + function + "}}")
	return err == nil
}

func (s htmlSet) execute(name string, w io.Writer, data any) error {
	return s.t.ExecuteTemplate(w, name, data)
}

// A rewritten is the rewritten clone of a template.
type rewritten struct {
	m       *Machine
	set     templates
	trees   map[string]*parse.Tree // the originals
	changed int64
	nodes   []*templateNode
	calls   []*templateNode // of functions
	texts   *strings.Replacer
	probed
	mu      sync.Mutex
	stopped any // a panic of the machine that is not to be caught
}

// A templateNode is a node that has been rewritten.
type templateNode struct {
	tree  *parse.Tree  // the original
	node  parse.Node   // of the original
	names []string     // of fields
	args  []parse.Node // that follow
}

type missingKey uint8

const (
	_ missingKey = iota
	missingZero
	missingError
)

var (
	textClones weakMap[template.Template, *rewritten]
	htmlClones weakMap[htmltemplate.Template, *rewritten]
)

// executeTemplate executes a template with data of the machine. It reports false if the plain call
// does.
func (m *Machine) executeTemplate(f *Func, q fp, s templates, name string, data *any) bool {
	x := m.treeValue(*data)
	if t := m.typeOfValue(unwrap(*data)); x.t == nil && !s.html() && !ownFuncs.Load() && (t == nil || !t.holdsInterfaces()) {
		return false
	}
	trees := s.trees()
	if t := trees[name]; t == nil || t.Root == nil {
		return false // it is incomplete
	}
	r, err := m.rewrite(s, trees)
	if err != nil {
		*data = unwrap(*data)
		return false
	}
	w := *treeArg[io.Writer](f, q, 1)
	var d any
	if v := carry(x); v.IsValid() {
		d = v.Interface()
	}
	err = r.set.execute(name, w, d)
	r.mu.Lock()
	stop := r.stopped
	r.stopped = nil
	r.mu.Unlock()
	if stop != nil {
		panic(stop)
	}
	*treeResult[error](f, q, 0) = r.error(err)
	return true
}

// rewrite finds or makes the rewritten clone of a template.
func (m *Machine) rewrite(s templates, trees map[string]*parse.Tree) (*rewritten, error) {
	var old *rewritten
	if s.html() {
		old, _ = htmlClones.load((*htmltemplate.Template)(s.key()))
	} else {
		old, _ = textClones.load((*template.Template)(s.key()))
	}
	if old != nil && old.m == m && old.changed == funcsChanged.Load() && sameTrees(old.trees, trees) {
		return old, nil
	}
	clone, err := s.clone()
	if err != nil {
		return nil, err
	}
	r := &rewritten{m: m, set: clone, trees: trees, changed: funcsChanged.Load()}
	r.probed = probeTemplate(s)
	clone.funcs(r.functions())
	var texts []string
	for name, t := range trees {
		if t == nil || t.Root == nil {
			continue
		}
		w := &rewriter{r: r, tree: t}
		c := t.Copy()
		w.list(c.Root)
		texts = append(texts, w.texts...)
		if err := clone.add(name, c); err != nil {
			return nil, err
		}
	}
	// Begin with the longest.
	pairs := make([][2]string, 0, len(texts)/2)
	for i := 0; i < len(texts); i += 2 {
		pairs = append(pairs, [2]string{texts[i], texts[i+1]})
	}
	slices.SortFunc(pairs, func(a, b [2]string) int { return len(b[0]) - len(a[0]) })
	texts = texts[:0]
	for _, p := range pairs {
		texts = append(texts, p[0], p[1])
	}
	r.texts = strings.NewReplacer(append(texts, templateMark, "")...)
	if s.html() {
		htmlClones.store((*htmltemplate.Template)(s.key()), r)
	} else {
		textClones.store((*template.Template)(s.key()), r)
	}
	return r, nil
}

func sameTrees(a, b map[string]*parse.Tree) bool {
	if len(a) != len(b) {
		return false
	}
	for name, t := range a {
		if b[name] != t {
			return false
		}
	}
	return true
}

// probeName is the name of the template that probes are.
const probeName = "probe" + templateMark

// A probed contains settings of a template that are stored in unexported fields.
type probed struct {
	missing  missingKey      // what it does with keys that are missing from maps
	replaced map[string]bool // the predefined functions that the program has replaced
}

// probeTemplate finds them with a clone of the template.
func probeTemplate(s templates) (p probed) {
	c, err := s.clone()
	if err != nil {
		return p
	}
	p.replaced = make(map[string]bool)
	for name := range predefined {
		if c.defines(replacedName(name)) {
			p.replaced[name] = true
		}
	}
	t, err := parse.Parse(probeName, "{{.x}}", "", "")
	if err != nil || c.add(probeName, t[probeName]) != nil {
		return p
	}
	var b strings.Builder
	switch err := c.execute(probeName, &b, map[string]int{}); {
	case err != nil:
		p.missing = missingError
	case b.String() == "0":
		p.missing = missingZero
	}
	return p
}

// A rewriter rewrites a parse tree.
type rewriter struct {
	r     *rewritten
	tree  *parse.Tree // the original
	texts []string    // what the rewritten nodes print, and what the original ones do
}

func (w *rewriter) list(l *parse.ListNode) {
	if l == nil {
		return
	}
	for _, n := range l.Nodes {
		switch n := n.(type) {
		case *parse.ActionNode:
			original := n.Copy()
			w.pipe(n.Pipe)
			if len(n.Pipe.Decl) == 0 && !w.needsNoOutput(n.Pipe.Cmds[len(n.Pipe.Cmds)-1]) {
				w.appendCall(n.Pipe, "out", original)
			}
		case *parse.IfNode:
			w.branch(&n.BranchNode)
		case *parse.WithNode:
			w.branch(&n.BranchNode)
		case *parse.RangeNode:
			original := n.Pipe.Copy()
			w.branch(&n.BranchNode)
			w.appendCall(n.Pipe, "range", original)
		case *parse.TemplateNode:
			w.pipe(n.Pipe)
		}
	}
}

func (w *rewriter) branch(b *parse.BranchNode) {
	w.pipe(b.Pipe)
	w.list(b.List)
	w.list(b.ElseList)
}

// needsNoOutput reports whether a command is a call of a predefined function whose result needs no
// more conversion.
func (w *rewriter) needsNoOutput(c *parse.CommandNode) bool {
	id, ok := c.Args[0].(*parse.IdentifierNode)
	if !ok {
		return false
	}
	switch name := strings.TrimSuffix(id.Ident, templateMark); name {
	case "call", "index", "slice":
		return false
	default:
		return predefined[name] && !w.r.replaced[name]
	}
}

// appendCall pipes the value of a pipeline to a function, which gets the number of the node.
func (w *rewriter) appendCall(p *parse.PipeNode, name string, original parse.Node) {
	n := w.add(&templateNode{tree: w.tree, node: original})
	c := &parse.CommandNode{NodeType: parse.NodeCommand, Pos: p.Pos, Args: []parse.Node{identifier(name, original.Position()), n}}
	p.Cmds = append(p.Cmds, c)
	w.texts = append(w.texts, " | "+c.String(), "")
}

func identifier(name string, pos parse.Pos) *parse.IdentifierNode {
	return parse.NewIdentifier(name + templateMark).SetPos(pos)
}

func (w *rewriter) add(n *templateNode) *parse.NumberNode {
	w.r.nodes = append(w.r.nodes, n)
	i := len(w.r.nodes) - 1
	return &parse.NumberNode{NodeType: parse.NodeNumber, Pos: n.node.Position(), IsInt: true, Int64: int64(i), Text: strconv.Itoa(i)}
}

func (w *rewriter) pipe(p *parse.PipeNode) {
	if p == nil {
		return
	}
	for _, c := range p.Cmds {
		w.command(c)
	}
}

func (w *rewriter) command(c *parse.CommandNode) {
	first := c.Args[0]
	rest := c.Args[1:]
	args := make([]parse.Node, len(rest))
	original := c.Copy()
	for i, a := range rest {
		args[i] = a.Copy()
		rest[i] = w.arg(a)
	}
	switch first := first.(type) {
	case *parse.PipeNode:
		w.pipe(first)
	case *parse.IdentifierNode:
		n := &templateNode{tree: w.tree, node: original, names: []string{first.Ident}, args: args}
		w.r.calls = append(w.r.calls, n)
		switch {
		case !w.rewrites(first.Ident):
		case first.Ident == "call":
			c.Args = append([]parse.Node{identifier("call", first.Pos), w.add(n)}, rest...)
			head := (&parse.CommandNode{NodeType: parse.NodeCommand, Args: c.Args[:2]}).String()
			w.texts = append(w.texts, head, "call")
		default:
			c.Args[0] = identifier(first.Ident, first.Pos)
		}
	default:
		if recv, names := w.fields(first); names != nil {
			n := w.add(&templateNode{w.tree, first, names, args})
			c.Args = append([]parse.Node{identifier("field", first.Position()), n, recv}, rest...)
			head := (&parse.CommandNode{NodeType: parse.NodeCommand, Args: c.Args[:3]}).String()
			w.texts = append(w.texts, "("+head+")", first.String(), head, first.String())
		}
	}
}

// rewrites reports whether calls of a function become calls of the machine's version of it.
func (w *rewriter) rewrites(function string) bool {
	switch function {
	case "html", "js", "not", "urlquery":
		return false
	}
	return predefined[function] && !w.r.replaced[function]
}

// fields splits a node with fields into what has the fields, and their names.
func (w *rewriter) fields(n parse.Node) (recv parse.Node, names []string) {
	switch n := n.(type) {
	case *parse.FieldNode:
		return &parse.DotNode{NodeType: parse.NodeDot, Pos: n.Pos}, n.Ident
	case *parse.VariableNode:
		if len(n.Ident) > 1 {
			return &parse.VariableNode{NodeType: parse.NodeVariable, Pos: n.Pos, Ident: n.Ident[:1]}, n.Ident[1:]
		}
	case *parse.ChainNode:
		return w.arg(n.Node.Copy()), n.Field // the method Copy of a ChainNode does not copy its Node
	}
	return nil, nil
}

// arg rewrites an argument.
func (w *rewriter) arg(n parse.Node) parse.Node {
	switch n := n.(type) {
	case *parse.PipeNode:
		w.pipe(n)
	case *parse.FieldNode, *parse.ChainNode, *parse.VariableNode:
		if v, ok := n.(*parse.VariableNode); ok && len(v.Ident) == 1 {
			return n
		}
		c := &parse.CommandNode{NodeType: parse.NodeCommand, Pos: n.Position(), Args: []parse.Node{n}}
		w.command(c)
		return &parse.PipeNode{NodeType: parse.NodePipe, Pos: n.Position(), Cmds: []*parse.CommandNode{c}}
	case *parse.IdentifierNode:
		if w.rewrites(n.Ident) {
			return identifier(n.Ident, n.Pos)
		}
	}
	return n
}

// A templateError is an error with the text that Go gives it.
type templateError struct {
	text string
	err  error
}

func (e *templateError) Error() string { return e.text }
func (e *templateError) Unwrap() error { return e.err }

// A nodeError is an error at a node that has been rewritten. Its text follows the name of the node.
type nodeError struct {
	n    *templateNode
	at   parse.Node // nil for that of n
	text string
	err  error // of a method, nil for others
}

func (e *nodeError) Error() string { return e.text }
func (e *nodeError) Unwrap() error { return e.err }

// An argError is the error of a function of a template that does not take argument i.
type argError struct {
	i    int
	text string
}

func (e *argError) Error() string { return e.text }

// error converts an error of a rewritten template to that of the original one.
func (r *rewritten) error(err error) error {
	e, ok := err.(template.ExecError)
	if !ok {
		return err
	}
	text := e.Err.Error()
	under := errors.Unwrap(e.Err)
	var n *nodeError
	var a *argError
	switch {
	case errors.As(err, &n):
		at := n.at
		if at == nil {
			at = n.n.node
		}
		text, under = nodeText(n.n.tree, e.Name, at, n.text), n.err
	case errors.As(err, &a):
		// The position tells the calls apart.
		for _, c := range r.calls {
			place, _ := c.tree.ErrorContext(c.node)
			if !strings.HasPrefix(text, "template: "+place+": ") || !strings.Contains(text, "error calling "+c.names[0]+": ") {
				continue
			}
			at := c.node.(*parse.CommandNode).Args[0]
			said, _, _ := strings.Cut(a.text, "\x00")
			switch {
			case a.i < 0:
			case a.i < len(c.args):
				at, said = c.args[a.i], a.forNode(c.args[a.i])
			case len(c.args) > 0: // it comes from the pipeline
				at = lastNode(c.args[len(c.args)-1])
			}
			text, under = nodeText(c.tree, e.Name, at, said), nil
			break
		}
	}
	text = r.texts.Replace(text)
	if under == nil {
		e.Err = errors.New(text)
	} else {
		e.Err = &templateError{text, under}
	}
	return e
}

// nodeText is the text of an error at a node.
func nodeText(t *parse.Tree, name string, at parse.Node, text string) string {
	place, context := t.ErrorContext(at)
	return fmt.Sprintf("template: %s: executing %q at <%s>: %s", place, name, context, text)
}

// lastNode returns the node that package template evaluates last in a node. It is the position of
// errors that are found after the evaluation.
func lastNode(n parse.Node) parse.Node {
	switch n := n.(type) {
	case *parse.PipeNode:
		return lastNode(n.Cmds[len(n.Cmds)-1])
	case *parse.CommandNode:
		return lastNode(n.Args[len(n.Args)-1])
	case *parse.ChainNode:
		return lastNode(n.Node)
	}
	return n
}

// forNode is the text for an argument that is a constant.
func (e *argError) forNode(n parse.Node) string {
	if isConstant(n) {
		if _, want, ok := strings.Cut(e.text, "\x00"); ok {
			return fmt.Sprintf("expected %s; found %s", want, n)
		}
	}
	text, _, _ := strings.Cut(e.text, "\x00")
	return text
}

// isConstant reports whether a node is a constant.
func isConstant(n parse.Node) bool {
	switch n.(type) {
	case *parse.NumberNode, *parse.StringNode, *parse.BoolNode:
		return true
	}
	return false
}

// expected is what package template expects for a parameter of type t, "" for other types than the
// basic ones.
func expected(t *Type) string {
	k := t.rt.Kind()
	if t.Go != nil {
		k = kindOf(t.Go)
	}
	switch {
	case k == reflect.Bool:
		return "bool"
	case k == reflect.String:
		return "string"
	case k >= reflect.Int && k <= reflect.Int64:
		return "integer"
	case k >= reflect.Uint && k <= reflect.Uintptr:
		return "unsigned integer"
	case k == reflect.Float32 || k == reflect.Float64:
		return "float"
	case k == reflect.Complex64 || k == reflect.Complex128:
		return "complex"
	}
	return ""
}

// functions are the functions that rewritten templates call.
func (r *rewritten) functions() template.FuncMap {
	m := r.m
	value := func(v reflect.Value) treeValue { return m.carried(v).indirectInterface() }
	list := func(vs []reflect.Value) (l []treeValue) {
		for _, v := range vs {
			l = append(l, value(v))
		}
		return l
	}
	funcs := template.FuncMap{
		"field": r.field,
		"out": func(number int, v reflect.Value) (reflect.Value, error) {
			return r.out(r.nodes[number], m.carried(v))
		},
		"range": func(number int, v reflect.Value) (reflect.Value, error) {
			return r.iterate(r.nodes[number], m.carried(v))
		},
		"len": func(v reflect.Value) (int, error) {
			x, isNil := m.carried(v).indirect()
			if isNil {
				return 0, errors.New("len of nil pointer")
			}
			switch x.kind() {
			case reflect.Array, reflect.Chan, reflect.Map, reflect.Slice, reflect.String:
				return x.len(), nil
			}
			return 0, fmt.Errorf("len of type %s", x.typeString())
		},
		"index": func(v reflect.Value, indexes ...reflect.Value) (reflect.Value, error) {
			x, err := treeIndex(value(v), list(indexes))
			return carry(x), err
		},
		"slice": func(v reflect.Value, indexes ...reflect.Value) (reflect.Value, error) {
			x, err := treeSlice(value(v), list(indexes))
			return carry(x), err
		},
		"call": func(number int, fn reflect.Value, args ...reflect.Value) (reflect.Value, error) {
			name := ""
			if n := r.nodes[number]; len(n.args) > 0 {
				name = n.args[0].String()
			}
			return m.templateCall(name, value(fn), args)
		},
		"print":   func(args ...reflect.Value) string { return m.sprint(m.uncarried(args), false) },
		"println": func(args ...reflect.Value) string { return m.sprint(m.uncarried(args), true) },
		"printf": func(format string, args ...reflect.Value) string {
			list := m.uncarried(args)
			for i, v := range list {
				list[i] = m.ToNative(v, ForPrint)
			}
			p := formatPrinter{printer: printer{m: m}, format: format, list: list}
			p.printf()
			return string(p.buf)
		},
		"eq": func(a reflect.Value, b ...reflect.Value) (bool, error) { return treeEqual(value(a), list(b)) },
		"ne": func(a, b reflect.Value) (bool, error) {
			eq, err := treeEqual(value(a), list([]reflect.Value{b}))
			return !eq, err
		},
		"lt": func(a, b reflect.Value) (bool, error) { return treeLess(value(a), value(b)) },
		"le": func(a, b reflect.Value) (bool, error) { return treeLessOrEqual(value(a), value(b)) },
		"gt": func(a, b reflect.Value) (bool, error) {
			le, err := treeLessOrEqual(value(a), value(b))
			return !le && err == nil, err
		},
		"ge": func(a, b reflect.Value) (bool, error) {
			lt, err := treeLess(value(a), value(b))
			return !lt && err == nil, err
		},
	}
	marked := make(template.FuncMap)
	for name, f := range funcs {
		marked[name+templateMark] = f
	}
	return marked
}

// uncarried returns the values of arguments in the form that the machine uses.
func (m *Machine) uncarried(args []reflect.Value) []any {
	list := make([]any, len(args))
	for i, a := range args {
		list[i] = m.carried(a).any()
	}
	return list
}

// sprint is fmt.Sprint, or fmt.Sprintln.
func (m *Machine) sprint(list []any, line bool) string {
	p := printer{m: m}
	wasString := true
	for i, v := range list {
		isString := v != nil && kindOfAny(m, v) == reflect.String
		if i > 0 && (line || !isString && !wasString) {
			p.byte(' ')
		}
		p.any(v, 'v')
		wasString = isString
	}
	if line {
		p.byte('\n')
	}
	return string(p.buf)
}

func kindOfAny(m *Machine, v any) reflect.Kind {
	if t := m.typeOfValue(v); t != nil && t.Go != nil {
		return kindOf(t.Go)
	}
	return reflect.TypeOf(v).Kind()
}

// keep stores a panic that must not become an error of the template, because the program was
// stopped.
func (r *rewritten) keep() {
	if e := recover(); e != nil {
		if _, ok := e.(stopped); ok {
			r.mu.Lock()
			r.stopped = e
			r.mu.Unlock()
		}
		panic(e)
	}
}

// field is the value of a chain of fields, the last of which may be a method with arguments.
func (r *rewritten) field(args ...reflect.Value) (reflect.Value, error) {
	defer r.keep()
	n := r.nodes[args[0].Int()]
	x := r.m.carried(args[1])
	args = args[2:]
	for i, name := range n.names {
		var err error
		last := args
		if i < len(n.names)-1 {
			last = nil
		}
		if x, err = r.evalField(n, x, name, last); err != nil {
			return reflect.Value{}, err
		}
	}
	v := carry(x)
	if v.IsValid() && v.CanInterface() && !v.CanAddr() {
		switch v.Kind() {
		case reflect.Bool, reflect.Float64, reflect.Int, reflect.String:
			v = addressableCopy(v) // not a constant
		}
	}
	return v, nil
}

// evalField is the field or method of that name, as package template evaluates it.
func (r *rewritten) evalField(n *templateNode, x treeValue, name string, args []reflect.Value) (treeValue, error) {
	fail := func(format string, a ...any) (treeValue, error) {
		return treeValue{}, &nodeError{n: n, at: lastNode(n.node), text: fmt.Sprintf(format, a...)}
	}
	if !x.valid() {
		if r.missing == missingError {
			return fail("nil data; no entry for key %q", name)
		}
		return x, nil
	}
	typ := x.typeString()
	x, isNil := x.indirect()
	if x.kind() == reflect.Interface && isNil {
		return fail("nil pointer evaluating %s.%s", typ, name)
	}
	c := x.memberCall(name)
	if c != nil {
		if err := c.check(len(args), false); err != nil {
			return fail("%s", err)
		}
		v, err := r.call(n, c, args)
		if err != nil {
			return treeValue{}, err
		}
		return v, nil
	}
	switch x.kind() {
	case reflect.Struct:
		f, exported, ok, err := x.field(name)
		if ok {
			switch {
			case !exported:
				return fail("%s is an unexported field of struct type %s", name, typ)
			case err != nil:
				return fail("%v", err)
			case len(args) > 0:
				return fail("%s has arguments but cannot be invoked as function", name)
			}
			return f, nil
		}
	case reflect.Map:
		key, ok := x.textKey(name)
		if !ok {
			break
		}
		if len(args) > 0 {
			return fail("%s is not a method but has arguments", name)
		}
		e := x.mapEntry(key)
		if !e.valid() {
			switch r.missing {
			case missingZero:
				return x.zeroElem(), nil
			case missingError:
				return fail("map has no entry for key %q", name)
			}
		}
		return e, nil
	case reflect.Pointer:
		if isNil && (!x.pointsToStruct() || x.hasField(name)) {
			return fail("nil pointer evaluating %s.%s", typ, name)
		}
	}
	return fail("can't evaluate field %s in type %s", name, typ)
}

// memberCall prepares a call of the method of that name, nil if there is none.
func (x treeValue) memberCall(name string) *treeCall {
	if x.t != nil {
		if f, pointer, ok := x.method(name); ok {
			return x.callOf(f, pointer)
		}
		return nil
	}
	if f := x.nativeMethod(name); f.IsValid() {
		return x.m.nativeCall(name, f)
	}
	return nil
}

// call calls a method with the arguments of a node.
func (r *rewritten) call(n *templateNode, c *treeCall, args []reflect.Value) (x treeValue, err error) {
	places := make([]unsafe.Pointer, len(args))
	for i, a := range args {
		t := c.param(i)
		places[i] = t.allocNOf(1)
		v := r.m.carried(a)
		if i >= len(n.args) { // it comes from the pipeline
			if err := v.assignTo(t, places[i]); err != nil {
				return x, &nodeError{n: n, text: err.Error()}
			}
			continue
		}
		node := n.args[i]
		if _, ok := node.(*parse.NilNode); ok {
			if !t.canBeNil() {
				return x, &nodeError{n, node, "cannot assign nil to " + t.String(), nil}
			}
			continue
		}
		if isConstant(node) {
			if v.number(t, places[i]) {
				continue
			}
			if want := expected(t); want != "" {
				return x, &nodeError{n, node, fmt.Sprintf("expected %s; found %s", want, node), nil}
			}
		}
		if err := v.assignTo(t, places[i]); err != nil {
			return x, &nodeError{n, node, err.Error(), nil}
		}
	}
	defer func() {
		if e := recover(); e != nil {
			if _, ok := e.(stopped); ok {
				panic(e)
			}
			if p, ok := e.(*Panic); ok {
				e = p.Value
			}
			cause, ok := e.(error)
			if !ok {
				cause = fmt.Errorf("%v", r.m.ToNative(e, ForPrint))
			}
			err = &nodeError{n, nil, "error calling " + c.name + ": " + cause.Error(), cause}
		}
	}()
	x, err = c.call(places)
	if err != nil {
		return x, &nodeError{n, nil, "error calling " + c.name + ": " + err.Error(), err}
	}
	return x, nil
}

// textKey is a key with that text, if keys of the map can be strings.
func (x treeValue) textKey(s string) (treeValue, bool) {
	if x.t == nil {
		return treeValue{m: x.m, v: reflect.ValueOf(s)}, reflect.TypeFor[string]().AssignableTo(x.v.Type().Key())
	}
	k := x.mapType().key
	if k.rep == repEface || k.rt == reflect.TypeFor[string]() {
		return treeValue{m: x.m, v: reflect.ValueOf(s)}, true
	}
	return x, false
}

// zeroElem is the zero value of a map's element type.
func (x treeValue) zeroElem() treeValue {
	if x.t == nil {
		return x.native(reflect.Zero(x.v.Type().Elem()))
	}
	e := x.mapType().elem
	return x.m.treeValueAt(e, e.alloc(), false)
}

func (x treeValue) pointsToStruct() bool {
	if x.t == nil {
		return x.v.Type().Elem().Kind() == reflect.Struct
	}
	return kindOf(x.part().Go) == reflect.Struct
}

// hasField reports whether a pointer's struct type has a field.
func (x treeValue) hasField(name string) bool {
	if x.t == nil {
		_, ok := x.v.Type().Elem().FieldByName(name)
		return ok
	}
	e := x.part()
	_, _, ok, _ := treeValue{m: x.m, t: e, p: e.alloc()}.field(name)
	return ok
}

// out is a value that is printed.
func (r *rewritten) out(n *templateNode, x treeValue) (reflect.Value, error) {
	if x.t == nil {
		y, _ := x.indirect()
		if y.t == nil && y.valid() && y.v.CanInterface() && mayHoldCells(y.v.Type()) && !hasNativeText(y.v) {
			return reflect.ValueOf(carrier{y}), nil
		}
		return x.v, nil
	}
	if x.kind() == reflect.Pointer {
		var isNil bool
		if x, isNil = x.indirect(); isNil {
			return carry(x), nil
		}
		if x.t == nil {
			return x.v, nil
		}
	}
	if !x.m.hasText(x.t) {
		if x.addressable {
			if ptr := x.m.treeValue(x.m.pointerAny(x.t, x.p)); x.m.hasText(ptr.t) {
				return carry(ptr), nil
			}
		}
		switch k := x.kind(); k {
		case reflect.Chan, reflect.Func:
			return reflect.Value{}, &nodeError{n: n, text: fmt.Sprintf("can't print %s of type %s", n.node, x.typeString())}
		}
	}
	return carry(x), nil
}

// hasText reports whether values of t print themselves.
func (m *Machine) hasText(t *Type) bool {
	for _, name := range []string{"Error", "String"} {
		if _, ok := m.textMethod(t, name); ok {
			return true
		}
	}
	return false
}

// hasNativeText reports whether a value of a compiled type, or its address, prints itself.
func hasNativeText(v reflect.Value) bool {
	x := v.Interface()
	if v.CanAddr() {
		x = v.Addr().Interface() // which has the methods of v as well
	}
	switch x.(type) {
	case error, fmt.Stringer:
		return true
	}
	return false
}

// iterate is what {{range}} can iterate over in place of a value.
func (r *rewritten) iterate(n *templateNode, x treeValue) (reflect.Value, error) {
	fail := func() (reflect.Value, error) {
		return reflect.Value{}, &nodeError{n: n, at: lastNode(n.node), text: fmt.Sprintf("range can't iterate over %v", x.m.ToNative(x.any(), ForPrint))}
	}
	x, isNil := x.indirect()
	if isNil {
		if x.t == nil {
			return x.v, nil
		}
		return fail()
	}
	two := len(n.node.(*parse.PipeNode).Decl) > 1
	switch x.kind() {
	case reflect.Array, reflect.Slice:
		if x.t == nil && !x.m.mayHoldOwn(x.v.Type().Elem()) {
			return x.v, nil
		}
		list := make([]any, x.len())
		for i := range list {
			list[i] = interfaceOf(carry(x.index(i)))
		}
		return reflect.ValueOf(list), nil
	case reflect.Map:
		if x.t == nil && !x.m.mayHoldOwn(x.v.Type().Elem()) && !x.m.mayHoldOwn(x.v.Type().Key()) {
			return x.v, nil
		}
		entries := x.entries()
		if !two {
			list := make([]any, len(entries))
			for i, e := range entries {
				list[i] = interfaceOf(carry(e.elem))
			}
			return reflect.ValueOf(list), nil
		}
		return reflect.ValueOf(func(yield func(k, v any) bool) {
			for _, e := range entries {
				if !yield(interfaceOf(carry(e.key)), interfaceOf(carry(e.elem))) {
					return
				}
			}
		}), nil
	case reflect.Func, reflect.Chan:
		if x.t == nil && x.kind() == reflect.Chan && !x.m.mayHoldOwn(x.v.Type().Elem()) {
			return x.v, nil
		}
		return x.sequence(two, fail)
	}
	if x.t == nil && (!x.valid() || x.v.CanInt() || x.v.CanUint()) {
		return x.v, nil
	}
	if p := x.plain(); p.IsValid() && (p.CanInt() || p.CanUint()) {
		return p.Convert(reflect.TypeFor[int]()), nil
	}
	return fail()
}

// sequence is an iterator over a channel or a function.
func (x treeValue) sequence(two bool, fail func() (reflect.Value, error)) (reflect.Value, error) {
	v := x.v
	if x.kind() == reflect.Func {
		v = x.funcCall("").fn
	} else if x.t != nil {
		v = reflect.NewAt(memoryType(x.t.rt), x.p).Elem()
	}
	item := func(v reflect.Value) any { return interfaceOf(carry(treeValue{m: x.m}.native(v))) }
	if v.Kind() == reflect.Func && v.Type().CanSeq2() {
		return reflect.ValueOf(func(yield func(k, v any) bool) {
			for k, e := range v.Seq2() {
				if !yield(item(k), item(e)) {
					return
				}
			}
		}), nil
	}
	if v.Kind() == reflect.Func && (!v.Type().CanSeq() || two) || v.Kind() == reflect.Chan && v.Type().ChanDir() == reflect.SendDir {
		return fail()
	}
	if two {
		return reflect.ValueOf(func(yield func(k, v any) bool) {
			i := 0
			for e := range v.Seq() {
				if !yield(i, item(e)) {
					return
				}
				i++
			}
		}), nil
	}
	return reflect.ValueOf(func(yield func(v any) bool) {
		for e := range v.Seq() {
			if !yield(item(e)) {
				return
			}
		}
	}), nil
}

// mayHoldOwn reports whether a value of the type can be one of a cell's type.
func (m *Machine) mayHoldOwn(rt reflect.Type) bool {
	if rt.Kind() == reflect.Interface {
		return true
	}
	t := m.typeOfReflect(rt)
	return t != nil && m.walked(t)
}

// interfaceOf is the value in v, nil if it is not valid.
func interfaceOf(v reflect.Value) any {
	if !v.IsValid() || !v.CanInterface() {
		return nil
	}
	return v.Interface()
}
