// SPDX-License-Identifier: BSD-3-Clause

// The dates of requests.
//
// The header of a request has the date at which the client made it, by the clock of the client. The
// difference between the two clocks is not known. But the difference between the arrival of a
// request and its date is that of the clocks plus the time that the request took, which is never
// negative. So the least difference seen is the best estimate: a date plus this difference is the
// time at which the client made the request, or a little later.
//
// The estimate is that of the last one to two minutes, since clocks drift. It starts anew if a date
// is more than setBack before an earlier one of the same client, whose clock must then have been
// set back. The kernel's own clock is monotonic and never set.
//
// Some clients put no date in their headers, or one without fractions of a second. Nothing is known
// about their requests.

package kernel

import (
	"strings"
	"time"
)

const (
	clockPeriod = time.Minute // an estimate is forgotten after one to two periods
	setBack     = time.Second // dates that are so much earlier mean that a clock was set back
	mostClocks  = 100         // clients whose clocks are remembered
)

// A stamp is the date of a request, by the clock of its client.
type stamp struct {
	date  time.Duration // since the beginning of the shell
	known bool          // there is a date
	page  bool          // it has the form in which JavaScript writes dates
}

// readDate reads a date. A date without a zone is taken as UTC, as only differences matter.
func readDate(date string, base time.Time) stamp {
	if !strings.Contains(date, ".") {
		return stamp{}
	}
	t, err := time.Parse(time.RFC3339Nano, date)
	if err != nil {
		t, err = time.Parse("2006-01-02T15:04:05.999999999", date)
	}
	if err != nil {
		return stamp{}
	}
	page := len(date) == len("2006-01-02T15:04:05.000Z") && date[19] == '.' && strings.HasSuffix(date, "Z")
	return stamp{date: t.Sub(base), known: true, page: page}
}

// A clock is what is known of a client's clock.
type clock struct {
	least  [2]time.Duration // the least difference in this period, and in the one before
	begun  time.Duration    // when this period began
	latest time.Duration    // the latest date
	seen   time.Duration    // when it was seen
}

// clocks are those of the clients, by session.
type clocks map[string]*clock

// note takes a date that arrived now into account. It reports whether the client's clock was set
// back.
func (cs clocks) note(session string, s stamp, now time.Duration) (wasSet bool) {
	if !s.known {
		return false
	}
	difference := now - s.date
	c := cs[session]
	wasSet = c != nil && s.date < c.latest-setBack
	switch {
	case c == nil || wasSet:
		if c == nil && len(cs) >= mostClocks {
			cs.dropOldest()
		}
		c = &clock{least: [2]time.Duration{difference, difference}, begun: now, latest: s.date}
		cs[session] = c
	case now-c.begun >= 2*clockPeriod:
		c.least, c.begun = [2]time.Duration{difference, difference}, now
	case now-c.begun >= clockPeriod:
		c.least, c.begun = [2]time.Duration{difference, c.least[0]}, now
	default:
		c.least[0] = min(c.least[0], difference)
	}
	c.latest, c.seen = max(c.latest, s.date), now
	return wasSet
}

func (cs clocks) dropOldest() {
	oldest, seen := "", time.Duration(0)
	for session, c := range cs {
		if oldest == "" || c.seen < seen {
			oldest, seen = session, c.seen
		}
	}
	delete(cs, oldest)
}

// date returns the date at a client, at the latest, when it is the given time here.
func (cs clocks) date(session string, now time.Duration) time.Duration {
	c := cs[session]
	if c == nil {
		return now
	}
	return now - min(c.least[0], c.least[1])
}
