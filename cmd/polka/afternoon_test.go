// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

// An afternoon is a script of the kind that people write in an afternoon.
type afternoon struct {
	name, main, stdin, want string
	args                    []string
	files                   map[string]string
	plain                   bool // a Go program
}

// afternoons reads an archive: a folder for each script, with main.go, the input in stdin, a line
// for each argument in args, other files, and the output in want.
func afternoons(t *testing.T, path string) (list []*afternoon) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range txtar.Parse(text).Files {
		folder, name, _ := strings.Cut(f.Name, "/")
		if len(list) == 0 || list[len(list)-1].name != folder {
			list = append(list, &afternoon{name: folder, files: map[string]string{}})
		}
		s := list[len(list)-1]
		switch data := string(f.Data); name {
		case "main.go":
			s.main, s.plain = data, strings.HasPrefix(data, "package main\n")
		case "stdin":
			s.stdin = data
		case "args":
			s.args = strings.Split(strings.TrimSuffix(data, "\n"), "\n")
		case "want":
			s.want = data
		default:
			s.files[name] = data
		}
	}
	return list
}

// run runs a program for the script, in a folder with its files, and returns what it prints.
func (s *afternoon) run(t *testing.T, cmd *exec.Cmd) string {
	t.Helper()
	cmd.Dir = t.TempDir()
	for name, text := range s.files {
		if err := os.WriteFile(filepath.Join(cmd.Dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	cmd.Stdin = strings.NewReader(s.stdin)
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil && cmd.ProcessState.ExitCode() < 0 {
		t.Fatal(err)
	}
	if code := cmd.ProcessState.ExitCode(); code != 0 {
		out = fmt.Appendf(out, "exit status %d\n", code)
	}
	if stderr.Len() > 0 {
		out = fmt.Appendf(out, "stderr: %s", &stderr)
	}
	return string(out)
}

// TestAfternoon runs a hundred scripts of 1 to 50 lines. What they print is compared with what the
// Go compiler's program prints, which -update stores.
func TestAfternoon(t *testing.T) {
	archives, err := filepath.Glob("testdata/afternoon/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatalf("no archives: %v", err)
	}
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	count := 0
	for _, path := range archives {
		scripts := afternoons(t, path)
		count += len(scripts)
		if *update {
			compiled(t, path, scripts)
		}
		for _, s := range scripts {
			t.Run(s.name, func(t *testing.T) {
				t.Parallel()
				file := filepath.Join(t.TempDir(), "main.go")
				if err := os.WriteFile(file, []byte(s.main), 0o644); err != nil {
					t.Fatal(err)
				}
				cmd := exec.CommandContext(t.Context(), program, append([]string{"run", file}, s.args...)...)
				cmd.Args[0] = "polka" // by this name it is the program and not its test
				if got := s.run(t, cmd); got != s.want {
					t.Errorf("%s\nit prints\n%s\nwant\n%s", s.main, got, s.want)
				}
			})
		}
	}
	if count < 100 {
		t.Errorf("%d scripts, expected 100", count)
	}
}

// compiled stores what the programs of an archive print when the Go compiler has compiled them: one
// program with a package for each.
func compiled(t *testing.T, path string, scripts []*afternoon) {
	t.Helper()
	dir := t.TempDir()
	write := func(name, text string) {
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	var imports, cases strings.Builder
	for _, s := range scripts {
		if s.plain {
			text := strings.Replace(s.main, "package main\n", "package x"+s.name+"\n", 1)
			write("x"+s.name+"/x.go", regexp.MustCompile(`(?m)^func main\(`).ReplaceAllString(text, "func Main("))
			fmt.Fprintf(&imports, "import \"example.org/x%s\"\n", s.name)
			fmt.Fprintf(&cases, "case %q:\nx%s.Main()\n", s.name, s.name)
		}
	}
	if cases.Len() == 0 {
		return
	}
	write("go.mod", "module example.org\n\ngo 1.26\n")
	write("main.go", "package main\nimport \"os\"\n"+imports.String()+"func main() {\nname := os.Args[1]\nos.Args = append(os.Args[:1:1], os.Args[2:]...)\nswitch name {\n"+cases.String()+"}\n}\n")
	build := exec.CommandContext(t.Context(), "go", "build", "-o", "all", ".")
	build.Dir = dir
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	a := txtar.Parse(text)
	for _, s := range scripts {
		if !s.plain {
			continue
		}
		s.want = s.run(t, exec.CommandContext(t.Context(), filepath.Join(dir, "all"), append([]string{s.name}, s.args...)...))
		s.want = strings.ReplaceAll(s.want, "x"+s.name+".", "main.") // in names of types
		a.Files = slices.DeleteFunc(a.Files, func(f txtar.File) bool { return f.Name == s.name+"/want" })
		last := 0
		for i, f := range a.Files {
			if strings.HasPrefix(f.Name, s.name+"/") {
				last = i + 1
			}
		}
		a.Files = slices.Insert(a.Files, last, txtar.File{Name: s.name + "/want", Data: []byte(s.want)})
	}
	if err := os.WriteFile(path, txtar.Format(a), 0o644); err != nil {
		t.Fatal(err)
	}
}
