// SPDX-License-Identifier: BSD-3-Clause

// Package frame shows tables in notebooks: lists of structs and maps, columns of values, and the
// files CSV, TSV and JSON lines. In a cell, which passes its own context:
//
//	t, err := frame.Read("games.csv") // or frame.Of(list), or frame.New(columns...)
//	t.Filter("year", ">= 2000").Sort("-score", "name")
//
// A [Frame] is a widget. The user sorts it by one or more columns, filters it, and moves through
// its pages, with the mouse and with the keyboard; the key ? lists the keys. The header shows the
// type of each column and a small histogram. Only the page that is shown is sent to the frontend,
// so that a table can have millions of rows. What the user does is computed beside cells, and ends
// when the user presses Stop. Sorting and filtering make lists of row numbers; the values are not
// copied.
//
// On a page without a kernel, such as an exported one, the first rows are shown as an ordinary
// table. JupyterLab needs the Python package anywidget for the widget.
//
// A [Column] consists of functions that return the values, so that data in other forms, such as
// those of Apache Arrow, is shown as it is:
//
//	frame.New(frame.Column{Name: "n", Type: frame.Int, Len: len(data), Int: func(row int) int64 { return data[row] }})
//
// The package is for looking at data, and for reading it. It does not compute with tables: there
// are no joins, groups or expressions. Loops over [Frame.Floats] and the other columns are Go.
package frame
