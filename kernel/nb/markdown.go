// SPDX-License-Identifier: BSD-3-Clause

package nb

import (
	"bytes"
	"html"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer"
	rendererhtml "github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// A markdown converts Markdown cells to HTML: CommonMark with GitHub's tables, strikethrough, task
// lists and links. HTML in it is kept and sanitized later. Formulas between dollar signs are
// unchanged: nothing in them is parsed as emphasis.
type markdown struct {
	parser   parser.Parser
	renderer renderer.Renderer
	ids      parser.IDs // of headings, unique in a page
}

func newMarkdown() *markdown {
	m := &markdown{
		parser: parser.NewParser(
			parser.WithBlockParsers(parser.DefaultBlockParsers()...),
			parser.WithInlineParsers(parser.DefaultInlineParsers()...),
			parser.WithParagraphTransformers(parser.DefaultParagraphTransformers()...),
			parser.WithAutoHeadingID(),
			parser.WithInlineParsers(util.Prioritized(mathParser{}, 150)), // before code spans are 100, emphasis 500
		),
		renderer: renderer.NewRenderer(
			renderer.WithNodeRenderers(
				util.Prioritized(ownNodes{}, 100),
				util.Prioritized(gfmNodes{}, 500),
				util.Prioritized(rendererhtml.NewRenderer(rendererhtml.WithUnsafe()), 1000),
			),
		),
		ids: parser.NewContext().IDs(),
	}
	m.parser.AddOptions(gfmParsing()...)
	return m
}

// convert returns the HTML of a text with attachments, which are given by name. What would take too
// long to convert is shown as text.
func (m *markdown) convert(source string, attachments map[string]any) string {
	if work(source) > mostWork {
		return "<pre>" + html.EscapeString(source) + "</pre>\n"
	}
	text := text.NewReader([]byte(source))
	doc := m.parser.Parse(text, parser.WithContext(parser.NewContext(parser.WithIDs(m.ids))))
	ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if img, ok := n.(*ast.Image); ok && entering {
			if uri := attachment(string(img.Destination), attachments); uri != "" {
				img.Destination = []byte(uri)
			}
		}
		return ast.WalkContinue, nil
	})
	var b bytes.Buffer
	if err := m.renderer.Render(&b, []byte(source), doc); err != nil {
		return "<pre>" + html.EscapeString(source) + "</pre>\n"
	}
	return b.String()
}

// attachment returns the data URI of "attachment:NAME", or "".
func attachment(destination string, attachments map[string]any) string {
	if mediaType, data := attached(destination, attachments); mediaType != "" {
		return dataURI(mediaType, data)
	}
	return ""
}

// attached returns the media type and the content of "attachment:NAME", or empty strings.
func attached(destination string, attachments map[string]any) (mediaType, content string) {
	name, ok := strings.CutPrefix(destination, "attachment:")
	if !ok {
		return "", ""
	}
	data, _ := attachments[name].(map[string]any)
	for _, t := range pictureTypes {
		if s, ok := joined(data[t]); ok {
			return t, s
		}
	}
	return "", ""
}

// A mathNode is a formula with its dollar signs.
type mathNode struct {
	ast.BaseInline
	text []byte
}

var kindMath = ast.NewNodeKind("Math")

func (*mathNode) Kind() ast.NodeKind           { return kindMath }
func (n *mathNode) Dump(source []byte, at int) { ast.DumpHelper(n, source, at, nil, nil) }

// mathParser finds $...$ on one line, and $$...$$ in one paragraph, by pandoc's rule: no space next
// to a dollar sign inside the formula, no digit after the last one.
type mathParser struct{}

func (mathParser) Trigger() []byte { return []byte{'$'} }

func (mathParser) Parse(_ ast.Node, block text.Reader, _ parser.Context) ast.Node {
	line, _ := block.PeekLine()
	if bytes.HasPrefix(line, []byte("$$")) {
		row, segment := block.Position()
		var found []byte
		for {
			line, _ := block.PeekLine()
			if line == nil {
				block.SetPosition(row, segment)
				return nil
			}
			from := 0
			if len(found) == 0 {
				from = 2
			}
			if i := bytes.Index(line[from:], []byte("$$")); i >= 0 {
				found = append(found, line[:from+i+2]...)
				block.Advance(from + i + 2)
				return &mathNode{text: found}
			}
			found = append(found, line...)
			block.AdvanceLine()
		}
	}
	for i := 1; i < len(line); i++ {
		switch {
		case line[i] == '\\':
			i++
		case line[i] == '$':
			if i == 1 || isBlank(line[1]) || isBlank(line[i-1]) || i+1 < len(line) && line[i+1] >= '0' && line[i+1] <= '9' {
				return nil
			}
			n := &mathNode{text: bytes.Clone(line[:i+1])}
			block.Advance(i + 1)
			return n
		}
	}
	return nil
}

func isBlank(b byte) bool { return b == ' ' || b == '\t' || b == '\n' }

// ownNodes renders formulas and colored code.
type ownNodes struct{}

func (ownNodes) RegisterFuncs(r renderer.NodeRendererFuncRegisterer) {
	r.Register(kindMath, func(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
		if entering {
			w.WriteString(`<span class="math">` + html.EscapeString(string(n.(*mathNode).text)) + "</span>")
		}
		return ast.WalkSkipChildren, nil
	})
	r.Register(ast.KindFencedCodeBlock, func(w util.BufWriter, source []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		var code strings.Builder
		for i := range n.Lines().Len() {
			segment := n.Lines().At(i)
			code.Write(segment.Value(source))
		}
		out := html.EscapeString(code.String())
		if string(n.(*ast.FencedCodeBlock).Language(source)) == "go" {
			out = highlight(code.String())
		}
		w.WriteString("<pre><code>" + out + "</code></pre>\n")
		return ast.WalkSkipChildren, nil
	})
}
