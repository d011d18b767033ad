package dlx

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"polka/dlx/internal/crew"
	"polka/dlx/internal/engine"
	"polka/internal/progress"
)

// ErrNoSolution is returned where a solution is asked for and there is none.
var ErrNoSolution = errors.New("dlx: there is no solution")

// ErrNotUnique is returned where the only solution is asked for and there are
// several.
var ErrNotUnique = errors.New("dlx: there are several solutions")

// Options say how to solve a problem. The zero value is a good choice.
type Options struct {
	// Engine is "links", "bits" or "frontier", or "auto" or "" to leave the
	// choice to the package. An engine that cannot do what is asked gives an
	// error.
	Engine string

	// Threads is how many processors may work on the search; 0 means all. The
	// number does not change the result, nor the order of solutions, nor nodes
	// and updates. First uses one.
	Threads int

	// Limit ends the search after so many solutions. 0 means no limit.
	Limit int

	// TimeLimit ends the search after so long, with the error
	// context.DeadlineExceeded and what was found so far. 0 means no limit.
	TimeLimit time.Duration

	// Progress, if not nil, is called about ten times a second with what was
	// done so far, by the goroutine that has called the solver.
	Progress func(Progress)

	// Save, if not nil, is called every SaveEvery, 10 seconds if that is 0,
	// with a token to go on from if the process should end, and by a search
	// that ends early. In a listing the token is right for the solutions that
	// have been shown when Save is called. An error ends the search.
	Save      func(Token) error
	SaveEvery time.Duration

	// Resume is where to go on. Count then returns the solutions found before
	// together with the new ones, which alone count for the limit; Each and
	// All go on after those shown before. It belongs to the problem, and to
	// the same question: a count or a listing. Engine should be "", or for a
	// count any that works on parts. Nil means to begin.
	Resume *Token
}

// A Solver is a problem and a way to solve it. Its methods may be called
// again, and by several goroutines at once.
type Solver struct {
	problem *Problem
	options Options

	mu    sync.Mutex
	last  Stats
	token Token
}

// Solver returns a solver for the problem. Mistakes in the options are
// reported when it is used.
func (p *Problem) Solver(options Options) *Solver {
	return &Solver{problem: p, options: options}
}

// Count returns the number of solutions. It does not keep them. If ctx ends
// first, it returns the number found so far together with the error.
func (p *Problem) Count(ctx context.Context) (*big.Int, error) {
	return p.Solver(Options{}).Count(ctx)
}

// First returns a solution, or ErrNoSolution. It is always the same one for the
// same problem, but not always the first one of All: a long search is begun
// again in other orders.
func (p *Problem) First(ctx context.Context) (Solution, error) {
	return p.Solver(Options{}).First(ctx)
}

// Unique returns the only solution. If there are several, it returns one of
// them and ErrNotUnique; if there is none, ErrNoSolution.
func (p *Problem) Unique(ctx context.Context) (Solution, error) {
	return p.Solver(Options{}).Unique(ctx)
}

// All returns all solutions, always in the same order. If ctx ends first, it
// returns those found so far together with the error. Where there may be more
// than fit the memory, use Each, or a Solver with a limit.
func (p *Problem) All(ctx context.Context) ([]Solution, error) {
	return p.Solver(Options{}).All(ctx)
}

// Each calls visit with every solution, in the order of All, until visit
// returns false.
func (p *Problem) Each(ctx context.Context, visit func(Solution) bool) error {
	return p.Solver(Options{}).Each(ctx, visit)
}

// Count returns the number of solutions, at most the limit. It does not keep
// them. If ctx ends first, it returns the number found so far together with
// the error.
func (s *Solver) Count(ctx context.Context) (*big.Int, error) {
	return s.run(ctx, question{limit: s.options.Limit})
}

// First returns a solution, or ErrNoSolution.
func (s *Solver) First(ctx context.Context) (Solution, error) {
	var first Solution
	n, err := s.run(ctx, question{limit: 1, any: true, visit: func(found Solution) bool {
		first = found
		return false
	}})
	if err == nil && n.Sign() == 0 {
		err = ErrNoSolution
	}
	return first, err
}

// Unique returns the only solution. If there are several, it returns one of
// them and ErrNotUnique; if there is none, ErrNoSolution. It looks for no more
// than two.
func (s *Solver) Unique(ctx context.Context) (Solution, error) {
	var first Solution
	found := 0
	_, err := s.run(ctx, question{limit: 2, any: true, visit: func(solution Solution) bool {
		if found++; found == 1 {
			first = solution
		}
		return true
	}})
	switch {
	case err != nil:
		return first, err
	case found == 0:
		return first, ErrNoSolution
	case found == 2:
		return first, ErrNotUnique
	}
	return first, nil
}

// All returns all solutions, at most the limit. If ctx ends first, it returns
// those found so far together with the error. Each visits them one by one.
func (s *Solver) All(ctx context.Context) ([]Solution, error) {
	var all []Solution
	err := s.Each(ctx, func(found Solution) bool {
		all = append(all, found)
		return true
	})
	return all, err
}

// Each calls visit with every solution, at most the limit, until visit returns
// false. All collects them.
func (s *Solver) Each(ctx context.Context, visit func(Solution) bool) error {
	_, err := s.run(ctx, question{limit: s.options.Limit, visit: visit})
	return err
}

// Token tells what was left of the last call of Count, Each or All when it
// ended. It is zero before.
func (s *Solver) Token() Token {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.token
}

// A question is what is asked of a solver.
type question struct {
	limit int
	visit func(Solution) bool // nil if only the number is wanted
	any   bool                // whether it does not matter which solutions are found, nor in which order
}

// run searches and remembers what it cost.
func (s *Solver) run(ctx context.Context, q question) (*big.Int, error) {
	start := time.Now()
	p, number, err := s.problem.compile()
	if err == nil {
		err = s.check(q)
	}
	if err != nil {
		return new(big.Int), err
	}
	if d := s.options.TimeLimit; d > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, d)
		defer cancel()
	}
	search := &engine.Search{Context: ctx}
	s.ask(search, q, number)
	var name, why string
	before := Token{listing: q.visit != nil}
	way := s.again
	if r := s.options.Resume; r != nil && !q.any {
		before = *r
		if search.Rest, err = s.problem.parts(before, p, number); err != nil {
			return new(big.Int), err
		}
		search.Nodes, search.Updates, search.Cleansings = before.nodes, before.updates, before.cleansings
		search.Profile = slices.Clone(before.profile)
	} else if way, err = choose(p, s.options, search); err != nil {
		return new(big.Int), err
	}
	var failed error
	tell := s.options.Progress
	if listen := progress.Listener(ctx); listen != nil && tell == nil {
		tell = func(p Progress) { listen(progress.Report{Done: min(p.Fraction, 0.9999), Text: p.line()}) }
		defer listen(progress.Report{Done: 1})
	}
	if tell != nil || s.options.Save != nil {
		search.Report = s.reporter(tell, start, &before, number, &failed)
	}
	name, why = way(p, search)
	if failed != nil {
		search.Err = failed
	}
	token := s.left(search, &before, name, number)
	total := search.Total()
	total.Add(total, &before.found)
	s.mu.Lock()
	s.token = token
	s.last = Stats{
		Engine:     name,
		Why:        why,
		Solutions:  total,
		Nodes:      search.Nodes,
		Updates:    search.Updates,
		Cleansings: search.Cleansings,
		Profile:    search.Profile,
		Time:       time.Since(start),
	}
	s.mu.Unlock()
	if s.options.Save != nil && !q.any && !token.Done() && failed == nil {
		if err := s.options.Save(token); err != nil {
			search.Err = err
		}
	}
	return new(big.Int).Set(total), search.Err
}

// check finds mistakes in the options.
func (s *Solver) check(q question) error {
	o := s.options
	switch r := o.Resume; {
	case q.limit < 0:
		return fmt.Errorf("dlx: the limit is %d, and should be a number of solutions, or 0 for all", q.limit)
	case o.Threads < 0:
		return fmt.Errorf("dlx: the number of threads is %d, and should be positive, or 0 for all processors", o.Threads)
	case o.TimeLimit < 0:
		return fmt.Errorf("dlx: the time limit is %v, and should be positive, or 0 for none", o.TimeLimit)
	case r == nil || q.any:
	case r.listing && q.visit == nil:
		return fmt.Errorf("dlx: the token is that of a listing, and cannot go on as a count")
	case !r.listing && q.visit != nil:
		return fmt.Errorf("dlx: the token is that of a count, and cannot go on as a listing")
	case r.listing && o.Engine != "" && o.Engine != "auto" && o.Engine != r.engine:
		return fmt.Errorf("dlx: the token is that of engine %s, and engine %s would find solutions in another order", r.engine, o.Engine)
	}
	return nil
}

// ask tells a search what is asked.
func (s *Solver) ask(search *engine.Search, q question, number []int32) {
	if q.visit == nil {
		search.Limit = uint64(q.limit)
		return
	}
	shown := 0
	search.Visit = func(options []int32) bool {
		found := Solution{s.problem, make([]int, len(options))}
		for i, k := range options {
			found.options[i] = int(number[k])
		}
		slices.Sort(found.options)
		shown++
		return q.visit(found) && shown != q.limit
	}
	if q.any {
		search.Limit = uint64(q.limit)
	}
}

// again is the way to go on with what a token has left.
func (s *Solver) again(p *engine.Problem, search *engine.Search) (name, why string) {
	r := s.options.Resume
	name = r.engine
	if e := s.options.Engine; e != "" && e != "auto" {
		name = e
	}
	why = "it goes on"
	if len(search.Rest) == 0 {
		return name, "there is nothing left to do"
	}
	threads := s.options.Threads
	if threads == 0 {
		threads = runtime.GOMAXPROCS(0)
	}
	search.Hire, search.Name = hire(name, p), name
	if search.Hire != nil {
		crew.Finish(search, threads)
		return name, why
	}
	o := s.options
	o.Engine = name
	way, err := choose(p, o, search)
	if len(search.Rest) > 1 || len(search.Rest[0].Path) > 0 {
		err = fmt.Errorf("dlx: engine %s cannot go on with sub-problems; links and bits can", name)
	}
	search.Rest = nil
	if err != nil {
		search.Err = err
		return name, why
	}
	return way(p, search)
}

// left is the token of a search that has ended.
func (s *Solver) left(search *engine.Search, before *Token, name string, number []int32) Token {
	var t Token
	if search.Err != nil && search.Hire == nil { // the engine cannot tell
		t = s.problem.token(&engine.Search{}, []engine.Part{engine.Root()}, name, before.listing, number)
	} else {
		t = s.problem.token(search, search.Rest, name, before.listing, number)
	}
	t.found.Add(&t.found, &before.found)
	return t
}

// Stats tells what the last search that ended has cost. It is zero before.
func (s *Solver) Stats() Stats {
	s.mu.Lock()
	defer s.mu.Unlock()
	st := s.last
	st.Profile = slices.Clone(st.Profile)
	return st
}

// Stats tells what a search has cost.
type Stats struct {
	Engine string // which engine was used
	Why    string // and why, in a few words

	Solutions *big.Int // found

	Nodes      int64         // of the search tree, root and solutions included; situations met (frontier)
	Updates    int64         // Knuth's measure of work (links); words looked at (bits); options tried (frontier)
	Cleansings int64         // colors found as they should be (links)
	Profile    []int64       // nodes on each level of the search tree (links, bits) or at each item (frontier)
	Time       time.Duration // from the call to the end
}

// String writes the statistics on one line.
func (s Stats) String() string {
	if s.Engine == "" {
		return "nothing was searched yet"
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%v solutions, %d nodes, %d updates", s.Solutions, s.Nodes, s.Updates)
	if s.Cleansings > 0 {
		fmt.Fprintf(&b, ", %d cleansings", s.Cleansings)
	}
	fmt.Fprintf(&b, ", %v, engine %s (%s)", s.Time.Round(time.Microsecond), s.Engine, s.Why)
	return b.String()
}
