// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"polka/install"
	"polka/internal/command"
)

func newInstall() *cobra.Command {
	var (
		o   install.Options
		env []string
	)
	cmd := &cobra.Command{
		Use:   "install",
		Short: "Register the kernel with Jupyter",
		Long: "Install writes a kernelspec, a small directory that tells Jupyter how to start this program. Installing\n" +
			"again with the same flags changes nothing; with other flags it updates the kernelspec. It also installs\n" +
			"a small extension of JupyterLab and Jupyter Notebook, which marks stale cells at their prompts, and checks and\n" +
			"formats cells while they are written, and tells jupyterlab-lsp, if that is installed, to use polka lsp.",
		Example: "  polka install                                       for the current user\n" +
			"  polka install --sys-prefix                          for the active Python environment\n" +
			"  polka install --name polka-class --env POLKA_MEMORY=512MiB --env GOMAXPROCS=2",
		Args: exactly(),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := checkTarget(cmd, o.Target); err != nil {
				return err
			}
			for _, kv := range env {
				k, v, ok := strings.Cut(kv, "=")
				if !ok || k == "" {
					return command.Wrong(cmd, "--env %s: expected NAME=VALUE", kv)
				}
				if o.Env == nil {
					o.Env = make(map[string]string)
				}
				o.Env[k] = v
			}
			o.Version = versionString()
			r, err := install.Install(o)
			if err != nil {
				return err
			}
			w := cmd.OutOrStdout()
			if o.DryRun {
				fmt.Fprintf(w, "would be %s: %s\n%s", r.Action, r.Dir, r.Spec)
				return nil
			}
			fmt.Fprintf(w, "%s: %s\n", r.Action, r.Dir)
			if r.Copied {
				fmt.Fprintln(w, "The program is in a temporary folder, so the kernel uses a copy of it.")
			}
			name := o.Name
			if name == "" {
				name = install.DefaultName
			}
			printNext(w,
				[2]string{"jupyter lab", "open JupyterLab and choose the kernel in the launcher"},
				[2]string{"jupyter console --kernel " + strings.ToLower(name), "the same in a terminal"},
				[2]string{"polka doctor", "check that the kernel works"})
			return nil
		},
	}
	targetFlags(cmd, &o.Target)
	f := cmd.Flags()
	f.StringVar(&o.DisplayName, "display-name", install.DefaultDisplayName, "`NAME` that Jupyter shows")
	f.StringArrayVar(&env, "env", nil, "environment variable for the kernel, as `NAME=VALUE`; may be repeated")
	f.BoolVar(&o.Replace, "replace", false, "replace an existing kernel of that name even if it is not Polka")
	f.BoolVar(&o.DryRun, "dry-run", false, "print what would be done without doing it")
	return cmd
}

func newUninstall() *cobra.Command {
	var (
		t      install.Target
		dryRun bool
	)
	cmd := &cobra.Command{
		Use:   "uninstall",
		Short: "Unregister the kernel from Jupyter",
		Long: "Uninstall removes the kernelspec that install wrote with the same flags, and the extension of JupyterLab with the\n" +
			"last kernelspec of a place. It does not remove the program.",
		Args: exactly(),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := checkTarget(cmd, t); err != nil {
				return err
			}
			r, err := install.Uninstall(t, dryRun)
			if err != nil {
				return err
			}
			would := ""
			if dryRun && r.Action == install.Removed {
				would = "would be "
			}
			_, err = fmt.Fprintf(cmd.OutOrStdout(), "%s%s: %s\n", would, r.Action, r.Dir)
			return err
		},
	}
	targetFlags(cmd, &t)
	cmd.Flags().BoolVar(&dryRun, "dry-run", false, "print what would be done without doing it")
	return cmd
}

// targetFlags are the flags that say which kernelspec is meant.
func targetFlags(cmd *cobra.Command, t *install.Target) {
	f := cmd.Flags()
	f.Bool("user", false, "use the kernelspecs of the current user (the default)")
	f.BoolVar(&t.SysPrefix, "sys-prefix", false, "use the kernelspecs of the active Python environment, $VIRTUAL_ENV or $CONDA_PREFIX")
	f.StringVar(&t.Prefix, "prefix", "", "use the kernelspecs in `DIR`/share/jupyter/kernels")
	f.StringVar(&t.Name, "name", install.DefaultName, "`NAME` of the kernel, as stored in notebooks")
}

// checkTarget finds what is wrong with the flags of targetFlags before anything else happens.
func checkTarget(cmd *cobra.Command, t install.Target) error {
	n := 0
	for _, name := range []string{"user", "sys-prefix", "prefix"} {
		if cmd.Flags().Changed(name) {
			n++
		}
	}
	if n > 1 {
		return command.Wrong(cmd, "choose one of --user, --sys-prefix and --prefix")
	}
	if cmd.Flags().Changed("prefix") && t.Prefix == "" {
		return command.Wrong(cmd, "--prefix: expected a folder")
	}
	if err := install.CheckName(t.Name); err != nil {
		return command.Wrong(cmd, "--name: %v", err)
	}
	return nil
}

// printNext lists commands to type next, with what they are for.
func printNext(w io.Writer, commands ...[2]string) {
	fmt.Fprintln(w, "\nNext:")
	width := 0
	for _, c := range commands {
		width = max(width, len(c[0]))
	}
	for _, c := range commands {
		fmt.Fprintf(w, "  %-*s   %s\n", width, c[0], c[1])
	}
}
