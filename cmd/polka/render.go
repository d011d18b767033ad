// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"bytes"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"polka/cover"
	"polka/internal/command"
	"polka/internal/limit"
	"polka/kernel/nb"
	"polka/render"
	"polka/shapes"
)

// What can be drawn, and from what.
var drawable = []string{"shapes", "board", "matrix", "tree"}

// maxPixels bounds the sizes that the user may ask for.
const maxPixels = 10_000

func newRender() *cobra.Command {
	var (
		output, theme string
		columns       int
		cell, scale   float64
		steps         int
	)
	cmd := &cobra.Command{
		Use:   "render shapes|board|matrix|tree [FILE|-]",
		Short: "Draw shapes, a board or a cover problem as SVG, PNG, HTML or text",
		Long: "Render reads FILE or standard input and draws shapes in any of their text forms (shapes), a board drawn in\n" +
			"characters (board), or an exact cover problem in Knuth's DLX format, either as a matrix of zeros and ones (matrix)\n" +
			"or as the search tree (tree). The extension of the output file selects the format: .svg, .png, .html or .txt.\n" +
			"Without --output, the drawing is printed as text.",
		Example: "  polka enum square 5 --free | polka render shapes --output pentominoes.svg\n" +
			"  polka puzzle queens 6 | polka render tree --output queens.png --theme dark",
		ValidArgsFunction: cobra.FixedCompletions(drawable, cobra.ShellCompDirectiveDefault),
		Args: func(cmd *cobra.Command, args []string) error {
			switch {
			case len(args) == 0:
				return command.Wrong(cmd, "expected what to draw: %s", strings.Join(drawable, ", "))
			case !slices.Contains(drawable, args[0]):
				return command.Wrong(cmd, "expected one of %s, got %q", strings.Join(drawable, ", "), args[0])
			}
			return oneFile(cmd, args[1:])
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if !slices.Contains([]string{"auto", "light", "dark"}, theme) {
				return command.Wrong(cmd, "--theme: expected auto, light or dark, got %q", theme)
			}
			form := strings.ToLower(filepath.Ext(output))
			if output != "" && !slices.Contains([]string{".svg", ".png", ".html", ".txt"}, form) {
				return command.Wrong(cmd, "--output: expected a name that ends in .svg, .png, .html or .txt, got %q", output)
			}
			if steps <= 0 {
				return command.Wrong(cmd, "--steps: expected a positive number, got %d", steps)
			}
			for name, x := range map[string]float64{"cell": cell, "scale": scale} {
				if !(x >= 0 && x <= maxPixels) {
					return command.Wrong(cmd, "--%s: expected a number from 0 to %d, got %v", name, maxPixels, x)
				}
			}
			p, err := draw(cmd, args[0], args[1:], steps)
			if err != nil {
				return err
			}
			p = p.Columns(columns).CellSize(cell)
			switch theme {
			case "light":
				p = p.Light()
			case "dark":
				p = p.Dark()
			}
			if output == "" {
				_, err := fmt.Fprintln(cmd.OutOrStdout(), p)
				return err
			}
			if form == ".png" && scale > 0 {
				var b bytes.Buffer
				if err := p.WritePNG(&b, scale); err != nil {
					return err
				}
				return nb.WriteFile(output, b.Bytes())
			}
			return p.Save(output)
		},
	}
	f := cmd.Flags()
	f.StringVar(&output, "output", "", "write to `FILE`")
	f.StringVar(&theme, "theme", "auto", "color theme `NAME`: auto, light or dark")
	f.IntVar(&columns, "columns", 0, "draw `N` shapes in a row; 0 for as many as fit")
	f.Float64Var(&cell, "cell", 0, "length of the side of a cell in `PIXELS`; 0 for as large as fits")
	f.Float64Var(&scale, "scale", 0, "scale factor `X` of a PNG (default 2)")
	f.IntVar(&steps, "steps", 100000, "stop the search for the tree after `N` steps")
	latticeFlag(cmd)
	return cmd
}

// draw reads what is to be drawn.
func draw(cmd *cobra.Command, kind string, args []string, steps int) (render.Picture, error) {
	switch kind {
	case "matrix", "tree":
		p, err := readProblem(cmd, args)
		if err != nil {
			return render.Picture{}, err
		}
		if kind == "matrix" {
			return render.Draw(p), nil
		}
		ctx, stop := interruptible(cmd)
		defer stop()
		recording, err := render.RecordSearch(ctx, p, steps)
		return recording.Tree(), err
	}
	name := input(args)
	text, err := readText(name, cmd.InOrStdin(), limit.Text)
	if err != nil {
		return render.Picture{}, err
	}
	if kind == "board" {
		board, err := cover.ParseBoard(text)
		if err != nil {
			return render.Picture{}, placed(name, err)
		}
		return render.Draw(board), nil
	}
	list, err := shapes.ParseAll(text)
	if err != nil {
		return render.Picture{}, placed(name, err)
	}
	return render.Draw(list), nil
}
