// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"polka/kernel/nb"
	"polka/notebooks"
)

// TestTranslations checks the pages of the course in other languages: the links between the
// languages below the titles, links to notebooks that a language does not have, and the menu.
func TestTranslations(t *testing.T) {
	dir := t.TempDir()
	if err := write(root, dir); err != nil {
		t.Fatal(err)
	}
	read := func(page string) string {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		n, err := nb.Parse(text)
		if err != nil {
			t.Fatalf("%s: %v", page, err)
		}
		var b strings.Builder
		for _, c := range n.Cells {
			b.WriteString(c.Source + "\n\n")
		}
		return b.String()
	}
	tour := "00-tour.ipynb"
	for _, test := range []struct {
		page      string
		has, lack []string
	}{
		{"notebooks/" + tour, []string{"\n\n[Français](fr/" + tour + ")\n", "[gallery](gallery.ipynb)"}, []string{"[English]"}},
		{"notebooks/fr/" + tour, []string{"\n\n[English](../" + tour + ")\n", "(../gallery.ipynb)", "(01-shapes-and-symmetry.ipynb)"},
			[]string{"[Français]", "(gallery.ipynb)", "(../01-"}},
		{"notebooks/gallery.ipynb", nil, []string{"[Français]"}},
	} {
		text := read(filepath.Join(dir, filepath.FromSlash(test.page)))
		for _, want := range test.has {
			if !strings.Contains(text, want) {
				t.Errorf("%s has no %s", test.page, want)
			}
		}
		for _, word := range test.lack {
			if strings.Contains(text, word) {
				t.Errorf("%s has %s", test.page, word)
			}
		}
	}

	// Every link from one notebook to another, in every language, leads to a page.
	link := regexp.MustCompile(`\]\(((?:\.\./|\w+/)?[\w-]+\.ipynb)[)#]`)
	menu, err := os.ReadFile(filepath.Join(dir, "index.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, language := range append(notebooks.Languages(), "") {
		pages, err := filepath.Glob(filepath.Join(dir, "notebooks", language, "*.ipynb"))
		if err != nil || len(pages) < 13 {
			t.Errorf("language %q has %d pages (error %v); expected the tour and twelve lessons", language, len(pages), err)
		}
		links := 0
		for _, page := range pages {
			for _, m := range link.FindAllStringSubmatch(read(page), -1) {
				links++
				if _, err := os.Stat(filepath.Join(filepath.Dir(page), filepath.FromSlash(m[1]))); err != nil {
					t.Errorf("%s: %v", page, err)
				}
			}
			name, err := filepath.Rel(dir, strings.TrimSuffix(page, ".ipynb"))
			if n := strings.Count(string(menu), "\n"+filepath.ToSlash(name)+"\n"); err != nil || n != 1 {
				t.Errorf("%s is %d times in the menu (error %v)", name, n, err)
			}
		}
		if links < len(pages) {
			t.Errorf("language %q: %d links between notebooks", language, links)
		}
		title, ok := courseTitles[language]
		if !ok || !strings.Contains(string(menu), ":caption: "+title+"\n") {
			t.Errorf("language %q has no part of the menu", language)
		}
	}
}
