// SPDX-License-Identifier: BSD-3-Clause

package assist

import (
	"go/types"
	"strings"

	"polka/kernel/cell/syntax"
	"polka/kernel/cell/typeview"
)

// A Call describes the call whose arguments are being written.
type Call struct {
	Signature  string   // such as "Repeat(s string, count int) string"
	Parameters [][2]int // the byte ranges of the parameters in Signature
	Active     int      // the parameter whose argument is being written; len(Parameters) for none
	Comment    string   // the documentation of the function; may be empty
}

// Call describes the innermost call whose arguments are being written at byte offset pos of code.
func (a *Assistant) Call(code string, pos int) (c Call, ok bool) {
	defer func() {
		if recover() != nil {
			c, ok = Call{}, false
		}
	}()
	pos = max(0, min(pos, len(code)))
	code = syntax.GoAt(code, pos)
	from, to, argument, brace := syntax.OpenAt(code[:pos])
	if from == to || brace || argument < 0 {
		return Call{}, false
	}
	obj, recv := a.objectAt(code, from, to, code[from:to])
	if obj == nil {
		return Call{}, false
	}
	h := a.describe(obj, recv)
	if _, builtin := obj.(*types.Builtin); builtin {
		return Call{Signature: strings.TrimPrefix(h.Declaration, "func "), Comment: h.Comment}, true
	}
	sig, isFunc := obj.Type().Underlying().(*types.Signature)
	if _, isType := obj.(*types.TypeName); !isFunc || isType {
		return Call{}, false
	}
	c = Call{Active: argument, Comment: h.Comment}
	var b strings.Builder
	b.WriteString(obj.Name() + "(")
	for i := range sig.Params().Len() {
		p := sig.Params().At(i)
		if i > 0 {
			b.WriteString(", ")
		}
		begin := b.Len()
		text := types.TypeString(p.Type(), typeview.Qualify)
		if sig.Variadic() && i == sig.Params().Len()-1 {
			text = "..." + types.TypeString(p.Type().(*types.Slice).Elem(), typeview.Qualify)
		}
		b.WriteString(strings.TrimSpace(p.Name() + " " + text))
		c.Parameters = append(c.Parameters, [2]int{begin, b.Len()})
	}
	b.WriteString(")")
	if n := sig.Results().Len(); n == 1 && sig.Results().At(0).Name() == "" {
		b.WriteString(" " + types.TypeString(sig.Results().At(0).Type(), typeview.Qualify))
	} else if n > 0 {
		b.WriteString(" " + types.TypeString(sig.Results(), typeview.Qualify))
	}
	c.Signature = b.String()
	if len(c.Parameters) > 0 && types.TypeString(sig.Params().At(0).Type(), nil) == "context.Context" {
		c.Active++ // a cell leaves the context out
	}
	if sig.Variadic() {
		c.Active = min(c.Active, len(c.Parameters)-1)
	}
	c.Active = min(c.Active, len(c.Parameters))
	return c, true
}
