// SPDX-License-Identifier: BSD-3-Clause

// Translate brings the files of translators up to date with the English course. Go generate runs it
// in the directory of package notebooks; translators run it after they have added texts:
//
//	go run ./notebooks/internal/translate
//
// New texts get entries without a translation. If a text has changed, its entry is fuzzy and has
// the text that was translated. A folder that is made below translations is a new language.
package main

import (
	"bytes"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"slices"

	"polka/notebooks/internal/texts"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("translate: ")
	root := "."
	if _, err := os.Stat("go.mod"); err != nil {
		root = ".."
	}
	if err := run(root); err != nil {
		log.Fatal(err)
	}
}

func run(root string) error {
	files, err := texts.Files(root)
	if err != nil {
		return err
	}
	folder := filepath.Join(root, "notebooks", "translations")
	languages, err := os.ReadDir(folder)
	if err != nil {
		return err
	}
	for _, l := range languages {
		if !l.IsDir() {
			continue
		}
		dir := filepath.Join(folder, l.Name())
		old, err := texts.ReadFiles(os.DirFS(dir))
		if err != nil {
			return err
		}
		done, all := 0, 0
		for _, f := range files {
			updated := texts.Update(l.Name(), f, old[f.Name])
			for _, e := range updated.Entries[1:] {
				if e.Done() {
					done++
				}
			}
			all += len(f.Units)
			name, text := filepath.Join(dir, f.Name), updated.Encode()
			if before, err := os.ReadFile(name); err == nil && bytes.Equal(before, text) {
				continue
			}
			if err := os.WriteFile(name, text, 0o666); err != nil {
				return err
			}
		}
		for name := range old {
			if !slices.ContainsFunc(files, func(f texts.File) bool { return f.Name == name }) {
				return fmt.Errorf("%s belongs to no notebook", filepath.Join(dir, name))
			}
		}
		fmt.Printf("%s: %d of %d texts are translated\n", l.Name(), done, all)
	}
	return nil
}
