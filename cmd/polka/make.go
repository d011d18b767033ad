// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"polka/cover"
	"polka/fabrication"
	"polka/internal/command"
	"polka/shapes"
)

// A making holds the arguments of `polka make`.
type making struct {
	output, plate, sheet string
	copies               int
	solid                fabrication.SolidOptions
	cut                  fabrication.CutOptions
	page                 fabrication.PageOptions
	boards               []string
}

// product is what can be saved to a file.
type product interface {
	Save(path string) error
	String() string
}

func newMake() *cobra.Command {
	var m making
	cmd := &cobra.Command{
		Use:   "make SET|FILE|-...",
		Short: "Write files to print and cut pieces",
		Long: "Make writes pieces as a file for 3D printers, laser cutters or printers. SET is the name of a set such as soma,\n" +
			"pentominoes or hexiamonds; a file or standard input has shapes in any of their text forms. The name of the output\n" +
			"selects the format:\n\n" +
			"  .stl .3mf   solids for 3D printers, on plates; shapes of a planar lattice get a thickness\n" +
			"  .svg .dxf   outlines for laser cutters, on sheets, with letters to engrave\n" +
			"  .pdf        pages with outlines, boards, and nets of solids, at true scale\n\n" +
			"If more than one plate or sheet is needed, the second is written to NAME-2.stl, and so on. All lengths are in mm.",
		Example: "  polka make soma --output soma.3mf --gap 0.2 --edge 1\n" +
			"  polka make pentominoes --output pieces.stl --cell 15 --thickness 5 --edge 0.5 --chamfer\n" +
			"  polka make hexiamonds --output pieces.dxf --sheet 300x200 --kerf 0.15 --tabs 2\n" +
			"  polka make pentominoes --output pieces.pdf --board 6x10 --paper Letter\n" +
			"  polka make soma --output nets.pdf",
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return command.Wrong(cmd, "expected a set or a file")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error { return m.run(cmd, args) },
	}
	f := cmd.Flags()
	f.StringVar(&m.output, "output", "", "write to `FILE`, or to several numbered ones")
	f.IntVar(&m.copies, "copies", 1, "make `N` of each piece")
	f.Float64Var(&m.solid.Unit, "cell", 20, "length of the side of a cell, in `MM`")
	f.Float64Var(&m.solid.Gap, "gap", 0, "space between neighboring pieces, in `MM`; printers need about 0.2")
	f.Float64Var(&m.solid.Edge, "edge", 0, "radius of rounded edges, in `MM`")
	f.BoolVar(&m.solid.Chamfer, "chamfer", false, "make edges flat instead of round")
	f.IntVar(&m.solid.Segments, "segments", 8, "make a rounded right angle of `N` flat parts")
	f.Float64Var(&m.solid.Thickness, "thickness", 0, "height of flat pieces, in `MM`; the default is a quarter of --cell")
	f.StringVar(&m.plate, "plate", "200x200", "lay solids out on plates of `WIDTHxDEPTH` mm")
	f.Float64Var(&m.solid.Spacing, "spacing", 0, "distance between pieces, in `MM`; the default is 5 for solids, and 2 for sheets")
	f.StringVar(&m.sheet, "sheet", "600x300", "lay outlines out on sheets of `WIDTHxHEIGHT` mm")
	f.Float64Var(&m.cut.Kerf, "kerf", 0, "width of a cut, in `MM`; outlines are moved by half of it")
	f.IntVar(&m.cut.Tabs, "tabs", 0, "leave `N` places of each outline uncut")
	f.Float64Var(&m.cut.TabWidth, "tab-width", 1, "length of the places that --tabs leaves uncut, in `MM`")
	f.BoolVar(&m.cut.Unlabeled, "no-letters", false, "leave out the names of pieces on sheets and pages")
	f.StringVar(&m.page.Paper, "paper", "A4", "`SIZE` of pages: A4 or Letter")
	f.StringArrayVar(&m.boards, "board", nil, "add a `BOARD` as of polka tile to the pages, or @FILE; may be repeated")
	latticeFlag(cmd)
	return cmd
}

func (m *making) run(cmd *cobra.Command, args []string) error {
	var err error
	if m.solid.Width, m.solid.Depth, err = lengths(cmd, "--plate", m.plate); err != nil {
		return err
	}
	if m.cut.Width, m.cut.Height, err = lengths(cmd, "--sheet", m.sheet); err != nil {
		return err
	}
	for _, text := range m.boards {
		err := textOrFile("--board", text, func(text string) error {
			b, err := cover.ParseBoard(text)
			m.page.Boards = append(m.page.Boards, b.Shape())
			return err
		})
		if err != nil {
			return err
		}
	}
	m.cut.Unit, m.cut.Gap, m.cut.Spacing = m.solid.Unit, m.solid.Gap, m.solid.Spacing
	m.page.Unit, m.page.Unlabeled = m.solid.Unit, m.cut.Unlabeled
	if m.copies < 1 || m.copies > maxSheet {
		return command.Wrong(cmd, "--copies: expected a number from 1 to %d, got %d", maxSheet, m.copies)
	}
	var list []shapes.Shape
	for _, name := range args {
		more, err := piecesOf(cmd, name)
		if err != nil {
			return err
		}
		list = append(list, slices.Repeat(more, m.copies)...)
	}
	var products []product
	switch strings.ToLower(filepath.Ext(m.output)) {
	case ".stl", ".3mf":
		plates, err := fabrication.Plates(list, m.solid)
		if err != nil {
			return err
		}
		for _, p := range plates {
			products = append(products, p)
		}
	case ".svg", ".dxf":
		sheets, err := fabrication.Sheets(list, m.cut)
		if err != nil {
			return err
		}
		for _, s := range sheets {
			products = append(products, s)
		}
	case ".pdf":
		pages, err := fabrication.Pages(list, m.page)
		if err != nil {
			return err
		}
		products = append(products, pages)
	default:
		return command.Wrong(cmd, "--output: expected a name that ends in .stl, .3mf, .svg, .dxf or .pdf, got %q", m.output)
	}
	for i, p := range products {
		name := m.output
		if i > 0 {
			extension := filepath.Ext(name)
			name = fmt.Sprintf("%s-%d%s", strings.TrimSuffix(name, extension), i+1, extension)
		}
		if err := p.Save(name); err != nil {
			return err
		}
		if _, err := fmt.Fprintf(cmd.OutOrStdout(), "%s: %v\n", name, p); err != nil {
			return err
		}
	}
	return nil
}

// lengths reads two lengths such as 200x150.
func lengths(cmd *cobra.Command, flag, text string) (width, height float64, err error) {
	w, h, _ := strings.Cut(text, "x")
	width, first := strconv.ParseFloat(w, 64)
	height, second := strconv.ParseFloat(h, 64)
	if first != nil || second != nil {
		return 0, 0, command.Wrong(cmd, "%s %s: expected two lengths in mm, as in 200x150", flag, text)
	}
	return width, height, nil
}
