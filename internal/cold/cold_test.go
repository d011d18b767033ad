// SPDX-License-Identifier: BSD-3-Clause

package cold

import (
	"os"
	"os/exec"
	"strings"
	"testing"
)

// TestFlags checks that each pattern matches packages of the program, and that GoReleaser has the
// same flags.
func TestFlags(t *testing.T) {
	config, err := os.ReadFile("../../.goreleaser.yaml")
	if err != nil {
		t.Fatal(err)
	}
	flags := Flags()
	if n := strings.Count(string(config), "=-l\n"); n != len(flags) {
		t.Errorf("GoReleaser has %d of these flags, want %d", n, len(flags))
	}
	golist := func(args ...string) []string {
		list := exec.Command("go", append([]string{"list"}, args...)...)
		list.Dir = "../.."
		out, err := list.Output()
		if err != nil {
			t.Fatal(err)
		}
		return strings.Fields(string(out))
	}
	module, linked := golist("-m")[0], golist("-deps", "./cmd/polka")
	for _, flag := range flags {
		pattern := strings.TrimSuffix(strings.TrimPrefix(flag, "-gcflags="), "=-l")
		if !strings.Contains(string(config), "\n      - "+pattern+"=-l\n") {
			t.Errorf("GoReleaser has no flag for %s", pattern)
		}
		found := false
		for _, path := range linked {
			dir, all := strings.CutSuffix(strings.Replace(pattern, "./", module+"/", 1), "/...")
			found = found || path == dir || all && strings.HasPrefix(path, dir+"/")
		}
		if !found {
			t.Errorf("the program has no package %s", pattern)
		}
	}
}
