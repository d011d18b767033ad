// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"bytes"
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"polka/internal/command"
	"polka/internal/replace"
)

// checkCertificate refuses other questions than a count, and flags that do not go with a
// certificate.
func (s *solving) checkCertificate(cmd *cobra.Command) error {
	switch {
	case s.certificate != "" && s.veripb != "":
		return command.Wrong(cmd, "choose one of --certificate and --veripb")
	case s.certificate != "":
		return s.checkOwnCount(cmd, "certificate")
	case s.veripb != "":
		return s.checkOwnCount(cmd, "veripb")
	}
	return nil
}

// checkOwnCount refuses what does not go with a flag for a count that is made in a way of its own.
func (s *solving) checkOwnCount(cmd *cobra.Command, flag string) error {
	if !s.count {
		return command.Wrong(cmd, "--%s: expected --count beside it", flag)
	}
	for _, name := range []string{"limit", "engine", "threads", "memory", "stats", "save", "resume"} {
		if f := cmd.Flags().Lookup(name); f != nil && f.Changed {
			return command.Wrong(cmd, "--%s: expected no --%s beside it", flag, name)
		}
	}
	return nil
}

// printCertified counts the solutions, writes the certificate or proof, and prints the number.
func (s *solving) printCertified(ctx context.Context, out io.Writer) error {
	var text bytes.Buffer
	certify, file := s.problem.Certify, s.certificate
	if s.veripb != "" {
		certify, file = s.problem.CertifyVeriPB, s.veripb
	}
	count, err := certify(ctx, &text)
	if err != nil {
		return err
	}
	if err := replace.Output(file, text.Bytes(), 0o666); err != nil {
		return err
	}
	if s.json {
		return writeJSON(out, struct {
			Solutions string `json:"solutions"`
			Complete  bool   `json:"complete"`
			Bytes     int    `json:"bytes"`
		}{count.String(), true, text.Len()})
	}
	_, err = fmt.Fprintf(out, "solutions: %v\n", count)
	return err
}
