// SPDX-License-Identifier: BSD-3-Clause

package play

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"polka/cover"
	"polka/dlx"
	"polka/kernel/widget"
	"polka/kernel/widget/host"
	"polka/render"
)

// A Search is a widget with a search by dancing links that the user runs, pauses, steps and stops.
// It shows the partial solution, the number of nodes, the rate, and the progress: the part of the
// search tree that is done, if all children of a node are given equal weight.
//
// The search runs beside cells, on one processor, and ends when the user presses Stop.
type Search struct {
	*widget.Module
	problem *dlx.Problem
	puzzle  *cover.Puzzle // nil if there is none

	mu      sync.Mutex
	changed *sync.Cond
	want    string // "pause", "run", "step" or "solution"
	cancel  context.CancelFunc
	serial  int // of the last search
	now     searchState
}

// A searchState is what is known about a search.
type searchState struct {
	phase       string // "paused", "running", "done" or "stopped"
	nodes       int64
	found       int64
	level       int
	words       string
	chosen      []int // options by level, -1 for none
	tried       []int // by level, the number of choices that have been tried
	sizes       []int // by level, the number of choices
	sent        time.Time
	nodesBefore int64 // when sent
	rate        float64
}

// NewSearch returns a widget with a search for all solutions of a problem. It waits until the user
// starts it. The error is that of dlx.Problem.Err.
func NewSearch(p *dlx.Problem) (*Search, error) {
	if err := p.Err(); err != nil {
		return nil, err
	}
	return newSearch(p, nil), nil
}

// NewPuzzleSearch returns a widget with a search for all tilings of a puzzle, whose board it shows.
// The errors are those of NewGame.
func NewPuzzleSearch(p *cover.Puzzle) (*Search, error) {
	g, err := NewGame(p)
	if err != nil {
		return nil, err
	}
	s := newSearch(g.problem, g)
	s.puzzle = p
	return s, nil
}

func newSearch(p *dlx.Problem, g *Game) *Search {
	s := &Search{problem: p, want: "pause"}
	s.changed = sync.NewCond(&s.mu)
	s.now = searchState{phase: "paused", words: "press run or step"}
	data := map[string]any{}
	if g != nil {
		data["puzzle"] = g.data()
	}
	s.Module = module("search", searchScript, host.Module{
		State: map[string]any{"data": data, "frame": s.frame()}, Text: s.String, Picture: s.SVG, PNG: png(s.picture), Receive: s.receive,
	})
	return s
}

// receive handles a request of the user.
func (s *Search) receive(ctx context.Context, content []byte) {
	var q struct {
		Want string `json:"want"`
	}
	if json.Unmarshal(content, &q) != nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	switch q.Want {
	case "run", "pause", "step", "solution":
		if s.now.phase == "done" || s.now.phase == "stopped" {
			return
		}
		s.want = q.Want
		if s.cancel == nil && q.Want != "pause" {
			s.start(ctx)
		}
		s.changed.Broadcast()
	case "stop":
		s.end()
		s.now.phase = "stopped"
		s.publish()
	case "restart":
		s.end()
		s.want = "pause"
		s.now = searchState{phase: "paused", words: "press run or step"}
		s.publish()
	}
}

// end ends the search that runs; s.mu is held.
func (s *Search) end() {
	if s.cancel != nil {
		s.cancel()
		s.cancel = nil
	}
	s.serial++
	s.changed.Broadcast()
}

// start starts the search; s.mu is held.
func (s *Search) start(ctx context.Context) {
	ctx, cancel := context.WithCancel(ctx)
	s.cancel = cancel
	s.serial++
	serial := s.serial
	stop := context.AfterFunc(ctx, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.changed.Broadcast()
	})
	go func() {
		defer cancel()
		defer stop()
		err := s.problem.Steps(ctx, dlx.Fewest, func(e dlx.Event) bool { return s.step(ctx, serial, e) })
		s.mu.Lock()
		defer s.mu.Unlock()
		if s.serial != serial {
			return
		}
		s.cancel = nil
		s.now.phase = "done"
		switch {
		case errors.Is(err, context.Canceled) || ctx.Err() != nil:
			s.now.phase = "stopped"
		case err != nil:
			s.now.words = err.Error()
		default:
			s.now.level, s.now.chosen, s.now.sizes, s.now.tried = 0, nil, nil, nil
		}
		s.publish()
	}()
}

// step notes a step, and waits while the search is paused. It reports whether the search continues.
func (s *Search) step(ctx context.Context, serial int, e dlx.Event) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.serial != serial {
		return false
	}
	n := &s.now
	n.level = e.Level
	n.chosen = n.chosen[:min(len(n.chosen), e.Level)]
	switch e.Kind {
	case dlx.Choose:
		n.nodes++
		n.sizes, n.tried = append(n.sizes[:min(len(n.sizes), e.Level)], e.Size), append(n.tried[:min(len(n.tried), e.Level)], 0)
	case dlx.Try, dlx.Null:
		n.chosen = append(n.chosen, e.Option)
		if e.Level < len(n.tried) {
			n.tried[e.Level]++
		}
	case dlx.Solved:
		n.nodes++
		n.found++
	}
	n.phase = "running"
	if s.want == "step" || s.want == "solution" && e.Kind == dlx.Solved {
		s.want = "pause"
	}
	if s.want == "pause" {
		n.phase, n.words = "paused", strings.TrimSpace(e.String())
		s.publish()
	} else if time.Since(n.sent) > framePause {
		s.publish()
	}
	for s.want == "pause" && ctx.Err() == nil && s.serial == serial {
		s.changed.Wait()
	}
	if s.serial != serial || ctx.Err() != nil {
		return false
	}
	if n.phase == "paused" {
		n.sent, n.nodesBefore = time.Now(), n.nodes
	}
	return true
}

// framePause is the least time between two frames of a search that runs.
const framePause = 100 * time.Millisecond

// publish sends a frame to the page; s.mu is held.
func (s *Search) publish() {
	n := &s.now
	if d := time.Since(n.sent); !n.sent.IsZero() && d > framePause/2 {
		n.rate = float64(n.nodes-n.nodesBefore) / d.Seconds()
	}
	n.sent, n.nodesBefore = time.Now(), n.nodes
	s.Set("frame", s.frame())
}

// frame returns what the page shows; s.mu is held.
func (s *Search) frame() map[string]any {
	n := &s.now
	fraction, weight := 0.0, 1.0
	for i := range n.sizes {
		if n.sizes[i] == 0 {
			break
		}
		weight /= float64(n.sizes[i])
		fraction += weight * float64(max(0, n.tried[i]-1))
	}
	if n.phase == "done" {
		fraction = 1
	}
	chosen, texts := []any{}, []any{}
	for _, k := range n.chosen {
		if k < 0 {
			continue
		}
		chosen = append(chosen, k)
		if s.puzzle == nil {
			texts = append(texts, s.problem.OptionText(k))
		}
	}
	return map[string]any{
		"phase": n.phase, "nodes": n.nodes, "found": n.found, "level": n.level, "rate": n.rate,
		"fraction": fraction, "words": n.words, "chosen": chosen, "texts": texts,
	}
}

// Stop ends the search.
func (s *Search) Stop() { s.receive(context.Background(), []byte(`{"want":"stop"}`)) }

// Found returns the number of solutions found so far.
func (s *Search) Found() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return int(s.now.found)
}

// String describes the search.
func (s *Search) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return fmt.Sprintf("search (%s): %d nodes, %d solutions", s.now.phase, s.now.nodes, s.now.found)
}

// SVG draws the partial solution of a puzzle, or the matrix of a problem.
func (s *Search) SVG() string { return s.picture().SVG() }

func (s *Search) picture() render.Picture {
	if s.puzzle == nil {
		return render.Draw(s.problem)
	}
	s.mu.Lock()
	chosen := slices.Clone(s.now.chosen)
	s.mu.Unlock()
	places := s.puzzle.AllPlacements()
	t := cover.Tiling{Board: s.puzzle.Board()}
	for _, k := range chosen {
		if k >= 0 && k < len(places) {
			t.Placements = append(t.Placements, places[k])
		}
	}
	return render.Draw(t)
}
