// SPDX-License-Identifier: BSD-3-Clause

package session

import (
	"context"
	"encoding/base64"
	"fmt"
	"html"
	"strconv"
	"strings"

	"polka/internal/pattern"
	"polka/kernel/cell/assist"
	"polka/kernel/cell/syntax"
	"polka/kernel/display"
	"polka/kernel/engine"
)

// Complete lists the possible completions at byte offset pos of code.
func (s *Session) Complete(ctx context.Context, code string, pos int) engine.Completion {
	if m, from, ok := magicName(code, pos); ok {
		return completeMagic(m, from, pos)
	}
	if c, ok := s.completeSQL(code, pos); ok {
		return c
	}
	s.compiling.Lock()
	defer s.compiling.Unlock()
	c := s.a.Complete(code, pos)
	out := engine.Completion{Start: c.Start, End: c.End}
	for _, m := range c.Matches {
		out.Matches = append(out.Matches, engine.Match{Text: m.Text, Kind: m.Kind, Signature: m.Signature, Doc: m.Doc})
	}
	return out
}

// Inspect describes the name at byte offset pos of code. It does not show the value of a variable
// while code of cells runs, which may be changing it.
func (s *Session) Inspect(ctx context.Context, code string, pos, detail int) engine.Inspection {
	h, ok := s.inspect(code, pos)
	if !ok {
		return engine.Inspection{}
	}
	select {
	case s.turn <- struct{}{}:
		defer s.passTurn()
	default: // code of cells runs
		h.Variable = ""
	}
	return engine.Inspection{Found: true, Bundle: s.page(ctx, h, detail > 0, inTooltip)}
}

// inspect describes the name at byte offset pos of code.
func (s *Session) inspect(code string, pos int) (assist.Help, bool) {
	s.compiling.Lock()
	defer s.compiling.Unlock()
	return s.a.Inspect(code, pos)
}

// IsComplete reports whether code can run without another line.
func (s *Session) IsComplete(code string) engine.Completeness {
	status, indent := syntax.IsComplete(code)
	return engine.Completeness{Status: status, Indent: indent}
}

// answer returns the page for a question in a cell.
func (s *Session) answer(r *run, q syntax.Query) *engine.Error {
	b, err := s.about(r, q.Name, q.Source)
	switch {
	case err != nil:
	case r.cell.Script: // has no pager
		s.show(b)
	default:
		screen{s}.Page(b)
	}
	return err
}

// about returns the description of a name.
func (s *Session) about(r *run, name string, source bool) (display.Bundle, *engine.Error) {
	h, ok := s.inspect(name, len(name))
	if !ok {
		msg := "nothing is known of " + name
		return display.Bundle{}, &engine.Error{Name: engine.CompileError, Message: msg, Trace: []string{msg}}
	}
	return s.page(r.ctx, h, source, asHTML), nil
}

// page shows help as text and as HTML, with the value of a variable, of which draw makes HTML.
func (s *Session) page(ctx context.Context, h assist.Help, source bool, draw func(*display.Bundle) string) display.Bundle {
	text, value := h.Text(source), ""
	if v := s.peek(ctx, h.Variable); v != nil {
		text += "\n\nvalue: " + shortened(v.Plain())
		value = draw(v) + "\n"
	}
	b := display.Text(text)
	b.Data[display.HTMLType] = []byte(h.HTML(source, value))
	return b
}

// peek returns the value of a variable, drawn without calling methods of cells, which may do
// anything. It returns nil if there is no value.
func (s *Session) peek(ctx context.Context, name string) *display.Bundle {
	if name == "" {
		return nil
	}
	return s.aside(ctx, name, true)
}

// aside returns the value of internal code that is run between or within cells, or nil if it has
// none or fails.
func (s *Session) aside(ctx context.Context, code string, plain bool) *display.Bundle {
	r := newRun(ctx, engine.Cell{Script: true, Silent: true}, engine.Discard)
	r.plain, r.aside = plain, true
	defer r.cancel()
	s.mu.Lock()
	before := s.run
	s.run = r
	s.runs++
	s.mu.Unlock()
	defer func() {
		s.mu.Lock()
		s.run = before
		s.mu.Unlock()
	}()
	if _, err := s.runCode(r, 0, code, code); err != nil {
		return nil
	}
	return join(r.values)
}

// shortened returns a text, or the beginning of a long one.
func shortened(text string) string {
	const maxLines, maxBytes = 15, 1000
	lines := strings.SplitAfterN(text, "\n", maxLines+1)
	if len(lines) > maxLines {
		text = strings.Join(lines[:maxLines], "") + "..."
	}
	if len(text) > maxBytes {
		text = strings.ToValidUTF8(text[:maxBytes], "") + "..."
	}
	return text
}

// asHTML returns the richest part of a value that a page can contain.
func asHTML(v *display.Bundle) string {
	for _, t := range []string{display.HTMLType, display.SVGType} {
		if d := v.Data[t]; d != nil {
			return string(d)
		}
	}
	return "<pre>" + html.EscapeString(shortened(v.Plain())) + "</pre>"
}

var (
	label   = pattern.New(`^[^>]*aria-label="([^"]*)"`)
	svgSize = pattern.New(`^(<svg[^>]*) width="([\d.]+)" height="([\d.]+)" viewBox`)
	notText = pattern.New(`(?i)<(?:svg|style|script)`) // elements whose text is not for readers
)

// inTooltip returns a value as HTML for the tooltips of notebooks. These remove drawings and style
// sheets from HTML but keep their text, so a picture becomes an img element. Its text, if that is
// one line, or else its description is shown beside it.
func inTooltip(v *display.Bundle) string {
	drawing, text := v.Data[display.SVGType], v.Plain()
	if drawing == nil {
		if d := v.Data[display.PNGType]; d != nil {
			return `<p><img alt="" src="data:image/png;base64,` + base64.StdEncoding.EncodeToString(d) + `"></p>`
		}
		if d := string(v.Data[display.HTMLType]); d != "" && !notText.MatchString(d) {
			return d
		}
		return "<pre>" + html.EscapeString(shortened(text)) + "</pre>"
	}
	svg, alt := smaller(string(drawing)), ""
	if m := label.FindStringSubmatch(svg); m != nil {
		alt = m[1]
	}
	words := alt
	if !strings.Contains(text, "\n") {
		words = html.EscapeString(shortened(text))
	}
	return fmt.Sprintf(`<p><img alt="%s" src="data:image/svg+xml;base64,%s"></p>`, alt, base64.StdEncoding.EncodeToString([]byte(svg))) +
		"\n<p><code>" + words + "</code></p>"
}

// smaller limits the height of a drawing so that there is room for text below it. A tooltip of
// JupyterLab has 350 pixels and ignores the height of an img element.
func smaller(svg string) string {
	const highest = 150
	m := svgSize.FindStringSubmatch(svg)
	if m == nil {
		return svg
	}
	w, err1 := strconv.ParseFloat(m[2], 64)
	h, err2 := strconv.ParseFloat(m[3], 64)
	if err1 != nil || err2 != nil || h <= highest {
		return svg
	}
	return fmt.Sprintf(`%s width="%.0f" height="%d" viewBox`, m[1], w*highest/h, highest) + svg[len(m[0]):]
}
