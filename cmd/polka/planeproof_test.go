// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"polka/shapes"
)

// TestCertifiedContinues writes certificates where some polyforms have none: the F pentomino
// has two coronas, which an answer that is wrong denies.
func TestCertifiedContinues(t *testing.T) {
	dir := t.TempDir()
	const f, other = ".##/##./.#.", "###/#.#/##."
	input := filepath.Join(dir, "shapes.txt")
	if err := os.WriteFile(input, []byte(strings.Join([]string{f, other}, "\n")+"\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	v := survey{
		words: heeschLine, header: heeschHeader, row: heeschRow, input: input,
		proofs: filepath.Join(dir, "all.cert"),
	}
	v.answer = func(ctx context.Context, s shapes.Shape) (string, error) {
		if s.Size() == 5 {
			return "1 1", nil
		}
		return heeschWords(ctx, s)
	}
	var out, errs bytes.Buffer
	if err := v.certified(t.Context(), &out, &errs); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(v.proofs)
	if err != nil || bytes.Count(text, []byte("polka plane certificate 1\n")) != 1 {
		t.Errorf("%v\n%s", err, text)
	}
	for _, want := range []string{"its proof is too long\n", "polka: 1 polyform without a certificate in "} {
		if !strings.Contains(errs.String(), want) {
			t.Errorf("%q is missing in %q", want, errs.String())
		}
	}
}

// TestCertifiedTimeout ends the whole run while a proof is searched: that is an error, and not a
// proof that takes longer than --each. What was found before is written.
func TestCertifiedTimeout(t *testing.T) {
	dir := t.TempDir()
	input := filepath.Join(dir, "shapes.txt")
	if err := os.WriteFile(input, []byte("###/#.#/##.\n.##/##./.#.\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	v := survey{
		words: heeschLine, header: heeschHeader, row: heeschRow, input: input,
		proofs: filepath.Join(dir, "all.cert"),
	}
	v.perShape = time.Hour
	v.answer = func(ctx context.Context, s shapes.Shape) (string, error) {
		if s.Size() == 7 {
			return heeschWords(ctx, s)
		}
		<-ctx.Done()
		return "9 9", nil
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Second)
	defer cancel()
	var out, errs bytes.Buffer
	if err := v.certified(ctx, &out, &errs); !errors.Is(err, context.DeadlineExceeded) || !strings.HasSuffix(errs.String(), " has the certificates that were found until then\n") {
		t.Errorf("%v, %s", err, errs.String())
	}
	text, err := os.ReadFile(v.proofs)
	if err != nil || bytes.Count(text, []byte("polka plane certificate 1\n")) != 1 {
		t.Errorf("%v\n%s", err, text)
	}
}
