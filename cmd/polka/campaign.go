// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"errors"
	"os/exec"
	"strings"

	"github.com/spf13/cobra"

	"polka/internal/command"
	"polka/internal/sibling"
)

// campaignVerb is the name of the command that another program carries out: the server in which it
// stores campaigns would take longer to initialize than all of polka.
const campaignVerb = "campaign"

func newCampaign() *cobra.Command {
	cmd := &cobra.Command{
		Use:                campaignVerb,
		Short:              "Count solutions on any number of machines, in parts",
		DisableFlagParsing: true, // the other program parses them
		RunE: func(cmd *cobra.Command, args []string) error {
			program, err := sibling.FindCampaign()
			if err != nil {
				return err
			}
			return become(cmd, program, append([]string{campaignVerb}, args...))
		},
		ValidArgsFunction: completeCampaign,
	}
	help := cmd.HelpFunc()
	cmd.SetHelpFunc(func(cmd *cobra.Command, args []string) {
		program, err := sibling.FindCampaign()
		if err != nil || child(cmd, program, []string{campaignVerb, "--help"}) != nil {
			help(cmd, args)
		}
	})
	return cmd
}

// campaignHelp replaces a request for help about a command of the other program, such as help
// campaign enum, by a command line that the other program answers.
func campaignHelp(args []string) []string {
	if len(args) > 2 && args[0] == "help" && args[1] == campaignVerb {
		return append(args[1:len(args):len(args)], "--help")
	}
	return args
}

// completeCampaign asks the other program how its command line can be completed.
func completeCampaign(cmd *cobra.Command, args []string, word string) (list []string, directive cobra.ShellCompDirective) {
	program, err := sibling.FindCampaign()
	if err != nil {
		return nil, cobra.ShellCompDirectiveError
	}
	c := exec.Command(program, append(append([]string{cobra.ShellCompRequestCmd, campaignVerb}, args...), word)...)
	out, err := c.Output()
	if err != nil {
		return nil, cobra.ShellCompDirectiveError
	}
	// A line for each word, with a tab and a description, and at the end the directive, such as :4.
	for line := range strings.Lines(string(out)) {
		line = strings.TrimSuffix(line, "\n")
		if number, ok := strings.CutPrefix(line, ":"); ok {
			directive = 0
			for _, d := range number {
				directive = directive*10 + cobra.ShellCompDirective(d-'0')
			}
			continue
		}
		list = append(list, line)
	}
	return list, directive
}

// child runs a program with the input and output of a command, and ends with its exit status.
func child(cmd *cobra.Command, program string, args []string) error {
	c := exec.CommandContext(cmd.Context(), program, args...)
	c.Stdin, c.Stdout, c.Stderr = cmd.InOrStdin(), cmd.OutOrStdout(), cmd.ErrOrStderr()
	err := c.Run()
	var ended *exec.ExitError
	if errors.As(err, &ended) && ended.ExitCode() > 0 {
		return command.Status(ended.ExitCode())
	}
	return err
}
