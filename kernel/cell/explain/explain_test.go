// SPDX-License-Identifier: BSD-3-Clause

package explain

import "testing"

// Patterns are compiled when they are needed; a wrong one is to be found before.
func TestPatternsOfExplanations(t *testing.T) {
	if n := len(compiledHints()); n != len(syntaxHints) {
		t.Errorf("%d hints for %d", n, len(syntaxHints))
	}
	for _, e := range allExplanations() {
		if e.pattern().MatchString("\x00") {
			t.Errorf("%v matches anything", e.pattern())
		}
	}
}
