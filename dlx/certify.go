// SPDX-License-Identifier: BSD-3-Clause

package dlx

import (
	"bufio"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"math/big"

	"polka/dlx/internal/engine"
	"polka/dlx/internal/proof"
)

// ErrCertificate is the error of a certificate that does not fit in the memory allowed.
var ErrCertificate = errors.New("dlx: the certificate does not fit in the memory allowed")

// Certify counts the solutions and writes a certificate of the number: a file with which a short
// program, cmd/polka-check, finds the same number without a search. Its format is that of
// docs/certificates.md. For most problems it takes several times as long as Count, and there are
// problems that can be counted and whose certificate is too large: ErrCertificate.
//
// It is an error if the problem has multiplicities, or requires or forbids options.
func (p *Problem) Certify(ctx context.Context, w io.Writer) (*big.Int, error) {
	part, err := p.compile()
	switch {
	case err != nil:
		return nil, err
	case p.multiple():
		return nil, fmt.Errorf("dlx: there are no certificates for problems with multiplicities")
	case p.required != nil || p.forbidden != nil:
		return nil, fmt.Errorf("dlx: there are no certificates for problems with required or forbidden options")
	}
	s := &engine.Search{Control: engine.Control{Context: ctx}}
	c := proof.Make(part.Problem, s)
	switch {
	case s.Err != nil:
		return nil, s.Err
	case c == nil:
		return nil, ErrCertificate
	}
	sum := sha256.New()
	out := bufio.NewWriter(w)
	if err := c.Write(io.MultiWriter(out, sum)); err != nil {
		return nil, err
	}
	fmt.Fprintf(out, "sha256 %x\n", sum.Sum(nil))
	return c.Count(), out.Flush()
}
