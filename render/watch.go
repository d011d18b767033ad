// Watching a search.
//
// A search that takes minutes is watched as the Perl program of old drew it: the pieces that lie on
// the board at the moment, redrawn a few times a second. What is watched is the search with dancing
// links, since it has a situation that can be shown; the fast engines have many at once. How far it
// is follows from the choices: if each of the d choices of a node stands for 1/d of what is below
// it, the choices that have been tried on the way to where the search is add up to the share that
// is done.

package render

import (
	"context"
	"fmt"
	"math/big"
	"time"

	"polka/cover"
	"polka/dlx"
)

// A Moment of a search: where it stands, as something that draws itself. [Watch] and [WatchPuzzle]
// show them.
type Moment struct {
	Steps     int64         // of the search so far
	Solutions int64         // found so far
	Done      float64       // the share of the search tree that has been seen, from 0 to 1
	Elapsed   time.Duration // since the search began
	Chosen    []int         // options

	problem *dlx.Problem
	stage   *stage
}

// Line tells the numbers of the moment on one line.
func (s Moment) Line() string {
	rate := float64(s.Steps) / max(s.Elapsed.Seconds(), 1e-3)
	return fmt.Sprintf("%.2f %% · %s · %d steps, %.3g a second · %v", 100*s.Done, numbered(int(s.Solutions), "solution"), s.Steps, rate, s.Elapsed.Round(100*time.Millisecond))
}

// Picture draws the board with the options that are chosen at the moment, and the numbers below it.
// Without a board it writes the options.
func (s Moment) Picture() Picture {
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

// HTML gives the picture as a part of a page.
func (s Moment) HTML() string { return s.Picture().HTML() }

// SVG gives the picture as a document that stands alone.
func (s Moment) SVG() string { return s.Picture().SVG() }

// String draws the moment in characters.
func (s Moment) String() string {
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

// watchPause is the time between two moments that are shown, unless asked otherwise.
const watchPause = 150 * time.Millisecond

// Watch searches for all solutions of a problem with dancing links, and calls show with a moment
// about every pause, at each of the first ten solutions, and at the end, until show returns false.
// A pause of 0 is 150 milliseconds. It returns the number of solutions found. In a cell:
//
//	film := display.Live(nil)
//	render.WatchPuzzle(puzzle, 0, func(s render.Moment) bool { film.Update(s); return true })
func Watch(ctx context.Context, p *dlx.Problem, pause time.Duration, show func(Moment) bool) (*big.Int, error) {
	return watch(ctx, p, nil, pause, show)
}

// WatchPuzzle is [Watch] for a tiling puzzle, with the pieces on their board.
func WatchPuzzle(ctx context.Context, p *cover.Puzzle, pause time.Duration, show func(Moment) bool) (*big.Int, error) {
	problem, err := p.Problem()
	if err != nil {
		return nil, err
	}
	return watch(ctx, problem, stageOf(p), pause, show)
}

func watch(ctx context.Context, p *dlx.Problem, g *stage, pause time.Duration, show func(Moment) bool) (*big.Int, error) {
	if pause <= 0 {
		pause = watchPause
	}
	w := watcher{scene: Moment{problem: p, stage: g}, began: time.Now(), pause: pause, show: show}
	err := p.Steps(ctx, dlx.Fewest, w.step)
	if err == nil && !w.over {
		w.scene.Done = 1
		w.look()
	}
	return big.NewInt(w.scene.Solutions), err
}

// A watcher follows a search.
type watcher struct {
	scene Moment
	began time.Time
	shown time.Time
	pause time.Duration
	show  func(Moment) bool
	over  bool

	share []float64 // share[l] is what one choice of the node on level l stands for
	tried []int     // tried[l] is how many of its choices have been tried before this one
}

// step takes note of a step, and shows the scene if it is time.
func (w *watcher) step(e dlx.Event) bool {
	s := &w.scene
	s.Steps++
	switch e.Kind {
	case "choose":
		whole := 1.0
		if e.Level > 0 {
			whole = w.share[e.Level-1]
		}
		w.share = append(w.share[:e.Level], whole/float64(max(e.Size, 1)))
		w.tried = append(w.tried[:e.Level], -1)
	case "try", "null":
		s.Chosen = append(s.Chosen[:e.Level], e.Option)
		w.tried[e.Level]++
		w.share, w.tried = w.share[:e.Level+1], w.tried[:e.Level+1]
	case "solution":
		s.Solutions++
		if s.Solutions <= 10 {
			return w.look()
		}
	case "back":
		s.Chosen = s.Chosen[:e.Level]
	}
	// The clock is looked at seldom: a step takes less time than that.
	if s.Steps%256 == 0 && time.Since(w.shown) >= w.pause {
		return w.look()
	}
	return true
}

// look shows the scene.
func (w *watcher) look() bool {
	s := w.scene
	s.Elapsed = time.Since(w.began)
	if s.Done < 1 {
		for l, n := range w.tried {
			s.Done += float64(max(n, 0)) * w.share[l]
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
