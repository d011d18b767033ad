// SPDX-License-Identifier: BSD-3-Clause

package dlx

import (
	"context"
	"math/big"
	"sync"
)

// A recorder is a solver that remembers what its last search has cost and left.
type recorder struct {
	*Solver
	mu   sync.Mutex
	last Result
}

// recorded is Solver for tests.
func (p *Problem) recorded(o Options) *recorder { return &recorder{Solver: p.Solver(o)} }

func (r *recorder) keep(result Result) {
	r.mu.Lock()
	r.last = result
	r.mu.Unlock()
}

func (r *recorder) Stats() Stats { return r.last.Stats }
func (r *recorder) Token() Token { return r.last.Token }

func (r *recorder) Count(ctx context.Context) (*big.Int, error) {
	result, err := r.Solver.Count(ctx)
	r.keep(result)
	return result.Solutions, err
}

func (r *recorder) First(ctx context.Context) (Solution, error) {
	s, result, err := r.Solver.First(ctx)
	r.keep(result)
	return s, err
}

func (r *recorder) Unique(ctx context.Context) (Solution, error) {
	s, result, err := r.Solver.Unique(ctx)
	r.keep(result)
	return s, err
}

func (r *recorder) All(ctx context.Context) ([]Solution, error) {
	var list []Solution
	err := r.Each(ctx, func(s Solution) bool {
		list = append(list, s)
		return true
	})
	return list, err
}

func (r *recorder) Each(ctx context.Context, visit func(Solution) bool) error {
	result, err := r.Solver.Each(ctx, visit)
	r.keep(result)
	return err
}

// tokenString is the text of a token.
func tokenString(t Token) string {
	text, err := t.MarshalText()
	if err != nil {
		panic(err)
	}
	return string(text)
}
