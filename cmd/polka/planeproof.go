// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"sync"

	"polka/internal/plural"
	"polka/internal/replace"
	"polka/plane"
	"polka/shapes"
)

// A proof is a certificate, or the reason why there is none.
type proof struct {
	text []byte
	err  error
}

// certified runs the survey, and writes the certificates of shapes that do not tile, in the order
// of the shapes. It reports those that have none to stderr, and counts them.
func (v *survey) certified(ctx context.Context, stdout, stderr io.Writer) error {
	if v.proofs == "" {
		return v.run(ctx, stdout)
	}
	var mu sync.Mutex
	proofs := map[string]proof{}
	answer := v.answer
	v.answer = func(limited context.Context, s shapes.Shape) (string, error) {
		words, err := answer(limited, s)
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
		_, err = plane.Certify(limited, &text, s, coronas)
		timeout := errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil
		if err != nil && !timeout && err != plane.ErrCertificate {
			return "", fmt.Errorf("%v: %w", s, err)
		}
		mu.Lock()
		defer mu.Unlock()
		proofs[s.String()] = proof{text.Bytes(), err}
		return words, nil
	}
	var all bytes.Buffer
	missing := 0
	v.got = func(s shapes.Shape) {
		mu.Lock()
		defer mu.Unlock()
		p := proofs[s.String()]
		all.Write(p.text)
		switch {
		case p.err == nil:
			return
		case p.err == plane.ErrCertificate:
			fmt.Fprintf(stderr, "polka: no certificate for %v: its proof is too long\n", s)
		default:
			fmt.Fprintf(stderr, "polka: no certificate for %v: the search took longer than %v\n", s, v.perShape)
		}
		missing++
	}
	err := v.run(ctx, stdout)
	if err != nil && all.Len() == 0 {
		return err
	}
	if missing > 0 {
		fmt.Fprintf(stderr, "polka: %s without a certificate in %s\n", plural.Count(missing, "polyform"), v.proofs)
	}
	if failed := replace.Output(v.proofs, all.Bytes(), 0o666); failed != nil {
		return errors.Join(err, failed)
	}
	if err != nil {
		fmt.Fprintf(stderr, "polka: %s has the certificates that were found until then\n", v.proofs)
	}
	return err
}
