// SPDX-License-Identifier: BSD-3-Clause

package link

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"reflect"
	"strings"
	"testing"
)

var packer, _ = flate.NewWriter(nil, flate.BestSpeed) // made once, since it is large

// packed returns a link with a text that need not be a document.
func packed(text string) string {
	var b bytes.Buffer
	packer.Reset(&b)
	packer.Write([]byte(text))
	packer.Close()
	return "#1." + base64.RawURLEncoding.EncodeToString(b.Bytes())
}

func ExampleEncode() {
	address, err := Encode("https://example.org/open.html", Document{Kind: Cell, Source: "6 * 7"})
	if err != nil {
		panic(err)
	}
	d, err := Decode(address)
	fmt.Println(d.Kind, d.Source, err)
	// Output: cell 6 * 7 <nil>
}

func TestRoundTrip(t *testing.T) {
	square := json.RawMessage(`{"lattice":{"kinds":[[[0,0],[1,0],[1,1],[0,1]]]},"cells":[0,0,0]}`)
	for _, d := range []Document{
		{Kind: Cell, Title: "a cell", Source: "fmt.Println(\"<ü>\")\n", Picture: "<svg/>"},
		{Kind: Notebook, Data: Cells([]NotebookCell{{"markdown", "# Title"}, {"code", "1"}})},
		{Kind: Shape, Data: square, State: json.RawMessage(`{}`)},
	} {
		address, err := Encode("page", d)
		if err != nil {
			t.Fatal(err)
		}
		got, err := Decode(address)
		if err != nil || !reflect.DeepEqual(got, d) {
			t.Errorf("%+v: got %+v, %v", d, got, err)
		}
	}
}

func TestErrors(t *testing.T) {
	deep := strings.Repeat("[", MostDepth+1) + strings.Repeat("]", MostDepth+1)
	for _, try := range []struct{ address, want string }{
		{"", "link: expected a # in the address"},
		{"#", "link: character 2: expected a version and a point such as #1.x"},
		{"page#x.abc", "link: character 6: expected a version and a point such as #1.x"},
		{"#2.abc", "link: version 2 is not known here; expected 1"},
		{"#1.ab*c", "link: character 6: expected a letter, a digit, - or _"},
		{"#1.ab\ncd", "link: character 6: expected a letter, a digit, - or _"},
		{"#1.a", "link: the end is missing"},
		{"#1.", "link: the end is missing"},
		{"#1._____w", "link: damaged at byte 1: expected compressed data"},
		{packed(`{"kind":"cell","source":"1"}`)[:20], "link: the end is missing"},
		{"#1." + strings.Repeat("A", MostCharacters+1), "link: 1048577 characters, expected at most 1048576"},
		{packed(strings.Repeat(" ", MostBytes+1)), "link: the text is longer than 4194304 bytes"},
		{packed("\xff"), "link: the text is not UTF-8"},
		{packed("{"), "link: byte 2 of the text: expected a comma or }"},
		{packed("{}{}"), "link: byte 4 of the text: expected the end of the text"},
		{packed("[]"), "link: byte 3 of the text: expected an object"},
		{packed("{}"), `link: kind "": expected cell, notebook, puzzle, search, trace or shape`},
		{packed(`{"kind":"cell"}`), "link: source: expected the code of a cell"},
		{packed(`{"kind":1}`), "link: kind: expected a string"},
		{packed(`{"kind":"cell","source":"1","html":""}`), `link: member "html" is not known`},
		{packed(`{"kind":"cell","source":"1","data":[]}`), "link: data: expected an object"},
		{packed(`{"kind":"cell","source":"1","title":"` + strings.Repeat("x", 301) + `"}`), "link: title: 301 bytes, expected at most 300"},
		{packed(`{"kind":"notebook","data":{"cells":[{"type":"raw"}]}}`), "link: data.cells[0].type: expected code or markdown"},
		{packed(`{"kind":"puzzle","data":{"lattice":[]}}`), "link: data.lattice: expected an object"},
		{packed(`{"kind":"shape","data":{"lattice":{},"cells":{}}}`), "link: data.cells: expected an array"},
		{packed(`{"kind":"shape","data":{"lattice":{},"cells":[0,2e9]}}`), "link: byte 52 of the text, data.cells[1]: expected a number of at most 1e+09"},
		{packed(`{"data":{"x":1e999}}`), "link: byte 19 of the text, data.x: expected a number of at most 1e+09"},
		{packed(`{"data":` + deep + `}`), "levels"},
		{packed(`{"data":[` + strings.Repeat("0,", MostValues) + `0]}`), "expected at most 500000 values"},
	} {
		_, err := Decode(try.address)
		if err == nil || err.Error() != try.want && !(len(try.want) < 32 && strings.HasSuffix(err.Error(), try.want)) {
			t.Errorf("%.60s: got %v, want %s", try.address, err, try.want)
		}
	}
	for _, d := range []Document{{}, {Kind: Cell}, {Kind: Puzzle, Data: json.RawMessage(`{}`)}} {
		if address, err := Encode("", d); err == nil {
			t.Errorf("%+v: %s", d, address)
		}
	}
	if _, err := Encode("page#part", Document{Kind: Cell, Source: "1"}); err == nil {
		t.Error("a base with a # is accepted")
	}
}

// stored returns the links of a month, by name. They must open in all later versions.
func stored(t testing.TB, month string) map[string]string {
	text, err := os.ReadFile("testdata/" + month + ".txt")
	if err != nil {
		t.Fatal(err)
	}
	links := map[string]string{}
	for line := range strings.Lines(string(text)) {
		if name, address, ok := strings.Cut(strings.TrimSpace(line), " "); ok && name != "//" {
			links[name] = address
		}
	}
	return links
}

func TestStored(t *testing.T) {
	links := stored(t, "2026-11")
	want := map[string]Kind{"cell": Cell, "notebook": Notebook, "puzzle": Puzzle, "soma": Puzzle, "full": Puzzle, "search": Search, "trace": Trace, "shape": Shape}
	for name, kind := range want {
		d, err := Decode(links[name])
		if err != nil || d.Kind != kind {
			t.Errorf("%s: %s, %v", name, d.Kind, err)
		}
	}
	if len(links) != len(want) {
		t.Errorf("%d links, expected %d", len(links), len(want))
	}
}

// mutated changes characters of a link, or bytes or digits of its text.
func mutated(r *rand.Rand, address string) string {
	_, payload, _ := strings.Cut(address, "#1.")
	const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_*."
	change := func(text []byte, letters string) []byte {
		for range 1 + r.IntN(4) {
			i := r.IntN(len(text))
			switch r.IntN(3) {
			case 0:
				text[i] = letters[r.IntN(len(letters))]
			case 1:
				text = append(text[:i:i], text[min(len(text), i+1+r.IntN(20)):]...)
			case 2:
				text = append(text[:i:i], append([]byte{letters[r.IntN(len(letters))]}, text[i:]...)...)
			}
			if len(text) == 0 {
				return text
			}
		}
		return text
	}
	if r.IntN(2) == 0 {
		return "#1." + string(change([]byte(payload), letters))
	}
	raw, _ := base64.RawURLEncoding.DecodeString(payload)
	var text bytes.Buffer
	text.ReadFrom(flate.NewReader(bytes.NewReader(raw)))
	return packed(string(change(text.Bytes(), `0123456789-.eE"[]{}:,\tfn<&`)))
}

// Links that somebody has changed are errors, or documents within the limits.
func TestMutated(t *testing.T) {
	const seed = 39
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewPCG(seed, 0))
	links := stored(t, "2026-11")
	names := []string{"cell", "notebook", "puzzle", "soma", "full", "search", "trace", "shape"}
	n, bad := 10_000, 0
	if testing.Short() {
		n = 1000
	}
	for range n {
		address := mutated(r, links[names[r.IntN(len(names))]])
		d, err := Decode(address)
		if err != nil {
			bad++
			continue
		}
		text, err := marshal(d)
		if err == nil {
			err = check(text)
		}
		if err != nil {
			t.Fatalf("%s: was read, but %v", address, err)
		}
	}
	if bad < n/2 {
		t.Errorf("only %d of %d mutated links are errors", bad, n)
	}
}

func FuzzDecode(f *testing.F) {
	for _, address := range stored(f, "2026-11") {
		f.Add(address)
	}
	f.Add(packed(`{"kind":"cell","source":"1"}`))
	f.Fuzz(func(t *testing.T, address string) {
		d, err := Decode(address)
		if err != nil {
			return
		}
		again, err := Encode("", d)
		if err != nil {
			t.Fatal(err)
		}
		if e, err := Decode(again); err != nil || e.Kind != d.Kind || e.Source != d.Source {
			t.Fatalf("%+v, %v", e, err)
		}
	})
}
