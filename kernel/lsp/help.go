// SPDX-License-Identifier: BSD-3-Clause

package lsp

import (
	"encoding/json"

	"polka/kernel/cell/syntax"
)

func (s *Server) hover(params json.RawMessage) (any, error) {
	d, c, i, offset, err := s.cellAt(params)
	if err != nil || c == nil {
		return nil, err
	}
	from, to := syntax.NameAt(d.text, offset)
	if from == to {
		return nil, nil
	}
	h, ok := s.assistant(c, i).Inspect(d.text, offset)
	if !ok {
		return nil, nil
	}
	span := d.span(from, to-from)
	return hover{*markdown(h.Markdown()), &span}, nil
}

func (s *Server) signatureHelp(params json.RawMessage) (any, error) {
	d, c, i, offset, err := s.cellAt(params)
	if err != nil || c == nil {
		return nil, err
	}
	call, ok := s.assistant(c, i).Call(d.text, offset)
	if !ok {
		return nil, nil
	}
	sig := signature{Label: call.Signature, Parameters: []parameter{}}
	if text := call.Markdown(); text != "" {
		sig.Documentation = markdown(text)
	}
	for _, p := range call.Parameters {
		sig.Parameters = append(sig.Parameters, parameter{[2]int{units(call.Signature[:p[0]]), units(call.Signature[:p[1]])}})
	}
	return signatureHelp{Signatures: []signature{sig}, ActiveParameter: call.Active}, nil
}
