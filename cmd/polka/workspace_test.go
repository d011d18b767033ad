// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"path/filepath"
	"strings"
	"testing"
)

func TestReplaced(t *testing.T) {
	t.Setenv("GOWORK", "")
	dir := freshModule(t, map[string]string{
		"go.work":      "go 1.26\n\nuse (\n\t./app\n\t./lib\n)\n\nreplace example.org/w => ../w\n",
		"app/go.mod":   "module example.org/app\n\ngo 1.26\n\nreplace (\n\texample.org/d => ../d\n\texample.org/v => example.org/v2 v2.0.0\n)\n",
		"lib/go.mod":   "module example.org/lib\n\ngo 1.26\n",
		"app/nb/x.txt": "",
	})
	for module, want := range map[string]string{
		"example.org/app/nb@latest": "in the module around the notebook",
		"example.org/d/e@v1.0.0":    "by the directory ../d",
		"example.org/v@v1.0.0":      "by example.org/v2 v2.0.0",
		"example.org/w@latest":      "by the directory ../w",
		"example.org/lib/x@latest":  "add to go.mod: replace example.org/lib => ./lib",
		"example.org/other@latest":  "",
		"example.org/application":   "",
	} {
		err := replaced(filepath.Join(dir, "app", "nb"), module)
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", module, err, want)
		}
	}
}
