// SPDX-License-Identifier: BSD-3-Clause

// Watching a search.
//
// A search that takes minutes can be watched: the pieces that are on the board are redrawn a few
// times a second. The search is the one with dancing links, because it has a current state that can
// be drawn; the fast engines have many at once. Progress follows from the choices: if each of the d
// choices of a node accounts for 1/d of the work below it, the choices that have been completed on
// the path to the current node add up to the completed fraction.

package render

import (
	"context"
	"fmt"
	"math/big"
	"time"

	"polka/dlx"
	"polka/internal/plural"
)

// A Snapshot is the state of a search at one moment. [Watch] creates snapshots. Notebooks show them
// as pictures: the board with the pieces that are on it, or the chosen options if there is no
// board, and the progress of the search.
type Snapshot struct {
	Steps     int64         // of the search so far
	Solutions int64         // found so far
	Fraction  float64       // fraction of the search that is completed, from 0 to 1
	Elapsed   time.Duration // since the start of the search
	Chosen    []int         // options, in the order of choice

	problem *dlx.Problem
	stage   *stage
}

// Line returns the progress of the search as one line.
func (s Snapshot) Line() string {
	rate := float64(s.Steps) / max(s.Elapsed.Seconds(), 1e-3)
	return fmt.Sprintf("%.2f %% · %s · %d steps, %.3g a second · %v", 100*s.Fraction, plural.CountOrNo(int(s.Solutions), "solution"), s.Steps, rate, s.Elapsed.Round(100*time.Millisecond))
}

// picture draws the state, with the progress below it.
func (s Snapshot) picture() Picture {
	return diagramOf(func() diagram {
		var d diagram
		if s.stage != nil {
			d = s.stage.draw(s.Chosen)
		} else {
			for _, k := range s.Chosen {
				d.caption(s.problem.OptionText(k))
			}
		}
		d.caption(s.Line())
		d.summary = s.Line()
		return d
	}, s.String)
}

// String returns the snapshot as text.
func (s Snapshot) String() string {
	text := ""
	if s.stage != nil {
		text = s.stage.text(s.Chosen)
	} else {
		for i, k := range s.Chosen {
			text += fmt.Sprintf("%3d. %s\n", i+1, s.problem.OptionText(k))
		}
		if text != "" {
			text = text[:len(text)-1]
		}
	}
	if text != "" {
		text += "\n"
	}
	return plain(text + s.Line())
}

// watchPause is the default interval between snapshots.
const watchPause = 150 * time.Millisecond

// Watch searches for all solutions of v, a [*dlx.Problem], a [*cover.Puzzle], or a puzzle of
// package puzzle, with dancing links. It calls show with a snapshot at the given interval (150
// milliseconds if it is 0), at each of the first ten solutions, and at the end, until show returns
// false. It returns the number of solutions found. In a cell:
//
//	board := display.Live(nil)
//	render.Watch(puzzle, 0, func(s render.Snapshot) bool { board.Update(s); return true })
func Watch(ctx context.Context, v any, interval time.Duration, show func(Snapshot) bool) (*big.Int, error) {
	p, board, err := problemOf(v)
	if err != nil {
		return nil, err
	}
	if interval < 0 {
		return nil, fmt.Errorf("render: interval %v: expected a positive time, or 0 for %v", interval, watchPause)
	}
	if interval == 0 {
		interval = watchPause
	}
	w := watcher{state: Snapshot{problem: p, stage: board}, began: time.Now(), interval: interval, show: show}
	err = p.Steps(ctx, dlx.Fewest, w.step)
	if err == nil && !w.over {
		w.state.Fraction = 1
		w.look()
	}
	return big.NewInt(w.state.Solutions), err
}

// A watcher observes a search.
type watcher struct {
	state    Snapshot
	began    time.Time
	shown    time.Time
	interval time.Duration
	show     func(Snapshot) bool
	over     bool

	share []float64 // share[l] is the fraction of the search below one choice on level l
	tried []int     // tried[l] is the number of choices on level l that are completed
}

// step records a step, and shows a snapshot if the interval has passed.
func (w *watcher) step(e dlx.Event) bool {
	s := &w.state
	s.Steps++
	switch e.Kind {
	case dlx.Choose:
		whole := 1.0
		if e.Level > 0 {
			whole = w.share[e.Level-1]
		}
		w.share = append(w.share[:e.Level], whole/float64(max(e.Size, 1)))
		w.tried = append(w.tried[:e.Level], -1)
	case dlx.Try, dlx.Null:
		s.Chosen = append(s.Chosen[:e.Level], e.Option)
		w.tried[e.Level]++
		w.share, w.tried = w.share[:e.Level+1], w.tried[:e.Level+1]
	case dlx.Solved:
		s.Solutions++
		if s.Solutions <= 10 {
			return w.look()
		}
	case dlx.Back:
		s.Chosen = s.Chosen[:e.Level]
	}
	// Reading the clock takes longer than a step, so it is read rarely.
	if s.Steps%256 == 0 && time.Since(w.shown) >= w.interval {
		return w.look()
	}
	return true
}

// look shows a snapshot.
func (w *watcher) look() bool {
	s := w.state
	s.Elapsed = time.Since(w.began)
	if s.Fraction < 1 {
		for l, n := range w.tried {
			s.Fraction += float64(max(n, 0)) * w.share[l]
		}
	}
	s.Chosen = withoutNull(s.Chosen)
	w.shown = time.Now()
	if !w.show(s) {
		w.over = true
		return false
	}
	return true
}
