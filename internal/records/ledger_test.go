// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// TestLedger audits the ledger of the campaign that counted the fixed polysticks of 17 sticks.
func TestLedger(t *testing.T) {
	files, err := filepath.Glob("testdata/*.results")
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	total, n, err := auditLedger(t.Context(), &out, files, 0, 1)
	if err != nil || n != 17 || total.Int64() != fixedSticks[n-1] {
		t.Fatalf("%v polysticks of %d sticks, expected %d; %v", total, n, fixedSticks[n-1], err)
	}
	t.Log(out.String())
	if _, _, err := auditLedger(t.Context(), &out, files[1:], 0, 1); err == nil {
		t.Error("no error for a ledger without the results of a shard")
	}

	// A result that was changed does not agree with its digest.
	text, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	at := bytes.Index(text, []byte(`"count":"`)) + len(`"count":"`)
	text[at]++
	changed := filepath.Join(t.TempDir(), "changed.results")
	if err := os.WriteFile(changed, text, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, _, err := auditLedger(t.Context(), &out, append([]string{changed}, files[1:]...), 0, 1); err == nil {
		t.Error("no error for a count that was changed")
	}
}
