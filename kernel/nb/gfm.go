// SPDX-License-Identifier: BSD-3-Clause

// GitHub's additions to Markdown.
//
// The library reads CommonMark. Its own package for GitHub's additions (GitHub Flavored Markdown
// Spec, version 0.29-gfm, sections 4.10, 5.3, 6.5 and 6.9) takes a fifth of the start-up time of
// every program into which it is linked, because it compiles regular expressions with ranges of 256
// repetitions. So the additions are implemented here, with the library's interfaces and kinds of
// nodes, and tests compare them with that package.
//
// A table begins in a paragraph, with a row of names above a row of hyphens that has at least as
// many cells:
//
//	| shape | number |
//	|:------|-------:|
//	| I     |     12 |
//
// and continues to the end of the paragraph. A bar after a backslash does not end a cell, even in
// code, where the backslash is then removed. The library treats the delimiters ~ and ~~ like * and
// **, with another element. A box begins the first block of an item of a list. A link without
// brackets begins a word; characters at its end that may belong to the sentence are not part of it:
// punctuation, a parenthesis that was not opened in the link, and a possible entity.

package nb

import (
	"bytes"

	"github.com/yuin/goldmark/ast"
	extensions "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"polka/internal/pattern"
)

// gfmParsing has the additions as options of the library. The numbers are priorities of parsers;
// links have 200 and emphasis 500.
func gfmParsing() []parser.Option {
	return []parser.Option{
		parser.WithParagraphTransformers(util.Prioritized(tableParser{}, 200)),
		parser.WithASTTransformers(util.Prioritized(barsInCode{}, 0)),
		parser.WithInlineParsers(
			util.Prioritized(boxParser{}, 0),
			util.Prioritized(strikeParser{}, 500),
			util.Prioritized(linkParser{}, 999),
		),
	}
}

// A tableParser turns the ends of paragraphs into tables.
type tableParser struct{}

func (tableParser) Transform(p *ast.Paragraph, reader text.Reader, _ parser.Context) {
	lines, source := p.Lines(), reader.Source()
	for i := 1; i < lines.Len(); i++ {
		delimiters := lines.At(i)
		alignments, ok := alignmentsOf(delimiters.Value(source))
		if !ok {
			continue
		}
		names := cellsOf(lines.At(i-1), source)
		if len(names) > len(alignments) {
			return
		}
		table := extensions.NewTable()
		table.Alignments = alignments
		table.AppendChild(table, extensions.NewTableHeader(row(names, alignments)))
		for j := i + 1; j < lines.Len(); j++ {
			table.AppendChild(table, row(cellsOf(lines.At(j), source), alignments))
		}
		p.Parent().InsertAfter(p.Parent(), p, table)
		shorten(p, i-1)
		return
	}
}

// shorten keeps the first n lines of a paragraph, or removes it if n is 0.
func shorten(p *ast.Paragraph, n int) {
	p.Lines().SetSliced(0, n)
	if n == 0 {
		p.Parent().RemoveChild(p.Parent(), p)
		return
	}
	last := p.Lines().At(n - 1)
	p.Lines().Set(n-1, last.WithStop(last.Stop-1)) // without the newline
}

// alignmentsOf reads a row of hyphens, each cell of which may have a colon on either side. A line
// without bars and colons is the underline of a heading and not such a row.
func alignmentsOf(line []byte) (list []extensions.Alignment, ok bool) {
	if indent, _ := util.IndentWidth(line, 0); indent > 3 || !bytes.ContainsAny(line, "|:") {
		return nil, false
	}
	cells := bytes.Split(bytes.TrimSpace(line), []byte{'|'})
	if len(cells) > 1 && len(cells[0]) == 0 {
		cells = cells[1:]
	}
	if last := len(cells) - 1; last > 0 && len(cells[last]) == 0 {
		cells = cells[:last]
	}
	for _, cell := range cells {
		rest, left := bytes.CutPrefix(bytes.TrimSpace(cell), []byte{':'})
		rest, right := bytes.CutSuffix(rest, []byte{':'})
		if len(rest) == 0 || len(bytes.Trim(rest, "-")) > 0 {
			return nil, false
		}
		list = append(list, alignment(left, right))
	}
	return list, true
}

func alignment(left, right bool) extensions.Alignment {
	switch {
	case left && right:
		return extensions.AlignCenter
	case left:
		return extensions.AlignLeft
	case right:
		return extensions.AlignRight
	}
	return extensions.AlignNone
}

// cellsOf splits a line at its bars, except for bars at its ends.
func cellsOf(line text.Segment, source []byte) (cells []text.Segment) {
	line = line.TrimLeftSpace(source)
	line = line.TrimRightSpace(source)
	words := line.Value(source)
	from, to := 0, len(words)
	if from < to && words[from] == '|' {
		from++
	}
	if from < to && words[to-1] == '|' {
		to--
	}
	for from < to {
		end := from
		for end < to && (words[end] != '|' || end > 0 && words[end-1] == '\\') {
			end++
		}
		cell := text.NewSegment(line.Start+from, line.Start+end)
		cell = cell.TrimLeftSpace(source)
		cells = append(cells, cell.TrimRightSpace(source))
		from = end + 1
	}
	return cells
}

// row returns a row with a cell for each column, whatever its line contains.
func row(cells []text.Segment, alignments []extensions.Alignment) *extensions.TableRow {
	r := extensions.NewTableRow(alignments)
	for i := range alignments {
		cell := extensions.NewTableCell()
		if i < len(cells) {
			cell.Alignment = alignments[i]
			cell.Lines().Append(cells[i])
		}
		r.AppendChild(r, cell)
	}
	return r
}

// barsInCode removes the backslashes before bars in code in tables. Elsewhere in cells the library
// does it.
type barsInCode struct{}

func (barsInCode) Transform(doc *ast.Document, reader text.Reader, _ parser.Context) {
	inCell := false
	ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		switch n.Kind() {
		case extensions.KindTableCell:
			inCell = entering
		case ast.KindCodeSpan:
			if inCell && entering {
				withoutBackslashes(n, reader.Source())
			}
		}
		return ast.WalkContinue, nil
	})
}

// withoutBackslashes divides the texts of a code span at the backslashes.
func withoutBackslashes(code ast.Node, source []byte) {
	for n := code.FirstChild(); n != nil; n = n.NextSibling() {
		words, ok := n.(*ast.Text)
		if !ok {
			continue
		}
		if i := bytes.Index(words.Segment.Value(source), []byte(`\|`)); i >= 0 {
			at := words.Segment.Start + i
			code.InsertAfter(code, n, ast.NewRawTextSegment(words.Segment.WithStart(at+1)))
			words.Segment = words.Segment.WithStop(at)
		}
	}
}

// A strikeParser finds words between one or two tildes.
type strikeParser struct{}

func (strikeParser) Trigger() []byte { return []byte{'~'} }

func (strikeParser) Parse(_ ast.Node, block text.Reader, context parser.Context) ast.Node {
	const most = 2
	before := block.PrecendingCharacter()
	line, segment := block.PeekLine()
	d := parser.ScanDelimiter(line, before, 1, tildes{})
	if d == nil || d.OriginalLength > most || before == '~' {
		return nil
	}
	d.Segment = segment.WithStop(segment.Start + d.OriginalLength)
	block.Advance(d.OriginalLength)
	context.PushDelimiter(d)
	return d
}

// tildes defines for the library which delimiters belong together.
type tildes struct{}

func (tildes) IsDelimiter(b byte) bool                             { return b == '~' }
func (tildes) CanOpenCloser(opener, closer *parser.Delimiter) bool { return opener.Char == closer.Char }
func (tildes) OnMatch(int) ast.Node                                { return extensions.NewStrikethrough() }

// A boxParser finds the boxes of task lists.
type boxParser struct{}

func (boxParser) Trigger() []byte { return []byte{'['} }

func (boxParser) Parse(parent ast.Node, block text.Reader, _ parser.Context) ast.Node {
	item, ok := parent.Parent().(*ast.ListItem)
	if !ok || item.FirstChild() != parent || parent.HasChildren() {
		return nil
	}
	line, _ := block.PeekLine()
	if len(line) < 3 || line[2] != ']' || line[1] != 'x' && line[1] != 'X' && !util.IsSpace(line[1]) {
		return nil
	}
	block.Advance(3 + util.TrimLeftSpaceLength(line[3:]))
	return extensions.NewTaskCheckBox(!util.IsSpace(line[1]))
}

// A linkParser finds addresses in text.
type linkParser struct{}

// Trigger returns the characters after which a link may begin; a space also stands for the
// beginning of a line.
func (linkParser) Trigger() []byte { return []byte(" *_~(") }

var (
	fullAddress  = pattern.New(`^(?:http|https|ftp)://[-a-zA-Z0-9@:%._+~#=]+\.[a-z]+(?::\d+)?(?:[/#?][-a-zA-Z0-9@:%_+.~#$!?&/=(),;'">^{}\[\]\x60]*)?`)
	shortAddress = pattern.New(`^www\.[-a-zA-Z0-9@:%._+~#=]+\.[a-z]+(?:[/#?][-a-zA-Z0-9@:%_+.~#!?&/=(),;'">^{}\[\]\x60]*)?`)
)

func (linkParser) Parse(parent ast.Node, block text.Reader, context parser.Context) ast.Node {
	if context.IsInLinkLabel() {
		return nil
	}
	line, segment := block.PeekLine()
	before := 0
	if bytes.IndexByte(linkParser{}.Trigger(), line[0]) >= 0 {
		before, line = 1, line[1:]
	}
	kind, length := ast.AutoLinkURL, addressLength(line)
	if length == 0 {
		kind, length = ast.AutoLinkEmail, mailLength(line)
	}
	if length == 0 {
		return nil
	}
	if before > 0 {
		ast.MergeOrAppendTextSegment(parent, segment.WithStop(segment.Start+1))
	}
	length = withoutEnd(line[:length])
	block.Advance(before + length)
	from := segment.Start + before
	link := ast.NewAutoLink(kind, ast.NewTextSegment(text.NewSegment(from, from+length)))
	if bytes.HasPrefix(line, []byte("www.")) && kind == ast.AutoLinkURL {
		link.Protocol = []byte("http")
	}
	return link
}

// addressLength returns the length of the address at the beginning of the line, or 0.
func addressLength(line []byte) int {
	for _, begin := range []string{"http:", "https:", "ftp:"} {
		if bytes.HasPrefix(line, []byte(begin)) {
			return len(fullAddress.Regexp().Find(line))
		}
	}
	if bytes.HasPrefix(line, []byte("www.")) {
		return len(shortAddress.Regexp().Find(line))
	}
	return 0
}

// mailLength returns the length of the mail address at the beginning of the line, or 0. Its domain
// contains a dot.
func mailLength(line []byte) int {
	if len(line) == 0 || util.IsPunct(line[0]) {
		return 0
	}
	end := util.FindEmailIndex(line)
	if end < 1 || bytes.IndexByte(line[bytes.IndexByte(line, '@'):end-1], '.') < 0 {
		return 0
	}
	if line[end-1] == '.' {
		end--
	}
	if end < len(line) && (line[end] == '-' || line[end] == '_') {
		return 0
	}
	return end
}

// withoutEnd returns the length of a link without the end that may belong to the sentence.
func withoutEnd(link []byte) int {
	for len(link) > 1 {
		last := len(link) - 1
		switch c := link[last]; {
		case bytes.IndexByte([]byte("?!.,:*_~"), c) >= 0:
			link = link[:last]
		case c == ')' && bytes.Count(link, []byte{')'}) > bytes.Count(link, []byte{'('}):
			link = link[:last]
		case c == ';' && entityStart(link) > 0:
			link = link[:entityStart(link)]
		default:
			return len(link)
		}
	}
	return len(link)
}

// entityStart returns where the entity at the end of a text begins, or 0. The text ends with a
// semicolon.
func entityStart(s []byte) int {
	at := len(s) - 2
	for at > 0 && util.IsAlphaNumeric(s[at]) {
		at--
	}
	if at == len(s)-2 || s[at] != '&' {
		return 0
	}
	return at
}

// gfmNodes renders the additions.
type gfmNodes struct{}

func (gfmNodes) RegisterFuncs(r renderer.NodeRendererFuncRegisterer) {
	element := func(kind ast.NodeKind, begin, end func(n ast.Node) string) {
		r.Register(kind, func(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
			if entering {
				w.WriteString(begin(n))
			} else {
				w.WriteString(end(n))
			}
			return ast.WalkContinue, nil
		})
	}
	always := func(s string) func(ast.Node) string { return func(ast.Node) string { return s } }
	element(extensions.KindTable, always("<table>\n"), always("</table>\n"))
	element(extensions.KindTableHeader, always("<thead>\n<tr>\n"), func(n ast.Node) string {
		if n.NextSibling() == nil {
			return "</tr>\n</thead>\n"
		}
		return "</tr>\n</thead>\n<tbody>\n"
	})
	element(extensions.KindTableRow, always("<tr>\n"), func(n ast.Node) string {
		if n.NextSibling() == nil {
			return "</tr>\n</tbody>\n"
		}
		return "</tr>\n"
	})
	element(extensions.KindTableCell, cellBegin, func(n ast.Node) string { return "</" + cellName(n) + ">\n" })
	element(extensions.KindStrikethrough, always("<del>"), always("</del>"))
	element(extensions.KindTaskCheckBox, func(n ast.Node) string {
		if n.(*extensions.TaskCheckBox).IsChecked {
			return `<input checked="" disabled="" type="checkbox"> `
		}
		return `<input disabled="" type="checkbox"> `
	}, always(""))
}

func cellName(n ast.Node) string {
	if n.Parent().Kind() == extensions.KindTableHeader {
		return "th"
	}
	return "td"
}

func cellBegin(n ast.Node) string {
	if a := n.(*extensions.TableCell).Alignment; a != extensions.AlignNone {
		return "<" + cellName(n) + ` style="text-align:` + a.String() + `">`
	}
	return "<" + cellName(n) + ">"
}
