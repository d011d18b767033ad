// SPDX-License-Identifier: BSD-3-Clause

// Polka-check checks certificates, of the number of solutions of an exact cover problem, and of
// shapes that do not tile the plane:
//
//	polka-check FILE.dlx FILE.cert
//	polka-check FILE.cert
//
// It prints the numbers, and ends with status 0, if the file proves them. Otherwise it prints
// what is wrong and ends with status 1. It follows docs/certificates.md and uses nothing else of
// Polka, so that it can be read and believed by itself.
package main

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"math/big"
	"os"
	"strings"
)

func main() {
	var err error
	switch len(os.Args) {
	case 2:
		err = checkPlanes(os.Args[1])
	case 3:
		var count *big.Int
		if count, err = checkFiles(os.Args[1], os.Args[2]); err == nil {
			fmt.Println("solutions:", count)
		}
	default:
		fmt.Fprintln(os.Stderr, "usage: polka-check [FILE.dlx] FILE.cert")
		os.Exit(2)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "polka-check:", err)
		os.Exit(1)
	}
}

func checkFiles(problem, certificate string) (*big.Int, error) {
	text, err := os.ReadFile(problem)
	proof, err2 := os.ReadFile(certificate)
	if err = errors.Join(err, err2); err != nil {
		return nil, err
	}
	return check(text, proof)
}

// signed returns the lines of a certificate above its digest, which must be right.
func signed(certificate []byte) ([]string, error) {
	at := bytes.LastIndex(certificate, []byte("\nsha256 "))
	if at < 0 || fmt.Sprintf("\nsha256 %x\n", sha256.Sum256(certificate[:at+1])) != string(certificate[at:]) {
		return nil, errors.New("certificate: the digest at the end is missing or wrong")
	}
	return strings.Split(string(certificate[:at]), "\n"), nil
}

// checkPlanes checks all certificates in a file, and prints what they prove.
func checkPlanes(name string) error {
	text, err := os.ReadFile(name)
	for line, proved := 1, 0; err == nil && (len(text) > 0 || proved == 0); proved++ {
		end := bytes.Index(text, []byte("\nsha256 ")) + 1
		end += bytes.IndexByte(text[end:], '\n') + 1
		k, coronas, err := checkPlane(text[:end])
		if err != nil {
			return fmt.Errorf("certificate at line %d: %w", line, err)
		}
		fmt.Printf("%s [%s]: coronas excluded: %d\n", k.name, strings.TrimPrefix(k.lines[2], "shape "), coronas)
		line, text = line+bytes.Count(text[:end], []byte("\n")), text[end:]
	}
	return err
}
