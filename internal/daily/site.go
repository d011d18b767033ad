// SPDX-License-Identifier: BSD-3-Clause

package daily

import (
	"bytes"
	"context"
	"crypto/sha256"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"html/template"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"polka/internal/link"
	"polka/internal/progress"
	"polka/kernel/widget/host"
	"polka/play"
	"polka/render"
)

//go:embed web
var web embed.FS

func file(name string) string {
	text, err := web.ReadFile("web/" + name)
	if err != nil {
		panic("daily: " + err.Error()) // the names are constants
	}
	return string(text)
}

// Options say what Write writes.
type Options struct {
	Years []int

	// Base is the address of the folder, with a slash at its end. With it, pages have the tags
	// from which other sites make previews, and pictures for them.
	Base string

	days int // of each year, for tests; 0 for all
}

// lastDay returns the last day of a year that has a puzzle.
func (o Options) lastDay(year int) time.Time {
	if o.days > 0 {
		return Date(year, time.January, o.days)
	}
	return Date(year, time.December, 31)
}

// page has what web/page.html needs.
type page struct {
	Title, About, File string
	Head               template.HTML // what other sites need, if the address of the folder is known
	Date, Set          string
	Pieces             int
	Months             []month
}

type month struct {
	Name string
	Days []struct {
		File, Set string
		Day       int
	}
}

// Write writes the site into a folder: index.html with the puzzle of the reader's date, a page
// with a picture for each date, and the archive.
func Write(ctx context.Context, folder string, o Options) error {
	if len(o.Years) == 0 {
		return errors.New("daily: expected a year")
	}
	for _, y := range o.Years {
		if y < 1900 || y > 9999 {
			return fmt.Errorf("daily: year %d: expected 1900 to 9999", y)
		}
	}
	years := slices.Clone(o.Years)
	slices.Sort(years)
	years = slices.Compact(years)
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return err
	}
	sets, err := Sets()
	if err != nil {
		return err
	}
	frame, err := template.New("page").Parse(file("page.html"))
	if err != nil {
		panic("daily: " + err.Error()) // a constant
	}
	s := site{folder: folder, base: o.Base, frame: frame, sum: sha256.New()}
	var months []month
	done, total := 0, 0
	for _, y := range years {
		total += o.lastDay(y).YearDay()
	}
	tell := progress.Listener(ctx)
	ctx = progress.With(ctx, nil) // searches are too short to tell anything
	data, err := script(ctx, years, o.lastDay, func(p Puzzle) error {
		set := sets[p.Set].Name
		name := p.Date.Format("January 2006")
		if len(months) == 0 || months[len(months)-1].Name != name {
			months = append(months, month{Name: name})
		}
		m := &months[len(months)-1]
		date := p.Date.Format(time.DateOnly)
		m.Days = append(m.Days, struct {
			File, Set string
			Day       int
		}{date + ".html", set, p.Date.Day()})
		if done++; tell != nil {
			tell(progress.Report{Done: float64(done) / float64(total), Text: fmt.Sprintf("%s: %d of %d dates", date, done, total)})
		}
		return s.writeDate(p, date, set)
	})
	if err != nil {
		return err
	}
	s.write("data.js", data)
	s.write("daily.css", []byte(file("daily.css")))
	const size = "Math.max(22, Math.min(40, 560 / one.width, 440 / one.height))" // of a cell
	widget := play.Scripts()[0]
	if !strings.Contains(widget, size) {
		return errors.New("daily: the script of puzzles by hand does not have the size of a cell where it was")
	}
	narrow := "Math.max(12, Math.min(40, Math.min(560, innerWidth - 56) / one.width, 440 / one.height))" // for telephones
	s.write("puzzle.js", []byte(strings.Replace(widget, size, narrow, 1)))
	cube, err := json.Marshal(play.Cubes()[0])
	if err != nil {
		return err
	}
	own := strings.ReplaceAll(file("daily.js"), "@CUBE@", string(cube))
	styles, err := json.Marshal(render.StyleSheet() + play.StyleSheet())
	if err != nil {
		return err
	}
	own += "document.head.append(element(\"style\", {}, " + string(styles) + "));\n"
	s.write("daily.js", []byte("(() => {\n\"use strict\";\n"+host.Elements()+link.PuzzleScript()+own+"})();\n"))
	s.write("calendar.svg", []byte(render.Draw(Calendar(time.January, 1)).SVG()))
	s.writePage(page{Title: "Polka daily", About: "A puzzle of polyforms for each date, the same for everybody.", File: "index.html"})
	s.writePage(page{Title: "Polka daily: archive", About: "The daily puzzles of all dates.", File: "archive.html", Months: months})
	if s.err != nil {
		return s.err
	}
	worker := strings.ReplaceAll(file("worker.js"), "@VERSION@", fmt.Sprintf("%x", s.sum.Sum(nil)[:8]))
	s.write("worker.js", []byte(worker))
	return s.err
}

// A site writes files and keeps the first error.
type site struct {
	folder, base string
	frame        *template.Template
	sum          hash.Hash // of the files that the service worker keeps
	err          error
}

func (s *site) write(name string, text []byte) {
	if s.err == nil {
		s.err = os.WriteFile(filepath.Join(s.folder, name), text, 0o666)
	}
	if name[0] < '0' || name[0] > '9' {
		fmt.Fprintln(s.sum, name, len(text))
		s.sum.Write(text)
	}
}

func (s *site) writePage(p page) {
	if p.Head == "" && s.base != "" {
		p.Head = link.Embedding{Title: p.Title, About: p.About, Page: s.base + p.File}.Head()
	}
	var b bytes.Buffer
	if err := s.frame.Execute(&b, p); err != nil && s.err == nil {
		s.err = err
	}
	s.write(p.File, b.Bytes())
}

// writeDate writes the page of a date and its pictures.
func (s *site) writeDate(d Puzzle, date, set string) error {
	puzzle, err := d.Puzzle()
	if err != nil {
		return err
	}
	p := page{Title: "Polka daily, " + date, File: date + ".html", Date: date, Set: set, Pieces: len(d.Pieces)}
	p.About = fmt.Sprintf("%s: %d pieces cover the board in exactly one way; par %d.", strings.ToUpper(set[:1])+set[1:], len(d.Pieces), d.Par)
	picture := render.Draw(puzzle)
	s.write(date+".svg", []byte(picture.SVG()))
	if s.base != "" {
		var png bytes.Buffer
		if err := picture.WritePNG(&png, 1); err != nil {
			return err
		}
		s.write(date+".png", png.Bytes())
		width, height := picture.Size()
		at := s.base + date
		e := link.Embedding{Title: p.Title, About: p.About, Page: at + ".html", File: at + ".json", Picture: at + ".png", Alt: "the board and its pieces", Site: s.base,
			Width: 720, Height: 720, PictureWidth: width, PictureHeight: height}
		s.write(date+".json", e.JSON())
		p.Head = e.Head()
	}
	s.writePage(p)
	return s.err
}
