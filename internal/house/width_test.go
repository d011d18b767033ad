// SPDX-License-Identifier: BSD-3-Clause

package house

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"
)

// maxComment is the maximum width of a line of prose in a comment, in columns, a tab counting as
// four.
const maxComment = 100

// TestCommentWidth checks the width of comments that have a line of their own. Code and tables in
// comments, expected outputs of examples, directives and generated files may be wider.
func TestCommentWidth(t *testing.T) {
	out, err := exec.Command("git", "-C", root(t), "ls-files", "*.go", ":!**/testdata/**").Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range strings.Fields(string(out)) {
		src, err := os.ReadFile(filepath.Join(root(t), name))
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Contains(src[:min(len(src), 200)], []byte("// Code generated ")) {
			continue
		}
		output := false // whether the line belongs to the expected output of an example
		for i, line := range strings.Split(string(src), "\n") {
			text, isComment := strings.CutPrefix(strings.TrimLeft(line, "\t"), "// ")
			if !isComment {
				output = false
				continue
			}
			output = output || text == "Output:" || text == "Unordered output:"
			table := strings.HasPrefix(text, " ") || strings.Contains(text, "|")
			line = strings.ReplaceAll(line, module+"/", "polka/") // whatever the path of the module is
			width := utf8.RuneCountInString(strings.ReplaceAll(line, "\t", "    "))
			if width > maxComment && !output && !table {
				t.Errorf("%s:%d: the comment is %d columns wide, expected at most %d", name, i+1, width, maxComment)
			}
		}
	}
}
