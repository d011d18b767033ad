// SPDX-License-Identifier: BSD-3-Clause

// Mark writes the line that names Polka's license into generated files, which are named as patterns
// of filepath.Glob. It is for files of generators that do not know of it.
//
//	go run polka/internal/licenses/mark 'z_*.go'
package main

import (
	"log"
	"os"
	"path/filepath"

	"polka/internal/licenses"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("mark: ")
	for _, pattern := range os.Args[1:] {
		files, err := filepath.Glob(pattern)
		if err != nil {
			log.Fatal(err)
		}
		if len(files) == 0 {
			log.Fatalf("there is no file %s", pattern)
		}
		for _, name := range files {
			text, err := os.ReadFile(name)
			if err != nil {
				log.Fatal(err)
			}
			if err := os.WriteFile(name, []byte(licenses.Marked(name, string(text))), 0o666); err != nil {
				log.Fatal(err)
			}
		}
	}
}
