package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"

	"github.com/spf13/cobra"
)

// campaignProgram is the program that carries out `polka campaign`. The server in which it
// stores campaigns would take longer to initialize than all of polka.
const campaignProgram = "polka-campaign"

func newCampaign() *cobra.Command {
	return &cobra.Command{
		Use:                "campaign",
		Short:              "Count solutions on any number of machines, in parts",
		DisableFlagParsing: true, // the other program parses them
		RunE: func(cmd *cobra.Command, args []string) error {
			program, err := findCampaign()
			if err != nil {
				return err
			}
			return become(cmd, program, append([]string{"campaign"}, args...))
		},
	}
}

// findCampaign finds the program beside this one, or on the path.
func findCampaign() (string, error) {
	name := campaignProgram
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
		return "", fmt.Errorf("the program %s is neither beside polka nor on the path; it is built by go install %s/cmd/%[1]s", campaignProgram, modulePath)
	}
	return program, nil
}

// isProgram reports whether a file can be run.
func isProgram(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.Mode().IsRegular() && (runtime.GOOS == "windows" || info.Mode()&0o111 != 0)
}

// child runs a program with the input and output of a command, and ends with its exit status.
func child(cmd *cobra.Command, program string, args []string) error {
	c := exec.CommandContext(cmd.Context(), program, args...)
	c.Stdin, c.Stdout, c.Stderr = cmd.InOrStdin(), cmd.OutOrStdout(), cmd.ErrOrStderr()
	err := c.Run()
	var ended *exec.ExitError
	if errors.As(err, &ended) && ended.ExitCode() > 0 {
		return exitStatus(ended.ExitCode())
	}
	return err
}
