// SPDX-License-Identifier: BSD-3-Clause

// The license of each source file.

package house

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"polka/internal/licenses"
)

// unmarked are folders whose files have no line with the license, with the reasons. Style sheets
// have none either, for the reason of the scripts.
var unmarked = regexp.MustCompile(strings.Join([]string{
	`(^|/)testdata/`,                               // lines have numbers in the files that tests compare with; some are by others
	`^kernel/cell/library/\w+/`,                    // compiled as parts of cells
	`^cmd/polka/_adapters/`,                        // compiled as parts of the packages of others
	`^(frame|play|render|internal/said)/\w+\.js$`,  // in each output of a notebook and in each page that needs the script
	`^internal/link/web/\w+\.js$`,                  // the same, and tags on the pages of others
	`^kernel/(nb|widget/host|exercise/pose)/.*js$`, // the same
}, "|"))

// TestLicenseLines checks that source files name their license. With -update it writes the missing
// lines, but not into generated files, whose generators write them.
func TestLicenseLines(t *testing.T) {
	out, err := exec.Command("git", "-C", root(t), "ls-files", "*.go", "*.s", "*.js", "*.py", "*.sh").Output()
	if err != nil {
		t.Fatal(err)
	}
	generated := regexp.MustCompile(`(?m)^(//|#) Code generated .* DO NOT EDIT\.$`)
	n := 0
	for _, name := range strings.Fields(string(out)) {
		if unmarked.MatchString(name) {
			continue
		}
		file := filepath.Join(root(t), filepath.FromSlash(name))
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		n++
		want := licenses.Marked(name, string(text))
		switch {
		case string(text) == want:
		case generated.Match(text):
			t.Errorf("%s does not begin with the line %q; its generator has to write it", name, licenses.Source)
		case *update:
			if err := os.WriteFile(file, []byte(want), 0o666); err != nil {
				t.Fatal(err)
			}
		default:
			t.Errorf("%s does not begin with the line %q; run go test ./internal/house -run LicenseLines -update", name, licenses.Source)
		}
	}
	if n < 1000 {
		t.Errorf("only %d files have been looked at", n)
	}
}
