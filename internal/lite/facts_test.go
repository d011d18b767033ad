// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"polka/stdlib/extract"
	"polka/stdlib/facts"
)

// TestBrowserFacts imports all packages of a browser, each with an importer of its own, and refuses
// the others, also those whose types are kept for the types of others.
func TestBrowserFacts(t *testing.T) {
	t.Chdir("../..")
	archive, err := browserFacts()
	if err != nil {
		t.Fatal(err)
	}
	set, imported := facts.New(archive), 0
	for _, name := range set.Files() {
		path, ok := strings.CutPrefix(name, "types/")
		if !ok {
			continue
		}
		imported++
		if _, err := set.Importer().Import(path); err != nil {
			t.Errorf("%s: %v", path, err)
		}
		if slices.Contains(extract.NotInBrowser, path) {
			t.Errorf("%s is not in the program", path)
		}
	}
	if imported < 80 {
		t.Errorf("%d packages were imported; expected 80", imported)
	}
	im := set.Importer()
	if _, err := im.Import("polka/play"); err != nil {
		t.Fatal(err)
	}
	for _, path := range extract.NotInBrowser {
		var missing *facts.ImportError
		if _, err := im.Import(path); !errors.As(err, &missing) || !missing.LeftOut() {
			t.Errorf("%s: got the error %v; expected that it is left out", path, err)
		}
	}
}
