package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/parquet-go/parquet-go"
)

type Item struct {
	SKU   string  `parquet:"sku,dict"`
	Price float64 `parquet:"price"`
}

type Row struct {
	ID    int64             `parquet:"id"`
	Name  string            `parquet:"name,optional"`
	Items []Item            `parquet:"items,list"`
	Attrs map[string]string `parquet:"attrs"`
	Skip  func()            `parquet:"-"`
}

func main() {
	rows := []Row{{ID: 1, Name: "a", Items: []Item{{"x", 1.5}, {"y", 2}}, Attrs: map[string]string{"k": "v"}}, {ID: 2}}
	var b bytes.Buffer
	fmt.Println(parquet.Write(&b, rows))
	back, err := parquet.Read[Row](bytes.NewReader(b.Bytes()), int64(b.Len()))
	fmt.Println(err, len(back))
	for _, r := range back {
		fmt.Println(r.ID, r.Name, r.Items, r.Attrs)
	}
	fmt.Println(parquet.SchemaOf(Row{}))
	b.Reset()
	w := parquet.NewGenericWriter[Item](&b, parquet.SortingWriterConfig(parquet.SortingColumns(parquet.Ascending("sku"))))
	n, err := w.Write([]Item{{"b", 1}, {"a", 2}})
	fmt.Println(n, err, w.Close())
	fmt.Printf("%T\n", w)
	r := parquet.NewGenericReader[Item](bytes.NewReader(b.Bytes()))
	buf := make([]Item, 5)
	n, err = r.Read(buf)
	fmt.Println(n, errors.Is(err, io.EOF), buf[:n], r.NumRows(), r.Schema().Name())
	_, err = parquet.Read[Row](bytes.NewReader([]byte("no")), 2)
	fmt.Println(err)
	g := parquet.NewGenericBuffer[Item]()
	g.Write([]Item{{"q", 3}})
	fmt.Println(g.NumRows())
}
