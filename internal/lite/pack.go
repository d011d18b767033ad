// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// pack writes the Python package and the npm package. The same program gives the same bytes.
func (e *extension) pack(output string) error {
	if err := os.MkdirAll(output, 0o777); err != nil {
		return err
	}
	wheel, err := e.wheel()
	if err != nil {
		return err
	}
	module := strings.ReplaceAll(name, "-", "_")
	if err := os.WriteFile(filepath.Join(output, module+"-"+e.version+"-py3-none-any.whl"), wheel, 0o666); err != nil {
		return err
	}
	archive, err := e.npm()
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(output, name+"-"+e.version+".tgz"), archive, 0o666)
}

// wheel returns the Python package: the files where JupyterLite looks for extensions.
func (e *extension) wheel() ([]byte, error) {
	base := strings.ReplaceAll(name, "-", "_") + "-" + e.version
	info := base + ".dist-info/"
	var b bytes.Buffer
	var record strings.Builder
	w := zip.NewWriter(&b)
	// write gives every file a date: without one, the month is 0, which strict programs refuse.
	write := func(file string, content []byte) error {
		h := &zip.FileHeader{Name: file, Method: zip.Deflate, Modified: time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC)}
		h.SetMode(0o644)
		part, err := w.CreateHeader(h)
		if err != nil {
			return err
		}
		_, err = part.Write(content)
		return err
	}
	add := func(file string, content []byte) error {
		sum := sha256.Sum256(content)
		fmt.Fprintf(&record, "%s,sha256=%s,%d\n", file, base64.RawURLEncoding.EncodeToString(sum[:]), len(content))
		return write(file, content)
	}
	for _, file := range slices.Sorted(maps.Keys(e.files)) {
		if err := add(base+".data/data/share/jupyter/labextensions/"+name+"/"+file, e.files[file]); err != nil {
			return nil, err
		}
	}
	var links strings.Builder
	for _, l := range e.links {
		fmt.Fprintf(&links, "Project-URL: %s, %s\n", l.Label, l.Address)
	}
	metadata := fmt.Sprintf("Metadata-Version: 2.4\nName: %s\nVersion: %s\nSummary: %s\nLicense-Expression: BSD-3-Clause\nLicense-File: LICENSE\nLicense-File: THIRD-PARTY.txt\n"+
		"Author: The Polka Authors\nKeywords: jupyter,jupyterlite,kernel,go,webassembly\nRequires-Python: >=3.10\n"+
		"Classifier: Framework :: Jupyter :: JupyterLab :: 4\nClassifier: Framework :: Jupyter :: JupyterLab :: Extensions :: Prebuilt\n%s"+
		"Description-Content-Type: text/markdown\n\n%s", name, e.version, description, links.String(), e.files["README.md"])
	for _, f := range []struct {
		name    string
		content []byte
	}{
		{"METADATA", []byte(metadata)},
		{"WHEEL", []byte("Wheel-Version: 1.0\nGenerator: polka\nRoot-Is-Purelib: true\nTag: py3-none-any\n")},
		{"licenses/LICENSE", e.files["LICENSE"]},
		{"licenses/THIRD-PARTY.txt", e.files["THIRD-PARTY.txt"]},
	} {
		if err := add(info+f.name, f.content); err != nil {
			return nil, err
		}
	}
	record.WriteString(info + "RECORD,,\n")
	if err := write(info+"RECORD", []byte(record.String())); err != nil {
		return nil, err
	}
	err := w.Close()
	return b.Bytes(), err
}

// npm returns the npm package, as `npm pack` would make it.
func (e *extension) npm() ([]byte, error) {
	var b bytes.Buffer
	zipped := gzip.NewWriter(&b)
	w := tar.NewWriter(zipped)
	for _, file := range slices.Sorted(maps.Keys(e.files)) {
		h := &tar.Header{Name: "package/" + file, Mode: 0o644, Size: int64(len(e.files[file])), ModTime: time.Date(1985, 10, 26, 8, 15, 0, 0, time.UTC)}
		if err := w.WriteHeader(h); err != nil {
			return nil, err
		}
		if _, err := w.Write(e.files[file]); err != nil {
			return nil, err
		}
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	err := zipped.Close()
	return b.Bytes(), err
}
