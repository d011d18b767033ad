// The problem. Two boards that have nothing to do with each other are to be
// filled. A search that fills one of them and finds that the other cannot be
// filled, goes on to fill the first one in all other ways.
//
// The source. See package reduce, components.go.
//
// The idea. Solve each part by itself. If one solution is wanted, or two, to see
// that it is not the only one, then so many of each part are enough: they are
// combined, the last part changing fastest, until there are as many as wanted.
//
// An example. Of the parts with the solutions A, B and C, D, the first three of
// the whole are A C, A D and B C.

package dlx

import (
	"fmt"

	"polka/dlx/internal/engine"
	"polka/dlx/internal/reduce"
)

// someOfEach is the way to find as many solutions as the search is limited to,
// whichever they are, of a problem that falls apart.
func someOfEach(parts []reduce.Part, o Options) way {
	return func(_ *engine.Problem, s *engine.Search) (name, why string) {
		some := make([][][]int32, len(parts))
		for n, part := range parts {
			t := &engine.Search{Context: s.Context, Memory: s.Memory, Limit: s.Limit}
			t.Visit = func(options []int32) bool {
				found := make([]int32, len(options))
				for i, k := range options {
					found[i] = part.Option[k]
				}
				some[n] = append(some[n], found)
				return true
			}
			way, err := choose(part.Problem, o, t)
			if err != nil {
				s.Err = err
				break
			}
			name, _ = way(part.Problem, t)
			t.Count = 0
			s.Add(t)
			if s.Err != nil || len(some[n]) == 0 {
				break
			}
		}
		if s.Err == nil {
			combine(some, nil, s.Found)
		}
		return name, fmt.Sprintf("for the last of %d parts that have nothing to do with each other", len(parts))
	}
}

// combine shows all unions of one set of each list, begun with some options,
// until found says no, and reports whether it has not.
func combine(lists [][][]int32, begun []int32, found func([]int32) bool) bool {
	if len(lists) == 0 {
		return found(begun)
	}
	for _, set := range lists[0] {
		if !combine(lists[1:], append(begun[:len(begun):len(begun)], set...), found) {
			return false
		}
	}
	return true
}
