// SPDX-License-Identifier: BSD-3-Clause

package campaign

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"time"
)

// A Status is the status of a campaign at one moment.
type Status struct {
	*Tally
	Name    string
	Stopped bool
	Workers []WorkerStatus // those that work, by name
	Rate    float64        // results a second, by what the workers report; 0 if unknown
	Left    time.Duration  // at this rate; 0 if unknown
	Trouble string         // why results cannot be stored at the moment; "" if they can

	digest string
}

// A WorkerStatus is what a worker reports about itself.
type WorkerStatus struct {
	Name     string    `json:"name"`
	Threads  int       `json:"threads"`
	NumParts int       `json:"parts"`   // records that it has written
	Seconds  float64   `json:"seconds"` // of computation in these
	Rate     float64   `json:"rate"`    // records a second, in about the last minute
	Began    time.Time `json:"began"`
	At       time.Time `json:"at"` // when it reported, by its own clock
	Ended    bool      `json:"ended,omitempty"`
}

const (
	// reportEvery is the time between two reports of a worker.
	reportEvery = 2 * time.Second

	// silence is the time after which a worker without reports counts as gone. The clocks of
	// machines may differ a little.
	silence = time.Minute

	// rateTime is the time over which a rate is averaged.
	rateTime = time.Minute
)

// Status returns the status of a campaign. It reads the whole ledger.
func (c *Campaign) Status(ctx context.Context) (*Status, error) {
	t, err := c.Audit(ctx)
	if err != nil {
		return nil, err
	}
	s := &Status{Tally: t, Name: c.Name, digest: c.digest}
	if store, ok := c.store.(interface {
		Trouble(ctx context.Context) string
	}); ok {
		s.Trouble = store.Trouble(ctx)
	}
	if s.Stopped, err = c.Stopped(ctx); err != nil {
		return nil, err
	}
	now := time.Now()
	var damaged error
	err = c.store.Each(ctx, c.Name+workerKind, func(_ string, text []byte) bool {
		var w WorkerStatus
		if damaged = json.Unmarshal(text, &w); damaged != nil {
			return false
		}
		if !w.Ended && now.Sub(w.At) < silence {
			s.Workers = append(s.Workers, w)
			s.Rate += w.Rate
		}
		return true
	})
	switch {
	case err != nil:
		return nil, err
	case damaged != nil:
		return nil, fmt.Errorf("campaign: the report of a worker is damaged: %w", damaged)
	}
	slices.SortFunc(s.Workers, func(a, b WorkerStatus) int { return cmp.Compare(a.Name, b.Name) })
	if s.Rate > 0 {
		s.Left = time.Duration(min(float64(len(t.Missing))/s.Rate*float64(time.Second), math.MaxInt64/2))
	}
	return s, nil
}

// State returns a word for the status: done, alarm, stopped, working, or waiting if there are no
// workers.
func (s *Status) State() string {
	switch {
	case len(s.Alarms) > 0:
		return "alarm"
	case s.Done():
		return "done"
	case s.Stopped:
		return "stopped"
	case len(s.Workers) > 0:
		return "working"
	}
	return "waiting"
}

// NumParts returns the number of parts that were not split.
func (s *Status) NumParts() int { return s.NumResults + len(s.Missing) }

// Map returns a picture of what is done: a digit for each of n groups of neighboring parts, 0 if
// none of them has a result, and 9 if all have. If there are fewer parts, each is a group.
// It panics if n is negative.
func (s *Status) Map(n int) string {
	n = min(n, len(s.leaves))
	digits := make([]byte, n)
	for i := range digits {
		group, done := s.leaves[i*len(s.leaves)/n:(i+1)*len(s.leaves)/n], 0
		for _, d := range group {
			if d {
				done++
			}
		}
		digits[i] = '0' + byte(9*done/len(group))
	}
	return string(digits)
}

// A StatusLine is a status as JSON, for other programs.
type StatusLine struct {
	Name       string         `json:"name"`
	Digest     string         `json:"digest"` // of the search
	State      string         `json:"state"`
	Done       bool           `json:"done"`
	NumResults int            `json:"results"`
	NumMissing int            `json:"missing"`
	NumSplits  int            `json:"splits"`
	Total      string         `json:"total"` // so far
	Seconds    float64        `json:"seconds"`
	Rate       float64        `json:"rate"` // results a second; 0 if unknown
	Left       float64        `json:"left"` // seconds at this rate; 0 if unknown
	Workers    []WorkerStatus `json:"workers"`
	Slowest    *SlowestPart   `json:"slowest,omitempty"`
	Alarms     []string       `json:"alarms"`
	Trouble    string         `json:"trouble,omitempty"` // why results cannot be stored at the moment
	Map        string         `json:"map"`               // of up to 1000 groups; see [Status.Map]
}

// A SlowestPart is the part that took the longest.
type SlowestPart struct {
	Part    Part    `json:"part"`
	Seconds float64 `json:"seconds"`
	By      string  `json:"by"`
}

// mapLength is the length of the map of a StatusLine.
const mapLength = 1000

// Line returns the status as a StatusLine.
func (s *Status) Line() StatusLine {
	l := StatusLine{
		Name: s.Name, Digest: s.digest, State: s.State(), Done: s.Done(), NumResults: s.NumResults, NumMissing: len(s.Missing), NumSplits: s.NumSplits,
		Total: s.Total.String(), Seconds: s.Elapsed.Seconds(), Rate: s.Rate, Left: s.Left.Seconds(),
		Workers: append([]WorkerStatus{}, s.Workers...), Alarms: []string{}, Trouble: s.Trouble, Map: s.Map(mapLength),
	}
	if s.Slowest.Elapsed > 0 {
		l.Slowest = &SlowestPart{s.Slowest.Part, s.Slowest.Elapsed.Seconds(), s.Slowest.By}
	}
	for _, a := range s.Alarms {
		l.Alarms = append(l.Alarms, a.String())
	}
	return l
}

// Digest returns the digest of a search. It depends on the version too.
func Digest(s Search) string { return digestOf(s) }

// report writes reports of the worker into the store, until the function that it returns is
// called. A report that fails is not repeated: the next one follows.
func (j *job) report(ctx context.Context) (end func()) {
	began := time.Now().UTC()
	j.mutex.Lock()
	j.seen = WorkerStatus{Name: j.Worker.Name, Threads: j.Threads, Began: began, At: began}
	j.mutex.Unlock()
	put := func(ctx context.Context, ended bool) {
		j.mutex.Lock()
		s := &j.seen
		s.Ended = ended
		s.advance(time.Now().UTC(), j.before)
		j.before = s.NumParts
		text, err := json.Marshal(s)
		j.mutex.Unlock()
		if err == nil {
			_ = j.store.Put(ctx, j.Campaign.Name+workerKind+keyName(j.Worker.Name), text) // only for the status
		}
	}
	reporting, stop := context.WithCancel(ctx)
	finished := make(chan struct{})
	go func() {
		defer close(finished)
		put(reporting, false)
		ticker := time.NewTicker(reportEvery)
		defer ticker.Stop()
		for {
			select {
			case <-reporting.Done():
				return
			case <-ticker.C:
				put(reporting, false)
			}
		}
	}()
	return func() {
		stop()
		<-finished
		last, cancel := context.WithTimeout(context.WithoutCancel(ctx), reportEvery)
		defer cancel()
		put(last, true)
	}
}

// advance computes the rate of a worker anew: a mean in which what is longer ago counts less.
// Before is the number of parts in the report before.
func (w *WorkerStatus) advance(now time.Time, before int) {
	d := now.Sub(w.At).Seconds()
	if d <= 0 {
		return
	}
	rate := float64(w.NumParts-before) / d
	// A young worker has only its own life to average over.
	age := math.Min(now.Sub(w.Began).Seconds(), rateTime.Seconds())
	weight := math.Min(1, d/age)
	w.Rate += weight * (rate - w.Rate)
	w.At = now
}
