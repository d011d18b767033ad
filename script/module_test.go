// SPDX-License-Identifier: BSD-3-Clause

package script_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"polka/script"
)

// TestReadme compiles and runs the program of the README that embeds a session, in a module of its
// own that is set up by the commands of the README.
func TestReadme(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a program for 20 seconds")
	}
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	readme, err := os.ReadFile(filepath.Join(root, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	code := ""
	for _, m := range regexp.MustCompile("(?ms)^```go\n(.*?)^```$").FindAllStringSubmatch(string(readme), -1) {
		if strings.Contains(m[1], "script.New") {
			code = m[1]
		}
	}
	if code == "" {
		t.Fatal("the README has no program that embeds a session")
	}
	commands := regexp.MustCompile("`go (mod [^`]+)`").FindAllStringSubmatch(string(readme), -1)
	if len(commands) == 0 {
		t.Fatal("the README has no commands that set up a module")
	}
	module := strings.TrimSuffix(reflect.TypeFor[script.Options]().PkgPath(), "/script/core")
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod":  "module example.org/app\n\ngo 1.26\n",
		"main.go": code,
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	run := func(args ...string) string {
		cmd := exec.CommandContext(t.Context(), "go", args...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "GOFLAGS=", "GOWORK=off")
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("go %s: %v\n%s", strings.Join(args, " "), err, out)
		}
		return string(out)
	}
	for _, m := range commands {
		run(strings.Fields(strings.ReplaceAll(m[1], "="+module+"=../polka", "="+module+"="+root))...)
	}
	out := run("run", ".")
	var want strings.Builder
	for _, m := range regexp.MustCompile(`fmt\.Println\(.*\) // (.*)`).FindAllStringSubmatch(code, -1) {
		want.WriteString(m[1] + "\n")
	}
	if want.Len() == 0 || out != want.String() {
		t.Errorf("the program prints %q, and its comments say %q", out, &want)
	}
}
