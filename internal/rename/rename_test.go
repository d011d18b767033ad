// SPDX-License-Identifier: BSD-3-Clause

package main

import "testing"

func TestMentions(t *testing.T) {
	folders := []string{"shapes", "kernel", "cmd"}
	for text, want := range map[string]string{
		`import "pony/shapes"`:            `import "example.org/pony/shapes"`,
		"go doc pony/kernel/worker":       "go doc example.org/pony/kernel/worker",
		`HasPrefix(path, "pony/")`:        `HasPrefix(path, "example.org/pony/")`,
		"cmd/pony/kernel.go bin/pony":     "cmd/pony/kernel.go bin/pony",
		"kernels/pony/kernel.json":        "kernels/pony/kernel.json",
		"pony/programs, pony kernel":      "pony/programs, pony kernel",
		"`pony/shapes` and (pony/kernel)": "`example.org/pony/shapes` and (example.org/pony/kernel)",
		"pony/shapestring":                "pony/shapestring",
		"pony/cmd/pony":                   "example.org/pony/cmd/pony",
	} {
		got := mentions("pony", folders).ReplaceAllString(text, "${1}example.org/pony/$2")
		if got != want {
			t.Errorf("%s becomes %s", text, got)
		}
		if again := mentions("example.org/pony", folders).ReplaceAllString(got, "${1}pony/$2"); again != text {
			t.Errorf("%s becomes %s", got, again)
		}
	}
}
