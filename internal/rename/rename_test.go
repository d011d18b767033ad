// SPDX-License-Identifier: BSD-3-Clause

package main

import "testing"

func TestMentions(t *testing.T) {
	folders := []string{"shapes", "kernel", "cmd"}
	for text, want := range map[string]string{
		`import "pony/shapes"`:                            `import "example.org/pony/shapes"`,
		"go doc pony/kernel/worker":                       "go doc example.org/pony/kernel/worker",
		`HasPrefix(path, "pony/")`:                        `HasPrefix(path, "example.org/pony/")`,
		"cmd/pony/kernel.go bin/pony":                     "cmd/pony/kernel.go bin/pony",
		"kernels/pony/kernel.json":                        "kernels/pony/kernel.json",
		"pony/programs, pony kernel":                      "pony/programs, pony kernel",
		"`pony/shapes` and (pony/kernel)":                 "`example.org/pony/shapes` and (example.org/pony/kernel)",
		"pony/shapestring":                                "pony/shapestring",
		"pony/cmd/pony":                                   "example.org/pony/cmd/pony",
		"the path of the module is `pony`":                "the path of the module is `example.org/pony`",
		"the program is `pony`":                           "the program is `pony`",
		"edit -require=pony@v0.0.0 -replace=pony=../pony": "edit -require=example.org/pony@v0.0.0 -replace=example.org/pony=../pony",
	} {
		got := string(replacer("pony", "example.org/pony", folders)([]byte(text)))
		if got != want {
			t.Errorf("%s becomes %s", text, got)
		}
		if again := string(replacer("example.org/pony", "pony", folders)([]byte(got))); again != text {
			t.Errorf("%s becomes %s", got, again)
		}
	}
}
