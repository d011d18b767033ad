// SPDX-License-Identifier: BSD-3-Clause

// The calendar: a board with the names of the months and the numbers of the days, which eight
// pieces cover except for the month and the day of a date.
//
// It is the puzzle "A-Puzzle-A-Day" of DragonFjord: seven pentominoes and the rectangle of 2 by
// 3. Pieces may be turned over. Each date of the year has a tiling: between 7 and 216, and 57
// for the first of May, as other programs have found.

package daily

import (
	"context"
	"slices"
	"strconv"
	"time"

	"polka/cover"
	"polka/dlx"
	"polka/shapes"
)

// calendarPieces are the letters of the pentominoes of the calendar.
const calendarPieces = "LNPUVYZ"

var months = [...]string{"Ja", "Fe", "Mr", "Ap", "My", "Jn", "Jl", "Au", "Se", "Oc", "No", "De"}

// CalendarMarks returns the text on a cell of the calendar, "" if the board has no such cell.
func CalendarMarks(c shapes.Cell) string {
	switch {
	case c.X < 0 || c.Y < 0 || c.X > 6:
	case c.Y < 2 && c.X < 6:
		return months[6*c.Y+c.X]
	case c.Y >= 2:
		if day := 7*(c.Y-2) + c.X + 1; day <= 31 {
			return strconv.Itoa(day)
		}
	}
	return ""
}

// CalendarBoard returns the whole board, of 43 cells, in the order of its marks: months, then
// days.
func CalendarBoard() shapes.Shape {
	var cells []shapes.Cell
	for y := range 7 {
		for x := range 7 {
			if c := (shapes.Cell{X: x, Y: y}); CalendarMarks(c) != "" {
				cells = append(cells, c)
			}
		}
	}
	return shapes.New(shapes.Square, cells...)
}

// dateCells returns the cells of a date.
func dateCells(month time.Month, day int) shapes.Shape {
	m, d := int(month)-1, day-1
	return shapes.New(shapes.Square, shapes.Cell{X: m % 6, Y: m / 6}, shapes.Cell{X: d % 7, Y: 2 + d/7})
}

// CalendarSet returns the pieces.
func CalendarSet() []shapes.Shape {
	var list []shapes.Shape
	for _, s := range shapes.Pentominoes() {
		if slices.Contains([]rune(calendarPieces), []rune(s.Name())[0]) {
			list = append(list, s)
		}
	}
	return append(list, shapes.Rectangle(2, 3).Named("O"))
}

// Calendar returns the puzzle of a month and a day.
func Calendar(month time.Month, day int) *cover.Puzzle {
	return cover.New(cover.BoardOf(CalendarBoard().Difference(dateCells(month, day))), CalendarSet()...)
}

// Days lists the days of a year with a February 29th.
func Days() []time.Time {
	var list []time.Time
	for d := Date(2024, time.January, 1); d.Year() == 2024; d = d.AddDate(0, 0, 1) {
		list = append(list, d)
	}
	return list
}

// CalendarCounts returns the numbers of tilings for Days, which takes a few seconds.
func CalendarCounts(ctx context.Context) ([]int, error) {
	var list []int
	for _, d := range Days() {
		r, err := Calendar(d.Month(), d.Day()).Solver(dlx.Options{Threads: 1}).Count(ctx)
		if err != nil {
			return nil, err
		}
		list = append(list, int(r.Solutions.Int64()))
	}
	return list, nil
}
