// SPDX-License-Identifier: BSD-3-Clause

package campaign

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"time"
)

// A Store holds campaigns: records under keys, and queues of parts. Several programs may use
// one at the same time. What a call has written survives the end of every program, except
// that a store may lose the last seconds before a power failure; [Campaign.Audit] notices.
//
// Keys consist of letters, digits, dots, hyphens and underscores. The part of a key up to the first
// dot is the name of its campaign.
type Store interface {
	// Begin prepares the store for a campaign. It has no effect on one that exists.
	Begin(ctx context.Context, campaign string) error

	// Campaigns returns the names of the campaigns whose start was completed, in order.
	Campaigns(ctx context.Context) ([]string, error)

	// Create writes a record that does not exist. It returns ErrExists if it does, and
	// then changes nothing.
	Create(ctx context.Context, key string, record []byte) error

	// Put writes a record, whether it exists or not. It is for keys without Once.
	Put(ctx context.Context, key string, record []byte) error

	// Get returns a record, or ErrMissing.
	Get(ctx context.Context, key string) ([]byte, error)

	// Each calls visit for all records whose keys begin with a prefix that ends with a dot,
	// in any order, until visit returns false. It may visit a record twice. The record is valid
	// only during the call.
	Each(ctx context.Context, prefix string, visit func(key string, record []byte) bool) error

	// Push puts jobs into the queue of a campaign. A job that is in the queue already, or is
	// being worked on, stays there once.
	Push(ctx context.Context, campaign string, jobs []Job) error

	// Pull takes up to n jobs from the queue of a campaign. If there are none it waits for
	// the given time, and returns none then. A claim that is not renewed in time
	// returns to the queue.
	Pull(ctx context.Context, campaign string, n int, wait time.Duration) ([]Claim, error)

	// Remove removes all records and the queue of a campaign.
	Remove(ctx context.Context, campaign string) error
}

// A Job is an entry of a queue.
type Job struct {
	Key  string // of the part
	Part Part
}

// A Claim is a job that was handed out.
type Claim interface {
	Job() Job

	// Renew extends the claim. It must be called more often than every ClaimTime.
	Renew() error

	// Complete removes the job from the queue.
	Complete() error

	// Release returns the job to the queue.
	Release() error
}

// ClaimTime is the time after which a claim that was not renewed returns to the queue.
const ClaimTime = 30 * time.Second

// Once reports whether the record with a key is written once and then neither changed nor removed
// alone. Those are the ledger and the alarms. A store should refuse whatever else a program tries
// to do with them.
func Once(key string) bool {
	_, kind, _ := strings.Cut(key, ".")
	return strings.HasPrefix("."+kind, ledgerKind) || strings.HasPrefix("."+kind, alarmKind)
}

// ErrExists is the error of Create for a record that exists.
var ErrExists = errors.New("campaign: the record exists")

// ErrMissing is the error of Get for a record that does not exist.
var ErrMissing = errors.New("campaign: there is no such record")

// Memory is a store in the memory of one process. [Store] describes its methods. Its claims do not
// expire.
type Memory struct {
	mutex   sync.Mutex
	records map[string][]byte
	queues  map[string]*memoryQueue
}

// A memoryQueue is the queue of a campaign in memory.
type memoryQueue struct {
	waiting []Job
	present map[string]bool // keys of the jobs that are waiting or claimed
	changed chan struct{}   // closed when a job arrives
}

// NewMemory returns an empty store.
func NewMemory() *Memory {
	return &Memory{records: map[string][]byte{}, queues: map[string]*memoryQueue{}}
}

func (m *Memory) Begin(context.Context, string) error { return nil }

func (m *Memory) Campaigns(context.Context) ([]string, error) {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	var names []string
	for key := range m.records {
		if name, ok := strings.CutSuffix(key, infoKind); ok {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names, nil
}

func (m *Memory) Create(_ context.Context, key string, record []byte) error {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	if _, exists := m.records[key]; exists {
		return ErrExists
	}
	m.records[key] = slices.Clone(record)
	return nil
}

func (m *Memory) Put(_ context.Context, key string, record []byte) error {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	m.records[key] = slices.Clone(record)
	return nil
}

func (m *Memory) Get(_ context.Context, key string) ([]byte, error) {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	record, exists := m.records[key]
	if !exists {
		return nil, ErrMissing
	}
	return slices.Clone(record), nil
}

func (m *Memory) Each(ctx context.Context, prefix string, visit func(key string, record []byte) bool) error {
	m.mutex.Lock()
	found := map[string][]byte{}
	for key, record := range m.records {
		if strings.HasPrefix(key, prefix) {
			found[key] = record
		}
	}
	m.mutex.Unlock()
	for key, record := range found {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if !visit(key, slices.Clone(record)) {
			break
		}
	}
	return nil
}

// queue returns the queue of a campaign; the caller holds the mutex.
func (m *Memory) queue(campaign string) *memoryQueue {
	q := m.queues[campaign]
	if q == nil {
		q = &memoryQueue{present: map[string]bool{}, changed: make(chan struct{})}
		m.queues[campaign] = q
	}
	return q
}

// add appends a job; the caller holds the mutex.
func (q *memoryQueue) add(job Job) {
	q.waiting = append(q.waiting, job)
	close(q.changed)
	q.changed = make(chan struct{})
}

func (m *Memory) Push(_ context.Context, campaign string, jobs []Job) error {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	q := m.queue(campaign)
	for _, job := range jobs {
		if !q.present[job.Key] {
			q.present[job.Key] = true
			q.add(job)
		}
	}
	return nil
}

func (m *Memory) Pull(ctx context.Context, campaign string, n int, wait time.Duration) ([]Claim, error) {
	timer := time.NewTimer(wait)
	defer timer.Stop()
	for {
		m.mutex.Lock()
		q := m.queue(campaign)
		var claims []Claim
		for len(q.waiting) > 0 && len(claims) < n {
			claims = append(claims, &memoryClaim{m, campaign, q.waiting[0]})
			q.waiting = q.waiting[1:]
		}
		changed := q.changed
		m.mutex.Unlock()
		if len(claims) > 0 {
			return claims, nil
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-timer.C:
			return nil, nil
		case <-changed:
		}
	}
}

func (m *Memory) Remove(_ context.Context, campaign string) error {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	for key := range m.records {
		if strings.HasPrefix(key, campaign+".") {
			delete(m.records, key)
		}
	}
	delete(m.queues, campaign)
	return nil
}

// A memoryClaim is a claim of a Memory.
type memoryClaim struct {
	store    *Memory
	campaign string
	job      Job
}

func (c *memoryClaim) Job() Job     { return c.job }
func (c *memoryClaim) Renew() error { return nil }

func (c *memoryClaim) Complete() error {
	c.store.mutex.Lock()
	defer c.store.mutex.Unlock()
	delete(c.store.queue(c.campaign).present, c.job.Key)
	return nil
}

func (c *memoryClaim) Release() error {
	c.store.mutex.Lock()
	defer c.store.mutex.Unlock()
	if q := c.store.queue(c.campaign); q.present[c.job.Key] {
		q.add(c.job)
	}
	return nil
}
