// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"polka/stdlib/extract"
)

// browserFacts is stdlib/facts.zip without the packages that are not in the program. They are
// listed in the file absent, for error messages. The types of those that others mention are kept,
// as those of internal packages are. Its files are not compressed: the whole archive
// will be, which makes it smaller.
func browserFacts() ([]byte, error) {
	r, err := zip.OpenReader("stdlib/facts.zip")
	if err != nil {
		return nil, err
	}
	defer r.Close()
	files := make(map[string][]byte)
	for _, f := range r.File {
		in, err := f.Open()
		if err != nil {
			return nil, err
		}
		if files[f.Name], err = io.ReadAll(in); err != nil {
			return nil, err
		}
	}
	mentioned := mentionedBy(files, extract.NotInBrowser)
	for _, path := range extract.NotInBrowser {
		if mentioned[path] {
			files["inside/"+path] = files["types/"+path]
		}
		delete(files, "types/"+path)
		delete(files, "doc/"+path)
	}
	var absent bytes.Buffer
	absent.Write(files["absent"])
	for _, path := range extract.NotInBrowser {
		fmt.Fprintf(&absent, "%s it is not part of Polka in the browser\n", path)
	}
	files["absent"] = absent.Bytes()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, name := range slices.Sorted(maps.Keys(files)) {
		w, err := z.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Store})
		if err != nil {
			return nil, err
		}
		if _, err := w.Write(files[name]); err != nil {
			return nil, err
		}
	}
	err = z.Close()
	return b.Bytes(), err
}

// mentionedBy returns the packages that those mention which are not left out, directly or not.
func mentionedBy(files map[string][]byte, out []string) map[string]bool {
	seen := make(map[string]bool)
	var visit func(path string)
	visit = func(path string) {
		for _, p := range extract.Mentioned(files["types/"+path]) {
			if !seen[p] {
				seen[p] = true
				visit(p)
			}
		}
	}
	for name := range files {
		if path, ok := strings.CutPrefix(name, "types/"); ok && !slices.Contains(out, path) {
			visit(path)
		}
	}
	return seen
}
