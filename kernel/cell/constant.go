// Constants are computed here, exactly, by go/types; the interpreter gets literals.
//
// The interpreter's own constants are its weakest part: untyped values beyond 64 bits, iota in unusual
// places, shifts of untyped constants in unsigned expressions (`m & (1<<k - 1)` panics) and conversions
// of large values all go wrong. So every constant expression is replaced by one literal of its value,
// converted explicitly unless it is of the literal's own default type. Constant declarations vanish: each
// use has been replaced.

package cell

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"math"
	"strconv"
	"strings"
)

// literal is the constant v as an expression of type t, or nil if the interpreter has no literal for it.
func (e *emitter) literal(v constant.Value, t types.Type, p token.Pos) ast.Expr {
	if types.IsInterface(t) && !isTypeParam(t) {
		// The constant was converted to an interface: it has its default type.
		switch v.Kind() {
		case constant.Bool:
			t = types.Typ[types.Bool]
		case constant.String:
			t = types.Typ[types.String]
		default:
			return nil
		}
	}
	b, ok := t.Underlying().(*types.Basic)
	if !ok {
		return nil
	}
	signed := func(kind token.Token, s string) ast.Expr {
		if rest, neg := strings.CutPrefix(s, "-"); neg {
			return &ast.UnaryExpr{OpPos: p, Op: token.SUB, X: &ast.BasicLit{ValuePos: p, Kind: kind, Value: rest}}
		}
		return &ast.BasicLit{ValuePos: p, Kind: kind, Value: s}
	}
	var x ast.Expr
	plain := false // the literal has the type by itself
	switch info := b.Info(); {
	case info&types.IsBoolean != 0:
		x, plain = ident(v.String(), p), b.Kind() == types.Bool
	case info&types.IsString != 0:
		x, plain = text(p, strconv.Quote(constant.StringVal(v))), b.Kind() == types.String
	case info&types.IsInteger != 0:
		i := constant.ToInt(v)
		if i.Kind() != constant.Int {
			return nil
		}
		x, plain = signed(token.INT, i.ExactString()), b.Kind() == types.Int
		if i.ExactString() == "-9223372036854775808" {
			// Its digits alone do not fit.
			x = binary(signed(token.INT, "-9223372036854775807"), p, token.SUB, integer(p, "1"))
		}
		if b.Kind() == types.UntypedRune {
			return call(p, ident("rune", p), x)
		}
	case info&types.IsFloat != 0:
		s, ok := floatDigits(v)
		if !ok {
			return nil
		}
		x, plain = signed(token.FLOAT, s), b.Kind() == types.Float64
	case info&types.IsComplex != 0:
		z := constant.ToComplex(v)
		re, ok1 := floatDigits(constant.Real(z))
		im, ok2 := floatDigits(constant.Imag(z))
		if !ok1 || !ok2 {
			return nil
		}
		op := token.ADD
		if rest, neg := strings.CutPrefix(im, "-"); neg {
			op, im = token.SUB, rest
		}
		x = binary(signed(token.FLOAT, re), p, op, &ast.BasicLit{ValuePos: p, Kind: token.IMAG, Value: im + "i"})
		plain = b.Kind() == types.Complex128
	default:
		return nil
	}
	_, named := types.Unalias(t).(*types.Named)
	if b.Info()&types.IsUntyped != 0 || plain && !named {
		return x
	}
	typ, ok := e.typeExpr(t, p)
	if !ok {
		return nil
	}
	return call(p, typ, x)
}

func floatDigits(v constant.Value) (string, bool) {
	f, _ := constant.Float64Val(constant.ToFloat(v))
	if math.IsInf(f, 0) {
		return "", false
	}
	s := strconv.FormatFloat(f, 'g', -1, 64)
	if !strings.ContainsAny(s, ".e") {
		s += ".0"
	}
	return s, true
}

func isTypeParam(t types.Type) bool {
	_, ok := types.Unalias(t).(*types.TypeParam)
	return ok
}

// fold replaces a constant expression by its value.
func fold(e *emitter, x ast.Expr) ast.Expr {
	tv, ok := e.r.info.Types[x]
	if !ok || tv.Value == nil || tv.Type == nil || isTypeParam(tv.Type) {
		return nil
	}
	if lit, ok := x.(*ast.BasicLit); ok {
		b, basic := types.Unalias(tv.Type).(*types.Basic)
		if basic && (b.Kind() == types.String || b.Kind() == types.Int && lit.Kind == token.INT || b.Kind() == types.Float64 && lit.Kind == token.FLOAT) {
			return nil
		}
	}
	return e.literal(tv.Value, tv.Type, x.Pos())
}
