// SPDX-License-Identifier: BSD-3-Clause

// Shards: parts for machines that cannot reach the store.
//
// A batch system starts programs on machines that may have no network between them. For it, the
// parts without a record are dealt out to files, the shards. A worker reads a shard and appends
// records to a file of results; if it is killed and started again, it resumes where the file
// ends. Import adds such files to the ledger. All rules of the ledger apply: a part is counted
// once, however many files have it and however often one is imported, and a different result is an
// alarm.

package campaign

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"sync"
	"time"
)

// A Shard is a share of the missing parts of a campaign. It contains all that is needed to work on
// them.
type Shard struct {
	Campaign string // its name
	Search   Search
	Number   int           // from 0
	Of       int           // the number of shards
	Budget   time.Duration // as in the plan of the campaign
	Parts    []Part
}

// MaxShards is the greatest number of shards.
const MaxShards = 100_000

// Shards deals the parts without a record out to n shards. Neighbors in the plan, which have
// similar sizes, go to different shards. It is an error if no part is missing, or n is not from 1
// to MaxShards.
func (c *Campaign) Shards(ctx context.Context, n int) ([]*Shard, error) {
	if n < 1 || n > MaxShards {
		return nil, fmt.Errorf("campaign: expected a number of shards from 1 to %d, got %d", MaxShards, n)
	}
	t, err := c.Audit(ctx)
	if err != nil {
		return nil, err
	}
	if len(t.Missing) == 0 {
		return nil, fmt.Errorf("campaign: every part of %s has a result", c.Name)
	}
	shards := make([]*Shard, n)
	for i := range shards {
		shards[i] = &Shard{Campaign: c.Name, Search: c.Search, Number: i, Of: n, Budget: c.Info.Plan.Budget}
	}
	for i, part := range t.Missing {
		s := shards[i%n]
		s.Parts = append(s.Parts, part)
	}
	return shards, nil
}

// Work works on the parts of a shard that have no record in earlier, which may be nil, and
// appends records to out, one in each call of its Write. A part that takes longer than the budget
// is split, so that little is lost when the worker is killed.
func (s *Shard) Work(ctx context.Context, earlier *Results, out io.Writer, w Worker) error {
	if err := w.fill(s.Search); err != nil {
		return err
	}
	t := &shardTask{Worker: w, shard: s, digest: digestOf(s.Search), out: out}
	t.changed.L = &t.mutex
	known := map[Part]*Record{}
	if earlier != nil {
		if earlier.Digest != t.digest || earlier.Number != s.Number || earlier.Of != s.Of {
			return fmt.Errorf("campaign: the results are those of shard %d of %d of campaign %s with digest %s, and not of this shard", earlier.Number, earlier.Of, earlier.Campaign, earlier.Digest)
		}
		for i, r := range earlier.Records {
			if known[r.Part] == nil {
				known[r.Part] = &earlier.Records[i]
			}
		}
	} else if err := t.write("", s.head(resultsFormat)); err != nil {
		return err
	}
	// A stack with the first part on top.
	var add func(part Part)
	add = func(part Part) {
		r := known[part]
		if r == nil {
			t.open = append(t.open, part)
			return
		}
		parts := r.parts()
		for i := range parts {
			add(parts[len(parts)-1-i])
		}
	}
	for i := range s.Parts {
		add(s.Parts[len(s.Parts)-1-i])
	}
	if earlier != nil && slices.ContainsFunc(earlier.Records, func(r Record) bool { return ends(s.Search, r) }) {
		return nil
	}
	stop := context.AfterFunc(ctx, func() { t.fail(context.Cause(ctx)) })
	defer stop()
	var group sync.WaitGroup
	for range w.Threads {
		group.Go(func() { t.loop(ctx) })
	}
	group.Wait()
	t.mutex.Lock()
	defer t.mutex.Unlock()
	return t.err
}

// A shardTask is a call of Shard.Work.
type shardTask struct {
	Worker
	shard  *Shard
	digest string // of the search
	out    io.Writer

	mutex   sync.Mutex
	changed sync.Cond
	open    []Part // a stack
	busy    int    // the number of parts that are worked on
	found   bool   // a first solution, so nothing remains to be done
	err     error  // the first one
}

// fail notes an error, which ends all threads.
func (t *shardTask) fail(err error) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	if t.err == nil {
		t.err = err
	}
	t.changed.Broadcast()
}

// loop is a thread.
func (t *shardTask) loop(ctx context.Context) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	for {
		for len(t.open) == 0 && t.busy > 0 && t.err == nil {
			t.changed.Wait()
		}
		if len(t.open) == 0 || t.err != nil {
			return
		}
		part := t.open[len(t.open)-1]
		t.open = t.open[:len(t.open)-1]
		t.busy++
		t.mutex.Unlock()
		r, data, err := t.result(ctx, t.shard.Search, t.shard.Budget, part)
		t.mutex.Lock()
		t.busy--
		if err == nil && t.err == nil {
			err = t.add(r, data)
		}
		if err != nil && t.err == nil {
			t.err = err
		}
		t.changed.Broadcast()
	}
}

// add appends a record; the caller holds the mutex.
func (t *shardTask) add(r Record, data []byte) error {
	text, err := json.Marshal(r)
	if err != nil {
		return err
	}
	if err := t.write(t.digest, recordLine{text, data}); err != nil {
		return err
	}
	parts := r.parts()
	for i := range parts {
		t.open = append(t.open, parts[len(parts)-1-i])
	}
	if t.found = t.found || ends(t.shard.Search, r); t.found {
		t.open = nil
	}
	if t.Progress != nil {
		t.Progress(r)
	}
	return nil
}

// write writes a line.
func (t *shardTask) write(context string, v any) error {
	line, err := sealed(context, v)
	if err != nil {
		return err
	}
	_, err = t.out.Write(line)
	return err
}
