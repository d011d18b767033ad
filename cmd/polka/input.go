// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"bufio"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"polka/internal/command"
	"polka/internal/limit"
	"polka/internal/syntax"
)

// oneFile is for commands that read a file, or standard input.
func oneFile(cmd *cobra.Command, args []string) error {
	if len(args) > 1 {
		return command.Wrong(cmd, "expected one file, or - for standard input, got %q too", args[1])
	}
	return nil
}

// input returns the name of the file that is the only argument; without one it is -, which is
// standard input.
func input(args []string) string {
	if len(args) == 0 {
		return "-"
	}
	return args[0]
}

// title returns what messages call an input.
func title(name string) string {
	if name == "-" {
		return "standard input"
	}
	return name
}

// reading opens an input for a function that reads it. A file whose name ends in .gz, as polka enum
// writes them, is decompressed.
func reading(name string, stdin io.Reader, read func(io.Reader) error) error {
	if name == "-" {
		return read(stdin)
	}
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	if !strings.HasSuffix(name, ".gz") {
		return read(f)
	}
	r, err := gzip.NewReader(bufio.NewReader(f))
	switch {
	case err == io.EOF: // nothing has been written yet
		return read(strings.NewReader(""))
	case err != nil:
		return err
	}
	return read(r)
}

// readText reads an input to its end, up to a limit.
func readText(name string, stdin io.Reader, most int64) (string, error) {
	var text []byte
	err := reading(name, stdin, func(r io.Reader) (err error) {
		text, err = limit.ReadAll(r, most)
		return err
	})
	return string(text), titled(name, err)
}

// withInput hands the text of a command's input, a puzzle, to a function that reads it. Its errors
// get the name of the input, and those for mistakes in the text their place.
func withInput(cmd *cobra.Command, args []string, read func(io.Reader) error) error {
	name := input(args)
	text, err := readText(name, cmd.InOrStdin(), limit.Puzzle)
	if err != nil {
		return err
	}
	return placed(name, read(strings.NewReader(text)))
}

// titled puts the name of an input before an error, unless the system has put it there.
func titled(name string, err error) error {
	var system *fs.PathError
	if err == nil || errors.As(err, &system) {
		return err
	}
	return fmt.Errorf("%s: %w", title(name), err)
}

// placed is titled, and for a mistake in the text of an input the line and the column follow the
// name, as in the messages of compilers: FILE:LINE:COLUMN: what was expected.
func placed(name string, err error) error {
	if e, ok := errors.AsType[*syntax.Error](err); ok {
		return fmt.Errorf("%s:%d:%d: %s", title(name), e.Line, e.Column, syntax.Short(e.Message))
	}
	return titled(name, err)
}
