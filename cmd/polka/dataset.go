// SPDX-License-Identifier: BSD-3-Clause

// The prebuilt set. The Python package polka-kernel-data has a second program, polka-data, which
// was made as by polka build, from the list of internal/dataset. It lies beside polka. If a cell
// requires modules that are in the set, the session moves into that program at once: nothing is
// downloaded or compiled, and no Go toolchain is needed.

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"slices"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"polka/internal/dataset"
	"polka/internal/sibling"
)

// errInSet is the error of a download of a module that is in the installed set.
var errInSet = errors.New("the module is in the prebuilt set")

// inSet reports whether a module or package PATH@VERSION is in a set.
func inSet(module string, set []dataset.Module) bool {
	return slices.ContainsFunc(set, func(m dataset.Module) bool { return m.Has(module) })
}

// setProgram returns the program with the set, if it is installed and belongs to this version of
// Polka; otherwise an empty path.
var setProgram = sync.OnceValue(func() string {
	program, err := sibling.Find(sibling.Data)
	if err != nil {
		return ""
	}
	out, err := exec.CommandContext(context.Background(), program, modulesVerb).Output()
	if err != nil || !bytes.Equal(bytes.TrimSpace(out), []byte(setLines())) {
		return ""
	}
	return program
})

// setLines is what the program with the set prints for modulesVerb.
func setLines() string {
	text := versionString()
	for _, l := range dataset.List() {
		text += "\n" + l.String()
	}
	return text
}

// setHas reports whether a program with the set is installed and has a module, which is written as
// PATH@VERSION.
func setHas(module string) bool { return inSet(module, dataset.List()) && setProgram() != "" }

// fromSet returns the program with the set if it has all of the modules.
func fromSet(modules []string) string {
	set := dataset.List()
	if slices.ContainsFunc(modules, func(m string) bool { return !inSet(m, set) }) {
		return ""
	}
	return setProgram()
}

// withoutToolchain is the error if modules are required and there is no Go toolchain. If the set
// has them, or others of their versions, it says so.
func withoutToolchain(modules []string) error {
	for _, m := range modules {
		path, _, _ := strings.Cut(m, "@")
		for _, l := range dataset.List() {
			if l.Has(path) && !l.Has(m) && setProgram() != "" {
				return fmt.Errorf("%s: the prebuilt modules have version %s, and %w", m, l.Version, errNoToolchain)
			}
		}
		if !inSet(m, dataset.List()) {
			return fmt.Errorf("%s: %w", m, errNoToolchain)
		}
	}
	return fmt.Errorf("%w\nthe modules are also prebuilt: pip install \"polka-kernel[data]\"", errNoToolchain)
}

// modulesVerb makes a program print its version and the modules that it was built with.
const modulesVerb = "modules"

func newModules() *cobra.Command {
	return &cobra.Command{
		Use:    modulesVerb,
		Short:  "Print the version and the modules that polka build has added (used by polka)",
		Hidden: true,
		Args:   exactly(),
		RunE: func(cmd *cobra.Command, _ []string) error {
			list := []string{versionString()}
			if modules != "" {
				list = append(list, strings.Split(modules, ",")...)
			}
			_, err := cmd.OutOrStdout().Write([]byte(strings.Join(list, "\n") + "\n"))
			return err
		},
	}
}
