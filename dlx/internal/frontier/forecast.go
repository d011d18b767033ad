// SPDX-License-Identifier: BSD-3-Clause

// The problem. A count by layers is either a thousand times as fast as a
// search, or its number of states explodes; this must be decided long before
// its end.
//
// The source. Our own; tables of tilings show that the sizes of layers follow a
// bell curve.
//
// The idea. Let u be the work at a place, and c the work at all places so far.
// As long as the work grows by the same factor from place to place, it grows at
// the rate g = u/c. Assume that from here on the rate falls linearly, to 0 in
// the middle of the row, m places from here, and symmetrically after that: then
// the work at the places is a bell curve, whose maximum is exp(g*m/2) times u,
// and whose width is such that the total is
//
//	u * exp(g*m/2) * sqrt(2*pi*m/g).
//
// Where pieces can be used repeatedly, u is nearly the same everywhere, g is
// small, and the same formula gives about u times the number of places.
//
// The unit of work. Trying an option on a state takes about 3 ns, moving to the
// next state 10, and finding its successor 15, or up to 130 in tables that are
// larger than the caches. So work is expressed in nanoseconds, but counted: the
// same problem always gives the same number.
//
// An example. Pentominoes on 4x15. When a tenth is done, at place 22 of 72, the
// error of the forecast is below a fifth; when a hundredth is done the forecast
// is half the true value.

package frontier

import (
	"math"

	"polka/dlx/internal/engine"
)

// A Patience returns the work up to which a count may continue, given the work
// done and a forecast of the total. It is called again when that is used up. A
// limit that is not more than the work done ends the count. Work is counted in
// units of about a nanosecond.
type Patience func(spent, total float64) (limit float64)

// CountWhile is Count with a limit by patience. A state in s.Rest that is not one of the plan is
// ignored.
func (plan *Plan) CountWhile(s *engine.Search, patience Patience) {
	w := plan.begin(s, math.MaxInt64)
	if len(s.Rest) > 0 {
		if resumed, ok := plan.resume(s, s.Rest[0].Kept()); ok {
			w = resumed
		}
	}
	w.patience = patience
	w.count()
}

// The costs.
const (
	perOption  = 3.0     // ns
	perNode    = 10.0    // ns
	perArc     = 15.0    // ns in a cache,
	farther    = 115.0   // and additional time in memory
	cache      = 4 << 20 // words of tables that are certainly not in a cache
	middle     = 0.5     // where in the row the maximum of the bell curve is
	firstAsked = 1 << 10 // updates before patience is called for the first time
)

// work returns the work done, in units of about a nanosecond.
func (w *counter) work() float64 {
	arc := perArc + farther*math.Sqrt(min(1, float64(w.store.words)/cache))
	return w.toil + perOption*float64(w.spent()-w.tried) + perNode*float64(w.nodes) + arc*float64(w.arcs)
}

// mark records the work done before a place.
func (w *counter) mark() {
	for len(w.marks) <= w.place {
		w.marks = append(w.marks, w.toil)
	}
}

// forecast returns the estimated total work of the count, given the work done.
func (w *counter) forecast(work float64) float64 {
	return forecast(work, w.marks, w.place, w.inPlace(), w.plan.places, func() float64 { return fall(w.marks, w.toil, w.place, w.plan.places) })
}

// forecast estimates the total work in a row of places, given the work done, the work that had been
// done before each place so far, the current place, and the fraction of it that is done. Fall is
// called in the second half of the row.
func forecast(work float64, marks []float64, place int, inPlace float64, places int, fall func() float64) float64 {
	here := float64(place) + inPlace
	back := max(1, place/4)
	since := max(0, place-back)
	u := (work - marks[since]) / max(here-float64(since), 0.5)
	rest := float64(places) - here
	if m := middle*float64(places) - here; m > 0 {
		g := max(u/work, 1e-9)
		return max(2*work, u*math.Exp(g*m/2)*math.Sqrt(2*math.Pi*m/g))
	}
	return work + min(fall()*u*rest/2, work)
}

// fall returns the factor by which the work has recently decreased, from some places to as many
// others, given the work done before the current place.
func fall(marks []float64, toil float64, place, places int) float64 {
	k := max(1, places/24)
	if place < 2*k {
		return 1
	}
	late, before := toil-marks[place-k], marks[place-k]-marks[place-2*k]
	return min(1, late/max(before, 1))
}

// allowed reports whether the count may continue, and computes when to ask again.
func (w *counter) allowed() bool {
	spent, work := w.spent(), w.work()
	total := w.forecast(work)
	if w.patience != nil {
		limit := w.patience(work, total)
		w.hoped = spent + int64(min(float64(spent)*(limit-work)/work, 1e18))
		return limit > work
	}
	if spent > w.most || spent > w.most/10 && float64(spent)*total/work > float64(w.most) {
		return false
	}
	w.hoped = min(w.most, max(w.most/10, spent+spent/2))
	return true
}
