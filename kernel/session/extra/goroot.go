// SPDX-License-Identifier: BSD-3-Clause

//go:build !js

package extra

import (
	"context"
	"go/build"
	"go/importer"
	"go/token"
	"go/types"
	"os/exec"
	"strings"
	"sync"
	"time"

	"polka/kernel/session/part"
)

func init() { part.Overrides = map[string]map[string]any{"go/importer": importerOverrides()} }

// importerOverrides returns the functions of go/importer. A program that was built with -trimpath
// does not know where Go is installed, so the go command is asked first.
func importerOverrides() map[string]any {
	return map[string]any{
		"Default": func() types.Importer { findGo(); return importer.Default() },
		"For": func(compiler string, lookup importer.Lookup) types.Importer {
			findGo()
			//lint:ignore SA1019 it is what the cell has called
			return importer.For(compiler, lookup)
		},
		"ForCompiler": func(fset *token.FileSet, compiler string, lookup importer.Lookup) types.Importer {
			findGo()
			return importer.ForCompiler(fset, compiler, lookup)
		},
	}
}

// findGo sets the directory of Go in build.Default, if it is not known and the go command knows it.
var findGo = sync.OnceFunc(func() {
	if build.Default.GOROOT != "" {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	if out, err := exec.CommandContext(ctx, "go", "env", "GOROOT").Output(); err == nil {
		build.Default.GOROOT = strings.TrimSpace(string(out))
	}
})
