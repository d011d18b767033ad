// SPDX-License-Identifier: BSD-3-Clause

package tables

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

// TestOrder visits a tree with both kinds of Unwrap.
func TestOrder(t *testing.T) {
	one := errors.New("1")
	tree := fmt.Errorf("4: %w", errors.Join(fmt.Errorf("2: %w", one), nil, errors.New("3")))
	var seen []string
	visit := func(err error) bool {
		seen = append(seen, err.Error())
		return err == one
	}
	if !anyError(tree, visit) {
		t.Error("1 is not found")
	}
	if got, want := strings.Join(seen, "|"), "4: 2: 1\n3|2: 1\n3|2: 1|1"; got != want {
		t.Errorf("visited %q, want %q", got, want)
	}
	if anyError(tree, func(error) bool { return false }) || anyError(nil, func(error) bool { return true }) {
		t.Error("found where there is nothing to find")
	}
}
