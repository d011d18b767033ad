// SPDX-License-Identifier: BSD-3-Clause

package notebooks_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"polka/notebooks"
)

// TestGoOfTheLessons: the notebook about the Go of the lessons has a section for each lesson, and
// what a lesson uses of Go's library for lists, maps, texts and errors is explained there or in an
// earlier section.
func TestGoOfTheLessons(t *testing.T) {
	primer, err := notebooks.Read("go.ipynb")
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	for _, c := range primer.Cells {
		text.WriteString(c.Source + "\n")
	}
	list, err := notebooks.Lessons()
	if err != nil {
		t.Fatal(err)
	}
	used := regexp.MustCompile(`\b(slices|maps|strings|errors|cmp)\.[A-Z]\w*`)
	for i, l := range list {
		heading := fmt.Sprintf("\n## Lesson %d:", i+1)
		if !strings.Contains(text.String(), heading) {
			t.Errorf("there is no section %q", strings.TrimSpace(heading))
		}
		known, _, _ := strings.Cut(text.String(), fmt.Sprintf("\n## Lesson %d:", i+2))
		exercises := false
		for _, c := range l.Notebook.Cells {
			exercises = exercises || strings.HasPrefix(c.Source, "## Exercises")
			if exercises || c.Type != "code" {
				continue
			}
			for _, name := range used.FindAllString(c.Source, -1) {
				if !strings.Contains(known, name) {
					t.Errorf("lesson %d, cell %s: %s is not explained", i+1, c.ID, name)
				}
			}
		}
	}
}
