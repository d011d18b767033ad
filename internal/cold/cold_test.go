// SPDX-License-Identifier: BSD-3-Clause

package cold

import (
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// TestGoReleaser checks that GoReleaser has the same flags as the Makefile.
func TestGoReleaser(t *testing.T) {
	config, err := os.ReadFile("../../.goreleaser.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for line := range strings.Lines(string(config)) {
		if pattern, found := strings.CutSuffix(strings.TrimSpace(line), "=-l"); found {
			got = append(got, "-gcflags="+strings.TrimPrefix(pattern, "- ")+"=-l")
		}
	}
	if want := Flags(); !slices.Equal(got, want) {
		t.Errorf("GoReleaser has the flags\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// TestPatterns checks that each pattern matches packages of its program: one that a renamed package
// leaves behind would do nothing.
func TestPatterns(t *testing.T) {
	module := goList(t, nil, "-m")[0]
	for _, c := range []struct {
		program, list string
		env           []string
	}{
		{"./cmd/polka", packages, nil},
		{"./cmd/lite", browser + "./kernel/machine/...", []string{"GOOS=js", "GOARCH=wasm"}},
	} {
		linked := goList(t, c.env, "-deps", c.program)
		for pattern := range strings.FieldsSeq(c.list) {
			dir, all := strings.CutSuffix(strings.Replace(pattern, "./", module+"/", 1), "/...")
			if !slices.ContainsFunc(linked, func(path string) bool { return path == dir || all && strings.HasPrefix(path, dir+"/") }) {
				t.Errorf("%s has no package %s", c.program, pattern)
			}
		}
	}
}

// goList returns the words that go list prints in the root of the repository.
func goList(t *testing.T, env []string, args ...string) []string {
	t.Helper()
	list := exec.Command("go", append([]string{"list"}, args...)...)
	list.Dir, list.Env = "../..", append(os.Environ(), env...)
	out, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.Fields(string(out))
}
