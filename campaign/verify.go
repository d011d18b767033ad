package campaign

import (
	"context"
	"fmt"
	"math/rand/v2"
)

// A Verification says what Verify checks.
type Verification struct {
	// Sample is the number of results that are computed again, by another method; -1 means
	// all.
	Sample int

	// Seed selects the sample. The same seed selects the same one.
	Seed uint64

	// By names the verifier in alarms.
	By string
}

// A Verified is what Verify has found out.
type Verified struct {
	*Tally
	Partitions int // the number of splits that were checked, which are all
	Recounted  int // the number of results that were computed again
}

// Verify checks a campaign without relying on how it came about: every part that was
// split is the disjoint union of its parts, by the definition of a solution, every result is
// in the total once, and a random sample of the results is right. Results that are wrong
// become alarms. An error says that the ledger is wrong or cannot be read. A part that is
// missing is not an error.
func (c *Campaign) Verify(ctx context.Context, v Verification) (*Verified, error) {
	if v.By == "" {
		v.By = "verify"
	}
	found := &Verified{}
	var sample []*Record
	random := rand.New(rand.NewPCG(v.Seed, 0))
	results := 0
	var err error
	found.Tally, err = c.audit(ctx, func(r *Record) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		if r.Count == "" {
			found.Partitions++
			return c.Search.Check(r.Part, r.parts())
		}
		// Reservoir sampling: each of the results so far is in the sample with the same
		// probability.
		if results++; v.Sample < 0 || len(sample) < v.Sample {
			sample = append(sample, r)
		} else if at := random.IntN(results); at < v.Sample {
			sample[at] = r
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	for _, r := range sample {
		n, err := c.Search.Recount(ctx, r.Part)
		if err != nil {
			return nil, fmt.Errorf("part %q: %w", r.Part, err)
		}
		if err := c.compare(ctx, c.key(r.Part), r, r.Part, n.String(), v.By); err != nil {
			return nil, err
		}
		found.Recounted++
	}
	found.Alarms, err = c.alarms(ctx)
	return found, err
}
