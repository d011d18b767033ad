// SPDX-License-Identifier: BSD-3-Clause

package facts

import (
	"archive/zip"
	"bytes"
	"io"
	"os"
	"slices"
	"testing"
)

// FuzzOpen compares what is read from archives with what package archive/zip reads, where that
// accepts them. Nothing panics.
func FuzzOpen(f *testing.F) {
	library, err := os.ReadFile("../facts.zip")
	if err != nil {
		f.Fatal(err)
	}
	var small bytes.Buffer
	z := zip.NewWriter(&small)
	for _, name := range []string{"b", "a/c", "a/b"} {
		w, err := z.Create(name)
		if err != nil {
			f.Fatal(err)
		}
		io.WriteString(w, "the text of "+name)
	}
	if w, err := z.CreateHeader(&zip.FileHeader{Name: "stored", Method: zip.Store}); err != nil {
		f.Fatal(err)
	} else {
		io.WriteString(w, "as it is")
	}
	z.Close()
	f.Add(small.Bytes())
	for i := range small.Len() {
		f.Add(small.Bytes()[:i])
		changed := bytes.Clone(small.Bytes())
		changed[i] ^= 0xff
		f.Add(changed)
	}
	f.Add(library)
	f.Fuzz(func(t *testing.T, data []byte) {
		a, err := open(data)
		r, zipErr := zip.NewReader(bytes.NewReader(data), int64(len(data)))
		if err != nil || zipErr != nil {
			return
		}
		names := make(map[string]int)
		for _, f := range r.File {
			if names[f.Name]++; names[f.Name] > 1 || f.Flags&1 != 0 {
				return
			}
		}
		for _, f := range r.File {
			e := a.find(f.Name)
			if e == nil {
				t.Fatalf("there is no %q", f.Name)
			}
			if f.UncompressedSize64 > 1<<20 {
				continue
			}
			in, err := f.Open()
			if err != nil {
				continue
			}
			want, err := io.ReadAll(in)
			if err != nil {
				continue
			}
			if got, err := e.read(); err != nil || !bytes.Equal(got, want) {
				t.Errorf("%s is %q, %v; expected %q", f.Name, got, err, want)
			}
		}
		if len(a) != len(r.File) || !slices.IsSortedFunc(a, byName) {
			t.Errorf("%d files, expected %d in order", len(a), len(r.File))
		}
	})
}
