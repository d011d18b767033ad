// SPDX-License-Identifier: BSD-3-Clause

// Pack compresses the notebooks without their outputs for the program. Go generate runs it in the
// directory of package notebooks: it makes packed/NAME.gz of each notebook NAME, and removes the
// others.
//
// A file that holds the right text stays as it is, so that another release of the compressor does
// not change the repository.
package main

import (
	"bytes"
	"compress/gzip"
	"io"
	"log"
	"os"
	"path/filepath"
	"strings"

	"polka/kernel/nb"
)

const folder = "packed"

func main() {
	log.SetFlags(0)
	log.SetPrefix("pack: ")
	if err := pack(); err != nil {
		log.Fatal(err)
	}
}

func pack() error {
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return err
	}
	names, err := filepath.Glob("*.ipynb")
	if err != nil {
		return err
	}
	wanted := make(map[string]bool)
	for _, name := range names {
		n, err := nb.ReadFile(name)
		if err != nil {
			return err
		}
		n.ClearOutputs()
		text := n.Encode()
		target := filepath.Join(folder, name+".gz")
		wanted[target] = true
		if old, err := unpack(target); err == nil && bytes.Equal(old, text) {
			continue
		}
		if err := write(target, text); err != nil {
			return err
		}
	}
	files, err := filepath.Glob(filepath.Join(folder, "*"))
	if err != nil {
		return err
	}
	for _, f := range files {
		if !wanted[f] && strings.HasSuffix(f, ".gz") {
			if err := os.Remove(f); err != nil {
				return err
			}
		}
	}
	return nil
}

func unpack(name string) ([]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	r, err := gzip.NewReader(f)
	if err != nil {
		return nil, err
	}
	return io.ReadAll(r)
}

// write compresses text, without a date, so that the same text gives the same file.
func write(name string, text []byte) error {
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return err
	}
	if _, err := w.Write(text); err != nil {
		return err
	}
	if err := w.Close(); err != nil {
		return err
	}
	return os.WriteFile(name, b.Bytes(), 0o666)
}
