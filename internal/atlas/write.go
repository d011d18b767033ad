// SPDX-License-Identifier: BSD-3-Clause

package atlas

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"polka/internal/digit"
	"polka/internal/plural"
	"polka/internal/progress"
	"polka/internal/replace"
	"polka/shapes"
)

//go:embed web
var web embed.FS

func file(name string) string {
	text, err := web.ReadFile("web/" + name)
	if err != nil {
		panic("atlas: " + err.Error()) // the names are constants
	}
	return string(text)
}

// A Size is a lattice and the greatest number of cells.
type Size struct {
	Lattice *shapes.Lattice
	Cells   int
}

// Defaults returns the lattices and sizes of an atlas of about 1,100 pages.
func Defaults() []Size {
	return []Size{{shapes.Square, 8}, {shapes.Hexagon, 6}, {shapes.Triangle, 9}, {shapes.Tan, 5}, {shapes.Kite, 6}, {shapes.Cube, 5}}
}

// Lattices are those that an atlas may have.
func Lattices() []string { return []string{"square", "hexagon", "triangle", "tan", "kite", "cube"} }

// Options say what Write writes.
type Options struct {
	Sizes []Size
	Each  time.Duration // for each question about a polyform; 0 is 10 seconds

	// Open is the address of open.html of a site with Polka for browsers, for the links "play" and
	// "open in a notebook"; as for a page in a folder of the atlas if it is not absolute. Without
	// it there are no such links.
	Open string

	// Base is the address of the folder, with a slash at its end, for previews on other sites.
	Base string
}

// document is atlas.json.
type document struct {
	Format  string  `json:"format"`
	License string  `json:"license"`
	Shapes  []Facts `json:"shapes"`
}

const (
	format  = "polka atlas 1"
	license = "BSD-3-Clause, as Polka itself"
	journal = "atlas.part"
)

// Write writes an atlas into a folder: index.html, a list for each size, search.html, and a page
// for each polyform. Facts that are found are written to a journal at once, and an atlas that has
// been interrupted or is extended continues from there and from atlas.json; pages that exist stay.
func Write(ctx context.Context, folder string, o Options) (int, error) {
	if len(o.Sizes) == 0 {
		return 0, errors.New("atlas: expected a lattice and a size")
	}
	o.Each = cmp.Or(o.Each, 10*time.Second)
	frame, err := template.New("page").Funcs(template.FuncMap{"plural": plural.Count, "join": join}).Parse(file("page.html"))
	if err != nil {
		panic("atlas: " + err.Error()) // a constant
	}
	w := writer{folder: folder, o: o, frame: frame}
	for _, s := range o.Sizes {
		if !slices.Contains(Lattices(), s.Lattice.String()) || s.Cells < 1 {
			return 0, fmt.Errorf("atlas: %v %d: expected one of %s, and a positive size", s.Lattice, s.Cells, strings.Join(Lattices(), ", "))
		}
		if err := os.MkdirAll(filepath.Join(folder, s.Lattice.String()), 0o777); err != nil {
			return 0, err
		}
	}
	known, err := w.known()
	if err != nil {
		return 0, err
	}
	var all []Facts
	tell := progress.Listener(ctx)
	ctx = progress.With(ctx, nil) // a question about one polyform has no progress of interest
	for _, size := range o.Sizes {
		for n := 1; n <= size.Cells; n++ {
			list, err := shapes.Enumerate(ctx, size.Lattice, n, shapes.Free)
			if err != nil {
				return len(all), err
			}
			facts, err := w.pages(ctx, list, known, func(done int) {
				if tell != nil {
					tell(progress.Report{Done: float64(done) / float64(len(list)), Text: fmt.Sprintf("%v of %d cells: %d of %d", size.Lattice, n, done, len(list))})
				}
			})
			if err != nil {
				return len(all), err
			}
			if err := w.list(size.Lattice, n, facts); err != nil {
				return len(all), err
			}
			all = append(all, facts...)
		}
	}
	return len(all), w.finish(all)
}

// A writer writes the files of an atlas.
type writer struct {
	folder string
	o      Options
	frame  *template.Template
}

// known reads the facts that have been found before, by lattice and code. The last line of a
// journal may be incomplete.
func (w *writer) known() (map[string]Facts, error) {
	known := map[string]Facts{}
	add := func(f Facts) { known[f.Lattice+"/"+f.Code] = f }
	text, err := os.ReadFile(filepath.Join(w.folder, "atlas.json"))
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, err
	}
	if err == nil {
		var d document
		if err := json.Unmarshal(text, &d); err != nil || d.Format != format {
			return nil, fmt.Errorf("%s: expected %q; remove it to begin anew", filepath.Join(w.folder, "atlas.json"), format)
		}
		for _, f := range d.Shapes {
			add(f)
		}
	}
	text, err = os.ReadFile(filepath.Join(w.folder, journal))
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, err
	}
	lines := bufio.NewScanner(bytes.NewReader(text))
	lines.Buffer(nil, 16<<20)
	for lines.Scan() {
		var f Facts
		if json.Unmarshal(lines.Bytes(), &f) == nil && f.Code != "" {
			add(f)
		}
	}
	return known, lines.Err()
}

// pages writes the pages of some polyforms on all processors, and returns their facts in order.
func (w *writer) pages(ctx context.Context, list []shapes.Shape, known map[string]Facts, report func(done int)) ([]Facts, error) {
	out, err := os.OpenFile(filepath.Join(w.folder, journal), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o666)
	if err != nil {
		return nil, err
	}
	defer out.Close()
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	all := make([]Facts, len(list))
	next := make(chan int)
	var mu sync.Mutex
	var group sync.WaitGroup
	done := 0
	for range runtime.GOMAXPROCS(0) {
		group.Go(func() {
			for i := range next {
				facts, fresh, err := w.page(ctx, list[i], i, len(list), known)
				mu.Lock()
				if err == nil && fresh {
					line, _ := json.Marshal(facts) // strings and numbers
					_, err = out.Write(append(line, '\n'))
				}
				if err != nil {
					cancel(err)
				}
				all[i] = facts
				done++
				report(done)
				mu.Unlock()
			}
		})
	}
	for i := range list {
		select {
		case next <- i:
		case <-ctx.Done():
		}
	}
	close(next)
	group.Wait()
	return all, context.Cause(ctx)
}

// page writes the page of a polyform unless it has been written with the facts that are known.
func (w *writer) page(ctx context.Context, s shapes.Shape, i, of int, known map[string]Facts) (facts Facts, fresh bool, err error) {
	s = s.Canonical(shapes.Free)
	code, err := digit.Write(flat(s.Cells())...)
	if err != nil {
		return Facts{}, false, err
	}
	name := s.Lattice().String() + "/" + code
	if f, ok := known[name]; ok {
		if _, err := os.Stat(filepath.Join(w.folder, filepath.FromSlash(name)+".html")); err == nil {
			return f, false, nil
		}
	}
	facts, pics, err := find(ctx, s, w.o.Each)
	if err != nil {
		return facts, false, err
	}
	files, err := w.files(s, facts, pics, i, of)
	if err != nil {
		return facts, false, err
	}
	slices.SortFunc(files, func(a, b output) int {
		return cmp.Compare(strings.Count(a.name, ".html"), strings.Count(b.name, ".html"))
	}) // the page last
	for _, f := range files {
		if err := os.WriteFile(filepath.Join(w.folder, filepath.FromSlash(f.name)), f.text, 0o666); err != nil {
			return facts, false, err
		}
	}
	return facts, true, nil
}

// finish writes the pages about all polyforms and atlas.json, and removes the journal.
func (w *writer) finish(all []Facts) error {
	text, err := json.Marshal(document{format, license, all})
	if err != nil {
		return err
	}
	if err := replace.Save(filepath.Join(w.folder, "atlas.json"), append(text, '\n'), 0o666); err != nil {
		return err
	}
	if err := w.indexes(all); err != nil {
		return err
	}
	return os.Remove(filepath.Join(w.folder, journal))
}
