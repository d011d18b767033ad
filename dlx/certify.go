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
	c, _, _, err := p.certificate(ctx)
	if err != nil {
		return nil, err
	}
	sum := sha256.New()
	out := bufio.NewWriter(w)
	if err := c.Write(io.MultiWriter(out, sum)); err != nil {
		return nil, err
	}
	fmt.Fprintf(out, "sha256 %x\n", sum.Sum(nil))
	return c.Count(), out.Flush()
}

// CertifyVeriPB counts the solutions and writes a proof of the number for VeriPB, an independent
// proof checker, in version 1.2 of its format. The proof is about the constraints that Export
// writes in the format "opb". It has a line that begins with v for each solution, and proves
// that there are no others, so that it is short only if there are few: ErrCertificate.
//
// It is an error if the problem has multiplicities, or requires or forbids options.
func (p *Problem) CertifyVeriPB(ctx context.Context, w io.Writer) (*big.Int, error) {
	c, part, s, err := p.certificate(ctx)
	if err != nil {
		return nil, err
	}
	m, err := p.newModel()
	if err != nil {
		return nil, err
	}
	conditions := 0
	for _, r := range m.rows() {
		conditions += r.inequalities()
	}
	names := make([]int32, len(part.Option))
	for k, option := range part.Option {
		names[k] = option + 1
	}
	err = c.VeriPB(w, s, names, conditions)
	switch {
	case errors.Is(err, proof.ErrLong):
		return nil, ErrCertificate
	case err != nil:
		return nil, err
	}
	return c.Count(), nil
}

// certificate returns a certificate, what it is about, and the search that made it.
func (p *Problem) certificate(ctx context.Context) (*proof.Certificate, engine.Subproblem, *engine.Search, error) {
	part, err := p.compile()
	switch {
	case err != nil:
	case p.multiple():
		err = fmt.Errorf("dlx: there are no certificates for problems with multiplicities")
	case p.required != nil || p.forbidden != nil:
		err = fmt.Errorf("dlx: there are no certificates for problems with required or forbidden options")
	}
	if err != nil {
		return nil, part, nil, err
	}
	s := &engine.Search{Control: engine.Control{Context: ctx}}
	c := proof.Make(part.Problem, s)
	switch {
	case s.Err != nil:
		err = s.Err
	case c == nil:
		err = ErrCertificate
	}
	return c, part, s, err
}
