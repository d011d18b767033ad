// SPDX-License-Identifier: BSD-3-Clause

package table

import (
	"strings"
	"testing"
)

func TestText(t *testing.T) {
	got := Table{
		Title: "Places", Head: []string{"n", "name", "land"}, Right: []bool{true}, Rule: true,
		Rows: [][]string{{"1", "東京", "日本"}, {"20", "Zürich", "Schweiz"}, {"3", "e\u0301", ""}},
	}.Text()
	want := strings.TrimPrefix(`
Places
 n  name    land
──  ──────  ───────
 1  東京    日本
20  Zürich  Schweiz
 3  é`, "\n")
	if want = strings.ReplaceAll(want, " 3  é", " 3  e\u0301"); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if got := (Table{Head: []string{"name", "type"}, Rows: [][]string{{"x", "int"}}}).Text(); got != "name  type\nx     int" {
		t.Errorf("got\n%s", got)
	}
}

func TestHTML(t *testing.T) {
	got := Table{Title: "<t>", Head: []string{"a&b"}, Right: []bool{true}, Rows: [][]string{{"<1>"}}}.HTML()
	for _, part := range []string{"<caption>&lt;t&gt;</caption>", `<th scope="col" style="text-align:right">a&amp;b</th>`, `<td style="text-align:right">&lt;1&gt;</td>`} {
		if !strings.Contains(got, part) {
			t.Errorf("%s is missing in\n%s", part, got)
		}
	}
}

// TestGrid writes a table without a head.
func TestGrid(t *testing.T) {
	grid := Table{Rows: [][]string{{"1", "20"}, {"300", "4"}}, Right: []bool{true, true}}
	if got, want := grid.Text(), "  1  20\n300   4"; got != want {
		t.Errorf("got\n%s", got)
	}
	if got := grid.HTML(); strings.Contains(got, "<thead") || !strings.Contains(got, "<tbody><tr><td") {
		t.Errorf("got %s", got)
	}
}
