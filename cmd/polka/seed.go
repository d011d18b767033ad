// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/spf13/cobra"

	"polka/cover/seed"
	"polka/internal/command"
	"polka/internal/printing"
	"polka/shapes"
)

// newSeed makes `polka seed` and its verbs.
func newSeed() *cobra.Command {
	a := seed.Arguments{}
	triple, order, asHex := "", uint64(0), false
	cmd := &cobra.Command{
		Use:   "seed [-u] [-r] [-t[N]] [WxH] [N/I]...",
		Short: "Make, encode, decode and solve the polyomino seeder's problems",
		Long: "Seed takes the arguments of the polyomino seeder and writes the binary string of a problem for a solver. The\n" +
			"problem is to fill a box, 6x10 by default, or to triple a piece. The pieces are N copies of each piece I given as N/I,\n" +
			"or one of each piece, or pieces drawn at random. I runs from 0 to 11 for the pentominoes I X U P Z Y W T F N L V.\n" +
			"\n" +
			"The commands below work with such strings and with the same problems as text: pieces drawn with letters, separated\n" +
			"by empty lines, with the number of copies in front. docs/formats.md describes both formats.",
		Example: "  polka seed 3x20 | polka seed solve --count\n  polka seed -t4 --seed 7 | polka seed decode\n  polka seed --hex 3x5 1/0 1/2 1/9",
		Args: func(cmd *cobra.Command, args []string) error {
			a.Width, a.Height = 6, 10
			for _, w := range args {
				var err error
				switch {
				case strings.Contains(w, "/"):
					a.Instances = append(a.Instances, w)
				case strings.Contains(w, "x"):
					a.Width, a.Height, err = boxSize(w)
				default:
					return verbs(cmd, []string{w})
				}
				if err != nil {
					return command.Wrong(cmd, "%v", err)
				}
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, _ []string) error {
			a.Triple = cmd.Flags().Changed("triple")
			if a.Piece = -1; triple != "any" && a.Triple {
				n, err := strconv.Atoi(triple)
				if err != nil || n < 0 {
					return command.Wrong(cmd, "expected the number of a piece after -t, from 0, got %q", triple)
				}
				a.Piece = n
			}
			a.Shuffled, a.Seed = cmd.Flags().Changed("seed"), order
			p, warnings, err := a.Problem(seed.Default())
			if err != nil {
				return command.Wrong(cmd, "%v", err)
			}
			for _, w := range warnings {
				fmt.Fprintln(cmd.ErrOrStderr(), "polka seed:", printing.OneLine(w))
			}
			return writeSeed(cmd, p, asHex)
		},
	}
	f := cmd.Flags()
	f.BoolVarP(&a.Random, "random", "r", false, "draw pieces at random until the box is full")
	f.BoolVarP(&a.Unique, "unique", "u", false, "draw no piece twice")
	f.StringVarP(&triple, "triple", "t", "", "triple piece `N`, counted from 0; without N, a random piece")
	f.Lookup("triple").NoOptDefVal = "any"
	f.Uint64Var(&order, "seed", 0, "random seed `NUMBER`; also shuffles the pieces")
	f.BoolVar(&asHex, "hex", false, "write hexadecimal digits")
	cmd.AddCommand(newSeedEncode(), newSeedDecode(), newSeedSolve(), newSeedRandom())
	return cmd
}

// perlArgs writes the -t4 of the Perl seeder as -t=4: the flag library takes a value that may be
// left out in no other way.
func perlArgs(args []string) []string {
	if len(args) == 0 || args[0] != "seed" {
		return args
	}
	args = slices.Clone(args)
	for i, a := range args {
		before, n, ok := strings.Cut(a, "t")
		if _, err := strconv.Atoi(n); ok && err == nil && strings.HasPrefix(a, "-") && strings.Trim(before, "-ur") == "" {
			args[i] = before + "t=" + n
		}
	}
	return args
}

// writeSeed writes the binary string of a problem.
func writeSeed(cmd *cobra.Command, p seed.Problem, asHex bool) error {
	binary, err := p.MarshalBinary()
	if err != nil {
		return err
	}
	if asHex {
		_, err = fmt.Fprintf(cmd.OutOrStdout(), "%x\n", binary)
	} else {
		_, err = cmd.OutOrStdout().Write(binary)
	}
	return err
}

// A seeding is what flags change in a problem that is read.
type seeding struct {
	triple    int
	instances string
	hex       bool
}

func (s *seeding) flags(cmd *cobra.Command) {
	cmd.Flags().IntVarP(&s.triple, "triple", "t", 0, "triple piece `N`, counted from 1")
	cmd.Flags().StringVarP(&s.instances, "instances", "i", "", "copies of pieces as `n/i,...`: n copies of piece i, counted from 1")
}

// problem reads a problem, as text or as a binary string, and changes it.
func (s *seeding) problem(cmd *cobra.Command, args []string) (p seed.Problem, err error) {
	err = withInput(cmd, args, func(r io.Reader) error {
		text, err := io.ReadAll(r)
		if err != nil {
			return err
		}
		if p, err = s.read(text); err != nil {
			return err
		}
		if s.triple != 0 {
			p.Width, p.Height, p.Board, p.Triple = 0, 0, shapes.Shape{}, s.triple
		}
		if s.instances != "" {
			if p, err = p.Instances(strings.FieldsFunc(s.instances, func(r rune) bool { return r == ',' || r == ' ' })...); err != nil {
				return fmt.Errorf("--instances: %w", err)
			}
		}
		return p.Check()
	})
	return p, err
}

// read reads either format: a text contains only printable characters.
func (s *seeding) read(text []byte) (seed.Problem, error) {
	if s.hex {
		digits := bytes.Join(bytes.Fields(text), nil)
		binary := make([]byte, hex.DecodedLen(len(digits)))
		if n, err := hex.Decode(binary, digits); err != nil {
			return seed.Problem{}, fmt.Errorf("byte %d: expected two hexadecimal digits: %w", n+1, err)
		}
		return seed.ParseBinary(binary)
	}
	if bytes.ContainsFunc(text, func(r rune) bool { return r < ' ' && !unicode.IsSpace(r) || r == unicode.ReplacementChar }) {
		return seed.ParseBinary(text)
	}
	return seed.Parse(string(text))
}

func newSeedEncode() *cobra.Command {
	s := &seeding{}
	asHex := false
	cmd := &cobra.Command{
		Use:     "encode [FILE|-]",
		Short:   "Write a problem as a binary string",
		Example: "  polka seed encode problem.txt >problem.seed\n  polka seed encode --hex -t 1 problem.txt",
		Args:    oneFile,
		RunE: func(cmd *cobra.Command, args []string) error {
			p, err := s.problem(cmd, args)
			if err != nil {
				return err
			}
			return writeSeed(cmd, p, asHex)
		},
	}
	s.flags(cmd)
	cmd.Flags().BoolVar(&asHex, "hex", false, "write hexadecimal digits")
	return cmd
}

func newSeedDecode() *cobra.Command {
	s := &seeding{}
	cmd := &cobra.Command{
		Use:     "decode [FILE|-]",
		Short:   "Write a problem as text",
		Example: "  polka seed decode problem.seed\n  echo 04050156af20 | polka seed decode --hex",
		Args:    oneFile,
		RunE: func(cmd *cobra.Command, args []string) error {
			p, err := s.problem(cmd, args)
			if err != nil {
				return err
			}
			_, err = fmt.Fprint(printing.Screen(cmd.OutOrStdout()), p)
			return err
		},
	}
	s.flags(cmd)
	cmd.Flags().BoolVar(&s.hex, "hex", false, "read hexadecimal digits")
	return cmd
}

func newSeedSolve() *cobra.Command {
	s, t := &seeding{}, &tiling{}
	cmd := &cobra.Command{
		Use:     "solve [FILE|-]",
		Short:   "Solve a problem, as text or as a binary string",
		Example: "  polka seed solve problem.txt --count\n  polka seed solve -t 3 -i 9/1 pieces.txt",
		Args:    oneFile,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := t.check(cmd); err != nil {
				return err
			}
			p, err := s.problem(cmd, args)
			if err != nil {
				return err
			}
			puzzle, err := p.Puzzle()
			if err != nil {
				return err
			}
			return t.run(cmd, puzzle)
		},
	}
	s.flags(cmd)
	cmd.Flags().BoolVar(&s.hex, "hex", false, "read hexadecimal digits")
	t.flags(cmd)
	return cmd
}

func newSeedRandom() *cobra.Command {
	var number uint64
	unique := false
	cmd := &cobra.Command{
		Use:     "random WIDTHxHEIGHT [FILE|-]",
		Short:   "Draw pieces at random until a box is full",
		Long:    "Random draws pieces from FILE, or from the pentominoes, until no piece fits into the remaining area of the box,\nand writes the problem as text. The problem need not have a solution.",
		Example: "  polka seed random 10x6 -u\n  polka seed random 8x8 pieces.txt --seed 7",
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return command.Wrong(cmd, "expected a box such as 10x6")
			}
			return oneFile(cmd, args[1:])
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			width, height, err := boxSize(args[0])
			if err != nil {
				return command.Wrong(cmd, "%v", err)
			}
			list := shapes.Pentominoes()
			if len(args) > 1 {
				if list, err = readPieces(cmd, args[1:], args[0]); err != nil {
					return err
				}
			}
			_, err = fmt.Fprint(cmd.OutOrStdout(), seed.Draw(width, height, list, unique, number))
			return err
		},
	}
	cmd.Flags().BoolVarP(&unique, "unique", "u", false, "draw each piece at most once")
	cmd.Flags().BoolP("random", "r", true, "accepted for compatibility; pieces are always drawn at random")
	cmd.Flags().Uint64Var(&number, "seed", 1, "random seed `NUMBER`")
	return cmd
}

// boxSize reads the sides of a box.
func boxSize(text string) (width, height int, err error) {
	w, h, ok := strings.Cut(text, "x")
	width, err1 := strconv.Atoi(w)
	height, err2 := strconv.Atoi(h)
	if !ok || err1 != nil || err2 != nil || width < 1 || width > 255 || height < 1 || height > 255 {
		return 0, 0, fmt.Errorf("expected a box with sides from 1 to 255 such as 10x6, got %q", text)
	}
	return width, height, nil
}

// readPieces reads the pieces of a problem; it may do without a box.
func readPieces(cmd *cobra.Command, args []string, box string) (list []shapes.Shape, err error) {
	err = withInput(cmd, args, func(r io.Reader) error {
		text, err := io.ReadAll(r)
		if err != nil {
			return err
		}
		p, err := seed.Parse(string(text))
		if err != nil {
			var again error
			if p, again = seed.Parse(string(text) + "\n\n" + box + "\n"); again != nil {
				return err
			}
		}
		for _, q := range p.Pieces {
			list = append(list, q.Shape)
		}
		return nil
	})
	return list, err
}
