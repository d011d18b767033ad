// SPDX-License-Identifier: BSD-3-Clause

package dlx

import (
	"strings"
	"testing"
)

// TestEngines selects every engine by its name, and one that does not exist:
// the error names them all.
func TestEngines(t *testing.T) {
	p := New("a b").AddOption("a b")
	_, unknown := p.recorded(Options{Engine: "abacus"}).Count(t.Context())
	if unknown == nil {
		t.Fatal("there is no error for an unknown engine")
	}
	for _, name := range Engines() {
		if n, err := p.recorded(Options{Engine: name}).Count(t.Context()); err != nil || n.String() != "1" {
			t.Errorf("engine %s: %v, %v", name, n, err)
		}
		if !strings.Contains(unknown.Error(), name) {
			t.Errorf("the error %q does not name engine %s", unknown, name)
		}
	}
}
