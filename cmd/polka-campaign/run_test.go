// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"errors"
	"io/fs"
	"path/filepath"
	"testing"

	"github.com/spf13/cobra"
)

// TestRunRemoved asks for a campaign in a folder that was removed.
func TestRunRemoved(t *testing.T) {
	cmd := &cobra.Command{}
	cmd.SetContext(t.Context())
	if _, err := alone(cmd, filepath.Join(t.TempDir(), "removed", "queens.run")); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
}
