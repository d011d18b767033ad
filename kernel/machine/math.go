// SPDX-License-Identifier: BSD-3-Clause

// Functions of package math, for which native code leaves without what other calls need.

package machine

import "math"

// mathFunc returns the function of package math of that name, if it is one of one number; else nil.
func mathFunc(name string) func(float64) float64 {
	switch name {
	case "math.Sin":
		return math.Sin
	case "math.Cos":
		return math.Cos
	case "math.Tan":
		return math.Tan
	case "math.Asin":
		return math.Asin
	case "math.Acos":
		return math.Acos
	case "math.Atan":
		return math.Atan
	case "math.Sinh":
		return math.Sinh
	case "math.Cosh":
		return math.Cosh
	case "math.Tanh":
		return math.Tanh
	case "math.Exp":
		return math.Exp
	case "math.Exp2":
		return math.Exp2
	case "math.Expm1":
		return math.Expm1
	case "math.Log":
		return math.Log
	case "math.Log2":
		return math.Log2
	case "math.Log10":
		return math.Log10
	case "math.Log1p":
		return math.Log1p
	case "math.Floor":
		return math.Floor
	case "math.Ceil":
		return math.Ceil
	case "math.Trunc":
		return math.Trunc
	case "math.Round":
		return math.Round
	case "math.Cbrt":
		return math.Cbrt
	case "math.Gamma":
		return math.Gamma
	}
	return nil
}

// mathFunc2 is mathFunc for functions of two numbers.
func mathFunc2(name string) func(x, y float64) float64 {
	switch name {
	case "math.Pow":
		return math.Pow
	case "math.Hypot":
		return math.Hypot
	case "math.Atan2":
		return math.Atan2
	case "math.Mod":
		return math.Mod
	case "math.Max":
		return math.Max
	case "math.Min":
		return math.Min
	case "math.Copysign":
		return math.Copysign
	}
	return nil
}
