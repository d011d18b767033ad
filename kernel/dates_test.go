// SPDX-License-Identifier: BSD-3-Clause

package kernel

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"
)

func TestReadDate(t *testing.T) {
	base := time.Date(2026, 11, 24, 12, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		date string
		want stamp
	}{
		{"2026-11-24T12:00:01.250Z", stamp{1250 * time.Millisecond, true, true}}, // JavaScript
		{"2026-11-24T12:00:01.250000Z", stamp{1250 * time.Millisecond, true, false}},
		{"2026-11-24T12:00:01.250000+00:00", stamp{1250 * time.Millisecond, true, false}},
		{"2026-11-24T14:00:01.250+02:00", stamp{1250 * time.Millisecond, true, false}},
		{"2026-11-24T12:00:01.250000", stamp{1250 * time.Millisecond, true, false}},
		{"2026-11-24T12:00:01Z", stamp{}},
		{"2026-11-24 12:00:01.250", stamp{}},
		{"1.5", stamp{}},
		{"", stamp{}},
	} {
		if got := readDate(c.date, base); got != c.want {
			t.Errorf("readDate(%q) = %v, want %v", c.date, got, c.want)
		}
	}
}

// The estimate is never before the true date, and close to it once a request was fast; a clock that
// drifts or is set does not spoil it for long.
func TestClocks(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for range 100 {
		cs := clocks{}
		offset := float64(random.Int64N(int64(48*time.Hour)) - int64(24*time.Hour))
		drift := (random.Float64() - 0.5) * 1e-3 // 43 s a day at most
		client := func(now time.Duration) time.Duration { return now + time.Duration(offset+drift*float64(now)) }
		now := time.Duration(0)
		for n := range 2000 {
			made := now
			took := time.Duration(random.ExpFloat64() * float64(50*time.Millisecond))
			now += took
			if n == 1000 || n == 1500 {
				offset += float64(time.Hour) * float64(1250-n) / 250 // forward, and back
			}
			if set := cs.note("a", stamp{date: client(made), known: true}, now); set != (n == 1500) {
				t.Fatalf("request %d: the clock was set back: %v", n, set)
			}
			if off := client(now) - cs.date("a", now); off < -200*time.Millisecond || n%500 > 100 && off > 200*time.Millisecond {
				t.Fatalf("request %d, drift %v: the date is taken for %v earlier than it is", n, drift, off)
			}
			now += time.Duration(random.Int64N(int64(2 * time.Second)))
		}
	}
}

// The clocks of a few clients are remembered.
func TestClocksForget(t *testing.T) {
	cs := clocks{}
	for n := range time.Duration(3 * mostClocks) {
		cs.note(fmt.Sprint(int(n)), stamp{date: 0, known: true}, n)
		cs.note("0", stamp{date: n, known: true}, n)
	}
	if len(cs) != mostClocks || cs["0"] == nil || cs[fmt.Sprint(3*mostClocks-1)] == nil {
		t.Errorf("%d clocks", len(cs))
	}
}
