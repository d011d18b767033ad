// SPDX-License-Identifier: BSD-3-Clause

// The course in other languages, for sites.

package notebooks

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"polka/internal/pattern"
	"polka/kernel/nb"
)

// languageNames are the names of languages in links; "" stands for English.
var languageNames = map[string]string{"": "English", "fr": "Français"}

var notebookLink = pattern.New(`\]\(([\w-]+\.ipynb)\)`)

// AddTranslations adds translations to English notebooks with their outputs, by file name: a file
// such as fr/04-algorithm-x.ipynb for each language that has all texts of a notebook, as
// [Translated] makes it. Below the titles are links to the other languages.
func AddTranslations(files map[string][]byte) error {
	for _, file := range slices.Sorted(maps.Keys(files)) {
		if path.Ext(file) != ".ipynb" {
			continue
		}
		n, err := nb.Parse(files[file])
		if err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		translated := map[string]*nb.Notebook{}
		for _, language := range Languages() {
			t, err := Translated(file, n, language)
			if err != nil {
				return fmt.Errorf("%s: %w", file, err)
			}
			if t != nil {
				if languageNames[language] == "" {
					return fmt.Errorf("languageNames has no name for %q", language)
				}
				translated[language] = t
			}
		}
		if len(translated) == 0 {
			continue
		}
		files[file] = linked(n, "", file, translated).Encode()
		for language, t := range translated {
			files[path.Join(language, file)] = linked(t, language, file, translated).Encode()
		}
	}
	for file, text := range files { // links to notebooks that a language does not have
		language := path.Dir(file)
		if language == "." || path.Ext(file) != ".ipynb" {
			continue
		}
		files[file] = []byte(notebookLink.Regexp().ReplaceAllStringFunc(string(text), func(link string) string {
			if target := notebookLink.FindStringSubmatch(link)[1]; files[path.Join(language, target)] == nil {
				return "](../" + target + ")"
			}
			return link
		}))
	}
	return nil
}

// linked returns n with links to the other languages below its title.
func linked(n *nb.Notebook, language, file string, translated map[string]*nb.Notebook) *nb.Notebook {
	n = n.Clone()
	var links []string
	for _, other := range append([]string{""}, Languages()...) {
		if other == language || other != "" && translated[other] == nil {
			continue
		}
		to := path.Join(other, file)
		if language != "" {
			to = path.Join("..", other, file)
		}
		links = append(links, "["+languageNames[other]+"]("+to+")")
	}
	if len(n.Cells) > 0 && n.Cells[0].Type == nb.Markdown {
		title, rest, _ := strings.Cut(n.Cells[0].Source, "\n")
		n.Cells[0].Source = title + "\n\n" + strings.Join(links, " · ") + "\n" + rest
	}
	return n
}
