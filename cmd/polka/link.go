// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"encoding/base64"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"polka/cover"
	"polka/internal/command"
	"polka/internal/limit"
	"polka/internal/link"
	"polka/internal/preview"
	"polka/internal/printing"
	"polka/kernel/display"
	"polka/kernel/nb"
	"polka/play"
)

// mostPicture is the length in bytes of the longest stored picture that a link takes along.
const mostPicture = 64 << 10

// A linking holds the arguments of `polka link`.
type linking struct {
	cell         int
	base, board  string
	pieces       []string
	read, noShot bool
	page, at     string
	shot         []byte // a PNG that was stored with the cell, or nil
}

func newLink() *cobra.Command {
	var l linking
	cmd := &cobra.Command{
		Use:   "link [NOTEBOOK|FILE|PUZZLE|LINK|-]",
		Short: "Print an address that contains a notebook, a cell, a puzzle or a shape",
		Long: "Link prints an address that contains what it shows: a notebook or one of its cells, a Go file for polka run, a\n" +
			"puzzle, or a shape. Nothing is stored or sent anywhere. A page that opens the address shows the code with its stored\n" +
			"picture, and runs it only when the reader clicks; a puzzle can be played at once. PUZZLE is a name of the list of\n" +
			"polka tile --list. A board and pieces are a puzzle too, and one piece without a board is a shape.\n\n" +
			"--base is the address of open.html of a site that make lite or make site has built. Without it, the link begins\n" +
			"with #, for the attribute link of the tags (docs/links.md), or to be appended to such an address. The size of the\n" +
			"link is printed on standard error. Some programs cut off links that are longer than 8000 characters.\n\n" +
			"--page writes a static page that shows the link, with a preview picture (PNG), into the folder DIR, and prints the\n" +
			"name of the page. The argument may be any link. --at is the address of the folder: with it, the page has the tags\n" +
			"from which other sites make previews, and a file for oEmbed. The page loads polka.js from the site of --base, never\n" +
			"from that of LINK, and runs no code until the reader clicks. The same link always gives the same name.",
		Example: "  polka link notebooks/00-tour.ipynb --cell 3 --base https://example.org/polka/open.html\n" +
			"  polka link --board 6x10 --pieces pentominoes\n" +
			"  polka link pentominoes-6x10 --base https://example.org/polka/open.html --page build --at https://example.org/p/\n" +
			"  polka link --read '#1.qlbKzsxLUbJSSk7NyVHSUSrOLy1KTlWyUjJT0FIwV6oFBAAA__8'",
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) > 1 {
				return command.Wrong(cmd, "expected nothing after %s, got %q", args[0], args[1])
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error { return l.run(cmd, args) },
	}
	f := cmd.Flags()
	f.IntVar(&l.cell, "cell", 0, "link only code cell `N` of the notebook, from 1")
	f.StringVar(&l.base, "base", "", "`ADDRESS` of the page that opens the link")
	f.StringVar(&l.board, "board", "", "`BOARD` of a puzzle, or @FILE, as of polka tile")
	f.StringArrayVar(&l.pieces, "pieces", nil, "`PIECES` of a puzzle, or @FILE; may be repeated")
	f.BoolVar(&l.noShot, "no-picture", false, "leave out the stored picture")
	f.StringVar(&l.page, "page", "", "write a static page with a preview picture into the folder `DIR`")
	f.StringVar(&l.at, "at", "", "`ADDRESS` of the folder of --page, for previews on other sites")
	f.BoolVar(&l.read, "read", false, "the argument is a link: print what it contains, as text")
	return cmd
}

func (l *linking) run(cmd *cobra.Command, args []string) error {
	flags := cmd.Flags()
	made := flags.Changed("board") || l.pieces != nil
	switch {
	case made == (len(args) == 1):
		return command.Wrong(cmd, "expected a file or the name of a puzzle, or --pieces")
	case l.board != "" && l.pieces == nil:
		return command.Wrong(cmd, "--board: expected --pieces beside it")
	case l.cell < 0 || l.cell == 0 && flags.Changed("cell"):
		return command.Wrong(cmd, "--cell: expected a positive number, got %d", l.cell)
	case strings.Contains(l.base, "#"):
		return command.Wrong(cmd, "--base: expected an address without a #, got %q", l.base)
	case l.page != "" && l.base == "":
		return command.Wrong(cmd, "--page: expected --base beside it, the address of a page that opens links")
	case flags.Changed("at") && l.page == "":
		return command.Wrong(cmd, "--at: expected --page beside it")
	case l.read:
		return printLink(cmd, args[0])
	}
	address, err := l.link(cmd, args)
	if err != nil {
		return err
	}
	if l.page != "" {
		name, err := preview.Write(l.page, preview.Options{Link: address, Base: l.base, At: folderAddress(l.at), Picture: l.shot})
		if err != nil {
			return err
		}
		_, err = fmt.Fprintln(cmd.OutOrStdout(), filepath.Join(l.page, name))
		return err
	}
	if _, err := fmt.Fprintln(cmd.OutOrStdout(), address); err != nil {
		return err
	}
	note := ""
	if len(address) > link.LongLink {
		note = fmt.Sprintf("; some programs cut off links longer than %d", link.LongLink)
	}
	_, err = fmt.Fprintf(cmd.ErrOrStderr(), "polka: the link has %d characters%s\n", len(address), note)
	return err
}

// link returns the link of what the arguments name.
func (l *linking) link(cmd *cobra.Command, args []string) (string, error) {
	if l.pieces != nil {
		return l.linkPieces()
	}
	name := args[0]
	if l.page != "" && strings.Contains(name, "#") {
		return name, nil
	}
	if filepath.Ext(name) == ".ipynb" {
		n, err := nb.ReadFile(name)
		if err != nil {
			return "", err
		}
		return l.linkNotebook(n, strings.TrimSuffix(filepath.Base(name), ".ipynb"))
	}
	if l.cell > 0 {
		return "", command.Wrong(cmd, "--cell: expected a notebook, got %q", name)
	}
	if _, err := os.Stat(name); err != nil && name != "-" && filepath.Ext(name) == "" {
		c, err := cover.CatalogByName(name)
		if err != nil {
			return "", err
		}
		return linkPuzzle(c.Puzzle(), l.base)
	}
	text, err := readText(name, cmd.InOrStdin(), limit.Puzzle)
	if err != nil {
		return "", err
	}
	d := link.Document{Kind: link.Cell, Source: text}
	if name != "-" {
		d.Title = inTitle(filepath.Base(name))
	}
	return link.Encode(l.base, d)
}

// linkPieces returns the link of a puzzle, or of a shape.
func (l *linking) linkPieces() (string, error) {
	set, err := setOf(l.pieces)
	if err != nil {
		return "", err
	}
	if l.board == "" {
		if len(set) != 1 {
			return "", fmt.Errorf("--pieces: expected one piece without --board, got %d", len(set))
		}
		return play.LinkShape(set[0].Shape(), l.base)
	}
	board, err := boardOf(l.board)
	if err != nil {
		return "", err
	}
	return linkPuzzle(cover.New(board).With(set), l.base)
}

func linkPuzzle(p *cover.Puzzle, base string) (string, error) {
	game, err := play.NewGame(p)
	if err != nil {
		return "", err
	}
	return game.Link(base)
}

// linkNotebook returns the link of a notebook, or of one of its code cells.
func (l *linking) linkNotebook(n *nb.Notebook, name string) (string, error) {
	if err := n.CheckLanguage(); err != nil {
		return "", fmt.Errorf("%s: %w", name, err)
	}
	d := link.Document{Kind: link.Notebook, Title: inTitle(name)}
	var cells []link.NotebookCell
	var pictures []string
	count := 0
	for _, c := range n.Cells {
		if c.Type == nb.Code {
			count++
		}
		switch {
		case c.Type == nb.Raw || strings.TrimSpace(c.Source) == "" || l.cell > 0 && (c.Type != nb.Code || count != l.cell):
			continue
		}
		cells = append(cells, link.NotebookCell{Type: string(c.Type), Source: c.Source})
		for _, o := range c.Outputs {
			if svg, _ := o.Data[display.SVGType].(string); svg != "" && len(svg) <= mostPicture {
				pictures = append(pictures, svg)
			}
			if text, _ := o.Data[display.PNGType].(string); text != "" && l.shot == nil && !l.noShot {
				if shot, err := base64.StdEncoding.DecodeString(text); err == nil { // it ignores ends of lines
					l.shot = shot
				}
			}
		}
	}
	if len(cells) == 0 && l.cell > 0 {
		return "", fmt.Errorf("%s: expected a code cell %d with code; the notebook has %d", name, l.cell, count)
	}
	if len(pictures) > 0 && !l.noShot {
		d.Picture = pictures[0]
	}
	if l.cell == 0 {
		d.Data = link.Cells(cells)
		return link.Encode(l.base, d)
	}
	d.Kind, d.Source = link.Cell, cells[0].Source
	d.Title = inTitle(fmt.Sprintf("%s, cell %d", name, l.cell))
	return link.Encode(l.base, d)
}

// inTitle shortens a name to what a title can have.
func inTitle(name string) string {
	name = strings.ToValidUTF8(name, "")
	for len(name) > link.MostTitle {
		name = strings.ToValidUTF8(name[:len(name)-1], "")
	}
	return printing.OneLine(name)
}

// printLink prints what a link contains.
func printLink(cmd *cobra.Command, address string) error {
	d, err := link.Decode(address)
	if err != nil {
		return err
	}
	out := printing.Screen(cmd.OutOrStdout())
	show := func(name, text string) {
		if text != "" && err == nil {
			_, err = fmt.Fprintf(out, "%s: %s\n", name, text)
		}
	}
	show("kind", string(d.Kind))
	show("title", d.Title)
	show("data", string(d.Data))
	show("state", string(d.State))
	if d.Picture != "" {
		show("picture", fmt.Sprintf("SVG, %d bytes", len(d.Picture)))
	}
	if d.Source != "" && err == nil {
		_, err = io.WriteString(out, "source:\n"+strings.TrimRight(d.Source, "\n")+"\n")
	}
	return err
}
