// SPDX-License-Identifier: BSD-3-Clause

// The course in other languages. The page of a notebook and those of its translations have links to
// each other below their titles. A translation has the outputs of the English notebook, see
// notebooks.Translated.

package main

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"polka/internal/pattern"
	"polka/kernel/nb"
	"polka/notebooks"
)

// What the site says in a language.
var tongues = map[string]struct{ course, name string }{
	"":   {"Course", "English"},
	"fr": {"Cours en français", "Français"},
}

// addTranslations adds the translations of the notebooks in pages, and links between them.
func addTranslations(pages map[string][]byte) error {
	names := slices.Collect(maps.Keys(pages))
	for _, page := range names {
		if !strings.HasPrefix(page, "notebooks/") {
			continue
		}
		n, err := nb.Parse(pages[page])
		if err != nil {
			return fmt.Errorf("%s: %w", page, err)
		}
		file := path.Base(page)
		translated := map[string]*nb.Notebook{}
		for _, language := range notebooks.Languages() {
			t, err := notebooks.Translated(file, n, language)
			if err != nil {
				return fmt.Errorf("%s: %w", page, err)
			}
			if t != nil {
				translated[language] = t
			}
		}
		if len(translated) == 0 {
			continue
		}
		pages[page] = linked(n, "", file, translated).Encode()
		for language, t := range translated {
			pages[path.Join("notebooks", language, file)] = linked(t, language, file, translated).Encode()
		}
	}
	for page, text := range pages { // links to notebooks that a language does not have
		if language := languageOf(page); language != "" {
			pages[page] = []byte(notebookLink.Regexp().ReplaceAllStringFunc(string(text), func(link string) string {
				if target := notebookLink.FindStringSubmatch(link)[1]; pages[path.Join("notebooks", language, target)] == nil {
					return "](../" + target + ")"
				}
				return link
			}))
		}
	}
	return nil
}

var notebookLink = pattern.New(`\]\(([\w-]+\.ipynb)\)`)

// linked returns n with links to the other languages below its title.
func linked(n *nb.Notebook, language, file string, translated map[string]*nb.Notebook) *nb.Notebook {
	n = n.Clone()
	var links []string
	for _, other := range append([]string{""}, notebooks.Languages()...) {
		if other == language || other != "" && translated[other] == nil {
			continue
		}
		to := path.Join(other, file)
		if language != "" {
			to = path.Join("..", other, file)
		}
		links = append(links, "["+tongues[other].name+"]("+to+")")
	}
	if len(n.Cells) > 0 && n.Cells[0].Type == nb.Markdown {
		title, rest, _ := strings.Cut(n.Cells[0].Source, "\n")
		n.Cells[0].Source = title + "\n\n" + strings.Join(links, " · ") + "\n" + rest
	}
	return n
}

// languageOf returns the language of a page, such as fr, or "".
func languageOf(page string) string {
	parts := strings.Split(page, "/")
	if len(parts) == 3 && parts[0] == "notebooks" {
		return parts[1]
	}
	return ""
}

// translatedMenu returns a part of the menu for each language, of all pages without their endings.
func translatedMenu(all []string) string {
	var b strings.Builder
	for _, language := range notebooks.Languages() {
		var list []string
		for _, page := range all {
			if languageOf(page) == language {
				list = append(list, page)
			}
		}
		b.WriteString(toctree(tongues[language].course, list))
	}
	return b.String()
}
