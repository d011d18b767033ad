package main

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"

	"polka/stdlib/extract"
)

// browserFacts is stdlib/facts.zip without the packages that are not in the program. They are
// listed in the file absent, for error messages.
func browserFacts() ([]byte, error) {
	r, err := zip.OpenReader("stdlib/facts.zip")
	if err != nil {
		return nil, err
	}
	defer r.Close()
	files := make(map[string][]byte)
	for _, f := range r.File {
		kind, path, _ := strings.Cut(f.Name, "/")
		if (kind == "types" || kind == "doc") && slices.Contains(extract.NotInBrowser, path) {
			continue
		}
		in, err := f.Open()
		if err != nil {
			return nil, err
		}
		if files[f.Name], err = io.ReadAll(in); err != nil {
			return nil, err
		}
	}
	var absent bytes.Buffer
	absent.Write(files["absent"])
	for _, path := range extract.NotInBrowser {
		fmt.Fprintf(&absent, "%s it is not part of Polka in the browser\n", path)
	}
	files["absent"] = absent.Bytes()
	return extract.Zip(files)
}
