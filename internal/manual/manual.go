// SPDX-License-Identifier: BSD-3-Clause

// Package manual writes the manual pages of commands.
//
// The pages are generated from the commands, so they agree with --help. They use the man macros
// that every troff and mandoc support. Cobra's own generator is not used, because it converts
// Markdown and would add a Markdown parser to the program.
package manual

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"polka/internal/replace"
)

// Write writes the pages of a command and of its subcommands to a directory. Each names the version
// of the program.
func Write(cmd *cobra.Command, dir, version string) error {
	name := filepath.Join(dir, Name(cmd)+".1")
	if err := replace.File(name, []byte(page(cmd, version)), 0o644); err != nil {
		return err
	}
	for _, c := range Documented(cmd) {
		if err := Write(c, dir, version); err != nil {
			return err
		}
	}
	return nil
}

// Documented returns the subcommands that have pages.
func Documented(cmd *cobra.Command) (list []*cobra.Command) {
	for _, c := range cmd.Commands() {
		if c.IsAvailableCommand() && c.Name() != "help" {
			list = append(list, c)
		}
	}
	return list
}

// Name returns the name of the page of a command, such as polka-nb-run.
func Name(cmd *cobra.Command) string {
	return strings.ReplaceAll(cmd.CommandPath(), " ", "-")
}

// page returns the page of a command in man macros.
func page(cmd *cobra.Command, version string) string {
	var w strings.Builder
	put := func(lines ...string) {
		for _, l := range lines {
			w.WriteString(l + "\n")
		}
	}
	name := Name(cmd)
	put(fmt.Sprintf(`.TH "%s" 1 "" "Polka %s" "Polka"`, roff(strings.ToUpper(name)), roff(version)),
		".SH NAME", roff(name)+` \- `+roff(cmd.Short),
		".SH SYNOPSIS", ".nf", `\fB`+roff(cmd.CommandPath())+`\fR`+roff(strings.TrimPrefix(cmd.UseLine(), cmd.CommandPath())), ".fi")
	long := cmd.Long
	if long == "" {
		long = cmd.Short + "."
	}
	put(".SH DESCRIPTION")
	for i, paragraph := range strings.Split(long, "\n\n") {
		if i > 0 {
			put(".PP")
		}
		if strings.Contains("\n"+paragraph, "\n  ") { // lines that must not be filled
			put(".nf", roffLines(paragraph), ".fi")
		} else {
			put(roffLines(paragraph))
		}
	}
	if list := Documented(cmd); len(list) > 0 {
		put(".SH COMMANDS")
		for _, c := range list {
			put(".TP", `\fB`+roff(c.CommandPath())+`\fR`, roff(c.Short))
		}
	}
	cmd.InitDefaultHelpFlag()
	if cmd.HasAvailableFlags() {
		put(".SH OPTIONS")
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			if f.Hidden {
				return
			}
			value, usage := pflag.UnquoteUsage(f)
			flag := `\fB` + roff("--"+f.Name) + `\fR`
			if f.Shorthand != "" {
				flag = `\fB` + roff("-"+f.Shorthand) + `\fR, ` + flag
			}
			if value != "" {
				flag += ` \fI` + roff(value) + `\fR`
			}
			put(".TP", flag, roffLines(usage))
		})
	}
	if cmd.Example != "" {
		put(".SH EXAMPLES", ".nf", roffLines(cmd.Example), ".fi")
	}
	put(".SH EXIT STATUS", "0 done, 1 the input or the run failed, 2 the command line is wrong, 124 out of time, 130 interrupted.")
	if up := cmd.Parent(); up != nil {
		put(".SH SEE ALSO", `\fB`+roff(Name(up))+`\fR(1)`)
	}
	return w.String()
}

// roff quotes text for one line of troff.
var roff = strings.NewReplacer(`\`, `\e`, "-", `\-`, "'", `\(aq`, `"`, `\(dq`, "^", `\(ha`, "~", `\(ti`, "`", `\(ga`, "\n", " ").Replace

// roffLines quotes lines. A line that begins like a request of troff gets a zero-width character in
// front.
func roffLines(text string) string {
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	for i, l := range lines {
		l = roff(l)
		if strings.HasPrefix(l, ".") {
			l = `\&` + l
		}
		lines[i] = l
	}
	return strings.Join(lines, "\n")
}
