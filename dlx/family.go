// SPDX-License-Identifier: BSD-3-Clause

package dlx

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"polka/dlx/internal/choice"
	"polka/dlx/internal/engine"
	"polka/dlx/internal/zdd"
	"polka/internal/plural"
	"polka/internal/progress"
)

// ErrMemory is the error of a family that does not fit in the memory allowed.
var ErrMemory = errors.New("dlx: the family does not fit in the memory allowed")

// A Family is a set of sets of options of a problem, called its members; at first, the
// set of all solutions. It is stored as a zero-suppressed decision diagram, which is
// often much smaller than a list: the 53060477521960000 ways to put dominoes on a board
// of 12 by 12 cells have one of 70619 nodes. Counts, frequencies, random members and the
// cheapest ones are computed from the diagram, without another search.
//
// Families of the same items and options can be combined by Union, Intersection and Difference,
// even if other options are required or forbidden in their problems: see Containing and Without of
// Problem. The diagram is reduced: equal families have equal diagrams, however they were made.
//
// A Family is an immutable value.
type Family struct {
	problem *Problem
	order   []int32 // options by variable
	rank    []int32 // variables by option; -1 for options that are ignored
	d       *zdd.Diagram
	counts  *zdd.Counts // computed with the diagram, so that both fit in the memory allowed
	memory  int         // as Options.Memory, for families that are computed from this one
}

// Family returns the family of all solutions. ErrMemory means that it does not fit in
// the memory allowed, which Options of a Solver can change.
func (p *Problem) Family(ctx context.Context) (*Family, error) {
	f, _, err := p.Solver(Options{}).Family(ctx)
	return f, err
}

// Family returns the family of all solutions, or of the first ones of a listing if there
// is a limit.
//
// The engines memo and frontier make the diagram without listing the solutions; auto
// uses the one that is done first. Other engines list the solutions, as auto does where
// there are multiplicities or a limit. A family cannot be saved or resumed before it is
// complete.
func (s *Solver) Family(ctx context.Context) (*Family, Result, error) {
	none := Result{Stats: Stats{Solutions: new(big.Int)}}
	o := s.options
	if o.Save != nil || o.Resume != nil {
		return nil, none, fmt.Errorf("dlx: a family that is not complete cannot be saved or resumed")
	}
	if err := s.problem.Err(); err != nil {
		return nil, none, err
	}
	r := &run{Solver: s, question: question{limit: o.Limit}, start: time.Now()}
	if err := r.checkOptions(); err != nil {
		return nil, none, err
	}
	r.search = new(engine.Search)
	r.search.Context, r.search.Check, r.search.Memory = ctx, s.check, int(o.Memory)
	base := *s.problem
	base.required, base.forbidden = nil, nil
	whole, err := base.compile()
	if err != nil {
		return nil, none, err
	}
	layout := choice.NewLayout(whole.Problem, r.search)
	if layout == nil {
		none.Engine, none.Why = cmp.Or(o.Engine, "auto"), "stopped during preparation"
		return nil, none, r.search.Err
	}
	f := &Family{problem: s.problem, order: engine.Pick(whole.Option, layout.Order), memory: int(o.Memory)}
	f.number()
	switch name := cmp.Or(o.Engine, "auto"); {
	case name == "pfaffian":
		return nil, none, fmt.Errorf("dlx: engine pfaffian only counts and cannot make a family; the other engines can")
	case name == "auto" && !s.problem.multiple() && o.Limit == 0, name == "memo", name == "frontier":
		if s.problem.multiple() {
			return nil, none, fmt.Errorf("dlx: engine %s cannot make a family where there are multiplicities; links, cells and bits can, by listing the solutions", name)
		}
		if o.Limit > 0 {
			return nil, none, fmt.Errorf("dlx: engine %s cannot make a family of a limited number of solutions; links, cells and bits can", name)
		}
		result, err := f.gather(ctx, r, name, layout, whole)
		return f.or(err), result, err
	}
	result, err := f.list(ctx, r)
	return f.or(err), result, err
}

// or is f, or nil if there is an error.
func (f *Family) or(err error) *Family {
	if err != nil {
		return nil
	}
	return f
}

// number computes rank from order.
func (f *Family) number() {
	f.rank = make([]int32, f.problem.NumOptions())
	for k := range f.rank {
		f.rank[k] = nobody
	}
	for v, k := range f.order {
		f.rank[k] = int32(v)
	}
}

// gather makes the diagram without listing the solutions.
func (f *Family) gather(ctx context.Context, r *run, name string, layout *choice.Layout, whole engine.Subproblem) (Result, error) {
	tell := r.options.Progress
	if listen := progress.Listener(ctx); listen != nil && tell == nil {
		tell = func(p Progress) {
			listen(progress.Report{Done: min(p.Fraction, 0.9999), Text: fmt.Sprintf("%.1f %%, %d nodes", 100*p.Fraction, p.Nodes)})
		}
		defer listen(progress.Report{Done: 1})
	}
	if tell != nil {
		r.search.Report = r.reporter(tell)
	}
	d, used, why, err := layout.Family(choice.Options{Engine: name, Threads: r.options.Threads}, f.allowed(whole), r.search)
	if err != nil {
		return Result{Stats: Stats{Solutions: new(big.Int)}}, err
	}
	if f.d = d; d != nil && r.search.Err == nil {
		r.search.Err = f.count(r.search)
	}
	r.search.Count = 0 // of those that were listed
	if r.search.Err == nil {
		r.search.Bulk.Set(f.Count())
	}
	result, err := r.end(used, why)
	result.Token = Token{}
	return result, memoryError(err)
}

// memoryError translates the error of a diagram that does not fit.
func memoryError(err error) error {
	if err == zdd.ErrFull {
		return ErrMemory
	}
	return err
}

// allowed reports which options a solution may contain, by their numbers in the engines: those that
// are not forbidden and share no primary item with another option that is required. Since items
// must be covered, the required options are then in every solution.
func (f *Family) allowed(whole engine.Subproblem) []bool {
	p := f.problem
	owner := make([]int, p.NumPrimary()) // 1 + the required option of an item, 0 for none
	place := p.places()
	clash := false
	for _, k := range p.required {
		for _, e := range p.option(k) {
			if i := place[e.Item]; int(i) < p.primary {
				clash = clash || owner[i] != 0
				owner[i] = k + 1
			}
		}
	}
	allowed := make([]bool, len(whole.Option))
	for n, k := range whole.Option {
		_, out := slices.BinarySearch(p.forbidden, int(k))
		allowed[n] = !out && !clash
		for _, e := range whole.Problem.Option(int32(n)) {
			if int(e.Item) < p.primary && owner[e.Item] != 0 && owner[e.Item] != int(k)+1 {
				allowed[n] = false
			}
		}
	}
	return allowed
}

// list makes the diagram from a list of the solutions.
func (f *Family) list(ctx context.Context, r *run) (Result, error) {
	list := zdd.NewListing(r.search.Room(), r.search.Work)
	result, err := r.Solver.Each(ctx, func(s Solution) bool { return list.Add(f.vars(s.options)) })
	result.Token = Token{}
	if err == nil && list.Err == nil {
		f.d = list.Finish()
	}
	if err == nil {
		err = list.Err
	}
	if err == nil {
		err = f.count(r.search)
	}
	return result, memoryError(err)
}

// vars returns the variables of options, sorted, or nil if there is an option that no
// solution can contain.
func (f *Family) vars(options []int) []int32 {
	vars := make([]int32, len(options))
	for i, k := range options {
		if k < 0 || k >= len(f.rank) || f.rank[k] == nobody {
			return nil
		}
		vars[i] = f.rank[k]
	}
	slices.Sort(vars)
	return vars
}

// solution returns the member with the given variables.
func (f *Family) solution(vars []int32) Solution {
	s := Solution{f.problem, make([]int, len(vars))}
	for i, v := range vars {
		s.options[i] = int(f.order[v])
	}
	slices.Sort(s.options)
	return s
}

// count computes the counts of the diagram, within the memory of a search.
func (f *Family) count(s *engine.Search) (err error) {
	f.counts, err = zdd.NewCounts(f.d, s.Room(), s.Work)
	return err
}

// Problem returns the problem whose options the members contain.
func (f *Family) Problem() *Problem { return f.problem }

// Count returns the number of members.
func (f *Family) Count() *big.Int { return f.counts.Total() }

// Size returns the number of nodes of the diagram, without the two terminal nodes.
func (f *Family) Size() int { return f.d.Size() }

// String returns the numbers of members and nodes on one line.
func (f *Family) String() string {
	return fmt.Sprintf("a family of %s, %s", plural.Big(f.Count(), "member"), plural.Count(f.Size(), "node"))
}

// Contains reports whether the set of the given options is a member.
func (f *Family) Contains(options ...int) bool {
	vars := f.vars(options)
	if vars == nil && len(options) > 0 {
		return false
	}
	return f.d.Contains(slices.Compact(vars))
}

// Equal reports whether two families of the same items and options have the same
// members.
func (f *Family) Equal(g *Family) bool { return f.check(g) == nil && f.d.Equal(g.d) }

// check returns an error if the families cannot be combined.
func (f *Family) check(g *Family) error {
	if f.problem == g.problem {
		return nil
	}
	p, q := *f.problem, *g.problem
	p.required, p.forbidden, q.required, q.forbidden = nil, nil, nil, nil
	if p.fingerprint() != q.fingerprint() || !slices.Equal(f.order, g.order) {
		return errors.New("dlx: the families are of different items or options and cannot be combined")
	}
	return nil
}

// search returns the control of a computation with the family.
func (f *Family) search(ctx context.Context) *engine.Search {
	return &engine.Search{Control: engine.Control{Context: ctx}, Question: engine.Question{Memory: f.memory}}
}

// derive computes another family by a builder.
func (f *Family) derive(ctx context.Context, make func(b *zdd.Builder, root int32) int32) (*Family, error) {
	s := f.search(ctx)
	b := zdd.NewBuilder(s.Room(), s.Work)
	root := make(b, b.Add(f.d, 0, zdd.Unit))
	g := &Family{problem: f.problem, order: f.order, rank: f.rank, d: b.Diagram(root), memory: f.memory}
	err := b.Err
	if err == nil {
		err = g.count(s)
	}
	return g.or(err), memoryError(err)
}

// combine computes a family from two.
func (f *Family) combine(ctx context.Context, g *Family, op func(b *zdd.Builder, x, y int32) int32) (*Family, error) {
	if err := f.check(g); err != nil {
		return nil, err
	}
	return f.derive(ctx, func(b *zdd.Builder, x int32) int32 { return op(b, x, b.Add(g.d, 0, zdd.Unit)) })
}

// Union returns the family of the members of f or g. It returns an error if the families are of
// different items or options. Like all methods of a Family that return another one, it returns
// ErrMemory if the computation takes more than half of the Memory of the Options with which f was
// made.
func (f *Family) Union(ctx context.Context, g *Family) (*Family, error) {
	return f.combine(ctx, g, (*zdd.Builder).Union)
}

// Intersection returns the family of the members of both f and g, or an error as Union does.
func (f *Family) Intersection(ctx context.Context, g *Family) (*Family, error) {
	return f.combine(ctx, g, (*zdd.Builder).Intersect)
}

// Difference returns the family of the members of f that are not members of g, or an
// error as Union does.
func (f *Family) Difference(ctx context.Context, g *Family) (*Family, error) {
	return f.combine(ctx, g, (*zdd.Builder).Subtract)
}

// Minimal returns the family of the members that contain no other member. Of a family of
// solutions these are all members, unless there are multiplicities.
func (f *Family) Minimal(ctx context.Context) (*Family, error) {
	return f.derive(ctx, (*zdd.Builder).Minimal)
}

// Maximal returns the family of the members that no other member contains.
func (f *Family) Maximal(ctx context.Context) (*Family, error) {
	return f.derive(ctx, (*zdd.Builder).Maximal)
}

// Containing returns the family of the members that contain all the given options. It
// is an error if there is no such option.
func (f *Family) Containing(ctx context.Context, options ...int) (*Family, error) {
	if err := f.problem.have(options); err != nil {
		return nil, err
	}
	vars := f.vars(options)
	return f.derive(ctx, func(b *zdd.Builder, x int32) int32 {
		if vars == nil && len(options) > 0 {
			return zdd.None
		}
		return b.With(x, vars)
	})
}

// Without returns the family of the members that contain none of the given options. It
// is an error if there is no such option.
func (f *Family) Without(ctx context.Context, options ...int) (*Family, error) {
	if err := f.problem.have(options); err != nil {
		return nil, err
	}
	set := f.set(options)
	return f.derive(ctx, func(b *zdd.Builder, x int32) int32 { return b.Without(x, set) })
}

// set reports which variables are of the given options.
func (f *Family) set(options []int) []bool {
	set := make([]bool, len(f.order))
	for _, k := range options {
		if v := f.rank[k]; v != nobody {
			set[v] = true
		}
	}
	return set
}

// Restrict returns the family of the ways to cover some items: from each member it
// removes the options that contain none of the given items, and members that become
// equal are counted once. Each argument is the name of an item, or several names
// separated by spaces. It is an error if there is no such item.
func (f *Family) Restrict(ctx context.Context, items ...string) (*Family, error) {
	wanted := map[int32]bool{}
	for _, name := range strings.Fields(strings.Join(items, " ")) {
		i := slices.IndexFunc(f.problem.items, func(it item) bool { return it.name == name })
		if i < 0 {
			return nil, wrongf("dlx: there is no item %q", name)
		}
		wanted[int32(i)] = true
	}
	keep := make([]bool, len(f.order))
	for v, k := range f.order {
		keep[v] = slices.ContainsFunc(f.problem.option(int(k)), func(e engine.Entry) bool { return wanted[e.Item] })
	}
	return f.derive(ctx, func(b *zdd.Builder, x int32) int32 { return b.Project(x, keep) })
}

// CountBy returns how many members contain 0, 1, 2, ... of the given options, or an error as
// Containing does.
func (f *Family) CountBy(ctx context.Context, options ...int) ([]*big.Int, error) {
	if err := f.problem.have(options); err != nil {
		return nil, err
	}
	s := f.search(ctx)
	counts, err := f.counts.CountBy(f.set(options), s.Room(), s.Work)
	return counts, memoryError(err)
}

// Frequencies returns, for each option, the number of members that contain it.
func (f *Family) Frequencies() []*big.Int {
	of := f.counts.Of(len(f.order))
	list := make([]*big.Int, f.problem.NumOptions())
	for k, v := range f.rank {
		if v == nobody {
			list[k] = new(big.Int)
		} else {
			list[k] = of[v]
		}
	}
	return list
}

// Cheapest returns the k members of least total cost, in the order of their costs, or
// all if there are fewer. It is not specified which of several members of equal cost it
// returns, but it always returns the same ones. It is an error if k is not positive.
func (f *Family) Cheapest(ctx context.Context, k int) ([]Solution, error) {
	return f.CheapestBy(ctx, k, f.problem.cost)
}

// CheapestBy is Cheapest with other costs of the options, which can be negative. With the
// negative of the costs it returns the members of greatest total cost.
func (f *Family) CheapestBy(ctx context.Context, k int, cost func(option int) int64) ([]Solution, error) {
	if k <= 0 {
		return nil, fmt.Errorf("dlx: %d members: expected a positive number", k)
	}
	costs := make([]int64, len(f.order))
	for v, k := range f.order {
		costs[v] = cost(int(k))
	}
	s := f.search(ctx)
	best, err := f.d.Best(costs, k, s.Work)
	list := make([]Solution, len(best))
	for i, vars := range best {
		list[i] = f.solution(vars)
	}
	return list, err
}

// At returns member n in the order of Each, counted from 0. It panics if there is no such
// member.
func (f *Family) At(n *big.Int) Solution {
	if n.Sign() < 0 || n.Cmp(f.Count()) >= 0 {
		panic("dlx: there is no such member")
	}
	return f.solution(f.counts.At(n))
}

// Random returns a member chosen at random, each with the same probability, or
// ErrNoSolution. The same seed gives the same member.
func (f *Family) Random(seed uint64) (Solution, error) {
	list := f.Sample(1, seed)
	if len(list) == 0 {
		return Solution{}, ErrNoSolution
	}
	return list[0], nil
}

// Sample returns n members chosen at random, independently and each with the same
// probability, so that some can be equal. It returns none if the family has no members.
// The same seed gives the same members. It panics if n is negative.
func (f *Family) Sample(n int, seed uint64) []Solution {
	if n < 0 {
		panic("dlx: Sample expects a number that is not negative")
	}
	total := f.Count()
	if total.Sign() == 0 {
		return nil
	}
	random := rand.New(rand.NewPCG(seed, 1))
	list := make([]Solution, n)
	for i := range list {
		list[i] = f.solution(f.counts.At(choice.Below(random, total)))
	}
	return list
}

// Each calls visit with each member, until it returns false. So a loop can be written as
//
//	for s := range f.Each {
//
// Which of two members comes first is decided by the first option, in the order of the
// diagram, in which they differ: it is the member that contains this option.
func (f *Family) Each(visit func(Solution) bool) {
	f.d.Each(func(vars []int32) bool { return visit(f.solution(vars)) })
}

// All returns all members in the order of Each. If there may be more than fit in memory,
// use Each.
func (f *Family) All() []Solution {
	var all []Solution
	f.Each(func(s Solution) bool {
		all = append(all, s)
		return true
	})
	return all
}
