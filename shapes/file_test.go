// SPDX-License-Identifier: BSD-3-Clause

package shapes

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"polka/internal/progress"
)

// save writes the free polyominoes of n cells.
func saveFree(name string, n int) (int64, error) {
	return Save(context.Background(), name, Square, n, Free)
}

func contents(t *testing.T, name string) []byte {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// Wherever a file is cut off, the same call makes it whole again, to the byte. There are enough
// polyominoes for two blocks.
func TestSaveGoesOn(t *testing.T) {
	const cells, shapes = 11, 17073
	random := rand.New(rand.NewPCG(1, 2))
	for _, name := range []string{"list.txt", "list.gz"} {
		name = filepath.Join(t.TempDir(), name)
		if n, err := saveFree(name, cells); n != shapes || err != nil {
			t.Fatalf("%d shapes are in the file, want %d: %v", n, shapes, err)
		}
		whole := contents(t, name)
		cuts := []int{0, 1, 2, 3, 9, 10, 11, 100, len(whole) - 1, len(whole)}
		for range 6 {
			cuts = append(cuts, random.IntN(len(whole)))
		}
		if testing.Short() {
			cuts = cuts[6:11]
		}
		for _, cut := range cuts {
			if err := os.WriteFile(name, whole[:cut], 0o666); err != nil {
				t.Fatal(err)
			}
			if n, err := saveFree(name, cells); n != shapes || err != nil || !bytes.Equal(contents(t, name), whole) {
				t.Errorf("%s, cut after %d bytes: %d shapes, %v, or other bytes", filepath.Base(name), cut, n, err)
			}
		}
	}
}

// TestSaveFindsDamage changes one byte of a list of which the rest is missing: it is not continued,
// the error says where the damage is, and the file stays as it is.
func TestSaveFindsDamage(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for _, name := range []string{"list.txt", "list.gz"} {
		name = filepath.Join(t.TempDir(), name)
		if _, err := saveFree(name, 10); err != nil {
			t.Fatal(err)
		}
		whole := contents(t, name)
		for range 30 {
			damaged := bytes.Clone(whole[:len(whole)*3/4])
			at := random.IntN(len(damaged))
			damaged[at] ^= 1 << random.IntN(7)
			if compressed(name) && at < 10 {
				continue // the head of a compressed file has a time and other things that do not matter
			}
			if err := os.WriteFile(name, damaged, 0o666); err != nil {
				t.Fatal(err)
			}
			want := fmt.Sprintf("%s:%d: ", name, 1+bytes.Count(whole[:at], []byte("\n")))
			if compressed(name) {
				want = name + ":"
			}
			n, err := saveFree(name, 10)
			if got := contents(t, name); err == nil || !bytes.Equal(got, damaged) {
				t.Errorf("byte %d: %d shapes, %v, the file is as it was: %v", at, n, err, bytes.Equal(got, damaged))
			} else if !strings.HasPrefix(err.Error(), want) {
				t.Errorf("byte %d: %v, want %s", at, err, want)
			}
		}
	}
}

// TestSaveLocks saves to a file to which another one saves, and to a name that is not a file's.
func TestSaveLocks(t *testing.T) {
	name := filepath.Join(t.TempDir(), "list.txt")
	_, err := save(t.Context(), name, func(visit func(Shape) bool) error {
		if _, err := saveFree(name, 4); err == nil || !strings.HasPrefix(err.Error(), name+" is in use by process ") {
			t.Errorf("the second of two: %v", err)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
	for _, name := range []string{os.DevNull, "/dev/full", "/dev/zero"} {
		if _, err := os.Stat(name); err != nil {
			continue
		}
		if _, err := saveFree(name, 4); err == nil || err.Error() != name+" is a device, expected a file" {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// The same if the enumeration is stopped, again and again.
func TestSaveIsInterrupted(t *testing.T) {
	stop := errors.New("stop")
	for _, name := range []string{"list.txt", "list.gz"} {
		folder := t.TempDir()
		whole, part := filepath.Join(folder, "whole-"+name), filepath.Join(folder, name)
		if _, err := saveFree(whole, 10); err != nil {
			t.Fatal(err)
		}
		for most := int64(0); ; most += 900 {
			n, err := save(t.Context(), part, func(visit func(Shape) bool) error {
				seen := int64(0)
				stopped := false
				err := Each(context.Background(), Square, 10, Free, func(s Shape) bool {
					seen++
					stopped = seen > most
					return !stopped && visit(s)
				})
				if stopped {
					return stop
				}
				return err
			})
			if err == nil {
				break
			}
			if err != stop || n != most {
				t.Fatalf("%s, stopped after %d shapes: %d, %v", name, most, n, err)
			}
			// What there is can be read.
			read := int64(0)
			if err := EachInFile(part, func(Shape) bool { read++; return true }); err != nil || read != most {
				t.Fatalf("%s, stopped after %d shapes: %d can be read, %v", name, most, read, err)
			}
		}
		if !bytes.Equal(contents(t, part), contents(t, whole)) {
			t.Errorf("%s: other bytes than without a stop", name)
		}
	}
}

// A stop while the shapes that are in the file are skipped does not change the file.
func TestSaveIsInterruptedEarly(t *testing.T) {
	name := filepath.Join(t.TempDir(), "list.txt")
	if _, err := saveFree(name, 8); err != nil {
		t.Fatal(err)
	}
	before := contents(t, name)
	if n, err := save(t.Context(), name, func(func(Shape) bool) error { return context.Canceled }); n != 369 || err != context.Canceled {
		t.Errorf("%d shapes, %v; want 369 and an error", n, err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if n, err := Save(ctx, name, Square, 8, Free); n != -1 || err != context.Canceled {
		t.Errorf("stopped before: %d shapes, %v; want -1 and an error", n, err)
	}
	if !bytes.Equal(contents(t, name), before) {
		t.Error("the file has changed")
	}
}

func TestSaveLeavesOtherFilesAlone(t *testing.T) {
	folder := t.TempDir()
	pack := func(texts ...string) string {
		var b bytes.Buffer
		for _, text := range texts {
			w := gzip.NewWriter(&b)
			io.WriteString(w, text)
			w.Close()
		}
		return b.String()
	}
	var first string
	if err := Each(context.Background(), Square, 4, Free, func(s Shape) bool { first = s.String() + "\n"; return false }); err != nil {
		t.Fatal(err)
	}
	damaged := []byte(pack(first))
	damaged[len(damaged)-8] ^= 1 // the checksum
	for i, test := range []struct{ name, text string }{
		{"a.txt", "Dear diary"},
		{"a.txt", "Dear diary,\n"},
		{"a.txt", first + "[(0,0)]\n"},
		{"a.txt", first + "Dear"},
		{"a.txt", first + "[(0,0), (1,0), (2,0), (3,0)]\nP.S."},
		{"a.gz", "x"},
		{"a.gz", "Dear diary,\n"},
		{"a.gz", pack("Dear diary,\n")},
		{"a.gz", pack("Dear diary")},
		{"a.gz", pack(first) + "P.S."},
		{"a.gz", pack(first, "[(0,0)]\n")},
		{"a.gz", pack("Dear diary,\n")[:18]},
		{"a.gz", string(damaged)},
	} {
		name := filepath.Join(folder, fmt.Sprint(i)+test.name)
		if err := os.WriteFile(name, []byte(test.text), 0o666); err != nil {
			t.Fatal(err)
		}
		n, err := saveFree(name, 4)
		if err == nil || !strings.HasPrefix(err.Error(), name) || n != 0 {
			t.Errorf("%q: %d shapes, error %v", test.text, n, err)
		}
		if got := contents(t, name); string(got) != test.text {
			t.Errorf("%q has become %q", test.text, got)
		}
	}
	// More lines than there are shapes.
	name := filepath.Join(folder, "long.txt")
	if err := WriteFile(name, append(Tetrominoes(), Pentominoes()...)); err != nil {
		t.Fatal(err)
	}
	if _, err := saveFree(name, 4); err == nil {
		t.Error("a longer file was accepted as part of a shorter one")
	}
	if _, err := saveFree(folder, 4); err == nil {
		t.Error("a folder was accepted as a file")
	}
}

func TestFilesReadBack(t *testing.T) {
	list := slices.Concat(Pentominoes(), Hexiamonds(), Soma(), []Shape{{}, Rectangle(1, 1).Named(`"two" words`)})
	for _, name := range []string{"list.txt", "list.gz", "empty.gz"} {
		name = filepath.Join(t.TempDir(), name)
		if strings.HasSuffix(name, "empty.gz") {
			list = nil
		}
		if err := WriteFile(name, list); err != nil {
			t.Fatal(err)
		}
		if back, err := ReadFile(name); err != nil || !slices.Equal(back, list) {
			t.Errorf("%s reads back as %v, %v", name, back, err)
		}
		var each []Shape
		if err := EachInFile(name, func(s Shape) bool { each = append(each, s); return true }); err != nil || !slices.Equal(each, list) {
			t.Errorf("%s is visited as %v, %v", name, each, err)
		}
	}
}

func TestFileErrors(t *testing.T) {
	name := filepath.Join(t.TempDir(), "list.txt")
	if err := os.WriteFile(name, []byte("[(0,0)]\n\n[(0;0)]\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	want := name + ":3:4: expected ',' (a cell of the lattice square has 2 coordinates), found ';'"
	list, err := ReadFile(name)
	if err == nil || err.Error() != want || list != nil {
		t.Errorf("ReadFile gives %v, %v, want %s", list, err, want)
	}
	seen := 0
	if err := EachInFile(name, func(Shape) bool { seen++; return true }); err == nil || err.Error() != want || seen != 1 {
		t.Errorf("EachInFile gives %d shapes, %v, want %s", seen, err, want)
	}
	if err := EachInFile(name, func(Shape) bool { return false }); err != nil {
		t.Errorf("EachInFile goes on: %v", err)
	}
	for _, err := range []error{
		second(ReadFile("nowhere.txt")), second(ReadFile("nowhere.gz")),
		EachInFile("nowhere.txt", nil), WriteFile("nowhere/list.txt", nil),
	} {
		if !errors.Is(err, os.ErrNotExist) {
			t.Errorf("error %v", err)
		}
	}
	packed := filepath.Join(t.TempDir(), "list.gz")
	if err := os.WriteFile(packed, []byte("not packed"), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := ReadFile(packed); !errors.Is(err, gzip.ErrHeader) {
		t.Errorf("error %v", err)
	}
}

func second(_ []Shape, err error) error { return err }

func FuzzEachInFile(f *testing.F) {
	f.Add([]byte("P = [(0,0), (1,0)]\n\n[(0,0)]\r\n"), false)
	f.Add([]byte("##/#.\nhexagon [(0,0)]"), false)
	f.Add([]byte("\x1f\x8b\x08\x00"), true)
	f.Fuzz(func(t *testing.T, text []byte, packed bool) {
		name := filepath.Join(t.TempDir(), "list")
		if packed {
			name += ".gz"
		}
		if err := os.WriteFile(name, text, 0o666); err != nil {
			t.Fatal(err)
		}
		var list []Shape
		if err := EachInFile(name, func(s Shape) bool { list = append(list, s); return true }); err != nil {
			if !strings.HasPrefix(err.Error(), name+":") {
				t.Fatalf("error %v", err)
			}
		}
		if err := WriteFile(name, list); err != nil {
			t.Fatal(err)
		}
		if back, err := ReadFile(name); err != nil || !slices.Equal(back, list) {
			t.Fatalf("%v reads back as %v, %v", list, back, err)
		}
		// Whatever there is, a Save makes it the file of the tetrominoes or leaves it alone.
		if err := os.WriteFile(name, text, 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := saveFree(name, 4); err != nil {
			if !bytes.Equal(contents(t, name), text) {
				t.Fatalf("%q has become %q", text, contents(t, name))
			}
		} else if tetrominoes, err := ReadFile(name); err != nil || len(tetrominoes) != 5 {
			t.Fatalf("%q has become %v, %v", text, tetrominoes, err)
		}
	})
}

func ExampleSave() {
	folder, err := os.MkdirTemp("", "")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(folder)
	name := filepath.Join(folder, "heptominoes.gz")
	fmt.Println(Save(context.Background(), name, Square, 7, Free))
	holes := 0
	err = EachInFile(name, func(s Shape) bool {
		holes += len(s.Holes())
		return true
	})
	fmt.Println(holes, err)
	// Output:
	// 108 <nil>
	// 1 <nil>
}

func ExampleWriteFile() {
	folder, err := os.MkdirTemp("", "")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(folder)
	name := filepath.Join(folder, "pieces.txt")
	fmt.Println(WriteFile(name, MustSetByName("trominoes")))
	list, err := ReadFile(name)
	fmt.Println(list, err)
	// Output:
	// <nil>
	// [I = [(0,0), (1,0), (2,0)] L = [(0,0), (0,1), (1,1)]] <nil>
}

// A listener in the context receives the progress of a long enumeration, and its end.
func TestEnumerationReports(t *testing.T) {
	var reports []progress.Report
	ctx, cancel := context.WithCancel(progress.With(context.Background(), func(r progress.Report) { reports = append(reports, r) }))
	defer cancel()
	err := Each(ctx, Square, 20, Free, func(Shape) bool { return len(reports) < 2 })
	if err != nil || len(reports) != 3 || reports[0].Done >= 0 || reports[2].Done != 1 {
		t.Fatalf("reports %v, %v", reports, err)
	}
	var shapes, rate int64
	if n, err := fmt.Sscanf(reports[1].Text, "%d shapes, %d a second", &shapes, &rate); n != 2 || shapes < 1 || rate < 1 {
		t.Errorf("report %q: %v", reports[1].Text, err)
	}
}
