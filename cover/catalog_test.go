// SPDX-License-Identifier: BSD-3-Clause

package cover

import (
	"encoding/csv"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// rows names the classics that are rows of puzzles.csv. The others are
// questions of their own (question_test.go).
var rows = map[string]string{
	"P6x10": "pentominoes-6x10", "P5x12": "pentominoes-5x12", "P4x15": "pentominoes-4x15", "P3x20": "pentominoes-3x20",
	"P8x8c": "pentominoes-scott", "P8x8q": "pentominoes-8x8-square", "P5x5": "pentominoes-5x5", "P5x6": "pentominoes-5x6",
	"P3x10": "pentominoes-3x10", "P5x10": "pentominoes-5x10",
	"TF": "triplication-f", "TI": "triplication-i", "TL": "triplication-l", "TN": "triplication-n", "TP": "triplication-p",
	"TT": "triplication-t", "TU": "triplication-u", "TV": "triplication-v", "TW": "triplication-w", "TX": "triplication-x",
	"TZ": "triplication-z", "SP2x3x10": "solid-pentominoes-2x3x10", "SP2x5x6": "solid-pentominoes-2x5x6", "SP3x4x5": "solid-pentominoes-3x4x5",
	"Soma": "soma-cube", "SomaCrystal": "soma-crystal", "SomaLongWall": "soma-long-wall", "SomaHighWall": "soma-high-wall",
	"SomaBench": "soma-bench", "SomaSteps": "soma-steps", "SomaBathtub": "soma-bathtub", "SomaCurved": "soma-curved-wall",
	"SomaSofa": "soma-sofa", "SomaCorner": "soma-cornerstone", "SomaSkew1": "soma-skew-wall", "SlothGraat": "slothouber-graatsma",
	"HI4x9": "hexiamonds-4x9", "HI6x6": "hexiamonds-6x6", "HI4x11t": "hexiamonds-4x11-trapezium", "HI6x9t": "hexiamonds-6x9-trapezium",
	"HI4x10h": "hexiamonds-4x10-hexagon", "HIring": "hexiamonds-ring", "HItref": "hexiamonds-trefoil", "HIcoin": "hexiamonds-coin",
	"HIsnow": "hexiamonds-snowflake", "TH4x7": "tetrahexes-4x7", "THtri": "tetrahexes-triangle", "THcoin": "tetrahexes-coin",
	"OS4x7": "one-sided-tetrominoes-4x7", "T4x5": "tetrominoes-4x5", "Tet4x4": "any-tetrominoes-4x4", "Tet4x8": "any-tetrominoes-4x8",
	"Pen5x5": "any-pentominoes-5x5", "Tro6x6": "any-trominoes-6x6", "Ltro6x6": "l-trominoes-6x6", "Dom8x8": "dominoes-8x8",
	"Dom6x6": "dominoes-6x6", "DomAz": "dominoes-aztec-5", "Y5x10": "y-pentomino-5x10", "Loz": "lozenges-3", "OS3x30": "one-sided-pentominoes-3x30",
	"TC2x4x4": "tetracubes-2x4x4", "Loz4": "lozenges-4", "Tet6x6": "any-tetrominoes-6x6", "Pen5x6": "any-pentominoes-5x6",
	"Fix3_3x6": "fixed-trominoes-3x6", "Fix3_2x9": "fixed-trominoes-2x9", "Ldef8": "l-trominoes-8x8-corner", "TS5x5": "tetrasticks-5x5",
}

// slow rows take more than a few seconds.
var slow = []string{"P8x8q", "SP3x4x5", "TS5x5"}

// questions are the rows that are no puzzles.
var questions = []string{"Sud4", "Rep8_4", "Rep_n_k", "OrdY5", "Ord6_18", "OrdT4"}

func TestPuzzlesCSV(t *testing.T) {
	if testing.Short() {
		t.Skip("counts the tilings of the whole catalog")
	}
	file, err := os.Open("testdata/puzzles.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	r := csv.NewReader(file)
	records, err := r.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if len(records) != 76 {
		t.Fatalf("%d lines, want 76", len(records))
	}
	seen := map[string]bool{}
	for _, record := range records[1:] {
		id := record[0]
		if slices.Contains(questions, id) {
			continue
		}
		seen[rows[id]] = true
		t.Run(id, func(t *testing.T) {
			if slices.Contains(slow, id) && !long() {
				t.Skip("takes a minute; POLKA_LONG=1 runs it")
			}
			checkRow(t, record)
		})
	}
	for _, c := range Catalog() {
		if !seen[c.Name] {
			t.Errorf("%s is in no row", c.Name)
		}
	}
}

// checkRow compares a puzzle with a row: published, raw and options.
func checkRow(t *testing.T, record []string) {
	c, err := CatalogByName(rows[record[0]])
	if err != nil {
		t.Fatal(err)
	}
	raw, err := strconv.ParseInt(record[5], 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	p := c.Puzzle()
	if record[0] == "SlothGraat" { // there the three cubes were distinguished
		b, u := Box(1, 2, 2).Shape().Named("B"), Box(1, 1, 1).Shape()
		p = New(Box(3, 3, 3)).With(Pieces(b).Times(6), Pieces(u.Named("1"), u.Named("2"), u.Named("3")))
		c.Total *= 6
		c.Distinct = 3
	}
	if n := fmt.Sprint(len(p.AllPlacements())); n != record[7] {
		t.Errorf("%s options, want %s", n, record[7])
	}
	tally, err := p.Counts(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if tally.Total.Int64() != raw || raw != c.Total {
		t.Errorf("%v raw, want %d; the catalog has %d", tally.Total, raw, c.Total)
	}
	if tally.Distinct.Int64() != c.Distinct {
		t.Errorf("%v distinct, the catalog has %d", tally.Distinct, c.Distinct)
	}
	if raw < 100000 {
		visited := int64(0)
		err := p.Distinct().Each(t.Context(), func(Tiling) bool {
			visited++
			return true
		})
		if err != nil || visited != c.Distinct {
			t.Errorf("%d distinct tilings are visited, %v, want %d", visited, err, c.Distinct)
		}
	}
	// Some counts were published raw.
	if published := record[3]; published != "" && published != tally.Distinct.String() && published != tally.Total.String() {
		t.Errorf("%v, published is %s", tally, published)
	}
	if strings.Contains(c.Source, "impossible") && p.Impossible() == "" {
		t.Error("no proof that it is impossible")
	}
}

func TestCatalog(t *testing.T) {
	names := map[string]bool{}
	for _, c := range Catalog() {
		if names[c.Name] || c.Title == "" || c.Source == "" || c.Name != strings.ToLower(c.Name) || strings.ContainsAny(c.Name, " _") {
			t.Errorf("%v is badly named", c)
		}
		names[c.Name] = true
		if err := c.Puzzle().Err(); err != nil {
			t.Errorf("%v: %v", c, err)
		}
	}
	if _, err := CatalogByName("6x10"); err == nil || !strings.Contains(err.Error(), "pentominoes-6x10") {
		t.Errorf("error %v does not name what is near", err)
	}
}
