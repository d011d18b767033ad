// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"polka/kernel/display"
	"polka/kernel/engine"
	"polka/kernel/session"
)

// goBlocks gives the fenced blocks of Go in a Markdown file of the module, and the line where each
// begins.
func goBlocks(t *testing.T, name string) (blocks []string, lines []int) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", name))
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range regexp.MustCompile("(?ms)^```go\n(.*?)^```$").FindAllSubmatchIndex(text, -1) {
		blocks = append(blocks, string(text[m[2]:m[3]]))
		lines = append(lines, 1+strings.Count(string(text[:m[2]]), "\n"))
	}
	return blocks, lines
}

// TestReadme runs the Go of the README. Cells run in one session, from the first to the last, and
// must draw something, which is their purpose. A program, which has a function main, is compiled
// and run, and must print what the comments after its calls of fmt.Println say.
func TestReadme(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	blocks, lines := goBlocks(t, "README.md")
	interp, err := session.New(sessionOptions(nil))
	if err != nil {
		t.Fatal(err)
	}
	defer interp.Close()
	cells, programs := 0, 0
	for i, code := range blocks {
		if strings.Contains(code, "func main()") {
			programs++
			runProgram(t, lines[i], code)
			continue
		}
		cells++
		reply := interp.Execute(t.Context(), engine.Cell{Number: cells, Code: code}, engine.Discard)
		switch {
		case reply.Err != nil:
			t.Errorf("README.md:%d: %v", lines[i], reply.Err)
		case reply.Value == nil || len(reply.Value.Data[display.SVGType]) == 0:
			t.Errorf("README.md:%d: the cell draws nothing", lines[i])
		}
	}
	if cells == 0 || programs == 0 {
		t.Errorf("the README has %d cells and %d programs; expected some of each", cells, programs)
	}
}

// runProgram compiles and runs a program, which stands at a line of the README.
func runProgram(t *testing.T, line int, code string) {
	t.Helper()
	var want strings.Builder
	for _, m := range regexp.MustCompile(`fmt\.Println\(.*\) // (.*)`).FindAllStringSubmatch(code, -1) {
		want.WriteString(m[1] + "\n")
	}
	file := filepath.Join(t.TempDir(), "main.go")
	if err := os.WriteFile(file, []byte(code), 0o644); err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), "go", "run", file)
	cmd.Dir = filepath.Join("..", "..")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Errorf("README.md:%d: %v\n%s", line, err, out)
	}
	if want.Len() == 0 || string(out) != want.String() {
		t.Errorf("README.md:%d: the program prints %q, and its comments say %q", line, out, want.String())
	}
}
