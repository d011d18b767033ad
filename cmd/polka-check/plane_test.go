// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"polka/plane"
	"polka/shapes"
)

// proved returns certificates of all polyforms that do not tile, and what a checker should print.
func proved(t *testing.T, l *shapes.Lattice, n int) (list [][]byte, lines []string) {
	t.Helper()
	all, err := shapes.Enumerate(t.Context(), l, n, shapes.Free)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range all {
		d, err := plane.Decide(t.Context(), s)
		if err != nil {
			t.Fatal(err)
		}
		if d.Verdict != plane.DoesNotTile {
			continue
		}
		want := 1
		if !d.Holes {
			c, err := plane.Heesch(t.Context(), s)
			if err != nil {
				t.Fatal(err)
			}
			want = c.WithHoles + 1
		}
		var b bytes.Buffer
		k, err := plane.Certify(t.Context(), &b, s, 0)
		if err != nil || k != want {
			t.Fatalf("%v: %d coronas, %v, want %d", s, k, err, want)
		}
		list = append(list, b.Bytes())
		shape, _, _ := strings.Cut(strings.SplitN(b.String(), "\n", 4)[2], "\n")
		lines = append(lines, fmt.Sprintf("%v [%s]: coronas excluded: %d", l, strings.TrimPrefix(shape, "shape "), k))
	}
	return list, lines
}

// TestPlane checks certificates of all small polyforms that do not tile, by both programs. How many
// there are is known from the tables of J. Myers; those with holes are counted too.
func TestPlane(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil && os.Getenv("CI") != "" {
		t.Fatal(err)
	}
	for _, c := range []struct {
		l       *shapes.Lattice
		n, want int
	}{{shapes.Square, 7, 4}, {shapes.Square, 8, 26}, {shapes.Hexagon, 6, 5}, {shapes.Triangle, 7, 1}, {shapes.Triangle, 9, 21}} {
		if c.n > 8 && os.Getenv("POLKA_LONG") == "" || testing.Short() && c.n > 7 {
			continue
		}
		list, lines := proved(t, c.l, c.n)
		if len(list) != c.want {
			t.Errorf("%v, %d cells: %d do not tile, want %d", c.l, c.n, len(list), c.want)
		}
		for i, certificate := range list {
			k, coronas, err := checkPlane(certificate)
			if err != nil || !strings.HasSuffix(lines[i], fmt.Sprint(" ", coronas)) || k.name != c.l.String() {
				t.Errorf("%d coronas, %v, want %s\n%s", coronas, err, lines[i], certificate)
			}
		}
		file := filepath.Join(t.TempDir(), "all.cert")
		if err := os.WriteFile(file, bytes.Join(list, nil), 0o666); err != nil {
			t.Fatal(err)
		}
		if err := checkPlanes(file); err != nil {
			t.Error(err)
		}
		if python != "" {
			out, err := exec.Command(python, "plane.py", file).CombinedOutput()
			if err != nil || string(out) != strings.Join(lines, "\n")+"\n" {
				t.Errorf("%v, %d cells: plane.py: %v\n%s", c.l, c.n, err, out)
			}
		}
	}
}

// TestPlaneDamage changes certificates. What passes, with a digest that is right, must be true
// nevertheless, by a search for that many coronas of the shape that is proved.
func TestPlaneDamage(t *testing.T) {
	const seed = 3901
	r := rand.New(rand.NewPCG(seed, 1))
	list, _ := proved(t, shapes.Square, 7)
	more, _ := proved(t, shapes.Hexagon, 6)
	refused, passed := 0, 0
	for _, certificate := range append(list, more...) {
		for range 80 {
			bad := bytes.Clone(certificate)
			at := r.IntN(bytes.LastIndex(bad, []byte("\nsha256 ")))
			switch lines := bytes.SplitAfter(bad, []byte("\n")); r.IntN(3) {
			case 0:
				bad[at] ^= 1 << r.IntN(8)
			case 1: // another digit
				for bad[at] < '0' || bad[at] > '9' {
					at = r.IntN(len(bad))
				}
				bad[at] = '0' + byte(r.IntN(10))
			default: // a line less
				n := 3 + r.IntN(len(lines)-5)
				bad = bytes.Join(append(lines[:n:n], lines[n+1:]...), nil)
			}
			if bytes.Equal(bad, certificate) {
				continue
			}
			if _, _, err := checkPlane(bad); err == nil {
				t.Fatalf("seed %d: a change passes\n%s", seed, bad)
			}
			k, coronas, err := checkPlane(resigned(bad))
			if err != nil {
				refused++
				continue
			}
			passed++
			if s := shapeOf(t, k); s.Connected() {
				c, err := plane.Surround(t.Context(), s, coronas)
				if err != nil && err != plane.ErrHole || c.WithHoles >= coronas && err == nil {
					t.Fatalf("seed %d: %v has %d coronas (%v), but this passes:\n%s", seed, s, c.WithHoles, err, bad)
				}
			}
		}
	}
	t.Logf("seed %d: %d changes refused, %d prove something true", seed, refused, passed)
	if refused < 300 {
		t.Error("too few were refused")
	}
}

// shapeOf returns the shape of a certificate.
func shapeOf(t *testing.T, k *checker) shapes.Shape {
	t.Helper()
	l, err := shapes.LatticeByName(k.name)
	if err != nil {
		t.Fatal(err)
	}
	var cells []shapes.Cell
	words := strings.Fields(k.lines[2])[1:]
	for i := 0; i < len(words); i += 2 {
		x, _ := strconv.Atoi(words[i])
		y, _ := strconv.Atoi(words[i+1])
		cells = append(cells, shapes.Cell{X: x, Y: y})
	}
	return shapes.New(l, cells...)
}

// TestPlaneTiles looks for certificates of shapes that tile: there are none.
func TestPlaneTiles(t *testing.T) {
	for _, name := range []string{"F", "W", "X"} {
		s, err := shapes.Pentomino(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := plane.Certify(t.Context(), &bytes.Buffer{}, s, 0); err != plane.ErrTiles {
			t.Errorf("%s: %v, want an error: it tiles", name, err)
		}
		if k, err := plane.Certify(t.Context(), &bytes.Buffer{}, s, 2); err != plane.ErrCertificate {
			t.Errorf("%s: %d coronas are excluded, %v", name, k, err)
		}
	}
}
