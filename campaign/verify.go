// SPDX-License-Identifier: BSD-3-Clause

package campaign

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
)

// A Verification controls what Verify checks.
type Verification struct {
	// Sample is the number of results that are computed again, by another method; -1 means
	// all.
	Sample int

	// Seed selects the sample. The same seed selects the same one.
	Seed uint64

	// By names the verifier in alarms.
	By string
}

// A Verified is the result of Verify.
type Verified struct {
	*Tally
	NumPartitions int // the number of splits that were checked, which are all
	NumRecounted  int // the number of results that were computed again
}

// Verify checks a campaign without relying on how it came about: every part that was
// split is the disjoint union of its parts, by the definition of a solution, every result is
// in the total once, and a random sample of the results is right. Results that are wrong
// become alarms. An error says that the ledger is wrong or cannot be read. A part that is
// missing is not an error.
//
// A result of a cover problem is computed again by another engine of package dlx, and one of
// polyforms by a search in this package. A mistake in what both methods share, such as the parser
// of problems, is not found.
func (c *Campaign) Verify(ctx context.Context, v Verification) (*Verified, error) {
	if v.Sample < -1 {
		return nil, fmt.Errorf("campaign: expected a number of results to compute again, or -1 for all, got %d", v.Sample)
	}
	if v.By == "" {
		v.By = "verify"
	}
	found := &Verified{}
	var sample []*Record
	random := rand.New(rand.NewPCG(v.Seed, 0))
	results := 0
	var err, wrong error
	found.Tally, err = c.audit(ctx, func(r *Record) bool {
		if wrong = ctx.Err(); wrong != nil {
			return false
		}
		if r.Count == "" {
			found.NumPartitions++
			wrong = c.Search.Check(r.Part, r.parts())
			return wrong == nil
		}
		// Reservoir sampling: each of the results so far is in the sample with the same
		// probability.
		if results++; v.Sample < 0 || len(sample) < v.Sample {
			sample = append(sample, r)
		} else if at := random.IntN(results); at < v.Sample {
			sample[at] = r
		}
		return true
	})
	if err = cmp.Or(err, wrong); err != nil {
		return nil, err
	}
	for _, r := range sample {
		if err := c.recompute(ctx, r, v.By); err != nil {
			return nil, err
		}
		found.NumRecounted++
	}
	found.Alarms, err = c.alarms(ctx, found.settled)
	return found, err
}

// recompute solves a part again by another method, and raises an alarm if the result differs from
// that in the ledger.
func (c *Campaign) recompute(ctx context.Context, r *Record, by string) error {
	again, err := c.Search.SolveAgain(ctx, r.Part)
	if err != nil {
		return fmt.Errorf("part %q: %w", r.Part, err)
	}
	other := Record{Part: r.Part, Count: again.Count.String(), By: by, Bytes: len(again.Data)}
	if len(again.Data) > 0 {
		other.Sum = digest(string(again.Data))
	}
	if err := c.compare(ctx, r, &other); err != nil || r.Sum == "" {
		return err
	}
	data, err := c.loadData(ctx, r)
	if err != nil {
		return err
	}
	n, err := r.result()
	if err != nil {
		return err
	}
	return c.Search.Confirm(r.Part, Result{n, data})
}

// A Settlement is the result of Settle for an alarm.
type Settlement struct {
	Alarm
	Right   string // the result
	Changed bool   // whether the ledger had another one
}

// String describes the settlement on one line.
func (s Settlement) String() string {
	if s.Changed {
		return fmt.Sprintf("part %q: %s is right; the ledger had %s and was corrected", s.Part, s.Right, s.Ledger)
	}
	return fmt.Sprintf("part %q: %s is right, as in the ledger", s.Part, s.Right)
}

// Settle computes the results that contradict each other again, by both methods, Solve and
// SolveAgain of the search. If the methods agree, their result is right: it replaces that of the
// ledger if that is another one, and the alarm is settled. Otherwise the alarm remains, and an
// error says so: then there is a mistake in a method, not only in the ledger. Settle continues with
// the other alarms.
func (c *Campaign) Settle(ctx context.Context, by string) ([]Settlement, error) {
	settled, err := c.settled(ctx)
	if err != nil {
		return nil, err
	}
	alarms, err := c.alarms(ctx, settled)
	if err != nil {
		return nil, err
	}
	var list []Settlement
	var failed []error
	for _, a := range alarms {
		s, err := c.settle(ctx, a, by)
		if ctx.Err() != nil {
			return list, ctx.Err()
		}
		if err != nil {
			failed = append(failed, err)
			continue
		}
		list = append(list, s)
	}
	return list, errors.Join(failed...)
}

// settle settles an alarm. If the ledger has split the part, all results below it are computed
// again.
func (c *Campaign) settle(ctx context.Context, a Alarm, by string) (Settlement, error) {
	s := Settlement{Alarm: a}
	total := new(big.Int)
	for stack := []Part{a.Part}; len(stack) > 0; {
		part := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		before, err := c.look(ctx, c.key(part))
		switch {
		case err != nil:
			return s, err
		case before == nil || before.Part != part:
			return s, fmt.Errorf("campaign: part %q: the alarm cannot be settled, since the ledger has no result of part %q", a.Part, part)
		case before.Count == "":
			stack = append(stack, before.parts()...)
			continue
		}
		right, err := c.correct(ctx, before, by)
		if err != nil {
			return s, err
		}
		n, err := right.result()
		if err != nil {
			return s, err
		}
		total.Add(total, n)
		s.Changed = s.Changed || right != before
		if part == a.Part {
			s.Right = right.outcome()
		}
	}
	if s.Right == "" {
		s.Right = total.String()
	}
	return s, c.store.Put(ctx, c.Name+settledKind+a.id(c.key(a.Part)), []byte(by))
}

// correct computes a result again by both methods. If it is another one than that of the ledger, it
// replaces that. Correct returns the record that is right.
func (c *Campaign) correct(ctx context.Context, before *Record, by string) (*Record, error) {
	first, err := c.Search.Solve(ctx, before.Part)
	if err != nil {
		return nil, err
	}
	second, err := c.Search.SolveAgain(ctx, before.Part)
	if err != nil {
		return nil, err
	}
	if first.Count.Cmp(second.Count) != 0 || c.listed() && string(first.Data) != string(second.Data) {
		return nil, fmt.Errorf("campaign: part %q: the alarm cannot be settled, since two methods find %v and %v", before.Part, first.Count, second.Count)
	}
	r := recordOf(before.Part, first)
	if err := c.saveData(ctx, &r, first.Data); err != nil {
		return nil, err
	}
	if r.Count == before.Count && r.Sum == before.Sum {
		return before, nil
	}
	r.By = by
	text, err := json.Marshal(r)
	if err != nil {
		return nil, err
	}
	return &r, c.store.Put(ctx, c.right()+c.key(r.Part), text)
}
