// SPDX-License-Identifier: BSD-3-Clause

// The notebooks in the program.
//
// Compressed with their outputs the notebooks would be 2.7 MB, a twentieth of the program, and
// without them they are 0.1 MB. So the program contains them without: packed has a file NAME.gz for
// each notebook NAME. A test checks that they are up to date. Who wants the outputs runs the
// notebooks; the documentation and the site for browsers are made from the files in this
// directory, which have them.

package notebooks

import (
	"bytes"
	"compress/gzip"
	"embed"
	"fmt"
	"io"
	"io/fs"
	"path"
	"strings"

	"polka/kernel/nb"
)

//go:generate go run ./internal/pack
//go:generate go run ./internal/translate

//go:embed packed
var packed embed.FS

// Names returns the file names of the notebooks, in alphabetical order.
func Names() []string {
	names, err := fs.Glob(packed, "packed/*.gz")
	if err != nil {
		panic(err) // the pattern is well-formed
	}
	for i, name := range names {
		names[i] = strings.TrimSuffix(path.Base(name), ".gz")
	}
	return names
}

// Text returns the text of the notebook with the file name, without outputs. The error
// wraps fs.ErrNotExist if there is none.
func Text(name string) ([]byte, error) {
	b, err := packed.ReadFile(path.Join("packed", name+".gz"))
	if err != nil {
		return nil, err
	}
	r, err := gzip.NewReader(bytes.NewReader(b))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	text, err := io.ReadAll(r)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return text, nil
}

// Read returns the notebook with the file name, without outputs.
func Read(name string) (*nb.Notebook, error) {
	text, err := Text(name)
	if err != nil {
		return nil, err
	}
	return nb.Parse(text)
}
