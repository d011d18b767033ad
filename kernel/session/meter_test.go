// SPDX-License-Identifier: BSD-3-Clause

package session

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"polka/internal/progress"
	"polka/kernel/display"
	"polka/kernel/engine"
)

// shown is an Output that keeps displays.
type shown struct {
	engine.Output
	events []display.Event
}

func (s *shown) Display(e display.Event) { s.events = append(s.events, e) }

func TestMeter(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		out := &shown{}
		m := &meter{out: out, id: "bar", began: time.Now()}
		for i := range 100 { // five seconds of work
			m.report(progress.Report{Done: float64(i) / 100, Text: "<text>"})
			time.Sleep(50 * time.Millisecond)
		}
		m.report(progress.Report{Done: 1})
		m.report(progress.Report{Done: 1})
		// From the second second on, four times a second, and once empty.
		if n := len(out.events); n < 14 || n > 18 {
			t.Fatalf("%d displays", n)
		}
		first, last := out.events[0], out.events[len(out.events)-1]
		if first.Update || first.ID != "bar" || !strings.HasPrefix(first.Bundle.Plain(), "[██████····") {
			t.Errorf("the first display is %+v: %s", first, first.Bundle.Plain())
		}
		if html := string(first.Bundle.Data[display.HTMLType]); !strings.Contains(html, `value="0.2000"`) || !strings.Contains(html, "&lt;text&gt;") {
			t.Errorf("HTML %s", html)
		}
		for _, e := range out.events[1:] {
			if !e.Update || e.ID != "bar" {
				t.Errorf("a later display makes a new place: %+v", e)
			}
		}
		if last.Bundle.Plain() != "" || len(last.Bundle.Data[display.HTMLType]) != 0 {
			t.Error("the bar stays")
		}
	})
}

func TestShortWorkShowsNoBar(t *testing.T) {
	out := &shown{}
	m := &meter{out: out, began: time.Now()}
	m.report(progress.Report{Done: 0.5})
	m.report(progress.Report{Done: 1})
	if len(out.events) != 0 {
		t.Errorf("%d displays", len(out.events))
	}
	if b := bar(progress.Report{Done: -1, Text: "x"}); strings.Contains(string(b.Data[display.HTMLType]), "value") || b.Plain() != "x" {
		t.Errorf("work without an end: %v", b)
	}
}

// TestTrack shows the bar of a loop in a cell that has run for long.
func TestTrack(t *testing.T) {
	out := &shown{}
	s := &Session{run: &run{meter: &meter{out: out, id: "bar", began: time.Now().Add(-time.Hour)}}}
	track := display.For(screen{s}, display.Renderer{}).Track(2)
	track.Step()
	track.Step()
	track.Step()
	if len(out.events) != 2 || !strings.Contains(out.events[0].Bundle.Plain(), "] 1 of 2, ") || out.events[1].Bundle.Plain() != "" {
		t.Errorf("displays: %+v", out.events)
	}
	s.run.meter = nil
	track = display.For(screen{s}, display.Renderer{}).Track(2)
	s.run = nil
	track.Step()
}
