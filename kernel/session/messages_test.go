// SPDX-License-Identifier: BSD-3-Clause

package session_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"polka/kernel/engine"
)

// TestMessages types what beginners, and those who come from other languages, type by mistake, each
// into a session of its own, and compares what is said with what a teacher has approved.
func TestMessages(t *testing.T) {
	const name = "testdata/messages/messages.txtar"
	archive, err := readCorpus(name)
	if err != nil {
		t.Fatal(err)
	}
	again := &corpus{comment: archive.comment}
	typed := 0
	for i, f := range archive.sections {
		if f.name != "in" {
			continue
		}
		typed++
		want := ""
		if i+1 < len(archive.sections) && archive.sections[i+1].name == "out" {
			want = archive.sections[i+1].text
		}
		got := said(t, strings.TrimSuffix(f.text, "\n"))
		again.sections = append(again.sections, f, section{"out", got})
		if !*update && got != want {
			t.Errorf("%s--- got\n%s--- want\n%s", f.text, got, want)
		}
	}
	if typed < 40 {
		t.Errorf("%d mistakes are tried, expected 40 or more", typed)
	}
	writeCorpus(t, name, again)
}

// said returns what a new session says of a cell.
func said(t *testing.T, code string) string {
	t.Helper()
	s := newSession(t)
	defer s.Close()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	out := new(recorder)
	r := s.Execute(ctx, engine.Cell{Number: 1, Code: code}, out)
	if ctx.Err() != nil {
		t.Errorf("the cell does not end:\n%s", code)
	}
	return show(r, out)
}
