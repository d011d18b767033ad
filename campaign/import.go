// SPDX-License-Identifier: BSD-3-Clause

// Import adds the results of shards to the ledger.
//
// While a shard is being worked on, others may work on the same parts, and either side may have
// split a part that the other side has counted. Then the ledger does not change, and the two
// numbers are compared if all parts of the split have results.

package campaign

import (
	"context"
	"fmt"
	"math/big"
	"time"
)

// An Imported has the numbers of records that Import has added, found and compared.
type Imported struct {
	New       int // were added to the ledger
	Known     int // were there already
	Compared  int // belong to parts that the ledger has split differently, or not at all
	NumAlarms int // of the campaign, after the import
}

// Import adds results to the ledger. It checks them first: they belong to this search and version,
// their parts are parts of the campaign, and a part that was split is the disjoint union of its
// parts. If that is not so, Import returns an error and changes nothing. A result that differs
// from the ledger becomes an alarm.
func (c *Campaign) Import(ctx context.Context, r *Results) (*Imported, error) {
	return c.Importer().Import(ctx, r)
}

// An Importer imports several files, and reads the ledger once for all of them. It must not be used
// by two goroutines at the same time.
type Importer struct {
	*Campaign
	ledger map[Part]*Record // nil before the first file
}

// Importer returns an Importer for the campaign.
func (c *Campaign) Importer() *Importer { return &Importer{Campaign: c} }

// read reads the ledger.
func (c *Importer) read(ctx context.Context) error {
	ledger := map[Part]*Record{}
	_, err := c.audit(ctx, func(l *Record) bool { ledger[l.Part] = l; return true })
	if err == nil {
		c.ledger = ledger
	}
	return err
}

// Import is [Campaign.Import].
func (c *Importer) Import(ctx context.Context, r *Results) (*Imported, error) {
	if r.Digest != c.digest {
		return nil, fmt.Errorf("campaign: the results belong to a search with digest %s (campaign %s), and campaign %s has digest %s", r.Digest, r.Campaign, c.Name, c.digest)
	}
	m := &merge{Campaign: c.Campaign, data: r.Data, file: map[Part]*Record{}}
	var again []*Record // of parts that have a record already, as after a file was written twice
	for i := range r.Records {
		f := &r.Records[i]
		if m.file[f.Part] == nil {
			m.file[f.Part] = f
		} else {
			again = append(again, f)
		}
		if f.Count != "" {
			n, err := f.result()
			if err != nil {
				return nil, err
			}
			if c.Search.Goal() != Count {
				var data []byte
				if f.Bytes > 0 {
					data = r.Data[f.Sum]
				}
				if err := c.Search.Confirm(f.Part, Result{n, data}); err != nil {
					return nil, err
				}
			}
		} else if err := c.Search.Check(f.Part, f.parts()); err != nil {
			return nil, err
		}
	}
	known := c.ledger != nil // others may have written to it since
	if !known {
		if err := c.read(ctx); err != nil {
			return nil, err
		}
	}
	part, all := m.reachAll(c.ledger, r.Records)
	if !all && known {
		if err := c.read(ctx); err != nil {
			return nil, err
		}
		part, all = m.reachAll(c.ledger, r.Records)
	}
	if !all {
		return nil, fmt.Errorf("campaign: the file has a result of %q, which is not a part of campaign %s", part, c.Name)
	}
	if err := m.merge(ctx, ""); err != nil {
		return nil, err
	}
	for _, f := range again {
		if err := m.compare(ctx, m.file[f.Part], f); err != nil {
			return nil, err
		}
	}
	settled, err := c.settled(ctx)
	if err != nil {
		return nil, err
	}
	alarms, err := c.alarms(ctx, settled)
	m.done.NumAlarms = len(alarms)
	return &m.done, err
}

// A merge is a call of Import.
type merge struct {
	*Campaign
	data         map[string][]byte
	file, ledger map[Part]*Record
	reached      map[Part]bool // the parts that the whole consists of, by either of the two
	done         Imported
}

// reachAll notes all parts, and reports whether those of the records are among them, and otherwise
// the first one that is not.
func (m *merge) reachAll(ledger map[Part]*Record, records []Record) (Part, bool) {
	m.ledger, m.reached = ledger, map[Part]bool{}
	m.reach("")
	for i := range records {
		if part := records[i].Part; !m.reached[part] {
			return part, false
		}
	}
	return "", true
}

// reach notes a part and all those below it.
func (m *merge) reach(part Part) {
	if m.reached[part] {
		return
	}
	m.reached[part] = true
	for _, r := range []*Record{m.file[part], m.ledger[part]} {
		if r != nil {
			for _, p := range r.parts() {
				m.reach(p)
			}
		}
	}
}

// merge adds the records of a part and of those below it, a part before those that it was split
// into: a part whose split is in the ledger cannot be counted as a whole any more.
func (m *merge) merge(ctx context.Context, part Part) error {
	f, l := m.file[part], m.ledger[part]
	if f != nil {
		if l == nil {
			if f.Bytes > 0 {
				if err := m.saveData(ctx, f, m.data[f.Sum]); err != nil {
					return err
				}
			}
			before, err := m.enter(ctx, *f) // which raises an alarm for a different result
			if err != nil {
				return err
			}
			if l = before; l == nil {
				l = f
				m.done.New++
				if ends(m.Search, *f) {
					if err := m.noteFound(ctx, part); err != nil {
						return err
					}
				}
			} else {
				m.done.Known++
			}
			m.ledger[part] = l
		} else if err := m.collate(ctx, part, f, l); err != nil {
			return err
		}
		if l.Count != "" && f.Count == "" { // what is below is in no total
			return nil
		}
	}
	if l == nil {
		return nil
	}
	for _, p := range l.parts() {
		if err := m.merge(ctx, p); err != nil {
			return err
		}
	}
	return nil
}

// collate compares two records of a part.
func (m *merge) collate(ctx context.Context, part Part, f, l *Record) error {
	if f.Count != "" && l.Count != "" {
		m.done.Known++
		return m.compare(ctx, l, f)
	}
	if f.Count == "" && l.Count == "" && sameParts(f, l) {
		m.done.Known++
		return nil
	}
	m.done.Compared++
	if m.Search.Goal() == First {
		return nil // either may have found another solution
	}
	mine, other := sum(m.ledger, part), sum(m.file, part)
	if mine == nil || other == nil || mine.Cmp(other) == 0 {
		return nil
	}
	a := Alarm{Part: part, Ledger: mine.String(), Other: other.String(), By: f.By, At: time.Now().UTC().Round(time.Second)}
	return m.alarm(ctx, m.key(part), a)
}

// sameParts reports whether two records split a part into the same parts.
func sameParts(a, b *Record) bool {
	in := map[string]bool{}
	for _, word := range a.Split {
		in[word] = true
	}
	for _, word := range b.Split {
		if !in[word] {
			return false
		}
	}
	return len(a.Split) == len(b.Split)
}

// sum returns the result of a part by some records, nil if one is missing.
func sum(records map[Part]*Record, part Part) *big.Int {
	r := records[part]
	if r == nil {
		return nil
	}
	if r.Count != "" {
		n, err := r.result()
		if err != nil {
			return nil
		}
		return n
	}
	total := new(big.Int)
	for _, p := range r.parts() {
		n := sum(records, p)
		if n == nil {
			return nil
		}
		total.Add(total, n)
	}
	return total
}
