// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Adapters show the values of other modules: packages in the directory _adapters, which the go
// command ignores. Below it, an adapter has the import path of the package whose values it shows;
// its init function calls display.Register. A program contains the adapters of its packages.

// adapterDir is the name of the directory of adapters, beside the files of this command.
const adapterDir = "_adapters"

// writeAdapters adds the adapters of packages to the program that is built in dir. An adapter that
// does not compile, since the module has another version than it expects, is left out, with a line
// in the log.
func (b *programBuild) writeAdapters(ctx context.Context, dir, source string) error {
	var found []string
	for _, path := range b.packages {
		from := filepath.Join(source, "cmd", "polka", adapterDir, filepath.FromSlash(path))
		files, err := filepath.Glob(filepath.Join(from, "*.go"))
		if err != nil || len(files) == 0 {
			continue
		}
		to := filepath.Join(dir, "adapters", filepath.FromSlash(path))
		if err := os.MkdirAll(to, 0o777); err != nil {
			return err
		}
		if err := copyCommand(from, to); err != nil {
			return err
		}
		found = append(found, path)
	}
	if len(found) > 0 && b.goCommand(ctx, dir, nil, "build", "./adapters/...") != nil {
		found = slices.DeleteFunc(found, func(path string) bool {
			err := b.goCommand(ctx, dir, nil, "build", "./adapters/"+path)
			if err != nil && ctx.Err() == nil {
				fmt.Fprintf(b.log, "values of %s are shown without a picture: %v\n", path, err)
			}
			return err != nil
		})
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	var text strings.Builder
	text.WriteString("package main\n")
	for _, path := range found {
		fmt.Fprintf(&text, "\nimport _ %q\n", customPath+"/adapters/"+path)
	}
	return os.WriteFile(filepath.Join(dir, "z_adapters.go"), []byte(text.String()), 0o666)
}
