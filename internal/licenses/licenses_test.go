// SPDX-License-Identifier: BSD-3-Clause

package licenses

import (
	"os"
	"os/exec"
	"strings"
	"testing"
)

// Every module that a program contains, by what the go command says, has an entry with the version
// that is linked. (make lint checks that the texts are those of the modules.)
func TestPrograms(t *testing.T) {
	listed := map[string]string{}
	for _, m := range Modules() {
		listed[m.Path] = m.Version
	}
	for program, system := range map[string][]string{"polka": nil, "polka-campaign": nil, "lite": {"GOOS=js", "GOARCH=wasm"}} {
		list := exec.Command("go", "list", "-deps", "-f", "{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}}{{end}}{{end}}", "polka/cmd/"+program)
		list.Env = append(os.Environ(), system...)
		out, err := list.CombinedOutput()
		if err != nil {
			t.Fatalf("go list: %v\n%s", err, out)
		}
		linked := 0
		for line := range strings.Lines(string(out)) {
			path, version, _ := strings.Cut(strings.TrimSpace(line), " ")
			if path != "" {
				linked++
				if listed[path] != version {
					t.Errorf("%s contains %s %s, THIRD-PARTY.txt has version %q", program, path, version, listed[path])
				}
			}
		}
		if linked < 10 {
			t.Errorf("the go command says that %s has %d packages of other modules", program, linked)
		}
	}
}

// The texts are whole: each part has a license's name, modules, and a text of some length, and
// none of the file is lost when it is read as modules.
func TestText(t *testing.T) {
	parts := strings.Split(Text, Rule)
	lines := 0
	for _, part := range parts[1:] {
		head, text, _ := strings.Cut(part, "\n\n")
		lines += strings.Count(head, "\n")
		if len(text) < 500 {
			t.Errorf("the license of %q is only %q", head, text)
		}
	}
	modules := Modules()
	if len(modules) != lines || len(modules) < 25 {
		t.Errorf("%d modules, but %d lines name one", len(modules), lines)
	}
	for _, m := range modules {
		if m.Path == "" || m.Version == "" || m.License == "" {
			t.Errorf("an entry is incomplete: %+v", m)
		}
	}
}

// The line is the first one of a file, or the second one of a script, and is written once.
func TestMarked(t *testing.T) {
	const line = "SPDX-License-Identifier: BSD-3-Clause\n"
	for _, c := range []struct{ name, text, want string }{
		{"a.go", "// Package a is one.\npackage a\n", "// " + line + "\n// Package a is one.\npackage a\n"},
		{"a.go", "//go:build linux\n\npackage a\n", "// " + line + "\n//go:build linux\n\npackage a\n"},
		{"a_amd64.s", "#include \"textflag.h\"\n", "// " + line + "\n#include \"textflag.h\"\n"},
		{"a.py", "import os\n", "# " + line + "\nimport os\n"},
		{"a.sh", "#!/bin/sh\necho\n", "#!/bin/sh\n# " + line + "echo\n"},
		{"a.txt", "text\n", "text\n"},
	} {
		got := Marked(c.name, c.text)
		if got != c.want {
			t.Errorf("%s becomes %q, want %q", c.name, got, c.want)
		}
		if again := Marked(c.name, got); again != got {
			t.Errorf("%s is marked twice: %q", c.name, again)
		}
	}
}
