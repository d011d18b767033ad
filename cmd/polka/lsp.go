// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"polka/dlx"
	"polka/internal/command"
	"polka/kernel/cell"
	"polka/kernel/lsp"
	"polka/kernel/session"
	"polka/stdlib"
)

// lspVerb is the name of the command.
const lspVerb = "lsp"

func newLSP() *cobra.Command {
	cmd := &cobra.Command{
		Use:   lspVerb,
		Short: "Check and complete cells in an editor (Language Server Protocol)",
		Long: "Lsp speaks the Language Server Protocol on standard input and output, as editors expect of the language server\n" +
			"that they start. It serves notebooks, scripts of Go, and files in Knuth's DLX format: diagnostics, completion,\n" +
			"hover, signatures, definitions, references, renaming across cells, symbols, formatting, inlay hints and code\n" +
			"actions. It runs nothing. docs/editors.md has the lines that editors need.",
		Args: exactly(),
		RunE: func(cmd *cobra.Command, _ []string) error {
			err := lsp.New(lspOptions()).Serve(cmd.InOrStdin(), cmd.OutOrStdout())
			if errors.Is(err, lsp.ErrNotShutDown) {
				return command.Failed // as the protocol wants it
			}
			return err
		},
	}
	cmd.Flags().Bool("stdio", false, "use standard input and output, which is the default")
	return cmd
}

func lspOptions() lsp.Options {
	o := lsp.Options{
		Cell:    editorOptions,
		Doc:     stdlib.Doc,
		Covers:  coverMistake,
		Library: goRoot,
		Version: fullVersion(),
	}
	for _, m := range session.Magics() {
		o.Magics = append(o.Magics, lsp.Magic(m))
	}
	return o
}

// editorOptions are those of a compiler of cells in an editor, which also completes import paths.
func editorOptions(dir string) cell.Options {
	o := cellOptions(dir)
	for key := range stdlib.Tables() {
		if i := strings.LastIndexByte(key, '/'); i > 0 {
			o.Paths = append(o.Paths, key[:i])
		}
	}
	return o
}

// coverMistake returns the place and the message of the first mistake in a text in DLX format.
func coverMistake(text string) (line, column int, message string) {
	_, err := dlx.Parse(text)
	if e, ok := errors.AsType[*dlx.SyntaxError](err); ok {
		return max(e.Line, 1), max(e.Column, 1), e.Message
	}
	if err != nil {
		return 1, 1, err.Error()
	}
	return 0, 0, ""
}

// goRoot returns the directory of Go's distribution, "" if there is none.
func goRoot() string {
	if root := os.Getenv("GOROOT"); root != "" {
		return root
	}
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	out, err := exec.CommandContext(ctx, "go", "env", "GOROOT").Output()
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(out))
}
