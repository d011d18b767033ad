// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"bufio"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"polka/cover/knuth"
	"polka/internal/printing"
)

// Three commands stand for three programs of Knuth's. They read standard input, or a file, and
// write what the programs write.

func newPolyominoes() *cobra.Command {
	return newFilter("polyominoes", "Make a cover problem of polyominoes, as Knuth's POLYOMINOES does",
		"The first line of the input lists the cells of the board, two digits of base 36 each; the second line the\n"+
			"names of the pieces; every further line is a name, the number of turns (1, 2, 4), the number of\n"+
			"transpositions (1, 2), and the cells of a piece.",
		rows(knuth.ReadPolyominoes))
}

func newPolyiamonds() *cobra.Command {
	return newFilter("polyiamonds", "Make a cover problem of polyiamonds, as Knuth's POLYIAMONDS does",
		"The format is that of polka polyominoes. Triangles of the second kind have an asterisk after their two\n"+
			"digits; the number of turns is 1, 2, 3 or 6.",
		rows(knuth.ReadPolyiamonds))
}

func newPolyominoDLX() *cobra.Command {
	return newFilter("polyomino-dlx", "Make a cover problem of polyominoes, as Knuth's POLYOMINO-DLX does",
		"Lines that begin with a bar are comments. The first other line specifies the cells of the box, such as\n"+
			"[0-5][0-9]; every further line is the name of a piece, perhaps after a multiplicity and a bar, and its\n"+
			"cells. A suffix of a cell makes a secondary item. A summary goes to standard error.",
		func(name string, r io.Reader, w, notes io.Writer) error {
			b, err := knuth.ReadPolyominoDLX(r)
			if err != nil {
				return err
			}
			if err := b.WriteDLX(w); err != nil {
				return err
			}
			for _, note := range b.Notes() {
				fmt.Fprintf(notes, "polka: %s\n", printing.OneLine(fmt.Sprintf("%s:%d: %s", title(name), note.Line, note.Text)))
			}
			fmt.Fprintln(notes, b.Farewell())
			return nil
		})
}

// rows reads a problem as one of the first two programs does, and writes its rows.
func rows(read func(io.Reader) (*knuth.Dance, error)) filter {
	return func(_ string, r io.Reader, w, _ io.Writer) error {
		d, err := read(r)
		if err != nil {
			return err
		}
		return d.WriteRows(w)
	}
}

// A filter reads an input, whose name it gets too, writes the output, and notes what is to be said
// beside it.
type filter func(name string, r io.Reader, w, notes io.Writer) error

func newFilter(verb, short, long string, pass filter) *cobra.Command {
	return &cobra.Command{
		Use:     verb + " [FILE|-]",
		Short:   short,
		Long:    short + ".\n" + long,
		Example: "  polka " + verb + " <box.txt | polka solve --count",
		Args:    oneFile,
		RunE: func(cmd *cobra.Command, args []string) error {
			return withInput(cmd, args, func(r io.Reader) error {
				out := bufio.NewWriter(printing.Screen(cmd.OutOrStdout()))
				if err := pass(input(args), r, out, printing.Screen(cmd.ErrOrStderr())); err != nil {
					return err
				}
				return out.Flush()
			})
		},
	}
}
