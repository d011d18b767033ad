// SPDX-License-Identifier: BSD-3-Clause

package campaign

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"time"
)

// A Campaign is a search whose parts and results are in a store.
type Campaign struct {
	Name   string
	Search Search
	Info   Info

	store  Store
	digest string
}

// Info describes what a campaign was made from.
type Info struct {
	Version   int       `json:"polka campaign version"`
	Kind      string    `json:"kind"`
	Goal      Goal      `json:"goal"`
	Digest    string    `json:"digest"` // of the search
	NumPieces int       `json:"pieces"` // the text is stored in this number of records
	Plan      Plan      `json:"plan"`
	Created   time.Time `json:"created"`
}

// A Plan controls how a search is split.
type Plan struct {
	// Parts is the number of parts at the beginning, approximately; 0 means 1000. Fewer if
	// the search cannot be split further.
	Parts int `json:"parts"`

	// Budget is the time after which a part is split again; 0 means two minutes. It bounds
	// what is lost if a worker is killed.
	Budget time.Duration `json:"budget"`
}

// The defaults of a Plan, and the greatest number of parts.
const (
	DefaultParts  = 1000
	DefaultBudget = 2 * time.Minute
	MaxParts      = 1_000_000
)

// pieceBytes is the length of the pieces in which the text of a search is stored. A record
// must be shorter than a message of the store may be.
const pieceBytes = 256 << 10

// CheckName returns an error for a name that a campaign cannot have. Names consist of 1 to 64
// letters of ASCII, digits, hyphens and underscores, and begin with a letter or digit, so that they
// cannot be confused in a store.
func CheckName(name string) error {
	if ok, _ := regexp.MatchString(`^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$`, name); !ok {
		return fmt.Errorf("campaign: expected a name of 1 to 64 letters, digits, hyphens and underscores that begins with a letter or digit, got %q", name)
	}
	return nil
}

// New starts a campaign: it writes the search to the store, splits it, and fills the queue. It
// is an error if the store has a campaign with this name. If New is interrupted, Resume or a
// second New of the same search with the same plan completes it.
func New(ctx context.Context, store Store, name string, search Search, plan Plan) (*Campaign, error) {
	if err := CheckName(name); err != nil {
		return nil, err
	}
	if plan.Parts == 0 {
		plan.Parts = DefaultParts
	}
	if plan.Budget == 0 {
		plan.Budget = DefaultBudget
	}
	switch {
	case plan.Parts < 1 || plan.Parts > MaxParts:
		return nil, fmt.Errorf("campaign: expected a number of parts from 1 to %d, got %d", MaxParts, plan.Parts)
	case plan.Budget < 0:
		return nil, fmt.Errorf("campaign: expected a positive budget, got %v", plan.Budget)
	}
	c := &Campaign{Name: name, Search: search, store: store, digest: digestOf(search)}
	text := search.Source()
	c.Info = Info{Version: Version, Kind: search.Kind(), Goal: search.Goal(), Digest: c.digest, Plan: plan, Created: time.Now().UTC().Round(time.Second)}
	c.Info.NumPieces = (len(text) + pieceBytes - 1) / pieceBytes
	_, err := store.Get(ctx, name+infoKind)
	switch {
	case err == nil:
		return nil, fmt.Errorf("campaign: there is a campaign %s already", name)
	case !errors.Is(err, ErrMissing):
		return nil, err
	}
	if err := store.Begin(ctx, name); err != nil {
		return nil, err
	}
	for i := range c.Info.NumPieces {
		piece := text[i*pieceBytes : min((i+1)*pieceBytes, len(text))]
		// The key contains the digest, so that two searches that are started at the same
		// time under one name do not mix.
		if err := store.Put(ctx, c.pieceKey(i), []byte(piece)); err != nil {
			return nil, err
		}
	}
	if err := c.plan(ctx); err != nil {
		return nil, err
	}
	info, err := json.Marshal(c.Info)
	if err != nil {
		return nil, err
	}
	err = store.Create(ctx, name+infoKind, info)
	if errors.Is(err, ErrExists) {
		// Perhaps it is this one: Create is repeated if the answer of the store was lost.
		if found, err := store.Get(ctx, name+infoKind); err != nil || !bytes.Equal(found, info) {
			return nil, fmt.Errorf("campaign: there is a campaign %s already", name)
		}
		return c, nil
	}
	if err != nil {
		return nil, err
	}
	return c, nil
}

// Resume returns a campaign that was started before with the same search, or starts it. If it was
// started before, its original plan is kept.
func Resume(ctx context.Context, store Store, name string, search Search, plan Plan) (*Campaign, error) {
	if err := CheckName(name); err != nil {
		return nil, err
	}
	_, err := store.Get(ctx, name+infoKind)
	if errors.Is(err, ErrMissing) {
		return New(ctx, store, name, search, plan)
	}
	if err != nil {
		return nil, err
	}
	c, err := Open(ctx, store, name)
	if err == nil && c.digest != digestOf(search) {
		return nil, fmt.Errorf("campaign: there is a campaign %s already, of another problem", name)
	}
	return c, err
}

// pieceKey returns the key of a piece of the text.
func (c *Campaign) pieceKey(i int) string {
	return fmt.Sprintf("%s%s%s.%d", c.Name, textKind, c.digest, i)
}

// Open returns a campaign that was started before, here or elsewhere. It refuses those of
// another version.
func Open(ctx context.Context, store Store, name string) (*Campaign, error) {
	if err := CheckName(name); err != nil {
		return nil, err
	}
	text, err := store.Get(ctx, name+infoKind)
	if errors.Is(err, ErrMissing) {
		return nil, fmt.Errorf("campaign: there is no campaign %s", name)
	}
	if err != nil {
		return nil, err
	}
	c := &Campaign{Name: name, store: store}
	if err := json.Unmarshal(text, &c.Info); err != nil {
		return nil, fmt.Errorf("campaign: the description of campaign %s is damaged: %w", name, err)
	}
	if c.Info.Version != Version {
		return nil, fmt.Errorf("campaign: campaign %s is of version %d, and this program of version %d; use the program that started it", name, c.Info.Version, Version)
	}
	c.digest = c.Info.Digest
	var whole []byte
	for i := range c.Info.NumPieces {
		piece, err := store.Get(ctx, c.pieceKey(i))
		if err != nil {
			return nil, fmt.Errorf("campaign: the text of campaign %s: %w", name, err)
		}
		whole = append(whole, piece...)
	}
	if c.Search, err = Parse(c.Info.Kind, c.Info.Goal, string(whole)); err != nil {
		return nil, err
	}
	if got := digestOf(c.Search); got != c.digest {
		return nil, fmt.Errorf("campaign: the text of campaign %s is damaged: its digest is %s, expected %s", name, got, c.digest)
	}
	return c, nil
}

// Stop makes all workers of a campaign end after their current parts. Continue undoes it.
func (c *Campaign) Stop(ctx context.Context) error {
	return c.store.Put(ctx, c.Name+stopKind, []byte("stop"))
}

// Continue lets workers work again.
func (c *Campaign) Continue(ctx context.Context) error {
	return c.store.Put(ctx, c.Name+stopKind, []byte("continue"))
}

// Stopped reports whether Stop was called. It is an error if the campaign was removed.
func (c *Campaign) Stopped(ctx context.Context) (bool, error) {
	if err := c.exists(ctx); err != nil {
		return false, err
	}
	text, err := c.store.Get(ctx, c.Name+stopKind)
	if errors.Is(err, ErrMissing) {
		return false, nil
	}
	return string(text) == "stop", err
}

// exists returns an error if the campaign was removed, even if another one has its name now.
func (c *Campaign) exists(ctx context.Context) error {
	text, err := c.store.Get(ctx, c.Name+infoKind)
	if err != nil && !errors.Is(err, ErrMissing) {
		return err
	}
	var now Info
	if err != nil || json.Unmarshal(text, &now) != nil || now != c.Info {
		return fmt.Errorf("campaign: campaign %s was removed", c.Name)
	}
	return nil
}

// Remove removes a campaign from its store.
func (c *Campaign) Remove(ctx context.Context) error { return c.store.Remove(ctx, c.Name) }
