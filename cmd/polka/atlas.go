// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"polka/internal/atlas"
	"polka/internal/command"
	"polka/shapes"
)

// mostAtlasCells bounds the sizes of an atlas.
const mostAtlasCells = 16

func newAtlas() *cobra.Command {
	var o atlas.Options
	var sizes []string
	cmd := &cobra.Command{
		Use:   "atlas DIR",
		Short: "Write static pages about polyforms",
		Long: "Atlas writes pages for a web server into DIR: one for each free polyform of up to 8 squares, 6 hexagons, 9 triangles,\n" +
			"5 half squares, 6 kites and 5 cubes, with pictures, its symmetry and orientations, tilings of the plane and of\n" +
			"rectangles, the Heesch number with coronas, and files to cut and to print. Each fact says how it was found. The address\n" +
			"of a page is the lattice and the cells; search.html finds it by drawing. All data are in one file, atlas.json.\n\n" +
			"If it is interrupted, the same command continues; with more sizes it adds their pages. The default takes some\n" +
			"minutes. --open is the address of open.html of a site that make lite or make site has built, for the links that open\n" +
			"a puzzle or a notebook; --base adds the tags and pictures from which other sites make previews.",
		Example: "  polka atlas build/atlas\n" +
			"  polka atlas build/atlas --size square=9 --size hexagon=7 --open ../../lab/open.html",
		Args: exactly("a directory"),
		RunE: func(cmd *cobra.Command, args []string) error {
			for _, text := range sizes {
				name, number, _ := strings.Cut(text, "=")
				n, err := strconv.Atoi(number)
				if err != nil || n < 1 || n > mostAtlasCells || !slices.Contains(atlas.Lattices(), name) {
					return command.Wrong(cmd, "--size %s: expected one of %s, an equals sign, and 1 to %d", text, strings.Join(atlas.Lattices(), ", "), mostAtlasCells)
				}
				l, err := shapes.LatticeByName(name)
				if err != nil {
					return err
				}
				o.Sizes = append(o.Sizes, atlas.Size{Lattice: l, Cells: n})
			}
			if o.Sizes == nil {
				o.Sizes = atlas.Defaults()
			}
			if strings.Contains(o.Open, "#") {
				return command.Wrong(cmd, "--open: expected an address without a #, got %q", o.Open)
			}
			o.Base = folderAddress(o.Base)
			ctx, stop := interruptible(cmd)
			defer stop()
			ctx, end := metered(ctx, cmd.ErrOrStderr())
			defer end()
			n, err := atlas.Write(ctx, args[0], o)
			end()
			if err != nil {
				return err
			}
			_, err = fmt.Fprintf(cmd.OutOrStdout(), "%s: %d polyforms\n", args[0], n)
			return err
		},
	}
	f := cmd.Flags()
	f.StringArrayVar(&sizes, "size", nil, "`LATTICE=N`, with pages for up to N cells, instead of the default; may be repeated")
	o.Each = 10 * time.Second
	spanVar(f, &o.Each, "each", "leave a question about a polyform undecided after a "+asTime)
	f.StringVar(&o.Open, "open", "", "`ADDRESS` of open.html, relative to the pages in the folders of DIR")
	f.StringVar(&o.Base, "base", "", "`ADDRESS` of the pages, for previews on other sites")
	return cmd
}
