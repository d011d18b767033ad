// SPDX-License-Identifier: BSD-3-Clause

// Parameters.
//
// As papermill defines it, a cell with the tag "parameters" sets variables to their defaults, and a
// cell with the tag "injected-parameters" after it sets some of them to other values. In Go the
// defaults also determine the types of the values: a parameter given as text, such as 10, becomes a
// string if its default is a string. The defaults are read from the text of the cell; it is not
// run.

package nb

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/printer"
	"go/token"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"polka/internal/pattern"
	"polka/kernel/cell/syntax"
)

// A Parameter is the value of a variable of a notebook.
type Parameter struct {
	Name string
	// Text is the value as it is typed on a command line: for a variable of type string the string
	// itself, otherwise Go; for a slice or a map also JSON.
	Text string
	// Value is the value instead of Text if it is not nil: a string, bool, json.Number, []any,
	// map[string]any, or Null.
	Value any
}

// Null is the Value of a Parameter whose value is nil.
var Null = json.RawMessage("null")

// ReadParameters reads parameters from a JSON object. They have the order of the text.
func ReadParameters(text []byte) ([]Parameter, error) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return nil, errors.New("expected a JSON object with the names and values of parameters")
	}
	var list []Parameter
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return nil, err
		}
		p := Parameter{Name: name.(string)}
		if err := d.Decode(&p.Value); err != nil {
			return nil, fmt.Errorf("parameter %s: %w", p.Name, err)
		}
		if p.Value == nil {
			p.Value = Null
		}
		list = append(list, p)
	}
	if _, err := d.Token(); err != nil {
		return nil, err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("expected nothing after the JSON object")
	}
	return list, nil
}

// The tags of parameters.
const (
	parametersTag = "parameters"
	injectedTag   = "injected-parameters"
)

// Parameterize sets parameters: it inserts a cell after the one with the tag parameters, or before
// all cells if there is none. If several parameters have the same name, the last one is used. It is
// an error if a value does not have the type of its default, or if the cell sets no such variable.
func (n *Notebook) Parameterize(list []Parameter) error {
	at := slices.IndexFunc(n.Cells, func(c *Cell) bool { return c.Tagged(parametersTag) })
	var defaults []variable
	if at >= 0 {
		var err error
		if defaults, err = variables(n.Cells[at].Source); err != nil {
			return fmt.Errorf("the cell with the tag parameters: %w", err)
		}
	}
	var b strings.Builder
	b.WriteString("// Parameters")
	for i, p := range list {
		if slices.ContainsFunc(list[i+1:], func(q Parameter) bool { return q.Name == p.Name }) {
			continue
		}
		if !token.IsIdentifier(p.Name) || p.Name == "_" {
			return fmt.Errorf("parameter %q: expected the name of a variable", p.Name)
		}
		k := slices.IndexFunc(defaults, func(v variable) bool { return v.name == p.Name })
		if at >= 0 && k < 0 {
			return fmt.Errorf("there is no parameter %s; the cell with the tag parameters sets %s", p.Name, namesOf(defaults))
		}
		v := variable{name: p.Name}
		if k >= 0 {
			v = defaults[k]
		}
		text, err := v.value(p)
		if err != nil {
			return fmt.Errorf("parameter %s: %w", p.Name, err)
		}
		switch {
		case v.constant:
			fmt.Fprintf(&b, "\nconst %s = %s", p.Name, text)
		case k < 0:
			fmt.Fprintf(&b, "\n%s := %s", p.Name, text)
		default:
			fmt.Fprintf(&b, "\n%s = %s", p.Name, text)
		}
	}
	cell := &Cell{Type: Code, ID: n.newID(injectedTag), Source: b.String(), Metadata: map[string]any{"tags": []any{injectedTag}}}
	if i := slices.IndexFunc(n.Cells, func(c *Cell) bool { return c.Tagged(injectedTag) }); i >= 0 {
		n.Cells[i] = cell
		return nil
	}
	n.Cells = slices.Insert(n.Cells, at+1, cell)
	return nil
}

// newID returns an id that no cell has.
func (n *Notebook) newID(base string) string {
	id := base
	for i := 2; slices.ContainsFunc(n.Cells, func(c *Cell) bool { return c.ID == id && !c.Tagged(injectedTag) }); i++ {
		id = fmt.Sprintf("%s-%d", base, i)
	}
	return id
}

func namesOf(list []variable) string {
	if len(list) == 0 {
		return "no variables"
	}
	var names []string
	for _, v := range list {
		names = append(names, v.name)
	}
	return strings.Join(names, ", ")
}

// A variable is a parameter with its default.
type variable struct {
	name     string
	constant bool
	typ      paramType
	text     string // the default, "" for none
}

// A paramType is what is known of a type. The zero paramType is an unknown type.
type paramType struct {
	name string     // int, float, string, bool, rune, duration, list, map, any or other
	text string     // the type in Go
	elem *paramType // of a list or a map
	bits int        // of a number, 0 for that of an int
}

// variables returns the variables that a cell sets, in order.
func variables(src string) (list []variable, err error) {
	add := func(name string, typ, value ast.Expr, constant bool) {
		v := variable{name: name, constant: constant, typ: typeOfValue(value)}
		if typ != nil {
			v.typ = typeOf(typ)
		}
		if value != nil {
			v.text = goText(value)
		}
		list = append(list, v)
	}
	specs := func(d *ast.GenDecl) {
		for _, s := range d.Specs {
			if s, ok := s.(*ast.ValueSpec); ok {
				for i, id := range s.Names {
					var value ast.Expr
					if i < len(s.Values) {
						value = s.Values[i]
					}
					add(id.Name, s.Type, value, d.Tok == token.CONST)
				}
			}
		}
	}
	for _, step := range syntax.Steps(src) {
		if step.Query != nil || step.Magic != nil {
			continue
		}
		t, err := syntax.Parse(token.NewFileSet(), 1, step.Go)
		if err != nil {
			return nil, err
		}
		for _, d := range t.Decls {
			if g, ok := d.Node.(*ast.GenDecl); ok {
				specs(g)
			}
		}
		for _, s := range t.Stmts {
			switch s := s.(type) {
			case *ast.DeclStmt:
				specs(s.Decl.(*ast.GenDecl))
			case *ast.AssignStmt:
				for i, x := range s.Lhs {
					if id, ok := x.(*ast.Ident); ok && len(s.Rhs) == len(s.Lhs) && s.Tok == token.DEFINE {
						add(id.Name, nil, s.Rhs[i], false)
					}
				}
			}
		}
	}
	return list, nil
}

func goText(x ast.Expr) string {
	var b strings.Builder
	printer.Fprint(&b, token.NewFileSet(), x)
	return b.String()
}

var numbers = map[string]int{
	"int": 0, "int8": 8, "int16": 16, "int32": 32, "int64": 64, "uint": 0, "uint8": 8, "byte": 8, "uint16": 16, "uint32": 32, "uint64": 64, "rune": 32,
}

// typeOf returns the type of a type expression.
func typeOf(x ast.Expr) paramType {
	k := paramType{name: "other", text: goText(x)}
	switch x := x.(type) {
	case *ast.Ident:
		if bits, ok := numbers[x.Name]; ok {
			k.name, k.bits = "int", bits
		}
		switch x.Name {
		case "string", "bool", "any":
			k.name = x.Name
		case "float64", "float32":
			k.name = "float"
		}
	case *ast.SelectorExpr:
		if k.text == "time.Duration" {
			k.name = "duration"
		}
	case *ast.InterfaceType:
		if x.Methods.NumFields() == 0 {
			k.name = "any"
		}
	case *ast.ArrayType:
		e := typeOf(x.Elt)
		k.name, k.elem = "list", &e
	case *ast.MapType:
		if key := typeOf(x.Key); key.name == "string" {
			e := typeOf(x.Value)
			k.name, k.elem = "map", &e
		}
	}
	return k
}

// typeOfValue returns the type of a default.
func typeOfValue(x ast.Expr) paramType {
	switch x := x.(type) {
	case *ast.BasicLit:
		switch x.Kind {
		case token.INT:
			return paramType{name: "int", text: "int"}
		case token.FLOAT:
			return paramType{name: "float", text: "float64"}
		case token.STRING:
			return paramType{name: "string", text: "string"}
		case token.CHAR:
			return paramType{name: "rune", text: "rune"}
		}
	case *ast.ParenExpr:
		return typeOfValue(x.X)
	case *ast.UnaryExpr:
		if x.Op == token.SUB || x.Op == token.ADD {
			return typeOfValue(x.X)
		}
	case *ast.Ident:
		if x.Name == "true" || x.Name == "false" {
			return paramType{name: "bool", text: "bool"}
		}
	case *ast.CompositeLit:
		if x.Type != nil {
			return typeOf(x.Type)
		}
	case *ast.CallExpr:
		if len(x.Args) == 1 {
			return typeOf(x.Fun)
		}
	case *ast.SelectorExpr, *ast.BinaryExpr:
		if durations.Regexp().MatchString(goText(x)) {
			return paramType{name: "duration", text: "time.Duration"}
		}
		if b, ok := x.(*ast.BinaryExpr); ok {
			if l, r := typeOfValue(b.X), typeOfValue(b.Y); l.name == r.name && l.elem == nil {
				return l
			} else if l.name == "float" && r.name == "int" || l.name == "int" && r.name == "float" {
				return paramType{name: "float", text: "float64"}
			}
		}
	}
	return paramType{name: "other"}
}

// durations matches a duration such as 10s or 1h30m.
var durations = pattern.New(`^([0-9.]+ ?\* ?)?time\.(Nano|Micro|Milli)?(second|Second|Minute|Hour)$`)

// value returns the value of a parameter as Go text.
func (v variable) value(p Parameter) (string, error) {
	if v.typ.name == "" {
		if p.Value != nil {
			return guess(p.Value), nil
		}
		return guessText(p.Text), nil
	}
	var text string
	var ok bool
	if p.Value != nil {
		text, ok = v.typ.json(p.Value)
	} else {
		text, ok = v.typ.parse(p.Text)
	}
	if ok {
		return text, nil
	}
	given, _ := json.Marshal(p.Value)
	if p.Value == nil {
		given = []byte(strconv.Quote(p.Text))
	}
	what := v.typ.text
	if what == "" {
		what = "Go expression"
	}
	if v.text == "" {
		return "", fmt.Errorf("%s is not a valid %s", given, what)
	}
	return "", fmt.Errorf("%s is not a valid %s; the default is %s", given, what, v.text)
}

// parse returns a value from a command line as Go text.
func (k paramType) parse(text string) (string, bool) {
	trimmed := strings.TrimSpace(text)
	switch k.name {
	case "string":
		return strconv.Quote(text), true
	case "rune":
		if r := []rune(text); len(r) == 1 {
			return strconv.QuoteRune(r[0]), true
		}
		return "", false
	case "int":
		return k.integer(trimmed)
	case "float":
		return k.float(trimmed)
	case "bool":
		b, err := strconv.ParseBool(strings.ToLower(trimmed))
		return strconv.FormatBool(b), err == nil
	case "duration":
		if d, err := time.ParseDuration(trimmed); err == nil {
			return duration(d), true
		}
	case "list", "map", "any":
		var x any
		d := json.NewDecoder(strings.NewReader(trimmed))
		d.UseNumber()
		if d.Decode(&x) == nil && !d.More() {
			if x == nil {
				x = Null
			}
			return k.json(x)
		}
		if k.name == "any" {
			return strconv.Quote(text), true
		}
	}
	if _, err := parser.ParseExpr(trimmed); err != nil {
		return "", false
	}
	return trimmed, true
}

func (k paramType) integer(text string) (string, bool) {
	unsigned := strings.HasPrefix(k.text, "u") || k.text == "byte"
	bits := k.bits
	if bits == 0 {
		bits = 64
	}
	var err error
	if unsigned {
		_, err = strconv.ParseUint(text, 0, bits)
	} else {
		_, err = strconv.ParseInt(text, 0, bits)
	}
	return text, err == nil
}

func (k paramType) float(text string) (string, bool) {
	f, err := strconv.ParseFloat(text, 64)
	switch {
	case err != nil:
		return "", false
	case math.IsInf(f, 1):
		text = "math.Inf(1)"
	case math.IsInf(f, -1):
		text = "math.Inf(-1)"
	case math.IsNaN(f):
		text = "math.NaN()"
	default:
		if !strings.ContainsAny(text, ".eExXpP") {
			text += ".0"
		}
		return text, true
	}
	if k.text == "float32" {
		text = "float32(" + text + ")"
	}
	return text, true
}

func duration(d time.Duration) string {
	for _, u := range []struct {
		unit time.Duration
		name string
	}{{time.Hour, "Hour"}, {time.Minute, "Minute"}, {time.Second, "Second"}, {time.Millisecond, "Millisecond"}, {time.Microsecond, "Microsecond"}} {
		if d != 0 && d%u.unit == 0 {
			return fmt.Sprintf("%d * time.%s", d/u.unit, u.name)
		}
	}
	return fmt.Sprintf("%d * time.Nanosecond", d)
}

// json returns a JSON value as Go text.
func (k paramType) json(x any) (string, bool) {
	switch x := x.(type) {
	case json.RawMessage:
		if k.name == "list" || k.name == "map" || k.name == "any" || k.name == "other" {
			return "nil", true
		}
		return "", false
	case string:
		switch k.name {
		case "string", "rune", "duration", "other":
			return k.parse(x)
		case "any":
			return strconv.Quote(x), true
		}
		return "", false
	case bool:
		return strconv.FormatBool(x), k.name == "bool" || k.name == "any"
	case json.Number:
		switch k.name {
		case "int":
			return k.integer(string(x))
		case "float":
			return k.float(string(x))
		case "any":
			return string(x), true
		}
		return "", false
	case []any:
		if k.name == "any" {
			return guess(x), true
		}
		if k.name != "list" {
			return "", false
		}
		var parts []string
		for _, e := range x {
			if e == nil {
				e = Null
			}
			part, ok := k.elem.json(e)
			if !ok {
				return "", false
			}
			parts = append(parts, part)
		}
		return k.text + "{" + strings.Join(parts, ", ") + "}", true
	case map[string]any:
		if k.name == "any" {
			return guess(x), true
		}
		if k.name != "map" {
			return "", false
		}
		var parts []string
		for _, key := range sortedKeys(x) {
			e := x[key]
			if e == nil {
				e = Null
			}
			part, ok := k.elem.json(e)
			if !ok {
				return "", false
			}
			parts = append(parts, strconv.Quote(key)+": "+part)
		}
		return k.text + "{" + strings.Join(parts, ", ") + "}", true
	}
	return "", false
}

func sortedKeys(m map[string]any) (keys []string) {
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// guessText returns the value of a parameter without a default as Go text.
func guessText(text string) string {
	var x any
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	if d.Decode(&x) == nil && !d.More() && x != nil {
		return guess(x)
	}
	return strconv.Quote(text)
}

// guess returns a JSON value as Go text, with the simplest type that can hold it.
func guess(x any) string {
	switch x := x.(type) {
	case string:
		return strconv.Quote(x)
	case bool:
		return strconv.FormatBool(x)
	case json.Number:
		return string(x)
	case []any:
		k := paramType{name: "list", text: "[]" + commonType(x).text, elem: commonType(x)}
		text, _ := k.json(x)
		return text
	case map[string]any:
		var list []any
		for _, v := range x {
			list = append(list, v)
		}
		k := paramType{name: "map", text: "map[string]" + commonType(list).text, elem: commonType(list)}
		text, _ := k.json(x)
		return text
	}
	return "any(nil)"
}

// common returns the type that all values of a list have.
func commonType(list []any) *paramType {
	found := paramType{name: "any", text: "any"}
	for i, x := range list {
		k := paramType{name: "any", text: "any"}
		switch x := x.(type) {
		case string:
			k = paramType{name: "string", text: "string"}
		case bool:
			k = paramType{name: "bool", text: "bool"}
		case json.Number:
			k = paramType{name: "float", text: "float64"}
			if _, err := x.Int64(); err == nil {
				k = paramType{name: "int", text: "int"}
			}
		}
		switch {
		case i == 0 || k.name == found.name:
			found = k
		case k.name == "int" && found.name == "float":
		case k.name == "float" && found.name == "int":
			found = k
		default:
			return &paramType{name: "any", text: "any"}
		}
	}
	return &found
}
