// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
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
	}{{shapes.Square, 7, 4}, {shapes.Square, 8, 26}, {shapes.Hexagon, 6, 5}, {shapes.Triangle, 7, 1}, {shapes.Triangle, 9, 21}, {shapes.Kite, 4, 5}, {shapes.Tan, 5, 4}} {
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
	if testing.Short() {
		t.Skip("takes seconds")
	}
	const seed = 3901
	r := rand.New(rand.NewPCG(seed, 1))
	list, _ := proved(t, shapes.Square, 7)
	for _, more := range []struct {
		l *shapes.Lattice
		n int
	}{{shapes.Hexagon, 6}, {shapes.Kite, 3}} {
		certificates, _ := proved(t, more.l, more.n)
		list = append(list, certificates...)
	}
	refused, passed := 0, 0
	for _, certificate := range list {
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

// TestPlaneRefused gives both programs files that are not as docs/certificates.md says, and shapes
// that tile. They are refused at once.
func TestPlaneRefused(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	const good = "polka plane certificate 1\nlattice square\nshape 0 0 0 1 0 2 1 0 1 2 2 0 2 1 2 2\ncoronas 1\n1 1\n"
	if _, coronas, err := checkPlane(resigned([]byte(good + "sha256 "))); err != nil || coronas != 1 {
		t.Fatal(coronas, err)
	}
	square := func(n int) string {
		var text strings.Builder
		for i := range n * n {
			fmt.Fprintf(&text, " %d %d", i/n, i%n)
		}
		return text.String()
	}
	python, err := exec.LookPath("python3")
	if err != nil && os.Getenv("CI") != "" {
		t.Fatal(err)
	}
	shape := strings.Split(good, "\n")[2]
	for name, bad := range map[string]string{
		"a space at an end":     strings.Replace(good, "coronas 1\n", "coronas 1 \n", 1),
		"no coronas":            strings.Replace(good, "coronas 1\n", "coronas 0\n", 1),
		"many coronas":          strings.Replace(good, "coronas 1\n", "coronas 1000\n", 1),
		"a leading zero":        strings.Replace(good, "1 1\n", "01 1\n", 1),
		"seven digits":          strings.Replace(good, shape, shape+" 1000000 0", 1),
		"seven negative digits": strings.Replace(good, shape, shape+" -1000000 0", 1),
		"a cell twice":          strings.Replace(good, shape, shape+" 0 0", 1),
		"half a cell":           strings.Replace(good, shape, shape+" 5", 1),
		"many cells":            strings.Replace(good, shape, "shape"+square(40), 1),
		"a square":              strings.Replace(strings.Replace(good, shape, "shape"+square(3), 1), "\n1 1\n", "\n3 3\n", 1),
		"a large square":        strings.Replace(strings.Replace(good, shape, "shape"+square(12), 1), "\n1 1\n", "\n12 12\n", 1),
		"a cell that is far":    strings.Replace(good, "\n1 1\n", "\n9 9\n", 1),
		"a line too many":       good + "1 1\n",
	} {
		file := filepath.Join(t.TempDir(), "bad.cert")
		if err := os.WriteFile(file, resigned([]byte(bad+"sha256 ")), 0o666); err != nil {
			t.Fatal(err)
		}
		if err := checkPlanes(file); err == nil {
			t.Errorf("%s: the program in Go accepts it", name)
		}
		if python != "" {
			if out, err := exec.Command(python, "plane.py", file).CombinedOutput(); err == nil || !bytes.HasPrefix(out, []byte("plane.py: ")) {
				t.Errorf("%s: plane.py: %v\n%s", name, err, out)
			}
		}
	}
	cut := bytes.TrimSuffix(resigned([]byte(good+"sha256 ")), []byte("\n"))
	file := filepath.Join(t.TempDir(), "cut.cert")
	if err := os.WriteFile(file, cut, 0o666); err != nil {
		t.Fatal(err)
	}
	if err := checkPlanes(file); err == nil {
		t.Error("the program in Go accepts a file without its last byte")
	}
	if python != "" {
		if out, err := exec.Command(python, "plane.py", file).CombinedOutput(); err == nil {
			t.Errorf("plane.py accepts a file without its last byte\n%s", out)
		}
	}
}

// TestPlaneFar certifies a shape far from the origin, where coordinates would be too long.
func TestPlaneFar(t *testing.T) {
	near, err := shapes.Parse("###/#.#/##.")
	if err != nil {
		t.Fatal(err)
	}
	var far bytes.Buffer
	if _, err := plane.Certify(t.Context(), &far, near.Translate(3_000_000, -5_000_000, 0), 0); err != nil {
		t.Fatal(err)
	}
	if _, coronas, err := checkPlane(far.Bytes()); err != nil || coronas != 1 {
		t.Errorf("%d coronas, %v\n%s", coronas, err, far.String())
	}
	if _, err := plane.Certify(t.Context(), &far, near, 1000); err == nil {
		t.Error("a certificate has more coronas than the format allows")
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
	for each := range slices.Chunk(words, min(1+l.NumKinds(), 3)) {
		x, _ := strconv.Atoi(each[0])
		y, _ := strconv.Atoi(each[1])
		c := shapes.Cell{X: x, Y: y}
		if len(each) > 2 {
			c.Z, _ = strconv.Atoi(each[2])
		}
		cells = append(cells, c)
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
