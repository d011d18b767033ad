// SPDX-License-Identifier: BSD-3-Clause

package said_test

import (
	"encoding/base64"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"polka/internal/said"
)

// words are a language of a few texts.
var words = map[string]string{
	"%d cells": "%d Zellen", "%s, %d cells": "%[2]d Zellen: %[1]s", "piece %s": "Teil %s", "%s placed.": "%s liegt.", "step %d of %d": "Schritt %d von %d",
	"level %d": "Ebene %d", "play": "los", "%d %% of the tree": "%d %% des Baums", "%d. %s": "%d. %s", "%d items to cover, %d options": "%d Dinge, %d Optionen",
	"a solution": "eine Lösung", "next solution": "weiter", "Fixed": "Fest",
	"exact cover: %s, %s, %s": "genaue Deckung: %s, %s, %s",
}

func german() *said.Speech {
	return said.New("de", func(s string) string {
		if t := words[s]; t != "" {
			return t
		}
		return s
	})
}

func TestText(t *testing.T) {
	s := german()
	for text, want := range map[string]string{
		"play": "los", "5 cells": "5 Zellen", "crook, 6 cells": "6 Zellen: crook", "piece B placed.": "Teil B liegt.",
		"step 3 of 15 · level 2 · more": "Schritt 3 von 15 · Ebene 2 · more", "12.5 % of the tree": "12.5 % des Baums",
		" play ": " los ", "play placed.": "play liegt.", "3. a solution": "3. eine Lösung", "five cells": "five cells", "Fixed": "Fixed", "": "",
	} {
		if got := s.Text(text); got != want {
			t.Errorf("%q: %q; expected %q", text, got, want)
		}
	}
	if got := s.WithCaptions("Fixed").Text("Fixed"); got != "Fest" {
		t.Errorf("a caption: %q", got)
	}
}

func TestHTML(t *testing.T) {
	picture := base64.StdEncoding.EncodeToString([]byte(`<svg class="plk"><title>5 cells</title></svg>`))
	translated := base64.StdEncoding.EncodeToString([]byte(`<svg class="plk"><title>5 Zellen</title></svg>`))
	for page, want := range map[string]string{
		`<p>5 cells</p>`: `<p>5 cells</p>`, // not ours
		`<svg class="plk" aria-label="5 cells"><title>F, 5 cells</title></svg>`:                                                              `<svg class="plk" aria-label="5 Zellen"><title>5 Zellen: F</title></svg>`,
		`<b class="plk-t"><style>play</style><script>"play"<1</script>play`:                                                                  `<b class="plk-t"><style>play</style><script>"play"<1</script>los`,
		`<i class="plk"><img alt="x" src="data:image/svg+xml;base64,` + picture + `">`:                                                       `<i class="plk"><img alt="x" src="data:image/svg+xml;base64,` + translated + `">`,
		`<g class="plk-t"><text x="0" y="197">0. 7 items to cover, 6</text><text x="0" y="219">options</text><text x="9" y="1">a</text></g>`: `<g class="plk-t"><text x="0" y="197">0. 7 Dinge,</text><text x="0" y="219">6 Optionen</text><text x="9" y="1">a</text></g>`,
	} {
		if got := german().HTML(page); got != want {
			t.Errorf("%s\n%s; expected\n%s", page, got, want)
		}
	}
	got := german().HTML(`<div class="plk-story" data-story="{&#34;begin&#34;:&#34;7 items to cover, 6 options&#34;,&#34;options&#34;:[&#34;play&#34;],&#34;big&#34;:12345678901234567890}">`)
	for _, want := range []string{"7 Dinge, 6 Optionen", "[&#34;play&#34;]", "12345678901234567890", `data-said="{&#34;lang&#34;:&#34;de&#34;`, "[&#34;next solution&#34;,&#34;weiter&#34;]"} {
		if !strings.Contains(got, want) {
			t.Errorf("%s: expected %s", got, want)
		}
	}
	if again := german().HTML(got); again != got {
		t.Errorf("translated twice: %s", again)
	}
}

// TestNames: the names of a program stay, in diagrams, in tables and in the texts of values.
func TestNames(t *testing.T) {
	const code = `<g class="plk-t" font-size="12" style="font-family:var(--jp-code-font-family,ui-monospace,monospace)">`
	for page, want := range map[string]string{
		code + `<text x="0" y="1">play</text><text x="0" y="2">5 cells</text></g><g><text x="0" y="3">5 cells</text></g>`: code +
			`<text x="0" y="1">play</text><text x="0" y="2">5 Zellen</text></g><g><text x="0" y="3">5 Zellen</text></g>`,
		`<table class="plk"><tr><th>play</th><td>a solution</td></tr></table><button>play</button>`: `<table class="plk"><tr><th>play</th><td>eine Lösung</td></tr></table><button>los</button>`,
	} {
		if got := german().WithCaptions("play2").HTML(page); got != want {
			t.Errorf("%s\n%s; expected\n%s", page, got, want)
		}
	}
	for _, test := range []struct {
		text    string
		drawing bool
		want    string
	}{
		{"exact cover: 8+14 items, 1 option, 5 cells", false, "genaue Deckung: 8+14 items, 1 option, 5 Zellen"},
		{"5 cells", false, "5 cells"}, // what a program writes
		{"a solution\nplay\n  5 cells\n", true, "eine Lösung\nplay\n  5 Zellen\n"},
	} {
		if got := german().Plain(test.text, test.drawing); got != test.want {
			t.Errorf("%q: %q; expected %q", test.text, got, test.want)
		}
	}
}

// TestScripts finds texts of scripts that are no part of a format: string literals with two words,
// or that are a label, a title or the name of a key.
func TestScripts(t *testing.T) {
	literal := regexp.MustCompile(`(label: |title: |"aria-label": (?:said\()?|said\(|\[|say\()?"((?:[^"\\]|\\.)*)"`)
	twoWords := regexp.MustCompile(`[A-Za-z]{2,}[,;:.]? [a-z]{2,}|^[A-Z][a-z]+[ .]`)
	formats := said.Formats()
	checked := 0
	for _, pattern := range []string{"../../play/*.js", "../../render/*.js"} {
		names, err := filepath.Glob(filepath.FromSlash(pattern))
		if err != nil || len(names) < 4 {
			t.Fatal(names, err)
		}
		for _, name := range names {
			script, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			for line := range strings.Lines(string(script)) {
				if code := strings.TrimSpace(line); strings.HasPrefix(code, "//") || strings.Contains(code, ".closest(") {
					continue
				}
				for _, m := range literal.FindAllStringSubmatch(line, -1) {
					text := strings.TrimSpace(m[2])
					shown := m[1] != "" && m[1] != "[" && regexp.MustCompile(`\pL{2}`).MatchString(text)
					if strings.HasPrefix(text, "layer ") && strings.Contains(line, "name: ") {
						continue // the name of an action
					}
					if strings.Contains(text, "plk-") || strings.Contains(text, "prefers-") || !shown && !twoWords.MatchString(text) {
						continue
					}
					checked++
					if !slices.ContainsFunc(formats, func(f string) bool { return strings.Contains(strings.ReplaceAll(f, "%%", "%"), text) }) {
						t.Errorf("%s: no format has %q; add one to texts.go", filepath.Base(name), text)
					}
				}
			}
		}
	}
	if checked < 150 {
		t.Errorf("%d texts were found; expected some 200", checked)
	}
}

// TestAbout: the texts for a script are those of its kind, the longest formats first.
func TestAbout(t *testing.T) {
	about := german().About("puzzle")
	var list []string
	for _, p := range about.Texts {
		list = append(list, p[0])
	}
	if about.Language != "de" || !slices.Contains(list, "%s placed.") || !slices.Contains(list, "play") || slices.Contains(list, "Searching.") {
		t.Errorf("%+v", about)
	}
	if slices.Index(list, "%s placed.") > slices.Index(list, "piece %s") {
		t.Errorf("%q is before %q", "piece %s", "%s placed.")
	}
}
