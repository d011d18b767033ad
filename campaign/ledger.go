// SPDX-License-Identifier: BSD-3-Clause

// The ledger: one record for each part, written once.
//
// A record is either the result of a part or the list of the parts that it was split into. It
// has a key that is a digest of the search, its version and the part. Create writes it only if
// there is none, so that of several workers with the same part one wins, and the others
// compare. Two results for a part must be equal; otherwise an alarm is recorded, which remains
// until it is settled. A result and a split may both be true: the first one stands. So may two
// splits, of which either is a partition.
//
// The data of a result, such as its solutions, are written before its record, under keys that
// contain a digest of the data. So a record never belongs to the data of another worker.
//
// An audit walks from the whole through the records. What it visits is a tree whose
// leaves are results or missing, and since Check holds for every split, the leaves are a
// partition of the whole. The total is the sum of the results, if none is missing and
// there is no alarm.

package campaign

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strings"
	"time"
)

// A Record is an entry of the ledger.
type Record struct {
	Part    Part          `json:"part"`
	Count   string        `json:"count,omitempty"`   // the result in decimal digits; "" for a part that was split
	Split   []string      `json:"split,omitempty"`   // the last decision of each part
	Empty   bool          `json:"empty,omitempty"`   // whether it was split into no parts
	Sum     string        `json:"sum,omitempty"`     // the digest of the data of the result; "" if there are none
	Bytes   int           `json:"bytes,omitempty"`   // their number
	By      string        `json:"by,omitempty"`      // the worker
	Elapsed time.Duration `json:"elapsed,omitempty"` // the time it took; in JSON, nanoseconds
}

// parts returns the parts that a part was split into.
func (r *Record) parts() []Part {
	list := make([]Part, len(r.Split))
	for i, word := range r.Split {
		list[i] = r.Part.and(word)
	}
	return list
}

// splitRecord returns the record of a part that was split.
func splitRecord(part Part, parts []Part, by string) Record {
	r := Record{Part: part, By: by, Empty: len(parts) == 0}
	for _, p := range parts {
		r.Split = append(r.Split, strings.TrimPrefix(strings.TrimPrefix(string(p), string(part)), " "))
	}
	return r
}

// result returns the result of a part.
func (r *Record) result() (*big.Int, error) {
	n, ok := new(big.Int).SetString(r.Count, 10)
	if !ok || n.Sign() < 0 || n.String() != r.Count {
		return nil, fmt.Errorf("campaign: the record of part %q is damaged: expected a number of solutions, found %q", r.Part, r.Count)
	}
	return n, nil
}

// The second parts of keys in a store.
const (
	infoKind   = ".info"
	stopKind   = ".stop"
	textKind   = ".text."
	ledgerKind = ".ledger."
	dataKind   = ".data."
	foundKind  = ".found"
	alarmKind  = ".alarm."

	// What Settle writes: records that replace those of the ledger, and the settled alarms.
	rightKind   = ".right."
	settledKind = ".settled."
	workerKind  = ".worker."
)

// An Alarm is a contradiction between two results of a part.
type Alarm struct {
	Part   Part      `json:"part"`
	Ledger string    `json:"ledger"` // the result in the ledger
	Other  string    `json:"other"`  // the other one
	By     string    `json:"by"`     // who found the other one
	At     time.Time `json:"at"`
}

// String describes the alarm on one line.
func (a Alarm) String() string {
	return fmt.Sprintf("part %q: the ledger has %s, %s found %s", a.Part, a.Ledger, a.By, a.Other)
}

// ErrAlarm is the error of Result for a campaign with an alarm.
var ErrAlarm = errors.New("campaign: results contradict each other")

// ledger returns the beginning of the keys of the ledger. It contains a part of the digest of the
// search, so that what an interrupted New left behind does not mix with another search.
func (c *Campaign) ledger() string { return c.Name + ledgerKind + c.digest[:8] + "." }

// key returns the digest under which the ledger has the record of a part.
func (c *Campaign) key(part Part) string { return keyOf(c.digest, part) }

// enter writes a record. If the part has one already, enter returns it, after comparing
// the results.
func (c *Campaign) enter(ctx context.Context, r Record) (before *Record, err error) {
	key := c.key(r.Part)
	text, err := json.Marshal(r)
	if err != nil {
		return nil, err
	}
	for before == nil { // a store may say for a moment that there is none
		err := c.store.Create(ctx, c.ledger()+key, text)
		if !errors.Is(err, ErrExists) {
			return nil, err
		}
		if before, err = c.look(ctx, key); err != nil {
			return nil, err
		}
	}
	return before, c.compare(ctx, before, &r)
}

// compare raises an alarm if a record has another result, or belongs to another part.
func (c *Campaign) compare(ctx context.Context, before, r *Record) error {
	same := before.Count == r.Count && (before.Sum == r.Sum || !c.listed())
	if before.Part == r.Part && (same || before.Count == "" || r.Count == "") {
		return nil
	}
	a := Alarm{Part: r.Part, Ledger: before.outcome(), Other: r.outcome(), By: r.By, At: time.Now().UTC().Round(time.Second)}
	if before.Part != r.Part {
		a.Ledger = fmt.Sprintf("part %q", before.Part)
	}
	return c.alarm(ctx, c.key(r.Part), a)
}

// listed reports whether two results of a part must have the same data.
func (c *Campaign) listed() bool { return c.Search.Goal() == All }

// outcome returns the result as an alarm has it.
func (r *Record) outcome() string {
	if r.Sum == "" {
		return r.Count
	}
	return r.Count + " with digest " + r.Sum[:min(len(r.Sum), 8)]
}

// alarm records an alarm. Alarms with the same results are one.
func (c *Campaign) alarm(ctx context.Context, key string, a Alarm) error {
	text, err := json.Marshal(a)
	if err != nil {
		return err
	}
	err = c.store.Create(ctx, c.Name+alarmKind+a.id(key), text)
	if errors.Is(err, ErrExists) {
		return nil
	}
	return err
}

// id returns the end of the key of an alarm for the part with a key.
func (a Alarm) id(key string) string { return digest(key, a.Ledger, a.Other) }

// right returns the beginning of the keys of the records that replace those of the ledger.
func (c *Campaign) right() string { return c.Name + rightKind + c.digest[:8] + "." }

// look returns the record with a key, nil if there is none.
func (c *Campaign) look(ctx context.Context, key string) (*Record, error) {
	text, err := c.store.Get(ctx, c.ledger()+key)
	if errors.Is(err, ErrMissing) {
		return nil, nil
	}
	if err == nil {
		right, wrong := c.store.Get(ctx, c.right()+key)
		switch {
		case wrong == nil:
			text = right
		case !errors.Is(wrong, ErrMissing):
			err = wrong
		}
	}
	if err != nil {
		return nil, err
	}
	return parseRecord(text)
}

// parseRecord parses a record of the ledger.
func parseRecord(text []byte) (*Record, error) {
	r := new(Record)
	if err := json.Unmarshal(text, r); err != nil {
		return nil, fmt.Errorf("campaign: a record of the ledger is damaged: %w", err)
	}
	if kinds := chosen(r.Count != "", len(r.Split) > 0, r.Empty); kinds != 1 {
		return nil, fmt.Errorf("campaign: the record of part %q is damaged: expected a result or the parts that it was split into", r.Part)
	}
	return r, nil
}

// chosen returns how many of the values are true.
func chosen(values ...bool) (n int) {
	for _, v := range values {
		if v {
			n++
		}
	}
	return n
}

// A Tally is what an audit finds.
type Tally struct {
	Total      *big.Int      // the sum of the results so far
	NumResults int           // the number of parts with a result
	NumSplits  int           // the number of parts that were split
	Missing    []Part        // the parts that need a record and have none
	Elapsed    time.Duration // the time that all results took together
	Slowest    Record        // the result that took the longest
	Strays     []string      // keys of records that belong to no part
	Alarms     []Alarm

	leaves  []bool          // whether the parts that were not split have a result, in the order of the tree
	settled map[string]bool // the alarms that were settled before the records were read
}

// Done reports whether the total is that of the whole: nothing is missing, every record belongs to
// a part, and nothing is contradictory.
func (t *Tally) Done() bool { return len(t.Missing) == 0 && len(t.Strays) == 0 && len(t.Alarms) == 0 }

// Audit walks through the ledger. It reads every record once.
func (c *Campaign) Audit(ctx context.Context) (*Tally, error) { return c.audit(ctx, nil) }

// audit walks through the ledger and calls visit for each record, in the order of the tree. If
// visit returns false, it ends and returns nil.
func (c *Campaign) audit(ctx context.Context, visit func(*Record) bool) (*Tally, error) {
	t := &Tally{Total: new(big.Int)}
	// What is settled first, since Settle corrects a record before it settles the alarm, and the
	// alarms last: so there is an alarm, or the records are those that were corrected. A record
	// that is written meanwhile is missing, or belongs to a part that is missing.
	var err error
	if t.settled, err = c.settled(ctx); err != nil {
		return nil, err
	}
	records := newShelf()
	for _, prefix := range []string{c.ledger(), c.right()} { // the second ones replace the first
		err := c.store.Each(ctx, prefix, func(key string, text []byte) bool {
			records.put(strings.TrimPrefix(key, prefix), text)
			return true
		})
		if err != nil {
			return nil, err
		}
	}
	if t.Alarms, err = c.alarms(ctx, t.settled); err != nil {
		return nil, err
	}
	for stack := []Part{""}; len(stack) > 0; {
		part := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		text := records.take(c.key(part))
		if text == nil {
			t.Missing = append(t.Missing, part)
			t.leaves = append(t.leaves, false)
			continue
		}
		r, err := parseRecord(text)
		if err != nil {
			return nil, err
		}
		if r.Part != part {
			return nil, fmt.Errorf("campaign: the ledger is damaged: the record of part %q is that of part %q", part, r.Part)
		}
		if visit != nil && !visit(r) {
			return nil, nil
		}
		if r.Count == "" {
			t.NumSplits++
			parts := r.parts()
			slices.Reverse(parts)
			stack = append(stack, parts...)
			continue
		}
		n, err := r.result()
		if err != nil {
			return nil, err
		}
		t.Total.Add(t.Total, n)
		t.NumResults++
		t.leaves = append(t.leaves, true)
		t.Elapsed += r.Elapsed
		if r.Elapsed > t.Slowest.Elapsed {
			t.Slowest = *r
		}
	}
	if len(t.Missing) == 0 {
		t.Strays = c.strays(records)
	}
	if c.Search.Goal() == First && t.Total.Sign() > 0 {
		t.Total.SetInt64(1) // other parts need not be searched
		t.Missing = nil
	}
	return t, nil
}

// strays returns the keys of records that belong to no part.
func (c *Campaign) strays(records *shelf) (list []string) {
	for _, key := range records.keys() {
		// What has another key than its part was not written by a worker.
		if r, err := parseRecord(records.take(key)); err == nil && c.key(r.Part) == key {
			list = append(list, key)
		}
	}
	return list
}

// Each calls visit for every record of the ledger, in the order of the parts, until visit
// returns false.
func (c *Campaign) Each(ctx context.Context, visit func(Record) bool) error {
	_, err := c.audit(ctx, func(r *Record) bool { return visit(*r) })
	return err
}

// settled returns the ends of the keys of the alarms that are settled.
func (c *Campaign) settled(ctx context.Context) (map[string]bool, error) {
	found := map[string]bool{}
	err := c.store.Each(ctx, c.Name+settledKind, func(key string, _ []byte) bool {
		found[strings.TrimPrefix(key, c.Name+settledKind)] = true
		return true
	})
	return found, err
}

// alarms returns the alarms apart from those that are settled, by part.
func (c *Campaign) alarms(ctx context.Context, settled map[string]bool) ([]Alarm, error) {
	found := map[string]Alarm{}
	var damaged error
	err := c.store.Each(ctx, c.Name+alarmKind, func(key string, text []byte) bool {
		var a Alarm
		if damaged = json.Unmarshal(text, &a); damaged != nil {
			return false
		}
		if key = strings.TrimPrefix(key, c.Name+alarmKind); !settled[key] {
			found[key] = a
		}
		return true
	})
	switch {
	case err != nil:
		return nil, err
	case damaged != nil:
		return nil, fmt.Errorf("campaign: an alarm is damaged: %w", damaged)
	}
	list := slices.AppendSeq([]Alarm(nil), maps.Values(found))
	slices.SortFunc(list, func(a, b Alarm) int {
		return cmp.Or(strings.Compare(string(a.Part), string(b.Part)), strings.Compare(a.Other, b.Other))
	})
	return list, nil
}

// Result returns the total. It is an error if a part is missing or a record belongs to no part, and
// ErrAlarm if results contradict each other.
func (c *Campaign) Result(ctx context.Context) (*big.Int, error) {
	t, err := c.Audit(ctx)
	switch {
	case err != nil:
		return nil, err
	case len(t.Alarms) > 0:
		return nil, fmt.Errorf("%w: %v", ErrAlarm, t.Alarms[0])
	case len(t.Missing) > 0:
		return nil, fmt.Errorf("campaign: %d parts have no result yet, %d have", len(t.Missing), t.NumResults)
	case len(t.Strays) > 0:
		return nil, fmt.Errorf("campaign: the ledger has %d records that belong to no part", len(t.Strays))
	}
	return t.Total, nil
}
