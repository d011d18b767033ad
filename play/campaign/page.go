// SPDX-License-Identifier: BSD-3-Clause

//go:build js

package campaign

import (
	"context"
	"fmt"
	"sync"
	"time"

	"polka/campaign"
)

// memory is a backend: a page does the work itself, and stores it in its memory.
type memory struct {
	*campaign.Campaign
	working bool
}

var (
	memoryMutex sync.Mutex
	memoryStore = campaign.NewMemory()
	memories    = map[string]*memory{}
)

func start(ctx context.Context, search campaign.Search, o Options) (backend, error) {
	memoryMutex.Lock()
	defer memoryMutex.Unlock()
	c, err := campaign.Resume(ctx, memoryStore, o.Name, search, campaign.Plan{Parts: o.Parts, Budget: o.Budget})
	if err != nil {
		return nil, err
	}
	m := memories[o.Name]
	if m == nil {
		m = &memory{Campaign: c}
		memories[o.Name] = m
	}
	if err := m.Continue(ctx); err != nil {
		return nil, err
	}
	if !m.working {
		m.working = true
		go func() {
			_ = m.Work(context.Background(), campaign.Worker{Name: "page", Threads: 1}) // the status shows how far it came
			memoryMutex.Lock()
			m.working = false
			memoryMutex.Unlock()
		}()
	}
	return m, nil
}

func attach(_ context.Context, o Options) (backend, error) {
	memoryMutex.Lock()
	defer memoryMutex.Unlock()
	m := memories[o.Name]
	if m == nil {
		return nil, fmt.Errorf("campaign: there is no campaign %s in this page", o.Name)
	}
	return m, nil
}

func (m *memory) follow(ctx context.Context, update func(campaign.StatusLine)) error {
	for {
		s, err := m.Status(ctx)
		if err != nil {
			return err
		}
		update(s.Line())
		if len(s.Missing) == 0 {
			return nil
		}
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-time.After(time.Second):
		}
	}
}

func (m *memory) stop(ctx context.Context) error { return m.Campaign.Stop(ctx) }
