package session

import (
	"context"

	"polka/kernel/cell"
	"polka/kernel/display"
	"polka/kernel/engine"
)

// Complete lists what can stand at byte offset pos of code.
func (s *Session) Complete(ctx context.Context, code string, pos int) engine.Completion {
	c := s.c.Complete(code, pos)
	out := engine.Completion{Start: c.Start, End: c.End}
	for _, m := range c.Matches {
		out.Matches = append(out.Matches, engine.Match{Text: m.Text, Kind: m.Kind, Signature: m.Signature})
	}
	return out
}

// Inspect tells what is known of the name at byte offset pos of code.
func (s *Session) Inspect(ctx context.Context, code string, pos, detail int) engine.Inspection {
	h, ok := s.c.Inspect(code, pos)
	if !ok {
		return engine.Inspection{}
	}
	return engine.Inspection{Found: true, Bundle: page(h, detail > 0)}
}

// IsComplete tells whether code can run as it is.
func (s *Session) IsComplete(code string) engine.Completeness {
	status, indent := cell.IsComplete(code)
	return engine.Completeness{Status: status, Indent: indent}
}

// answer makes a page of what the cell asks about.
func (s *Session) answer(q cell.Query) *engine.Error {
	b, err := s.about(q.Name, q.Source)
	if err == nil {
		screen{s}.Page(b)
	}
	return err
}

// about tells what is known of a name.
func (s *Session) about(name string, source bool) (display.Bundle, *engine.Error) {
	h, ok := s.c.Inspect(name, len(name))
	if !ok {
		msg := "nothing is known of " + name
		return display.Bundle{}, &engine.Error{Name: engine.CompileError, Message: msg, Trace: []string{msg}}
	}
	return page(h, source), nil
}

// page shows help as text and as HTML.
func page(h cell.Help, source bool) display.Bundle {
	b := display.Text(h.Text(source))
	b.Data[display.HTMLType] = []byte(h.HTML(source))
	return b
}
