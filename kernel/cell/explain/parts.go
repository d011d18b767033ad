// SPDX-License-Identifier: BSD-3-Clause

package explain

import (
	"go/types"
	"iter"
)

// parts returns the types that t is made of, one level deep, in the order in which t is written:
// elements, keys, fields, parameters and results, and the type arguments of a named type. An
// interface has none.
func parts(t types.Type) iter.Seq[types.Type] {
	return func(yield func(types.Type) bool) {
		variables := func(list *types.Tuple) bool {
			for v := range list.Variables() {
				if !yield(v.Type()) {
					return false
				}
			}
			return true
		}
		switch t := types.Unalias(t).(type) {
		case *types.Named:
			t.TypeArgs().Types()(yield)
		case *types.Map:
			_ = yield(t.Key()) && yield(t.Elem())
		case *types.Struct:
			for f := range t.Fields() {
				if !yield(f.Type()) {
					return
				}
			}
		case *types.Tuple:
			variables(t)
		case *types.Signature:
			_ = variables(t.Params()) && variables(t.Results())
		case interface{ Elem() types.Type }: // pointers, slices, arrays and channels
			yield(t.Elem())
		}
	}
}
