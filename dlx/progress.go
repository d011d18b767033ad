// SPDX-License-Identifier: BSD-3-Clause

package dlx

import (
	"fmt"
	"math/big"
	"time"

	"polka/dlx/internal/engine"
	"polka/internal/plural"
)

// Progress is the state of a running search.
type Progress struct {
	// Fraction is the part of the search tree that is done, from 0 to 1, if all
	// children of a node are given equal weight. It never decreases, and it is not
	// proportional to time.
	Fraction float64

	Solutions *big.Int      // the number found so far
	Nodes     int64         // the number of nodes visited so far
	Elapsed   time.Duration // since the search was started or resumed

	// Bounds are what is known of the best solution, in a search for one. Fraction is then 1 minus
	// their gap.
	Bounds Bounds
}

// left estimates how long the search will take if it continues at the same rate;
// 0 means that nothing is known yet.
func (p Progress) left() time.Duration {
	if p.Fraction <= 0 {
		return 0
	}
	return time.Duration(float64(p.Elapsed) * (1 - p.Fraction) / p.Fraction)
}

// String returns the progress on one line.
func (p Progress) String() string {
	return fmt.Sprintf("%.1f %%, %s, %d nodes, %v", 100*p.Fraction, plural.Big(p.Solutions, "solution"), p.Nodes, p.Elapsed.Round(100*time.Millisecond))
}

// line returns the progress as a line of text for a progress bar.
func (p Progress) line() string {
	rate := float64(p.Nodes) / max(p.Elapsed.Seconds(), 1e-3)
	s := fmt.Sprintf("%.1f %%, %s, %.3g million nodes a second", 100*p.Fraction, plural.Big(p.Solutions, "solution"), rate/1e6)
	if left := p.left(); left > time.Second {
		s += fmt.Sprintf(", about %v left", left.Round(time.Second))
	}
	return s
}

// saveEvery is the default of Options.SaveEvery.
const saveEvery = 10 * time.Second

// reporter returns the function that a search calls to report its progress. The
// function reports whether the search should continue.
func (r *run) reporter(tell func(Progress)) func(*engine.Search, func() []engine.Part) bool {
	every := r.options.SaveEvery
	if every <= 0 {
		every = saveEvery
	}
	saved := r.start
	return func(sofar *engine.Search, open func() []engine.Part) bool {
		if tell != nil {
			tell(Progress{Fraction: sofar.Progress, Solutions: r.total(sofar), Nodes: sofar.Nodes, Elapsed: time.Since(r.start)})
		}
		if r.options.Save == nil || r.any || time.Since(saved) < every {
			return true
		}
		r.failed = r.options.Save(r.tokenOf(sofar, open(), sofar.Name))
		saved = time.Now()
		return r.failed == nil
	}
}
