// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"polka/internal/command"
	"polka/internal/limit"
	"polka/internal/printing"
	"polka/kernel"
	"polka/kernel/engine"
	"polka/kernel/repl"
	"polka/stdlib/picture"
)

func newRepl() *cobra.Command {
	var code []string
	images := "auto"
	cmd := &cobra.Command{
		Use:   "repl [FILE.go]...",
		Short: "Run cells typed at a prompt",
		Long: "Repl reads cells from the terminal, runs them like the cells of a notebook, and prints their values. A cell\n" +
			"may take several lines. Tab completes names, Ctrl-R searches earlier cells, Ctrl-C stops a cell, and Ctrl-D\n" +
			"ends. The files, and then the code of --eval, run first. If standard input is not a terminal, its cells are\n" +
			"run without a prompt, up to the first that fails.\n\n" +
			"Pictures are printed as text, or as images where the terminal is known to show the images of kitty or sixels.",
		Example: "  polka repl\n" +
			"  polka repl pieces.go --eval 'n := 8'\n" +
			"  echo '6*7' | polka repl",
		Args:              cobra.ArbitraryArgs,
		ValidArgsFunction: completeFiles("go"),
		RunE: func(cmd *cobra.Command, args []string) error {
			protocol, err := repl.ParseImages(images, os.Getenv)
			if err != nil {
				return command.Wrong(cmd, "--images: %v", err)
			}
			o := repl.Options{
				In: cmd.InOrStdin(), Out: printing.Bare(cmd.OutOrStdout()), Err: printing.Bare(cmd.ErrOrStderr()),
				Images:   protocol,
				Greeting: fmt.Sprintf("polka %s. Cells are Go; %%help explains the rest, and Ctrl-D ends.", versionString()),
				Plain:    !colors(cmd.OutOrStdout()),
			}
			for _, name := range args {
				text, err := readText(name, cmd.InOrStdin(), limit.Text)
				if err != nil {
					return err
				}
				o.Before = append(o.Before, engine.Cell{Code: text, File: name})
			}
			for _, c := range code {
				o.Before = append(o.Before, engine.Cell{Code: c})
			}
			if file, err := kernel.HistoryFile(); err == nil && file != "" {
				o.History = filepath.Join(filepath.Dir(file), "prompt.jsonl")
			}
			pictures := "text"
			if protocol != repl.NoImages {
				pictures = "png,text"
			}
			interp := newInterpreter(nil, picture.Env+"="+pictures)
			defer interp.Close()
			return replStatus(repl.Run(cmd.Context(), interp, o))
		},
	}
	cmd.Flags().StringArrayVarP(&code, "eval", "e", nil, "run this `CODE` first; may be given several times")
	cmd.Flags().StringVar(&images, "images", images, "show pictures with this `PROTOCOL`: auto, kitty, sixel or none")
	return cmd
}

// replStatus returns the error of the program for that of a prompt.
func replStatus(err error) error {
	var exit *engine.Error
	switch {
	case errors.As(err, &exit) && exit.Name == engine.Exit:
		if exit.Status == 0 {
			return nil
		}
		return command.Status(exit.Status)
	case errors.Is(err, repl.ErrFailed):
		return command.Failed
	}
	return err
}
