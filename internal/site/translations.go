// SPDX-License-Identifier: BSD-3-Clause

// The course in other languages. The page of a notebook and those of its translations have links to
// each other below their titles, see notebooks.AddTranslations.

package main

import (
	"path"
	"strings"

	"polka/notebooks"
)

// courseTitles are the titles of the parts of the menu with the course, by language.
var courseTitles = map[string]string{"": "Course", "fr": "Cours en français"}

// addTranslations adds the translations of the notebooks in pages, and links between them.
func addTranslations(pages map[string][]byte) error {
	files := map[string][]byte{}
	for page, text := range pages {
		if file, ok := strings.CutPrefix(page, "notebooks/"); ok {
			files[file] = text
		}
	}
	if err := notebooks.AddTranslations(files); err != nil {
		return err
	}
	for file, text := range files {
		pages[path.Join("notebooks", file)] = text
	}
	return nil
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
		b.WriteString(toctree(courseTitles[language], list))
	}
	return b.String()
}
