// SPDX-License-Identifier: BSD-3-Clause

// Package trace has the record of a traced run: which functions were called, what they returned,
// and what some variables were at each step. It is plain data. A session of the kernel makes a
// Record, and package render draws it.
package trace

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// A Record is a run in which the calls of some functions were recorded.
type Record struct {
	Funcs []Func
	Calls []Call // in the order in which they began
	Steps []Step

	Missed int    // calls after the limit was reached, which were counted only
	Most   bool   // there are more of them, which were not counted
	Others int    // calls on other goroutines than that of the cell
	Limit  string // which limit was reached, as a part of a sentence; "" for none
	Ended  string // how the run ended, if it was not completed: "stopped" or "panic: ..."
}

// A Func is a traced function.
type Func struct {
	Name  string
	Where string // such as "cell 3"
	First int    // the line of the first of Lines
	Lines []string
}

// A Call is a call of a traced function.
type Call struct {
	Func   int
	Parent int // the call of a traced function that it was made in, -1 for none
	Depth  int
	Args   string // as in f(Args)
	Result string // "" if there is none
	Line   int    // of the call in the text of the parent, 0 if it is not known
	From   int    // the step with which it begins
	To     int    // the step with which it ends, -1 if it is still open
	State  State
	Failed bool // it returned false, nil or 0
}

// A State says how a call has ended.
type State int

// The states of calls.
const (
	Open State = iota
	Returned
	Panicked
	Stopped
)

// A Step is a moment at which a call begins or ends, or a watched variable has changed.
type Step struct {
	Call int
	Kind Kind
	Line int // of the text of the function, 0 if it is not known
	Vars []Var
}

// A Kind is the kind of a step.
type Kind int

// The kinds of steps.
const (
	Enter Kind = iota
	Leave
	Change
)

// A Var is a value with a name.
type Var struct {
	Name  string
	Value *Value
}

// A Form is what a value consists of.
type Form int

// The forms of values.
const (
	Word Form = iota // Text
	True
	False
	Nil
	Lines   // Text, of several lines, which the value has written itself
	List    // Items
	Map     // Keys and Items
	Struct  // Names and Items
	Pointer // to the object Ref
	Drawn   // Picture
)

// A Value is a copy of a value as it was at a step. Equal values can be the same *Value.
type Value struct {
	Form  Form
	Text  string
	Type  string // of a value that is drawn, as in "cover.Board"
	Items []*Value
	Keys  []*Value
	Names []string
	More  int // items that have been left out
	Ref   int

	// Objects are those that pointers in the value lead to, by number, and Order the numbers in the
	// order in which they were found. Only a value that is no part of another has them.
	Objects map[int]*Value
	Order   []int
	// Picture is what package render draws, or an Image.
	Picture any
}

// An Image is a picture in a file.
type Image struct {
	Media string
	Data  []byte
}

// Key returns a text that only equal values have.
func (v *Value) Key() string {
	var b strings.Builder
	v.key(&b)
	for _, n := range v.Order {
		fmt.Fprintf(&b, "#%d", n)
		v.Objects[n].key(&b)
	}
	return b.String()
}

func (v *Value) key(b *strings.Builder) {
	b.WriteByte(byte('a' + v.Form))
	switch v.Form {
	case Word, Lines:
		b.WriteString(strconv.Quote(v.Text))
	case Pointer:
		b.WriteString(strconv.Itoa(v.Ref))
	case Drawn:
		b.WriteString(strconv.Quote(v.Text))
		if i, ok := v.Picture.(Image); ok {
			b.Write(i.Data)
		}
	}
	if len(v.Items) == 0 && v.More == 0 {
		return
	}
	b.WriteByte('(')
	for i, x := range v.Items {
		switch v.Form {
		case Map:
			v.Keys[i].key(b)
		case Struct:
			b.WriteString(v.Names[i])
		}
		x.key(b)
	}
	fmt.Fprintf(b, "+%d)", v.More)
}

// Size is about the memory of the value in bytes.
func (v *Value) Size() int {
	n := 120 + len(v.Text)
	for _, x := range v.Items {
		n += x.Size()
	}
	for _, x := range v.Keys {
		n += x.Size()
	}
	for _, x := range v.Objects {
		n += x.Size()
	}
	if i, ok := v.Picture.(Image); ok {
		n += len(i.Data)
	}
	return n
}

// Rows returns the elements of a list of lists that all have simple elements, such as a board. It
// returns false for other values.
func (v *Value) Rows() (rows [][]*Value, ok bool) {
	if v.Form != List || len(v.Items) == 0 {
		return nil, false
	}
	for _, r := range v.Items {
		if r.Form != List || !r.Flat() {
			return nil, false
		}
		rows = append(rows, r.Items)
	}
	return rows, true
}

// Flat reports whether all items are simple.
func (v *Value) Flat() bool {
	for _, x := range v.Items {
		if !x.Simple() {
			return false
		}
	}
	return true
}

// Simple reports whether v is a word of at most 12 characters, a truth value or nil.
func (v *Value) Simple() bool {
	return v.Form == Word && utf8.RuneCountInString(v.Text) <= 12 || v.Form == True || v.Form == False || v.Form == Nil
}

// Label returns a short name of the object n: its first string or number.
func (v *Value) Label(n int) string {
	o := v.Objects[n]
	if o == nil {
		return "…"
	}
	if o.Form != Struct {
		return o.short(o, 12)
	}
	for _, quoted := range []bool{true, false} {
		for _, x := range o.Items {
			if x.Form == Word && x.Text != "" && (x.Text[0] == '"') == quoted {
				if s := strings.Trim(x.Text, `"`); s != "" {
					return s
				}
			}
		}
	}
	return "#" + strconv.Itoa(n)
}

// Short writes the value in about width characters.
func (v *Value) Short(width int) string { return v.short(v, width) }

// short writes x, which is a part of v.
func (v *Value) short(x *Value, width int) string {
	switch x.Form {
	case True:
		return "true"
	case False:
		return "false"
	case Nil:
		return "nil"
	case Pointer:
		return "&" + v.Label(x.Ref)
	case Drawn, Lines:
		if x.Type != "" && strings.Contains(x.Text, "\n") {
			return cut(x.Type, width)
		}
		s, _, more := strings.Cut(x.Text, "\n")
		if more {
			s += "…"
		}
		return cut(s, width)
	case List:
		if rows, ok := x.Rows(); ok {
			return fmt.Sprintf("%d×%d", len(rows)+x.More, len(rows[0])+x.Items[0].More)
		}
	case Word:
		return cut(x.Text, width)
	}
	open, end := "[", "]"
	switch x.Form {
	case Map:
		open, end = "{", "}"
	case Struct:
		open, end = "{", "}"
	}
	var b strings.Builder
	b.WriteString(open)
	for i, y := range x.Items {
		if i > 0 {
			b.WriteByte(' ')
		}
		if utf8.RuneCountInString(b.String()) > width-4 {
			b.WriteString("…")
			break
		}
		switch x.Form {
		case Map:
			b.WriteString(v.short(x.Keys[i], 8))
			if y.Form != True && (y.Form != Struct || len(y.Items) > 0) {
				b.WriteString(":" + v.short(y, 8))
			}
		default:
			b.WriteString(v.short(y, 8))
		}
	}
	if x.More > 0 && !strings.HasSuffix(b.String(), "…") {
		b.WriteString(" …")
	}
	return b.String() + end
}

// cut shortens s to width characters.
func cut(s string, width int) string {
	if utf8.RuneCountInString(s) <= width {
		return s
	}
	return string([]rune(s)[:max(width-1, 0)]) + "…"
}

// Group finds the calls that are like call i and next to it: those with the same parent and the
// same function that have ended without calls of their own, as failures, in an unbroken sequence. A
// call that is unlike all others is alone in its group.
func (r *Record) Group(siblings []int) (groups [][]int) {
	leaf := func(i int) bool {
		return r.Calls[i].Failed && r.Calls[i].State == Returned && (i+1 >= len(r.Calls) || r.Calls[i+1].Parent != i)
	}
	for _, i := range siblings {
		if n := len(groups); n > 0 && leaf(i) {
			if last := groups[n-1][0]; leaf(last) && r.Calls[last].Func == r.Calls[i].Func {
				groups[n-1] = append(groups[n-1], i)
				continue
			}
		}
		groups = append(groups, []int{i})
	}
	return groups
}
