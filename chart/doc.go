// SPDX-License-Identifier: BSD-3-Clause

// Package chart draws charts of data: bars, lines, points and areas, made of rows.
//
//	type run struct {
//		N       int
//		Seconds float64
//		Engine  string
//	}
//	chart.Of(runs).Mark("line").X("N").Y("Seconds").Color("Engine").LogY()
//
// A [Chart] is a value. Its text in the notebook is a specification of Vega-Lite, version 5, with
// the data in it, which JupyterLab, VS Code and other programs draw themselves, with a tooltip at
// each mark; beside it is the same chart as an SVG document, for exported pages, GitHub and
// nbconvert, light or dark as the reader prefers.
//
// # Rows
//
// [Of] takes a list of structs, of pointers to structs, or of maps with strings as keys, a map from
// names to lists of equal length, the columns, and a list of numbers, which are the field "value"
// with their places as the field "index". The exported fields of structs are fields, those of
// embedded structs too. Numbers and durations, in seconds, are on a scale; values of time.Time are
// on a scale of time; all others are words, in the order in which they occur. A row in which a
// number is missing, nil or not finite is left out.
//
// # Fields and aggregates
//
// X, Y and Color name a field. X and Y also take an aggregate of the rows with the same other field
// and color: "count()", "sum(F)", "mean(F)", "median(F)", "min(F)" and "max(F)". X also takes
// "bin(F)", which divides numbers into about ten ranges of the same width. So this is a histogram:
//
//	chart.Of(runs).X("bin(Seconds)").Y("count()")
//
// Without Y, the rows are counted. Bars of several colors are stacked, or side by side after
// [Chart.Beside]. A name that is not a field is an error that lists the fields; a chart keeps its
// first mistake for [Chart.Err] and shows it in place of a picture.
//
// Package render has simpler charts, of numbers by size, which the course uses. They are only
// pictures and do not contain their data.
package chart
