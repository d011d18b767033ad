// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"polka/kernel/engine"
	"polka/kernel/worker"
)

// arrowCells makes a record batch and a table of Apache Arrow, and prints their rows as package
// frame shows them and as Arrow's own JSON.
const arrowCells = `import (
	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

schema := arrow.NewSchema([]arrow.Field{
	{Name: "id", Type: arrow.PrimitiveTypes.Int64},
	{Name: "x", Type: arrow.PrimitiveTypes.Float32, Nullable: true},
	{Name: "s", Type: arrow.BinaryTypes.LargeString},
	{Name: "t", Type: arrow.FixedWidthTypes.Timestamp_us},
	{Name: "d", Type: arrow.FixedWidthTypes.Date32},
	{Name: "b", Type: arrow.FixedWidthTypes.Boolean},
	{Name: "u", Type: arrow.PrimitiveTypes.Uint64},
	{Name: "l", Type: arrow.ListOf(arrow.PrimitiveTypes.Int32), Nullable: true},
	{Name: "dec", Type: &arrow.Decimal128Type{Precision: 9, Scale: 2}},
}, nil)
r, _, err := array.RecordFromJSON(memory.NewGoAllocator(), schema, strings.NewReader(` + "`" + `[
	{"id":1,"x":0.1,"s":"b","t":"2024-05-17T08:00:00Z","d":"2024-05-17","b":true,"l":[1,2],"dec":"10.25","u":18446744073709551615},
	{"id":2,"x":null,"s":"a","t":"2024-05-16T00:00:00Z","d":"1969-12-31","b":false,"l":null,"dec":"9.5","u":10},
	{"id":3,"x":2.5,"s":"c","t":"1969-12-31T23:59:59Z","d":"1970-01-01","b":false,"l":[],"dec":"-1","u":9}]` + "`" + `))
fmt.Println(err)
fmt.Println(frame.Of(r))
for _, name := range []string{"id", "x", "s", "t", "d", "b", "u", "dec"} {
	fmt.Println(name, frame.Of(r).Sort(name).Ints("id"), frame.Of(r).Strings(name))
}
table := array.NewTableFromRecords(schema, []arrow.RecordBatch{r.NewSlice(2, 3), r.NewSlice(0, 0), r.NewSlice(0, 2)})
fmt.Println(frame.Of(table).Ints("id"), frame.Of(table).Filter("x", "=").Ints("id"), frame.Of(r.Column(0)).Ints("value"),
	frame.Of(table.Column(0)).Ints("id"), frame.Of(table.Column(0).Data()).Ints("value"))`

const arrowRows = `<nil>
frame of 3 rows, 9 columns: id int64, x float32, s large_utf8, t timestamp[us, tz=UTC], d date32, b bool, u uint64, l list<item: int32, nullable>, dec decimal(9, 2)
id [1 2 3] [1 2 3]
x [1 3 2] [0.1  2.5]
s [2 1 3] [b a c]
t [3 2 1] [2024-05-17 08:00:00 2024-05-16 1969-12-31 23:59:59]
d [2 3 1] [2024-05-17 1969-12-31 1970-01-01]
b [2 3 1] [true false false]
u [3 2 1] [18446744073709551615 10 9]
dec [3 2 1] [10.25 9.5 -1]
[3 1 2] [2] [1 2 3] [3 1 2] [3 1 2]
`

// TestArrowTables shows values of Apache Arrow in cells, in a program that is built with it.
func TestArrowTables(t *testing.T) {
	if os.Getenv("POLKA_LONG") == "" {
		t.Skip("a program with Apache Arrow is built; package frame tests the same with types of its own. Set POLKA_LONG=1")
	}
	program := filepath.Join(t.TempDir(), "polka-arrow.exe")
	const arrow = "github.com/apache/arrow-go/v18/arrow"
	b := programBuild{
		modules: []string{arrow + "@v18.8.0", arrow + "/array@v18.8.0", arrow + "/memory@v18.8.0"},
		source:  filepath.Join("..", ".."), output: program, log: testWriter{t},
	}
	if err := b.run(t.Context()); err != nil {
		t.Fatal(err)
	}
	c := worker.New(worker.Config{Command: []string{program, workerVerb}})
	defer c.Close()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	out := new(trialOutput)
	if r := c.Execute(ctx, engine.Cell{Number: 1, Code: arrowCells}, out); r.Err != nil {
		t.Fatalf("%s\n%s", r.Err.Message, strings.Join(r.Err.Trace, "\n"))
	}
	if got := out.String(); got != arrowRows {
		t.Errorf("the cell prints\n%s\nexpected\n%s", got, arrowRows)
	}
}
