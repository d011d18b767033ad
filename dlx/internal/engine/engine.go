// SPDX-License-Identifier: BSD-3-Clause

// Package engine defines the input and the output of the cover engines.
//
// It is the interface between package dlx, which knows names, texts and errors, and
// the engines (links, bits, ...), which know only numbers. It contains no algorithm.
// An engine is a function
//
//	func Solve(p *engine.Problem, s *engine.Search)
//
// that finds every solution of p, passes each to s.Found until that returns false,
// calls s.Tick at intervals and stops if that returns false, and stores its counters
// in s.
//
// Items, options and colors are int32: a search lives on memory bandwidth,
// and half the bytes are nearly twice the speed.
package engine

import (
	"context"
	"errors"
	"math/big"
	"time"

	"polka/internal/yield"
)

// An Entry is one item of an option.
type Entry struct {
	Item  int32 // 0 <= Item < Problem.Items
	Color int32 // 0 for no color; always 0 for primary items
}

// A Problem is an exact cover problem in numbers. Engines only read it, so
// that many of them may work on one.
type Problem struct {
	// Items 0, 1, ..., Primary-1 are primary and must be covered; items
	// Primary, ..., Items-1 are secondary and may be.
	Primary, Items int

	// Option k consists of Entries[First[k]:First[k+1]], in the order in
	// which it was written; len(First) is the number of options plus one.
	// Every option has at least one primary item, and no item twice.
	First   []int32
	Entries []Entry

	// Low[i] <= s <= High[i] must hold for the number s of chosen options
	// with primary item i, where 0 <= Low[i] and 1 <= High[i]. Both are nil
	// if every primary item is to be covered exactly once.
	Low, High []int32
}

// Options returns the number of options.
func (p *Problem) Options() int { return len(p.First) - 1 }

// Option returns the entries of option k, not to be changed.
func (p *Problem) Option(k int32) []Entry { return p.Entries[p.First[k]:p.First[k+1]] }

// Bounds returns the least and the greatest number of chosen options with primary item i.
func (p *Problem) Bounds(i int32) (low, high int32) {
	if p.High == nil {
		return 1, 1
	}
	return p.Low[i], p.High[i]
}

// Compatible reports whether options j and k may both be chosen: they share
// no primary item that is covered once, and every secondary item they share
// has the same color, not none, in both. In a problem without multiplicities
// a set of options is a solution if and only if every two of them are
// compatible and together they cover every primary item; that is what lets
// package bits work with pairs.
func (p *Problem) Compatible(j, k int32) bool {
	for _, a := range p.Option(j) {
		for _, b := range p.Option(k) {
			if a.Item != b.Item {
				continue
			}
			if int(a.Item) < p.Primary {
				if p.High == nil || p.High[a.Item] == 1 {
					return false
				}
			} else if a.Color == 0 || a.Color != b.Color {
				return false
			}
		}
	}
	return true
}

// A Search is one run of an engine: the question, the control that can end it early,
// the result, and what is left if it ended early. The zero value asks for the number of
// all solutions.
type Search struct {
	Question
	Control
	Result
	Remainder
}

// A Question is what an engine is asked for.
type Question struct {
	// Visit is called with the options of every solution, in the order in
	// which they were chosen; it must not keep the slice. It ends the
	// search by returning false. Nil means a count.
	Visit func(options []int32) bool

	// Limit is the number of solutions after which the search ends; 0 means no limit.
	Limit uint64

	// Memory is the approximate memory limit in bytes; 0 means Memory.
	Memory int

	// Earlier is the number of solutions that were counted outside of Rest before the search was
	// resumed. Who counts the whole problem again subtracts it; nil means 0.
	Earlier *big.Int
}

// A Control can end a search early, and receives its progress. Search.Tick checks it
// after every Patience units of work, or Pace if that is not 0. Whatever ends the search, Tick
// sets Err and returns false, and an engine looks at nothing else. Context and Check are the
// caller's. Cut, Look and Quota are for the packages that put searches together, and say what
// remains possible: after a Cut the rest can be described, Look also observes where nothing can
// be cut, and a Quota ends a trial, which is not resumed.
type Control struct {
	// Context ends the search when it is done; nil means never.
	Context context.Context

	// Check, if not nil, ends the search with the error that it returns.
	Check func() error

	// Cut, if not nil, ends the work on a part with ErrQuota by returning true.
	// It is not called on the way to a part, nor by an engine that cannot
	// describe what is left of it.
	Cut func() bool

	// Look, if not nil, is called while a part is worked on. It ends the search
	// with ErrEnough by returning false. Watch sets it.
	Look func() bool

	// Quota ends the search soon after this number of nodes, with Err =
	// ErrQuota; 0 means never. It is for trial searches.
	Quota int64

	// Pace is the number of units of work between two checks, at most Patience; 0 means Patience.
	// It is for short turns.
	Pace int64

	// Report is called about ten times a second, by the goroutine that has
	// started the search, with the results so far; open lists what is left. It
	// ends the search by returning false. It may be nil. Package pool calls it.
	Report func(sofar *Search, open func() []Part) bool

	way  int64 // units of work on the way to a part before the next check by Halted
	work int64 // units of work left before the next check by Tick
}

// Within returns the control of a search that is part of another one: everything ends it that ends
// c, except the quota. It has no reports.
func (c *Control) Within() Control {
	return Control{Context: c.Context, Check: c.Check, Cut: c.Cut, Look: c.Look}
}

// ended returns the reason why the search must stop, or nil. It compares the
// deadline with the clock itself, because with a single thread, as in
// WebAssembly, the timer of the context cannot fire during the search.
func (c *Control) ended() error {
	yield.Check()
	if c.Context != nil {
		if c.Context.Err() != nil {
			return context.Cause(c.Context)
		}
		if t, ok := c.Context.Deadline(); ok && !time.Now().Before(t) {
			return context.DeadlineExceeded
		}
	}
	if c.Check != nil {
		return c.Check()
	}
	return nil
}

// A Result is the result of a search.
type Result struct {
	// Count is the number of solutions found one by one. An engine that can
	// count many at once adds them to Bulk; the number found is the sum.
	Count uint64
	Bulk  big.Int

	// Nodes counts the nodes of the search tree, solutions included, and
	// Profile[l] those on level l. Updates and Cleansings are Knuth's; an
	// engine without lists counts in Updates its own unit of work, which
	// its package comment names.
	Nodes, Updates, Cleansings int64
	Profile                    []int64

	// Progress is the fraction of the search tree that was visited when the
	// search ended, if each choice among d options stands for 1/d of what is
	// below it. It is 0 if the engine does not report it.
	Progress float64

	// Err is the reason why the search ended early: the error of the context, or
	// of Check. It is nil if the tree was exhausted, the limit was reached, or Visit
	// returned false.
	Err error
}

// A Remainder is what is left of a search that ended early, and how it is resumed. An engine that
// can describe it sets it when the search ends. What resumes a search, such as package pool, begins
// with it, and leaves what is left then.
type Remainder struct {
	Rest      []Part                 // in the order in which they would have been searched
	NewWorker func(bytes int) Worker // makes a worker for them, within a limit of memory
	Name      string                 // of the engine that the worker belongs to
}

// ErrEnough is the error of a search that Look ended.
var ErrEnough = errors.New("enough")

// ErrQuota is the error of a search that has used up its quota of nodes.
var ErrQuota = errors.New("the quota of nodes is used up")

// Memory is the default memory limit of a search in bytes.
const Memory = 512 << 20

// Counts reports whether the search counts all solutions, and visits none.
func (s *Search) Counts() bool { return s.Visit == nil && s.Limit == 0 }

// Room returns the number of bytes that an engine may keep, half of the limit
// of the search: the other half is for everything that is not counted, and for
// the garbage collector.
func (s *Search) Room() int {
	if s.Memory > 0 {
		return s.Memory / 2
	}
	return Memory / 2
}

// Patience is the number of units of work between two checks of the control. A
// unit takes some nanoseconds, so that a search stops within a millisecond.
const Patience = 1 << 16

// perShown is the number of units of work for passing one option of a solution to Visit.
const perShown = 16

// Tick adds units of work, of a few nanoseconds each, and reports whether the
// search should continue. The first call checks the control.
func (s *Search) Tick(units int64) bool {
	s.work -= units
	return s.work > 0 || s.ask()
}

// Work is Tick for computations that end with an error. It returns s.Err.
func (s *Search) Work(units int64) error {
	s.Tick(units)
	return s.Err
}

// pace returns the number of units of work between two checks.
func (s *Search) pace() int64 {
	if s.Pace > 0 {
		return s.Pace
	}
	return Patience
}

// ask checks the control.
func (s *Search) ask() bool {
	switch {
	case s.Err != nil:
	case s.Quota > 0 && s.Nodes >= s.Quota:
		s.Err = ErrQuota
	default:
		s.Err = s.ended()
	}
	if s.Err == nil && s.Look != nil && !s.Look() {
		s.Err = ErrEnough
	}
	if s.Err == nil && s.Cut != nil && s.Cut() {
		s.Err = ErrQuota
	}
	if s.Err != nil {
		return false
	}
	s.work = s.pace()
	return true
}

// Often is the time between two reports.
const Often = 100 * time.Millisecond

// Halted adds units of work on the way to a part, which are not work on the
// part itself, and reports whether the search must stop.
func (s *Search) Halted(units int64) bool {
	if s.way += units; s.way < Patience {
		return false
	}
	s.way = 0
	if err := s.ended(); err != nil {
		s.Err = err
	}
	return s.Err != nil
}

// Watch makes s.Tick call s.Report at intervals, for an engine that does not
// leave that to package pool. progress returns the fraction that is done, and
// open what is left; both are called between two units of work.
func (s *Search) Watch(progress func() float64, open func() []Part) {
	if s.Report == nil {
		return
	}
	reported := time.Now()
	s.Look = func() bool {
		if time.Since(reported) < Often {
			return true
		}
		reported = time.Now()
		s.Progress = progress()
		return s.Report(s, open)
	}
}

// Node counts a node on the given level.
func (s *Search) Node(level int) {
	if level >= len(s.Profile) {
		s.grow(level)
	}
	s.Nodes++
	s.Profile[level]++
}

// AddNodes counts n nodes on the given level.
func (s *Search) AddNodes(level int, n int64) {
	s.grow(level)
	s.Nodes += n
	s.Profile[level] += n
}

// grow makes the profile long enough for a level.
func (s *Search) grow(level int) {
	for level >= len(s.Profile) {
		s.Profile = append(s.Profile, 0)
	}
}

// Add adds the counters of part of the search to those of s.
func (s *Search) Add(part *Search) {
	s.Count += part.Count
	s.Bulk.Add(&s.Bulk, &part.Bulk)
	s.Updates += part.Updates
	s.Cleansings += part.Cleansings
	for level, n := range part.Profile {
		s.AddNodes(level, n)
	}
	if s.Err == nil {
		s.Err = part.Err
	}
}

// Total returns the number of solutions found so far.
func (s *Search) Total() *big.Int {
	n := new(big.Int).SetUint64(s.Count)
	return n.Add(n, &s.Bulk)
}

// Found counts a solution, passes it to Visit, and reports whether the search
// should continue.
func (s *Search) Found(options []int32) bool {
	s.Count++
	if s.Visit != nil {
		s.work -= perShown * int64(len(options))
		if !s.Visit(options) {
			return false
		}
	}
	return s.Count != s.Limit
}
