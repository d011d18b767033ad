// SPDX-License-Identifier: BSD-3-Clause

package dlx

import (
	"fmt"
	"strings"

	"polka/dlx/internal/choice"
	"polka/dlx/internal/engine"
	"polka/dlx/internal/reduce"
	"polka/internal/plural"
)

// reduces reports whether the problem is reduced before the search. An engine that is
// selected by name gets the problem unchanged; a search that is resumed continues with
// the same problem or core.
func (r *run) reduces() bool {
	if r.resumes() {
		return r.options.Resume.core != ""
	}
	return r.options.Engine == "" || r.options.Engine == "auto"
}

// wish returns the purpose of the reduction, and its name in tokens.
func (r *run) wish() (wish reduce.Wish, name string) {
	switch {
	case r.resumes() && r.options.Resume.core == "count", !r.resumes() && r.visit == nil && r.limit == 0:
		return reduce.Counting, "count"
	case r.any && r.limit == 1:
		return reduce.AnyOne, "list"
	}
	return reduce.Listing, "list"
}

// reduce replaces the problem by its core.
func (r *run) reduce() error {
	wish, name := r.wish()
	r.core = reduce.Root(r.part.Problem, wish, reduce.Work(r.part.Problem), r.search)
	r.before.core = name
	r.choices = r.part.Problem.Options()
	if r.core.Copies > 1 && r.search.Limit > 0 {
		return fmt.Errorf("dlx: the token is of a count without limit, in which some options represent others; it can only be resumed without limit")
	}
	for _, k := range r.core.Forced {
		r.forced = append(r.forced, int(r.part.Option[k]))
	}
	r.part = r.core.Of(r.part)
	return nil
}

// soon reduces the problem for choice.Soon.
func (r *run) soon() (choice.Way, *engine.Problem, error) {
	whole := r.part.Problem
	err := r.reduce()
	if err == nil {
		err = r.search.Err
	}
	if err != nil || r.part.Problem == nil {
		return r.atRoot, nil, err
	}
	parts := reduce.Parts(r.part.Problem)
	switch {
	case parts != nil:
		return choice.SomeOfEach(parts, r.wanted()), r.part.Problem, nil
	case r.part.Problem == whole:
		return nil, nil, nil
	}
	way, err := choice.Choose(r.part.Problem, r.wanted(), r.search)
	return way, r.part.Problem, err
}

// atRoot is the way to solve a problem of which the reduction left nothing.
func (r *run) atRoot(_ *engine.Problem, s *engine.Search) (name, why string) {
	s.Rest = nil
	if s.Err != nil {
		return "auto", "stopped during the reduction"
	}
	s.Node(0)
	if i := r.core.Hopeless; i != engine.Null {
		return "reduction", fmt.Sprintf("no option can cover item %s", r.problem.labels()[i])
	}
	s.Found(nil)
	return "reduction", "no choice was left"
}

// reduced describes the effect of the reduction, after a semicolon. It is empty if
// there was none.
func (r *run) reduced() string {
	if r.core == nil {
		return ""
	}
	var list []string
	add := func(n int, format string) {
		if n > 0 {
			list = append(list, fmt.Sprintf(format, n))
		}
	}
	add(len(r.core.Forced), "%d forced")
	add(r.core.Impossible, "%d impossible")
	add(r.core.Dominated, "%d dominated")
	if len(list) > 0 {
		list[len(list)-1] += fmt.Sprintf(" of %s", plural.Count(r.choices, "option"))
	}
	if n := r.core.Redundant; n > 0 {
		list = append(list, plural.Count(n, "redundant item"))
	}
	if len(list) == 0 {
		return ""
	}
	return "; reduced by " + strings.Join(list, ", ")
}

// copies returns the number of solutions that each counted solution represents.
func (r *run) copies() uint64 {
	if r.core == nil {
		return 1
	}
	return r.core.Copies
}
