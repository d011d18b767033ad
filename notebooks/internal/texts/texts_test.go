// SPDX-License-Identifier: BSD-3-Clause

package texts_test

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"polka/internal/po"
	"polka/notebooks"
	"polka/notebooks/internal/texts"
)

const root = "../../.."

// allowed are the numbers of texts that a file may leave without a translation, by its language and
// name. The lessons of a file that is not here are complete.
var allowed = map[string]int{}

// TestTranslations: the files of each language have the present texts and a translation of each.
func TestTranslations(t *testing.T) {
	files, err := texts.Files(root)
	if err != nil {
		t.Fatal(err)
	}
	for _, language := range notebooks.Languages() {
		dir := filepath.Join(root, "notebooks", "translations", language)
		old, err := texts.ReadFiles(os.DirFS(dir))
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range files {
			name := language + "/" + f.Name
			if old[f.Name] == nil {
				t.Errorf("%s is missing: run go generate ./notebooks", name)
				continue
			}
			now := texts.Update(language, f, old[f.Name])
			if !bytes.Equal(now.Encode(), old[f.Name].Encode()) {
				t.Errorf("%s is not up to date: run go generate ./notebooks", name)
			}
			missing := 0
			for _, e := range now.Entries[1:] {
				switch {
				case e.Obsolete:
					t.Errorf("%s: nothing has the text %.60q any more; remove it", name, e.ID)
				case slices.Contains(e.Flags, po.Fuzzy):
					missing++
					t.Logf("%s: stale, since the English text has changed: %.60q", name, e.ID)
				case e.Text == "":
					missing++
					t.Logf("%s: not translated: %.60q", name, e.ID)
				default:
					if what := texts.Differ(e.ID, e.Text); what != "" {
						t.Errorf("%s: %s\n%s\n%s", name, what, e.ID, e.Text)
					}
				}
			}
			if missing > allowed[name] {
				t.Errorf("%s: %d texts are not translated or stale; expected at most %d", name, missing, allowed[name])
			}
		}
	}
}

// TestDiffer: a translation that changes code, a link, a number or a formula is found.
func TestDiffer(t *testing.T) {
	for _, c := range []struct{ text, translation, want string }{
		{"`a` and 3 by 4", "`a` et 3 sur 4", ""},
		{"`a` and `b`", "`b` puis `a`", ""},
		{"`a`", "`b`", "code"},
		{"see [the hat](x.ipynb)", "voyez [le chapeau](x.ipynb)", ""},
		{"see [the hat](x.ipynb)", "voyez [le chapeau](y.ipynb)", "links"},
		{"3 by 4", "3 sur 5", "numbers"},
		{"$n^2$", "$n^3$", "formulas"},
		{"k⁶ + 3", "k⁶ + 3", ""},
		{"%s is %d", "%s vaut %d", ""},
		{"%s is %d", "%[2]d est %[1]s", ""},
		{"%s is %d", "%d est %s", "verbs"},
		{"%s is %d", "%s vaut", "verbs"},
		{"%q and %q", "%[1]q et %[1]q", "verbs"},
		{"- a\n- b", "- a", "items of a list"},
		{"## Title", "Titre", "marks of a heading"},
	} {
		got := texts.Differ(c.text, c.translation)
		if c.want == "" && got != "" || !strings.Contains(got, c.want) {
			t.Errorf("%q, %q: %q; expected %q", c.text, c.translation, got, c.want)
		}
	}
}

// TestUpdate: a changed text keeps the translation of the old one as fuzzy, and one that is gone is
// obsolete.
func TestUpdate(t *testing.T) {
	unit := func(text string) notebooks.TextUnit { return notebooks.TextUnit{Text: text, Place: "x:1"} }
	old := texts.Update("fr", texts.File{Name: "x.po", Units: []notebooks.TextUnit{unit("two red squares"), unit("a circle"), unit("gone for good")}}, nil)
	for i, text := range []string{"deux carrés rouges", "un cercle", "disparu"} {
		old.Entries[i+1].Text = text
	}
	now := texts.Update("fr", texts.File{Name: "x.po", Units: []notebooks.TextUnit{unit("a circle"), unit("three red squares"), unit("new")}}, old)
	var got []string
	for _, e := range now.Entries[1:] {
		got = append(got, strings.Join(append(e.Flags, e.ID, e.Previous, e.Text), "/"))
	}
	want := []string{"a circle//un cercle", "fuzzy/three red squares/two red squares/deux carrés rouges", "new//", "gone for good//disparu"}
	if !slices.Equal(got, want) || !now.Entries[4].Obsolete {
		t.Errorf("%q", got)
	}
}

// TestGlossary: the words of the French glossary are those of the lessons, so a term is translated
// in one way only.
func TestGlossary(t *testing.T) {
	n, err := notebooks.ReadIn("glossary.ipynb", "fr")
	if err != nil {
		t.Fatal(err)
	}
	var page strings.Builder
	for _, c := range n.Cells {
		page.WriteString(c.Source + "\n")
	}
	rows := regexp.MustCompile(`(?m)^\| ([^|]+) \| ([^|]+) \| [^|]+ \|$`).FindAllStringSubmatch(page.String(), -1)
	old, err := texts.ReadFiles(os.DirFS(filepath.Join(root, "notebooks", "translations", "fr")))
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, row := range rows {
		french, english := strings.ToLower(strings.TrimSpace(row[1])), strings.ToLower(strings.TrimSpace(row[2]))
		if french == "français" {
			continue
		}
		used := false
		for name, f := range old {
			if name == "glossary.po" {
				continue
			}
			for _, e := range f.Entries {
				used = used || strings.Contains(strings.ToLower(e.Text), french) && strings.Contains(strings.ToLower(e.ID), english)
			}
		}
		if !used {
			t.Errorf("no text translates %q as %q", english, french)
		}
		found++
	}
	if found < 40 {
		t.Errorf("the glossary has %d terms", found)
	}
}
