// SPDX-License-Identifier: BSD-3-Clause

// Package sibling finds the other programs of Polka.
package sibling

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
)

// Campaign is the name of the program that carries out polka campaign.
const Campaign = "polka-campaign"

// CampaignEnv names the variable with the path of that program, for programs that are in other
// places than polka, such as those that polka build makes.
const CampaignEnv = "POLKA_CAMPAIGN"

// ErrMissing is the error of FindCampaign if there is no such program.
var ErrMissing = errors.New("the program " + Campaign + " is neither beside polka nor on the path; pip install polka-campaign and make build install it; otherwise copy it there, or set " + CampaignEnv + " to its path")

// FindCampaign returns the path of the program: that of the environment, or of the program beside
// this one, or of the one on the path.
func FindCampaign() (string, error) {
	if program := os.Getenv(CampaignEnv); program != "" {
		if !isProgram(program) {
			return "", fmt.Errorf("%s: %s is not a program", CampaignEnv, program)
		}
		return filepath.Abs(program) // a name without a folder would be looked for on the path
	}
	program, err := Find(Campaign)
	if err != nil {
		return "", ErrMissing
	}
	return program, nil
}

// Data is the name of the program with the modules of the Python package polka-kernel-data.
const Data = "polka-data"

// Find returns the path of the program with a name, such as Campaign: of the one beside this
// program, or of the one on the path.
func Find(name string) (string, error) {
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	if own, err := os.Executable(); err == nil {
		if own, err = filepath.EvalSymlinks(own); err == nil {
			if beside := filepath.Join(filepath.Dir(own), name); isProgram(beside) {
				return beside, nil
			}
		}
	}
	program, err := exec.LookPath(name)
	if err != nil {
		return "", err
	}
	return filepath.Abs(program)
}

// isProgram reports whether a file can be run.
func isProgram(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.Mode().IsRegular() && (runtime.GOOS == "windows" || info.Mode()&0o111 != 0)
}
