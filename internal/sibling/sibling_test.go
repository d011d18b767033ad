// SPDX-License-Identifier: BSD-3-Clause

package sibling

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"testing"
)

// TestFindCampaign finds the program by the environment, and on the path.
func TestFindCampaign(t *testing.T) {
	dir := t.TempDir()
	name := Campaign
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	t.Setenv("PATH", dir)
	t.Setenv(CampaignEnv, "")
	if found, err := FindCampaign(); !errors.Is(err, ErrMissing) {
		t.Errorf("%s, error %v, expected none", found, err)
	}
	program := filepath.Join(dir, name)
	if err := os.WriteFile(program, nil, 0o755); err != nil {
		t.Fatal(err)
	}
	if found, err := FindCampaign(); err != nil || found != program {
		t.Errorf("on the path: %s, error %v, want %s", found, err, program)
	}
	t.Setenv("PATH", t.TempDir())
	t.Setenv(CampaignEnv, program)
	if found, err := FindCampaign(); err != nil || found != program {
		t.Errorf("by the environment: %s, error %v, want %s", found, err, program)
	}
	t.Chdir(dir)
	t.Setenv(CampaignEnv, name)
	if found, err := FindCampaign(); err != nil || found != program {
		t.Errorf("in the current directory: %s, error %v, want %s", found, err, program)
	}
	t.Setenv(CampaignEnv, dir)
	if found, err := FindCampaign(); err == nil {
		t.Errorf("a directory: %s, expected an error", found)
	}
}
