// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"polka/dlx"
)

// TestCommands starts campaigns for all goals and reads their results.
func TestCommands(t *testing.T) {
	if testing.Short() {
		t.Skip("starts the program dozens of times")
	}
	dir := t.TempDir()
	queens(t, dir)
	run := func(line string) string {
		t.Helper()
		return expect(t, program(t, dir, strings.Fields(line)...), 0, "")
	}
	contains := func(out string, words ...string) {
		t.Helper()
		for _, w := range words {
			if !strings.Contains(out, w) {
				t.Errorf("%q, expected %q in it", out, w)
			}
		}
	}
	contains(run("new queens.dlx --parts 50"), "queens:", "parts", "next: polka campaign work queens")
	expect(t, program(t, dir, "new", "queens.dlx"), 1, "there is a campaign queens already")
	expect(t, program(t, dir, "result", "queens"), 1, "have no result yet")
	expect(t, program(t, dir, "solutions", "queens"), 1, "only counts")
	contains(run("verify queens"), "0 results of 0 recomputed")
	run("stop queens")
	expect(t, program(t, dir, "work", "queens"), 1, "stopped")
	contains(run("status queens"), "stopped")
	run("continue queens")
	contains(run("work queens --threads 2"), "queens:")
	contains(run("status"), "queens: done")
	contains(run("result queens"), "solutions: 92\n")
	contains(run("verify queens --sample -1"), "0 parts missing")
	contains(run("settle queens"), "no alarms")
	lines := strings.Count(run("export queens"), "\n")
	if lines < 50 {
		t.Errorf("%d records exported, expected at least 50", lines)
	}

	run("new queens.dlx --name all --all --parts 50")
	run("work all")
	contains(run("result all"), "solutions: 92\n")
	all := run("solutions all")
	if strings.Count(all, "\n") != 92 {
		t.Errorf("%d solutions, expected 92", strings.Count(all, "\n"))
	}
	run("new queens.dlx --name first --first --parts 50")
	run("work first")
	contains(run("result first"), "solutions: 1\n")
	contains(all, run("solutions first"))
	run("new queens.dlx --name family --family --parts 50")
	run("work family")
	text, err := os.ReadFile(filepath.Join(dir, "queens.dlx"))
	if err != nil {
		t.Fatal(err)
	}
	p, err := dlx.Parse(string(text))
	if err != nil {
		t.Fatal(err)
	}
	f, err := p.ReadFamily(strings.NewReader(run("solutions family")))
	if err != nil || f.Count().Int64() != 92 {
		t.Errorf("a family of %v, error %v, expected 92", f, err)
	}

	contains(run("enum square 8 --parts 100"), "the free polyforms of 8 cells of the lattice square", "work square-8")
	run("work square-8")
	contains(run("result square-8"), "solutions: 369\n") // A000105
	run("enum hexagon 4 --one-sided --all --name hexes --parts 10")
	run("work hexes")
	contains(run("result hexes"), "solutions: 10\n") // A006535
	contains(run("solutions hexes"), "hexagon [(0,0), (1,0), (2,0), (3,0)]\n")

	run("rm queens")
	expect(t, program(t, dir, "result", "queens"), 1, "there is no campaign queens")
	if out := run("status"); strings.Contains(out, "queens") || !strings.Contains(out, "square-8: done") {
		t.Errorf("%q after queens was removed", out)
	}
}

// TestWrongCommands reads command lines and files that are wrong.
func TestWrongCommands(t *testing.T) {
	dir := t.TempDir()
	queens(t, dir)
	if err := os.WriteFile(filepath.Join(dir, "bad.dlx"), []byte("a b\na c\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		line    string
		status  int
		message string
	}{
		{"new", 2, "expected FILE"},
		{"new -", 2, "expected --name"},
		{"new queens.dlx --first --all", 2, "choose one of"},
		{"new bad.dlx", 1, "bad.dlx:2:"},
		{"new none.dlx", 1, "none.dlx"},
		{"new queens.dlx --name a.b", 1, "expected a name"},
		{"new queens.dlx --parts -1", 1, "number of parts"},
		{"enum square", 2, "expected a LATTICE"},
		{"enum round 4", 2, "unknown lattice"},
		{"enum square x", 2, "expected a number of cells"},
		{"enum square 0", 1, "1 to 40 cells"},
		{"enum tan 4", 1, "cannot be split"},
		{"enum square 4 --fixed --one-sided", 2, "choose one of"},
		{"work", 2, "expected the NAME"},
		{"work a b", 2, "expected nothing after"},
		{"status a b", 2, "expected nothing after"},
		{"result none", 1, "there is no campaign none"},
		{"rm none", 1, "there is no campaign none"},
		{"stop none", 1, "there is no campaign none"},
		{"verify none", 1, "there is no campaign none"},
		{"settle none", 1, "there is no campaign none"},
		{"export none", 1, "there is no campaign none"},
		{"fly", 2, "unknown command"},
	} {
		expect(t, program(t, dir, strings.Fields(c.line)...), c.status, c.message)
	}
}
