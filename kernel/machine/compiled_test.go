// SPDX-License-Identifier: BSD-3-Clause

//go:build !js

package machine_test

import (
	"crypto/sha256"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"polka/kernel/machine/internal/gosmith"
)

var smithUpdate = flag.Bool("smith.update", false, "compile all programs, and add what they do to testdata/compiled.txt")

// The compiler and the linker take most of the time of the tests of random programs, and their
// programs are the same from run to run. So testdata/compiled.txt has what these do when the Go
// compiler has compiled them: in each line a hash of the program, a hash of its output, and the
// message of its panic, quoted. A program that does that in the machine is right. One that does
// not, or that is not in the file, is compiled, and so are all with another release of Go, another
// architecture, or in a long test.
//
// A changed generator makes other programs. The tests then ask for
//
//	go test ./kernel/machine -run 'Smith|Native' -smith.update
//	go test ./kernel/machine -run 'Smith|Native' -smith.update -short
//
// which only adds lines: delete the file before that.
var compiledFile = filepath.Join("testdata", "compiled.txt")

// A compiledRecord is the contents of the file: the first line, and the others by the hashes of the
// programs.
type compiledRecord struct {
	target string
	lines  map[string]string
}

// compiledTarget is the first line of a file that this Go has written.
func compiledTarget() string { return "# " + runtime.Version() + " " + runtime.GOARCH }

func readCompiled(t *testing.T) compiledRecord {
	t.Helper()
	text, err := os.ReadFile(compiledFile)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	first, rest, _ := strings.Cut(string(text), "\n")
	r := compiledRecord{target: first, lines: make(map[string]string)}
	for line := range strings.Lines(rest) {
		hash, outcome, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		r.lines[hash] = outcome
	}
	return r
}

func (r compiledRecord) write(t *testing.T) {
	t.Helper()
	var b strings.Builder
	b.WriteString(compiledTarget() + "\n")
	for _, hash := range slices.Sorted(maps.Keys(r.lines)) {
		b.WriteString(hash + " " + r.lines[hash] + "\n")
	}
	if err := os.WriteFile(compiledFile, []byte(b.String()), 0o666); err != nil {
		t.Fatal(err)
	}
}

func compiledHash(text string) string { return fmt.Sprintf("%x", sha256.Sum256([]byte(text)))[:24] }

// has reports whether a program is in the record, and whether all outcomes are the one there.
func (r compiledRecord) has(source string, got []gosmith.Outcome) (known, right bool) {
	output, quoted, _ := strings.Cut(r.lines[compiledHash(source)], " ")
	message, err := strconv.Unquote(quoted)
	if err != nil {
		return false, false
	}
	return true, !slices.ContainsFunc(got, func(o gosmith.Outcome) bool {
		return compiledHash(o.Output) != output || !samePanic(o.Panic, message)
	})
}

// compiled returns, by their indexes, what programs do when they are compiled, without those for
// which the record says that what they did in the machine is right. It is given the outcomes of
// each in all ways in which it has run.
func compiled(t *testing.T, sources []string, got [][]gosmith.Outcome) map[int]gosmith.Outcome {
	t.Helper()
	record := readCompiled(t)
	if record.target != compiledTarget() && *smithUpdate {
		record.lines = make(map[string]string)
	}
	recorded := record.target == compiledTarget() && !*smithUpdate && os.Getenv("POLKA_LONG") == ""
	asked := *smithSeed != 0 || *smithPrograms > 0 || *smithParts != "" // programs of somebody's choice
	var indexes []int
	var texts []string
	unknown := 0
	for i, source := range sources {
		known, right := record.has(source, got[i])
		if recorded && right {
			continue
		}
		if !known {
			unknown++
		}
		indexes, texts = append(indexes, i), append(texts, source)
	}
	if recorded && unknown > 0 && !asked {
		t.Errorf("%d programs are not in %s, whose comment in compiled_test.go says how to write it", unknown, compiledFile)
	}
	outcomes, err := gosmith.Run(t.Context(), t.TempDir(), texts, gosmith.Options{})
	if err != nil {
		t.Fatal(err)
	}
	want := make(map[int]gosmith.Outcome)
	for k, o := range outcomes {
		want[indexes[k]] = o
		record.lines[compiledHash(texts[k])] = compiledHash(o.Output) + " " + strconv.QuoteToASCII(withoutAddresses(o.Panic))
	}
	if *smithUpdate {
		record.write(t)
	}
	return want
}

// TestCompiledRecord holds the record to outcomes that are not what it says.
func TestCompiledRecord(t *testing.T) {
	const source = "package main"
	r := compiledRecord{lines: map[string]string{compiledHash(source): compiledHash("1\n") + ` "index of 0xADDRESS"`}}
	for _, test := range []struct {
		source       string
		got          []gosmith.Outcome
		known, right bool
	}{
		{source, []gosmith.Outcome{{Output: "1\n", Panic: "panic: index of 0xADDRESS"}}, true, true},
		{source, []gosmith.Outcome{{Output: "1\n", Panic: "panic: index of 0xADDRESS"}, {Output: "2\n", Panic: "panic: index of 0xADDRESS"}}, true, false},
		{source, []gosmith.Outcome{{Output: "1\n", Panic: "panic: another"}}, true, false},
		{source, []gosmith.Outcome{{Output: "1\n"}}, true, false},
		{source + " ", []gosmith.Outcome{{Output: "1\n"}}, false, false},
	} {
		if known, right := r.has(test.source, test.got); known != test.known || right != test.right {
			t.Errorf("%q, %v: known %v, right %v", test.source, test.got, known, right)
		}
	}
}
