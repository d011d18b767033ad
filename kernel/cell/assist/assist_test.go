// SPDX-License-Identifier: BSD-3-Clause

package assist_test

import (
	"fmt"
	"strings"
	"testing"

	"polka/kernel/cell"
	"polka/kernel/cell/assist"
	"polka/stdlib"
)

func newAssistant(t testing.TB, cells ...string) *assist.Assistant {
	t.Helper()
	var paths []string
	for key := range stdlib.Symbols() {
		paths = append(paths, key[:max(strings.LastIndexByte(key, '/'), 0)])
	}
	c := cell.New(cell.Options{Facts: stdlib.Importer(), Packages: stdlib.Packages(), Prelude: stdlib.Prelude(), Paths: paths})
	for i, src := range cells {
		p, err := c.Compile(i+1, src)
		if err != nil {
			t.Fatal(err)
		}
		c.Commit(p, p.Definitions)
	}
	return assist.New(c, assist.Options{Prelude: stdlib.Prelude(), Doc: stdlib.Doc})
}

// TestInternal completes imports and names: internal packages are for others.
func TestInternal(t *testing.T) {
	a := newAssistant(t)
	for _, code := range []string{`import "polka/`, `import "`, `import "polka/stdlib/`, "tab", "ab"} {
		for _, m := range a.Complete(code, len(code)).Matches {
			if strings.Contains("/"+m.Text+m.Signature+"/", "/internal/") {
				t.Errorf("%s: %s %s", code, m.Text, m.Signature)
			}
		}
	}
	if n := len(a.Complete(`import "polka/`, 14).Matches); n < 5 {
		t.Errorf("%d packages of Polka", n)
	}
}

func Example() {
	c := cell.New(cell.Options{Facts: stdlib.Importer(), Packages: stdlib.Packages()})
	a := assist.New(c, assist.Options{Doc: stdlib.Doc})
	for _, m := range a.Complete("strings.HasP", 12).Matches {
		fmt.Println(m.Text + m.Signature)
	}
	h, _ := a.Inspect("strings.HasPrefix", 10)
	fmt.Println(h.Declaration)
	// Output:
	// HasPrefix(s string, prefix string) bool
	// func HasPrefix(s, prefix string) bool
}
