// SPDX-License-Identifier: BSD-3-Clause

package frame

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"polka/internal/syntax"
)

func readCSV(text string, o Options) (*Frame, error) {
	return ReadCSV(context.Background(), strings.NewReader(text), o)
}

func readLines(text string, o Options) (*Frame, error) {
	return ReadJSONLines(context.Background(), strings.NewReader(text), o)
}

// TestTypes checks the types of columns, and which values are missing.
func TestTypes(t *testing.T) {
	for _, test := range []struct{ values, want, shown string }{
		{"1,2,,-3", "int", "1|2||-3"},
		{"1,NA,null", "int", "1||"},
		{"1,2.5,1e3", "float", "1|2.5|1000"},
		{"NaN,inf,-Inf,0", "float", "NaN|+Inf|-Inf|0"},
		{"007,008", "string", "007|008"},
		{"+1,+2", "string", "+1|+2"},
		{"9223372036854775807", "int", "9223372036854775807"},
		{"9223372036854775808", "string", "9223372036854775808"},
		{"1,x", "string", "1|x"},
		{"NA,x", "string", "NA|x"},
		{"true,False,", "bool", "true|false|"},
		{"2024-05-17,2024-05-18 08:30", "time", "2024-05-17|2024-05-18 08:30:00"},
		{"2024-05-17T08:30:00+02:00,2024-05-17T08:30:00.25Z", "time", "2024-05-17 06:30:00|2024-05-17 08:30:00.25"},
		{"2024-05-32", "string", "2024-05-32"},
		{"1500-01-01", "string", "1500-01-01"},
		{" 1, 2", "int", "1|2"},
		{",", "string", "|"},
		{"NA,NA", "string", "NA|NA"},
		{"1_000,0x10", "string", "1_000|0x10"},
		{"1234567890123456,1.5", "string", "1234567890123456|1.5"},
	} {
		var b strings.Builder
		b.WriteString("v,w\n")
		for v := range strings.SplitSeq(test.values, ",") {
			b.WriteString(v + ",.\n")
		}
		f, err := readCSV(b.String(), Options{})
		if err != nil {
			t.Fatal(err)
		}
		c := f.Column("v")
		if got := strings.Join(f.Strings("v"), "|"); c.Type.String() != test.want || got != test.shown {
			t.Errorf("%s: type %v, %s; expected %s, %s", test.values, c.Type, got, test.want, test.shown)
		}
	}
}

// TestReadMistakes checks the positions and the words of errors.
func TestReadMistakes(t *testing.T) {
	types := Options{Types: map[string]Type{"n": Int}}
	for _, test := range []struct {
		text, want string
		o          Options
	}{
		{"a,b\n1,2\n1,2,3\n", "line 3, column 1: expected 2 fields, as in the first line; found 3", Options{}},
		{"a,b\n1,\"x\n", "line 2, column 5: expected a quote before the end of the text; the record begins in line 2", Options{}},
		{"a,b\nä,\"x\"y\n", `line 2, column 5: expected ',' or the end of the line after a quote; a quote within a field is written twice`, Options{}},
		{"a,b\n1,x\"y\n", "line 2, column 4: a quote in a field without quotes; expected the whole field in quotes, and this quote twice", Options{}},
		{"a,n\nä,1\nü,x\n", `line 3, column 3: column n: expected a value of type int, found "x"`, types},
		{"a\n1\n", `the options have a type for column "n"; the file has no such column`, types},
		{`{"n": 1}` + "\n" + `{"n": }`, "line 2, column 7: expected a JSON object on one line: invalid character '}' looking for beginning of value", Options{}},
		{`{"n": 1}` + "\n\n [1]", `line 3, column 2: expected an object: {"name": value, ...}`, Options{}},
		{`{"ä": 1, "n": "x"}`, `line 1, column 15: column n: expected a value of type int, found "x"`, types},
		{`{"n": 1`, "line 1, column 8: expected a JSON object on one line: unexpected end of JSON input", Options{}},
	} {
		read := readCSV
		if strings.HasPrefix(test.text, "{") {
			read = readLines
		}
		_, err := read(test.text, test.o)
		if err == nil || err.Error() != test.want {
			t.Errorf("%q: %v, expected %s", test.text, err, test.want)
		}
	}
}

// TestReadFiles reads files of each kind, packed and not.
func TestReadFiles(t *testing.T) {
	dir := t.TempDir()
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	io.WriteString(z, "a,b\n1,x\n")
	z.Close()
	for name, text := range map[string]string{
		"a.csv": "\ufeffa,b\n1,x\n", "a.TSV": "a\tb\n1\tx\n", "a.jsonl": `{"a":1,"b":"x"}`, "a.ndjson": "\ufeff{\"a\":1,\"b\":\"x\"}\n", "a.csv.gz": packed.String(),
	} {
		file := filepath.Join(dir, name)
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		f, err := Read(context.Background(), file)
		if err != nil || f.String() != "frame of 1 row, 2 columns: a int, b string" || f.Strings("b")[0] != "x" {
			t.Errorf("%s: %v, %v", name, f, err)
		}
	}
	file := filepath.Join(dir, "b.csv")
	if err := os.WriteFile(file, []byte("a\n1,2\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	var mistake *SyntaxError
	if _, err := Read(context.Background(), file); !errors.As(err, &mistake) || err.Error() != file+":2:1: expected 1 field, as in the first line; found 2" {
		t.Errorf("a mistake in a file: %v", err)
	}
	if _, err := Read(context.Background(), filepath.Join(dir, "a.xls")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Read(ctx, file); !errors.Is(err, context.Canceled) {
		t.Errorf("stopped: %v", err)
	}
}

func TestHeader(t *testing.T) {
	f, err := readCSV("n,,n,n.2,\n1,2,3,4,5\n", Options{})
	if err != nil || f.String() != "frame of 1 row, 5 columns: n int, column2 int, n.3 int, n.2 int, column5 int" {
		t.Errorf("%v, %v", f, err)
	}
	f, err = readCSV("1;x\n?;y\n", Options{NoHeader: true, Comma: ';', Missing: []string{"?"}})
	if err != nil || f.String() != "frame of 2 rows, 2 columns: column1 int, column2 string" || !f.columns[0].missing(1) {
		t.Errorf("%v, %v", f, err)
	}
	f, err = readCSV("zip\n12345\n", Options{Types: map[string]Type{"zip": String}})
	if err != nil || f.String() != "frame of 1 row, 1 column: zip string" {
		t.Errorf("%v, %v", f, err)
	}
	if f, err = readCSV("", Options{}); err != nil || f.NumRows() != 0 {
		t.Errorf("an empty file: %v, %v", f, err)
	}
}

// TestJSONLines compares values with those of encoding/json.
func TestJSONLines(t *testing.T) {
	f, err := readLines(`{"n":1,"s":"12","x":"a\u00e9\"}","o":{"k":[1,"}"]},"t":"2024-05-17","e":""}`+"\n"+
		`{"s":"é","n":2.5,"new":true,"x":null,"n":7, "t" : "2024-05-18T00:00:00Z","e":1}`+"\n", Options{})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := f.String(), "frame of 2 rows, 7 columns: n float, s string, x string, o string, t time, e string, new bool"; got != want {
		t.Errorf("%s, expected %s", got, want)
	}
	for name, want := range map[string][]string{"n": {"1", "2.5"}, "s": {"12", "é"}, "x": {`aé"}`, ""}, "o": {`{"k":[1,"}"]}`, ""}, "new": {"", "true"}, "e": {"", "1"}} {
		if got := f.Strings(name); !slices.Equal(got, want) {
			t.Errorf("column %s is %q, expected %q", name, got, want)
		}
	}
}

// FuzzCSV compares the texts of a table with the records of encoding/csv, and the places of
// mistakes with the text.
func FuzzCSV(f *testing.F) {
	for _, text := range []string{"a,b\n1,x\n", "a\n\"x\n,\"\"\"\n", "a,a,\n1,2,3\r\n", "\ufeffé\n\"", "a\n1\n\n2", "a;b\n1;2"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		plain := strings.TrimPrefix(text, "\ufeff")
		records, wrong := csv.NewReader(strings.NewReader(plain)).ReadAll()
		table, err := readCSV(text, Options{})
		if (err == nil) != (wrong == nil) {
			t.Fatalf("%v; encoding/csv: %v", err, wrong)
		}
		if err != nil {
			if !strings.HasPrefix(text, "\ufeff") && !strings.HasSuffix(text, "\n") && !syntax.In(text+"\n", err) {
				t.Fatalf("%q: the error is not in the text: %v", text, err)
			}
			return
		}
		if len(records) == 0 {
			return
		}
		columns := table.Columns()
		if table.NumRows() != len(records)-1 || len(columns) != len(records[0]) {
			t.Fatalf("%v; encoding/csv: %d records", table, len(records))
		}
		for row, record := range records[1:] {
			for i, want := range record {
				if c := &columns[i]; c.Type == String && c.text(row) != want {
					t.Fatalf("row %d, column %d: %q, expected %q", row, i, c.text(row), want)
				} else if c.Type == Int && !c.missing(row) && fmt.Sprint(c.Int(row)) != strings.TrimSpace(want) {
					t.Fatalf("row %d, column %d: %d, expected %s", row, i, c.Int(row), want)
				} else if want != "" && c.missing(row) && !absentWord(strings.TrimSpace(want)) {
					t.Fatalf("row %d, column %d is missing, expected %s", row, i, want)
				}
			}
		}
	})
}

// FuzzJSONLines compares lines with encoding/json.
func FuzzJSONLines(f *testing.F) {
	for _, text := range []string{`{"a":1,"b":"x"}`, "{}\n{\"a\":[{}]}", `{"a":"\"","b":null}`, `{"a":{"b":"}"},"c":-1.5e3}`, `{"a":1}{"b":2}`, "[]"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		table, err := readLines(text, Options{})
		var rows []map[string]any
		valid := true
		for line := range strings.SplitSeq(strings.TrimPrefix(text, "\ufeff"), "\n") {
			if strings.Trim(line, " \t\r") == "" {
				continue
			}
			var m map[string]any
			d := json.NewDecoder(strings.NewReader(line))
			d.UseNumber()
			if d.Decode(&m) != nil || m == nil || !json.Valid([]byte(line)) {
				valid = false
			}
			rows = append(rows, m)
		}
		if strings.Contains(text, "\v") || strings.Contains(text, "\f") || strings.ContainsAny(text, "\u0085\u00a0") {
			return // white space for package bytes, and not for JSON
		}
		if (err == nil) != valid {
			t.Fatalf("%q: %v, expected valid: %v", text, err, valid)
		}
		if !valid {
			return
		}
		if table.NumRows() != len(rows) && len(table.columns) > 0 {
			t.Fatalf("%d rows, expected %d", table.NumRows(), len(rows))
		}
		for i, m := range rows {
			for name, v := range m {
				k, err := table.find(name)
				if err != nil {
					t.Fatal(err)
				}
				c := &table.columns[k]
				if c.missing(i) != (v == nil) && strings.Count(text, `"`) < 4 {
					t.Fatalf("row %d, %q: missing is %v, expected %v", i, name, c.missing(i), v)
				}
				if s, ok := v.(string); ok && c.Type == String && strings.Count(text, ":") == 1 && c.text(i) != s {
					t.Fatalf("row %d, %q: %q, expected %q", i, name, c.text(i), s)
				}
			}
		}
	})
}

func BenchmarkReadCSV(b *testing.B) {
	var text strings.Builder
	text.WriteString("n,x,name,day\n")
	for i := range 100_000 {
		fmt.Fprintf(&text, "%d,%g,player %d,2024-05-%02d\n", i, float64(i)/7, i%300, 1+i%28)
	}
	b.SetBytes(int64(text.Len()))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := readCSV(text.String(), Options{}); err != nil {
			b.Fatal(err)
		}
	}
}
