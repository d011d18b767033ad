// SPDX-License-Identifier: BSD-3-Clause

package render

import (
	"context"
	"strings"
	"testing"
	"time"

	"polka/cover"
	"polka/shapes"
)

func TestWatch(t *testing.T) {
	var scenes []Snapshot
	found, err := Watch(t.Context(), cover.New(cover.Rectangle(3, 20), shapes.Pentominoes()...), time.Microsecond, func(s Snapshot) bool {
		scenes = append(scenes, s)
		return true
	})
	if err != nil || found.Int64() != 8 {
		t.Fatalf("found %v, error %v", found, err)
	}
	done := 0.0
	for i, s := range scenes {
		if s.Fraction < done-1e-9 || s.Fraction > 1+1e-9 {
			t.Errorf("scene %d: from %g it goes to %g", i, done, s.Fraction)
		}
		done = s.Fraction
	}
	last := scenes[len(scenes)-1]
	if len(scenes) < 20 || last.Fraction != 1 || last.Solutions != 8 {
		t.Errorf("%d scenes, the last is %+v", len(scenes), last)
	}
	solved := 0
	for _, s := range scenes {
		if len(s.Chosen) == 12 {
			solved++
			if text := s.String(); !strings.Contains(text, "┏━") || strings.Contains(text, "·  ┃") {
				t.Errorf("a solution is drawn as\n%s", text)
			}
		}
	}
	if solved != 8 {
		t.Errorf("%d solutions were shown", solved)
	}
}

func TestWatchStops(t *testing.T) {
	calls := 0
	if _, err := Watch(t.Context(), queens(8), 0, func(Snapshot) bool { calls++; return false }); err != nil || calls != 1 {
		t.Errorf("%d scenes, error %v", calls, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	_, err := Watch(ctx, queens(14), time.Millisecond, func(s Snapshot) bool { cancel(); return true })
	if err != context.Canceled {
		t.Errorf("error %v", err)
	}
}
