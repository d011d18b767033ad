// Package yaml shows nodes of YAML as the text that they stand for, with the numbers of their lines
// in the file that they were read from.
package yaml

import (
	"fmt"
	"html"
	"strings"

	"gopkg.in/yaml.v3"

	"polka/kernel/display"
)

func init() {
	display.Register(func(n *yaml.Node) any {
		if n.IsZero() {
			return nil
		}
		text, err := yaml.Marshal(n)
		if err != nil {
			return err
		}
		return display.Bundle{Data: map[string][]byte{
			display.HTMLType: []byte(tree(n)),
			display.TextType: []byte(strings.TrimRight(string(text), "\n")),
		}}
	})
}

// Limits of a tree.
const (
	mostLines = 500
	mostDepth = 50
)

// sheet has colors that are readable on light and on dark paper.
const sheet = `<style>.plk-yaml{font:13px ui-monospace,monospace;border-collapse:collapse}.plk-yaml td{padding:0 4px;border:0;text-align:left;white-space:pre-wrap;background:none}` +
	`.plk-yaml td:first-child{opacity:.55;text-align:right;padding-right:12px}.plk-yaml b{color:#2a7ab8}.plk-yaml i{color:#b8690f;font-style:normal}.plk-yaml u{opacity:.7;text-decoration:none}</style>`

// A writer writes the rows of a tree.
type writer struct {
	strings.Builder
	rows int
}

// tree returns the HTML of a node: a row for each entry of a mapping or a sequence, with the line
// that it came from.
func tree(n *yaml.Node) string {
	var w writer
	w.WriteString(sheet + `<table class="plk-yaml"><tbody>`)
	w.node(n, n.Line, 0, 0, "")
	w.WriteString("</tbody></table>\n")
	if w.rows > mostLines {
		fmt.Fprintf(&w, `<div style="opacity:.7">… %d more lines</div>`, w.rows-mostLines)
	}
	return w.String()
}

// row writes one line.
func (w *writer) row(line, depth int, text string) {
	if w.rows++; w.rows > mostLines {
		return
	}
	number := ""
	if line > 0 {
		number = fmt.Sprint(line)
	}
	fmt.Fprintf(w, "<tr><td>%s</td><td>%s%s</td></tr>\n", number, strings.Repeat("  ", depth), text)
}

// node writes a node after the text that begins its line: a key, the dash of a sequence, or both.
// The parts of the node are at the depth inner.
func (w *writer) node(n *yaml.Node, line, depth, inner int, begin string) {
	head := join(begin, marks(n))
	switch {
	case depth > mostDepth:
		w.row(line, depth, join(head, "…"))
	case n.Kind == yaml.DocumentNode:
		for _, c := range n.Content {
			w.node(c, c.Line, depth, inner, begin)
		}
	case n.Kind == yaml.MappingNode && len(n.Content) > 1:
		first := begin == "-" && head == begin // the first key is on the line of the dash
		if head != "" && !first {
			w.row(line, depth, head)
		}
		for i := 0; i+1 < len(n.Content); i += 2 {
			name := "<b>" + html.EscapeString(name(n.Content[i])) + "</b>:"
			at := inner
			if first && i == 0 {
				name, at = join(begin, name), depth
			}
			w.node(n.Content[i+1], n.Content[i].Line, at, inner+1, name)
		}
	case n.Kind == yaml.SequenceNode && len(n.Content) > 0:
		if head != "" {
			w.row(line, depth, head)
		}
		for _, c := range n.Content {
			w.node(c, c.Line, inner, inner+1, "-")
		}
	default:
		w.row(line, depth, join(head, scalar(n)))
	}
}

// join puts a space between texts that are not empty.
func join(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + " " + b
}

// marks returns the anchor of a node, and its tag if it is not one that YAML has itself.
func marks(n *yaml.Node) string {
	text := ""
	if n.Anchor != "" {
		text = "&" + n.Anchor
	}
	if tag := n.ShortTag(); n.Tag != "" && !strings.HasPrefix(tag, "!!") {
		text = join(text, tag)
	}
	if text == "" {
		return ""
	}
	return "<u>" + html.EscapeString(text) + "</u>"
}

// name returns the text of a key.
func name(n *yaml.Node) string {
	if n.Kind == yaml.ScalarNode {
		return n.Value
	}
	return flow(n)
}

// scalar returns the HTML of a value on one line. Text is black; numbers, booleans and null have a
// color.
func scalar(n *yaml.Node) string {
	text := html.EscapeString(flow(n))
	switch {
	case n.Kind == yaml.AliasNode:
		return "<u>" + text + "</u>"
	case n.Kind == yaml.ScalarNode && n.ShortTag() != "!!str" && strings.HasPrefix(n.ShortTag(), "!!"):
		return "<i>" + text + "</i>"
	}
	return text
}

// flow returns a node as YAML writes it on one line.
func flow(n *yaml.Node) string {
	if n.Kind == yaml.AliasNode {
		return "*" + n.Value
	}
	c := *n
	c.Style, c.Anchor, c.HeadComment, c.LineComment, c.FootComment = yaml.FlowStyle|n.Style&^yaml.TaggedStyle&^yaml.LiteralStyle&^yaml.FoldedStyle, "", "", "", ""
	if strings.HasPrefix(c.ShortTag(), "!") && !strings.HasPrefix(c.ShortTag(), "!!") {
		c.Tag = ""
	}
	text, err := yaml.Marshal(&c)
	if err != nil {
		return err.Error()
	}
	return strings.TrimRight(string(text), "\n")
}
