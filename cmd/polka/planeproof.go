// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"sync"

	"polka/internal/replace"
	"polka/plane"
	"polka/shapes"
)

// certified runs the survey, and writes the certificates of shapes that do not tile, in the order
// of the shapes.
func (v *survey) certified(ctx context.Context, stdout io.Writer) error {
	if v.proofs == "" {
		return v.run(ctx, stdout)
	}
	var mu sync.Mutex
	proofs := map[string][]byte{}
	answer := v.answer
	v.answer = func(ctx context.Context, s shapes.Shape) (string, error) {
		words, err := answer(ctx, s)
		if err != nil || words == "tiles" || words == "undecided" {
			return words, err
		}
		coronas := 1
		if words != "hole" {
			var whole, holed int
			if _, err := fmt.Sscan(words, &whole, &holed); err != nil {
				return "", err
			}
			coronas = holed + 1
		}
		var text bytes.Buffer
		if _, err := plane.Certify(ctx, &text, s, coronas); err != nil {
			return "", fmt.Errorf("%v: %w", s, err)
		}
		mu.Lock()
		defer mu.Unlock()
		proofs[s.String()] = text.Bytes()
		return words, nil
	}
	var all bytes.Buffer
	v.got = func(s shapes.Shape) {
		mu.Lock()
		defer mu.Unlock()
		all.Write(proofs[s.String()])
	}
	if err := v.run(ctx, stdout); err != nil {
		return err
	}
	return replace.Output(v.proofs, all.Bytes(), 0o666)
}
