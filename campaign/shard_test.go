// SPDX-License-Identifier: BSD-3-Clause

package campaign

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"
)

// shardsOf returns the shards of a campaign after they were written and read.
func shardsOf(t *testing.T, c *Campaign, n int) []*Shard {
	t.Helper()
	list, err := c.Shards(t.Context(), n)
	if err != nil {
		t.Fatal(err)
	}
	for i, s := range list {
		var file bytes.Buffer
		if _, err := s.WriteTo(&file); err != nil {
			t.Fatal(err)
		}
		got, err := ReadShard(&file)
		if err != nil {
			t.Fatal(err)
		}
		if got.Campaign != s.Campaign || got.Number != i || got.Of != n || got.Budget != s.Budget || !slices.Equal(got.Parts, s.Parts) || digestOf(got.Search) != c.digest {
			t.Errorf("shard %d: read as %+v, expected %+v", i, got, s)
		}
		list[i] = got
	}
	return list
}

// workShard works on a shard and returns the file of results.
func workShard(t *testing.T, s *Shard, w Worker) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := s.Work(t.Context(), nil, &out, w); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// importFile imports a file of results.
func importFile(t *testing.T, c *Campaign, file []byte) *Imported {
	t.Helper()
	done, err := importErr(c, file)
	if err != nil {
		t.Fatal(err)
	}
	return done
}

func importErr(c *Campaign, file []byte) (*Imported, error) {
	r, err := ReadResults(bytes.NewReader(file))
	if err != nil {
		return nil, err
	}
	return c.Import(context.Background(), r)
}

// TestShards counts with several numbers of shards, and imports each file twice.
func TestShards(t *testing.T) {
	text, want := queens(6)
	numbers := []int{1, 3, 1000}
	budgets := []time.Duration{time.Nanosecond, time.Hour}
	if testing.Short() {
		text, want = queens(5)
		numbers, budgets = []int{3, 1000}, budgets[:1]
	}
	for _, budget := range budgets {
		for _, n := range numbers {
			c := newCampaign(t, NewMemory(), text, Plan{Parts: 20, Budget: budget})
			list := shardsOf(t, c, n)
			parts := 0
			for _, s := range list {
				parts += len(s.Parts)
			}
			if tally, _ := c.Audit(t.Context()); parts != len(tally.Missing) {
				t.Errorf("%d shards have %d parts, expected %d", n, parts, len(tally.Missing))
			}
			var files [][]byte
			for _, s := range list {
				files = append(files, workShard(t, s, Worker{Threads: 3}))
			}
			rand.Shuffle(len(files), func(i, j int) { files[i], files[j] = files[j], files[i] })
			for i, f := range files {
				if i == len(files)-1 && len(list) <= 3 {
					if got, err := c.Result(t.Context()); err == nil {
						t.Errorf("%d of %d files: the total is %v, expected an error", i, n, got)
					}
				}
				first, second := importFile(t, c, f), importFile(t, c, f)
				if lines := bytes.Count(f, []byte("\n")) - 1; first.New != lines || second.New != 0 || second.Known != lines {
					t.Errorf("a file of %d records: imported %+v, then %+v", lines, first, second)
				}
			}
			if got, err := c.Result(t.Context()); err != nil || got.Int64() != want {
				t.Errorf("%d shards, budget %v: %v, error %v, want %d", n, budget, got, err, want)
			}
			if v, err := c.Verify(t.Context(), Verification{Sample: -1}); err != nil || !v.Done() {
				t.Errorf("%d shards, budget %v: %+v, error %v", n, budget, v, err)
			}
			if _, err := c.Shards(t.Context(), 1); err == nil {
				t.Error("shards of a campaign without missing parts")
			}
		}
	}
}

// TestShardResumes cuts the results off at every tenth byte, or at fewer, and works on the rest.
func TestShardResumes(t *testing.T) {
	text, want := queens(5)
	c := newCampaign(t, NewMemory(), text, Plan{Parts: 4, Budget: time.Nanosecond})
	s := shardsOf(t, c, 1)[0]
	whole := workShard(t, s, Worker{Threads: 1})
	step := 10
	if testing.Short() {
		step = 70
	}
	for cut := 0; cut < len(whole); cut += step {
		earlier, err := ReadResults(bytes.NewReader(whole[:cut]))
		if err != nil {
			t.Fatalf("%d bytes: %v", cut, err)
		}
		var file bytes.Buffer
		if earlier != nil {
			file.Write(whole[:earlier.Size])
		}
		before := bytes.Count(file.Bytes(), []byte("\n"))
		fresh := 0
		if err := s.Work(t.Context(), earlier, &file, Worker{Threads: 2, Progress: func(Record) { fresh++ }}); err != nil {
			t.Fatal(err)
		}
		if total := bytes.Count(whole, []byte("\n")); max(before, 1)+fresh != total {
			t.Errorf("%d bytes: %d lines and %d more, expected %d", cut, before, fresh, total)
		}
		c := newCampaign(t, NewMemory(), text, Plan{Parts: 4, Budget: time.Nanosecond})
		importFile(t, c, file.Bytes())
		if got, err := c.Result(t.Context()); err != nil || got.Int64() != want {
			t.Errorf("%d bytes: %v, error %v, want %d", cut, got, err, want)
		}
	}
}

// TestShardStops ends a worker by its context, and by an error of its file.
func TestShardStops(t *testing.T) {
	text, _ := queens(6)
	c := newCampaign(t, NewMemory(), text, Plan{Parts: 20})
	s := shardsOf(t, c, 1)[0]
	ctx, cancel := context.WithCancel(t.Context())
	records := 0
	err := s.Work(ctx, nil, new(bytes.Buffer), Worker{Threads: 2, Progress: func(Record) {
		if records++; records == 3 {
			cancel()
		}
	}})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	if err := s.Work(t.Context(), nil, fullDisk{}, Worker{Threads: 2}); !errors.Is(err, errFlaky) {
		t.Errorf("error %v", err)
	}
	if err := s.Work(t.Context(), &Results{Digest: "other"}, new(bytes.Buffer), Worker{}); err == nil || !strings.Contains(err.Error(), "not of this shard") {
		t.Errorf("error %v", err)
	}
}

type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 0, errFlaky }

// TestShardsOverlap lets a worker with the store and one with a shard work on the same parts, of
// which one splits all and the other none.
func TestShardsOverlap(t *testing.T) {
	text, want := queens(6)
	for _, c := range []struct {
		name         string
		store, shard time.Duration
		wrong, other int64 // added to the results of the shard, and to those of the ledger
	}{
		{"the shard is split", time.Hour, time.Nanosecond, 0, 0},
		{"the ledger is split", time.Nanosecond, time.Hour, 0, 0},
		{"a wrong sum of a shard", time.Hour, time.Nanosecond, 1, 0},
		{"a wrong result of a shard", time.Nanosecond, time.Hour, 1, 0},
		{"a wrong result", time.Hour, time.Hour, 1, 0},
		{"a wrong sum of the ledger", time.Nanosecond, time.Hour, 0, 1},
		{"a wrong result of the ledger", time.Hour, time.Nanosecond, 0, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			camp := newCampaign(t, NewMemory(), text, Plan{Parts: 10, Budget: c.store})
			s := shardsOf(t, camp, 1)[0]
			s.Budget = c.shard
			plus := func(n int64) func(context.Context, Part) (Result, error) {
				return func(ctx context.Context, part Part) (Result, error) {
					r, err := s.Search.Solve(ctx, part)
					if err == nil {
						r.Count = r.Count.Add(r.Count, big.NewInt(n))
					}
					return r, err
				}
			}
			file := workShard(t, s, Worker{Threads: 1, solve: plus(c.wrong)})
			w := quick(2)
			w.solve = plus(c.other)
			if err := camp.Work(t.Context(), w); err != nil {
				t.Fatal(err)
			}
			done := importFile(t, camp, file)
			got, err := camp.Result(t.Context())
			if c.wrong == 0 && c.other == 0 {
				if err != nil || got.Int64() != want || done.NumAlarms != 0 || done.Compared == 0 || done.New != 0 {
					t.Errorf("%v, error %v, want %d; %+v", got, err, want, done)
				}
			} else if !errors.Is(err, ErrAlarm) || done.NumAlarms == 0 {
				t.Errorf("%v, error %v, expected an alarm; %+v", got, err, done)
			}
			again := importFile(t, camp, file)
			if again.NumAlarms != done.NumAlarms {
				t.Errorf("%d alarms, and %d after a second import", done.NumAlarms, again.NumAlarms)
			}
			list, err := camp.Settle(t.Context(), "test")
			if err != nil || len(list) != done.NumAlarms || slices.ContainsFunc(list, func(s Settlement) bool { return s.Changed != (c.other != 0) }) {
				t.Errorf("%v, error %v", list, err)
			}
			if got, err := camp.Result(t.Context()); err != nil || got.Int64() != want {
				t.Errorf("settled: %v, error %v, want %d", got, err, want)
			}
		})
	}
}

// TestImportWhileWorking imports while workers work, which may count a part that the file has
// split.
func TestImportWhileWorking(t *testing.T) {
	text, want := queens(6)
	for range 5 {
		c := newCampaign(t, NewMemory(), text, Plan{Parts: 30, Budget: time.Hour})
		list := shardsOf(t, c, 2)
		list[0].Budget = time.Nanosecond
		files := [][]byte{workShard(t, list[0], Worker{}), workShard(t, list[1], Worker{})}
		ended := make(chan error, 1)
		go func() { ended <- c.Work(context.Background(), quick(2)) }()
		for _, f := range files {
			importFile(t, c, f)
		}
		if err := <-ended; err != nil {
			t.Fatal(err)
		}
		if got, err := c.Result(t.Context()); err != nil || got.Int64() != want {
			t.Errorf("%v, error %v, want %d", got, err, want)
		}
	}
}

// resealed replaces a text in the first line of a file, and corrects the digest of the line.
func resealed(file, old, now string) string {
	head, rest, _ := strings.Cut(file, "\n")
	object, _ := unsealed("", strings.Replace(head, old, now, 1))
	line, err := sealed("", json.RawMessage(object))
	if err != nil {
		panic(err)
	}
	return string(line) + rest
}

// TestEveryByte changes every bit of a file of results and of a shard. Each file is refused,
// and so is each in which a byte is missing, except at the end.
func TestEveryByte(t *testing.T) {
	if testing.Short() {
		t.Skip("changes every bit of two files")
	}
	text, _ := queens(5)
	c := newCampaign(t, NewMemory(), text, Plan{Parts: 5, Budget: time.Nanosecond})
	shard := shardsOf(t, c, 1)[0]
	results := workShard(t, shard, Worker{Threads: 1})
	var written bytes.Buffer
	if _, err := shard.WriteTo(&written); err != nil {
		t.Fatal(err)
	}
	for _, f := range []struct {
		name string
		text []byte
		read func([]byte) error
	}{
		{"results", results, func(b []byte) error { _, err := ReadResults(bytes.NewReader(b)); return err }},
		{"shard", written.Bytes(), func(b []byte) error { _, err := ReadShard(bytes.NewReader(b)); return err }},
	} {
		if err := f.read(f.text); err != nil {
			t.Fatalf("%s: %v", f.name, err)
		}
		for i := range f.text {
			for bit := range 8 {
				bad := slices.Clone(f.text)
				bad[i] ^= 1 << bit
				if err := f.read(bad); err == nil {
					t.Fatalf("%s: bit %d of byte %d of %d is changed in %q, and there is no error", f.name, bit, i, len(f.text), f.text[max(0, i-20):min(len(f.text), i+20)])
				}
			}
			if bad := slices.Delete(slices.Clone(f.text), i, i+1); i < len(f.text)-1 && f.read(bad) == nil {
				t.Fatalf("%s: byte %d of %d is missing, and there is no error", f.name, i, len(f.text))
			}
		}
	}
}

// TestImportRefuses imports files that do not belong to the campaign, or are damaged. None has an
// effect.
func TestImportRefuses(t *testing.T) {
	text, _ := queens(6)
	store := NewMemory()
	c := newCampaign(t, store, text, Plan{Parts: 10, Budget: time.Nanosecond})
	file := workShard(t, shardsOf(t, c, 1)[0], Worker{Threads: 1})
	other, _ := queens(5)
	foreign := workShard(t, shardsOf(t, newCampaign(t, NewMemory(), other, Plan{Parts: 3}), 1)[0], Worker{})
	lines := strings.SplitAfter(string(file), "\n")
	// signed makes a file with a record.
	signed := func(r Record) string {
		var out bytes.Buffer
		out.WriteString(lines[0])
		task := &shardTask{digest: c.digest, shard: &Shard{Search: c.Search}, out: &out}
		if err := task.add(r, nil); err != nil {
			t.Fatal(err)
		}
		return out.String()
	}
	split := ""
	for _, l := range lines[1:] {
		if strings.Contains(l, `"split"`) {
			split = l
			break
		}
	}
	record, err := ReadResults(strings.NewReader(lines[0] + split))
	if err != nil {
		t.Fatal(err)
	}
	short := record.Records[0]
	short.Split = short.Split[1:]
	before := len(store.records)
	for _, test := range []struct{ name, file, want string }{
		{"another search", string(foreign), "belong to a search with digest"},
		{"another version", resealed(string(file), `"version":1`, `"version":2`), "1: the file is of version 2, and this program of version 1"},
		{"no results", "{}\n", "1: expected the first line of a file of results"},
		{"a shard", resealed(string(file), `"results"`, `"shard"`), "1: expected the first line of a file of results of polka campaign, found one of a shard"},
		{"another result", strings.Replace(string(file), `"count":"`, `"count":"1`, 1), "does not agree with its digest"},
		{"a lost line feed", strings.Replace(string(file), "}}\n{", "}}{", 1), "2: "},
		{"nothing", lines[0] + "\n", "2: the line does not agree with its digest"},
		{"no part", signed(Record{Part: "0:0 0:1 0:2", Count: "1"}), "is not a part of campaign test"},
		{"a negative number", signed(Record{Part: "", Count: "-1"}), "expected a number of solutions"},
		{"an incomplete split", signed(short), "leave out"},
		{"a split of no kind", signed(Record{Part: "", Split: []string{"x"}}), "expected a step"},
	} {
		if _, err := importErr(c, []byte(test.file)); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: error %v, expected %q", test.name, err, test.want)
		}
	}
	if len(store.records) != before {
		t.Errorf("%d records, before %d", len(store.records), before)
	}
}

// TestReadShardRefuses reads damaged shards.
func TestReadShardRefuses(t *testing.T) {
	text, _ := queens(5)
	var file bytes.Buffer
	if _, err := shardsOf(t, newCampaign(t, NewMemory(), text, Plan{Parts: 5}), 1)[0].WriteTo(&file); err != nil {
		t.Fatal(err)
	}
	whole := file.String()
	lines := strings.SplitAfter(whole, "\n")
	for _, test := range []struct{ name, file, want string }{
		{"empty", "", "the file is empty or cut off"},
		{"cut off", whole[:len(whole)-2], "cut off after line"},
		{"a line less", strings.Join(lines[:len(lines)-2], ""), "expected"},
		{"a line twice", lines[0] + lines[1] + lines[1], "3: part"},
		{"another text", resealed(whole, `"text":"`, `"text":"extra `), "1: the text of the search is damaged"},
		{"another version", resealed(whole, `"version":1`, `"version":9`), "1: the file is of version 9"},
		{"another kind", resealed(whole, `"cover"`, `"unknown"`), "unknown kind"},
		{"no budget", resealed(whole, `"budget":`, `"budget":-`), "expected a positive budget"},
		{"a name", resealed(whole, `"campaign":"test"`, `"campaign":"../test"`), "expected a name"},
		{"results", resealed(whole, `"shard"`, `"results"`), "1: expected the first line of a file of a shard"},
	} {
		if _, err := ReadShard(strings.NewReader(test.file)); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: error %v, expected %q", test.name, err, test.want)
		}
	}
}

// FuzzReadShard reads any text as a shard and as results. What can be read can be written and
// read again.
func FuzzReadShard(f *testing.F) {
	search, err := Parse(coverKind, Count, "a b\na\nb\na b\n")
	if err != nil {
		f.Fatal(err)
	}
	s := &Shard{Campaign: "small", Search: search, Of: 1, Budget: time.Nanosecond, Parts: []Part{""}}
	var shard, results bytes.Buffer
	if _, err := s.WriteTo(&shard); err != nil {
		f.Fatal(err)
	}
	if err := s.Work(context.Background(), nil, &results, Worker{}); err != nil {
		f.Fatal(err)
	}
	f.Add(shard.Bytes())
	f.Add(results.Bytes())
	f.Fuzz(func(t *testing.T, text []byte) {
		if r, err := ReadResults(bytes.NewReader(text)); err == nil && r != nil && r.Size > int64(len(text)) {
			t.Errorf("%d of %d bytes", r.Size, len(text))
		}
		s, err := ReadShard(bytes.NewReader(text))
		if err != nil {
			return
		}
		var again bytes.Buffer
		if _, err := s.WriteTo(&again); err != nil {
			t.Fatal(err)
		}
		if got, err := ReadShard(&again); err != nil || !slices.Equal(got.Parts, s.Parts) {
			t.Errorf("%v, error %v", got, err)
		}
	})
}

// TestShardFinds splits a part after another thread has found a first solution.
func TestShardFinds(t *testing.T) {
	text, _ := queens(6)
	search, err := Parse(coverKind, First, text)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	task := &shardTask{shard: &Shard{Search: search}, out: &out, open: []Part{"0:1"}}
	for _, r := range []Record{{Part: "0:0", Count: "1"}, {Part: "0:2", Split: []string{"1:8"}}} {
		if err := task.add(r, nil); err != nil {
			t.Fatal(err)
		}
	}
	if len(task.open) > 0 || bytes.Count(out.Bytes(), []byte("\n")) != 2 {
		t.Errorf("open parts %q after a first solution; records\n%s", task.open, out.Bytes())
	}
}

// TestShardGoals finds, lists and merges solutions in shards.
func TestShardGoals(t *testing.T) {
	text, want := queens(6)
	for _, goal := range []Goal{First, All, Family} {
		for _, budget := range []time.Duration{time.Nanosecond, time.Hour} {
			search, err := Parse(coverKind, goal, text)
			if err != nil {
				t.Fatal(err)
			}
			c, err := New(t.Context(), NewMemory(), "test", search, Plan{Parts: 20, Budget: budget})
			if err != nil {
				t.Fatal(err)
			}
			var files [][]byte
			for _, s := range shardsOf(t, c, 3) {
				files = append(files, workShard(t, s, Worker{Threads: 2}))
				earlier, err := ReadResults(bytes.NewReader(files[len(files)-1]))
				if err != nil {
					t.Fatal(err)
				}
				var more bytes.Buffer
				if err := s.Work(t.Context(), earlier, &more, Worker{}); err != nil || more.Len() > 0 {
					t.Errorf("%s: a second worker writes %q, error %v", goal, more.String(), err)
				}
			}
			for _, f := range files {
				importFile(t, c, f)
				importFile(t, c, f)
			}
			total := want
			if goal == First {
				total = 1
			}
			if got, err := c.Result(t.Context()); err != nil || got.Int64() != total {
				t.Errorf("%s: %v, error %v, want %d", goal, got, err, total)
			}
			if goal == Family {
				f, err := c.Family(t.Context())
				if err != nil || f.Count().Int64() != want {
					t.Errorf("the family: %v, error %v", f, err)
				}
			} else {
				lines := 0
				err := c.EachSolution(t.Context(), func(data []byte) bool {
					lines += bytes.Count(data, []byte("\n"))
					return true
				})
				if err != nil || int64(lines) != total {
					t.Errorf("%s: %d solutions, error %v, want %d", goal, lines, err, total)
				}
			}
			if v, err := c.Verify(t.Context(), Verification{Sample: -1}); err != nil || !v.Done() {
				t.Errorf("%s: %+v, error %v", goal, v, err)
			}
			// A number without solutions is refused.
			refused := 0
			for i, f := range files {
				r, err := ReadResults(bytes.NewReader(f))
				if err != nil {
					t.Fatal(err)
				}
				for k := range r.Records {
					if found := &r.Records[k]; found.Bytes > 0 && found.Count != "0" {
						found.Bytes, found.Sum = 0, ""
						refused++
						if _, err := c.Import(t.Context(), r); err == nil {
							t.Errorf("%s: file %d with a number without solutions is imported", goal, i)
						}
						break
					}
				}
			}
			if refused == 0 {
				t.Errorf("%s: no file has a solution", goal)
			}
			// So is a solution that is none.
			for i, f := range files {
				r, err := ReadResults(bytes.NewReader(f))
				if err != nil {
					t.Fatal(err)
				}
				for sum := range r.Data {
					r.Data[sum] = []byte("0 1 2\n")
					if _, err := c.Import(t.Context(), r); err == nil {
						t.Errorf("%s: file %d with wrong data is imported", goal, i)
					}
					break
				}
			}
		}
	}
}

// A reading counts how often the ledger is read.
type reading struct {
	*Memory
	times int
}

func (r *reading) Each(ctx context.Context, prefix string, visit func(key string, record []byte) bool) error {
	if strings.Contains(prefix, ledgerKind) {
		r.times++
	}
	return r.Memory.Each(ctx, prefix, visit)
}

// TestImporter imports files with one reading of the ledger, and with another one for a file with
// parts that others have split meanwhile.
func TestImporter(t *testing.T) {
	text, want := queens(8)
	store := &reading{Memory: NewMemory()}
	c := newCampaign(t, store, text, Plan{Parts: 10, Budget: time.Nanosecond})
	results := func(s *Shard) *Results {
		r, err := ReadResults(bytes.NewReader(workShard(t, s, Worker{})))
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	list := shardsOf(t, c, 5)
	importer := c.Importer()
	store.times = 0
	for _, s := range list[:4] {
		r := results(s)
		for i := range 2 {
			if done, err := importer.Import(t.Context(), r); err != nil || done.New != (1-i)*len(r.Records) || done.NumAlarms != 0 {
				t.Fatalf("%+v of %d, error %v", done, len(r.Records), err)
			}
		}
	}
	if store.times != 1 {
		t.Errorf("the ledger was read %d times", store.times)
	}
	split := results(list[4])
	split.Records = slices.DeleteFunc(split.Records, func(r Record) bool { return r.Count != "" })
	if done, err := c.Import(t.Context(), split); err != nil || done.New == 0 {
		t.Fatalf("%+v, error %v", done, err)
	}
	if done, err := importer.Import(t.Context(), results(shardsOf(t, c, 1)[0])); err != nil || done.New == 0 || done.NumAlarms != 0 {
		t.Fatalf("%+v, error %v", done, err)
	}
	if n, err := c.Result(t.Context()); err != nil || n.Int64() != want {
		t.Errorf("%v, error %v, want %d", n, err, want)
	}
}
