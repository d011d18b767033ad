// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"polka/dlx"
)

// certified returns the text of a problem, its number of solutions and a certificate.
func certified(t *testing.T, p *dlx.Problem) (text, certificate []byte, count string) {
	t.Helper()
	var b bytes.Buffer
	n, err := p.Certify(t.Context(), &b)
	if err != nil {
		t.Fatalf("%v\n%s", err, p.DLX())
	}
	return []byte(p.DLX()), b.Bytes(), n.String()
}

// resigned replaces the digest by that of the lines above it.
func resigned(certificate []byte) []byte {
	at := bytes.LastIndex(certificate, []byte("\nsha256 ")) + 1
	return fmt.Appendf(bytes.Clone(certificate[:at]), "sha256 %x\n", sha256.Sum256(certificate[:at]))
}

// random returns a random problem with secondary items and colors.
func random(r *rand.Rand) *dlx.Problem {
	var items []dlx.Item
	for i := range 1 + r.IntN(7) {
		items = append(items, dlx.Item{Name: fmt.Sprint("p", i)})
	}
	for i := range r.IntN(4) {
		items = append(items, dlx.Item{Name: fmt.Sprint("s", i), Secondary: true})
	}
	p := dlx.New().AddItems(items...)
	for range r.IntN(13) {
		var option []dlx.Entry
		for i, it := range items {
			if e := (dlx.Entry{Item: i}); r.IntN(3) == 0 {
				if it.Secondary && r.IntN(3) > 0 {
					e.Color = string(rune('A' + r.IntN(2)))
				}
				option = append(option, e)
			}
		}
		if option != nil {
			p = p.AddEntries(option...)
		}
	}
	return p
}

// brute counts solutions by the definition.
func brute(p *dlx.Problem) (count int) {
	n := p.NumOptions()
	for set := range 1 << n {
		var options []int
		for k := range n {
			if set>>k&1 != 0 {
				options = append(options, k)
			}
		}
		if p.Check(options...) == nil {
			count++
		}
	}
	return count
}

// TestRandom checks certificates of random problems, whose numbers are also found by looking at all
// sets of options.
func TestRandom(t *testing.T) {
	const seed = 376
	r := rand.New(rand.NewPCG(seed, 6))
	n := 3000
	switch {
	case os.Getenv("POLKA_LONG") != "":
		n = 10_000
	case testing.Short():
		n = 200
	}
	none := 0
	for round := range n {
		p := random(r)
		text, certificate, count := certified(t, p)
		got, err := check(text, certificate)
		if want := brute(p); err != nil || got.String() != count || count != fmt.Sprint(want) {
			t.Fatalf("seed %d, problem %d: %v, %v, certified %s, want %d\n%s%s", seed, round, got, err, count, want, text, certificate)
		} else if want == 0 {
			none++
		}
	}
	t.Logf("seed %d: %d problems, %d without solution", seed, n, none)
}

// files are the problems whose counts in counts.tsv are certified.
var files = []string{"soma", "queens8", "langford8", "domino8x8", "sts7", "xcc_ws5x5", "trom_IL6x6", "sudInkala", "mutil8", "pent3x20", "latin5", "xcc_col4x4_3"}

// published returns the counts of dlx/testdata.
func published(t *testing.T) map[string]string {
	text, err := os.ReadFile("../../dlx/testdata/counts.tsv")
	if err != nil {
		t.Fatal(err)
	}
	counts := map[string]string{}
	for line := range strings.Lines(string(text)) {
		if words := strings.Fields(line); len(words) > 1 {
			counts[strings.TrimSuffix(words[0], ".dlx")] = words[1]
		}
	}
	return counts
}

// TestFiles checks certificates of known problems with both programs.
func TestFiles(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	counts := published(t)
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Log("without Python, only this program is tested")
	}
	for _, name := range files {
		file := filepath.Join("../../dlx/testdata", name+".dlx")
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		p, err := dlx.Parse(string(text))
		if err != nil {
			t.Fatal(err)
		}
		_, certificate, count := certified(t, p)
		if count != counts[name] {
			t.Errorf("%s: certified %s, want %s", name, count, counts[name])
		}
		proof := filepath.Join(t.TempDir(), name+".cert")
		if err := os.WriteFile(proof, certificate, 0o666); err != nil {
			t.Fatal(err)
		}
		if got, err := checkFiles(file, proof); err != nil || got.String() != count {
			t.Errorf("%s: %v, %v, want %s", name, got, err, count)
		}
		if python == "" {
			continue
		}
		out, err := exec.Command(python, "check.py", file, proof).CombinedOutput()
		if string(out) != "solutions: "+count+"\n" || err != nil {
			t.Errorf("%s: check.py prints %q, %v, want %s", name, out, err, count)
		}
	}
}

// TestDamage changes certificates. Without the right digest each change is refused; with it, at
// most those pass that prove the same number.
func TestDamage(t *testing.T) {
	const seed = 3766
	r := rand.New(rand.NewPCG(seed, 7))
	refused, passed := 0, 0
	for range 60 {
		text, certificate, count := certified(t, random(r))
		for range 60 {
			bad := bytes.Clone(certificate)
			bad[r.IntN(len(bad))] ^= 1 << r.IntN(8)
			if n, err := check(text, bad); err == nil {
				t.Fatalf("seed %d: a flipped bit proves %v\n%s%s", seed, n, text, bad)
			}
			at := r.IntN(len(certificate))
			for _, cut := range [][]byte{certificate[:at], certificate[at+1:], append(bytes.Clone(certificate), 'x')} {
				if n, err := check(text, cut); err == nil {
					t.Fatalf("seed %d: a cut file proves %v", seed, n)
				}
			}
			n, err := check(text, resigned(bad))
			if err == nil && n.String() != count {
				t.Fatalf("seed %d: a signed damage proves %v, not %s\n%s%s", seed, n, count, text, bad)
			}
			if err == nil {
				passed++
			} else {
				refused++
			}
		}
		lines := strings.Split(string(certificate), "\n")
		lines[len(lines)-3] = "count 1" + count
		if _, err := check(text, resigned([]byte(strings.Join(lines, "\n")))); err == nil {
			t.Fatalf("seed %d: a wrong count passes", seed)
		}
		for n := 3; n < len(lines)-3; n++ { // a node less
			short := append(append([]string{}, lines[:n]...), lines[n+1:]...)
			short[2] = fmt.Sprint("nodes ", len(lines)-6-1)
			if got, err := check(text, resigned([]byte(strings.Join(short, "\n")))); err == nil && got.String() != count {
				t.Fatalf("seed %d: without a node it proves %v, not %s", seed, got, count)
			}
		}
	}
	t.Logf("seed %d: %d damages refused, %d were no damage", seed, refused, passed)
}

// TestOtherProblem checks a certificate against another problem.
func TestOtherProblem(t *testing.T) {
	p := dlx.New("a b c").AddOption("a b").AddOption("c").AddOption("a").AddOption("b c")
	_, certificate, _ := certified(t, p)
	if _, err := check([]byte(p.AddOption("b").AddOption("a c").DLX()), certificate); err == nil {
		t.Error("two more options make no difference")
	}
	for _, text := range []string{"", "a 2|b\na\n", "a b\na c\n", "a b\na a\n", "a | b\nb\na:x\n", "| a\na\n"} {
		if _, err := check([]byte(text), certificate); err == nil {
			t.Errorf("%q is no error", text)
		}
	}
}
