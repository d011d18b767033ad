// Shards: parts for machines that cannot reach the store.
//
// A batch system starts programs on machines that may have no network between them. For it, the
// parts without a record are dealt out to files, the shards. A worker reads a shard and appends
// records to a file of results; if it is killed and started again, it resumes where the file
// ends. Import adds such files to the ledger. All rules of the ledger apply: a part is counted
// once, however many files have it and however often one is imported, and a different result is an
// alarm.
//
// Both files are lines of JSON. The first line says which search they belong to, by its digest,
// which includes the version. Each line begins with a digest of all its other bytes, and of the
// digest of the search except in the first line, so that a damaged line is noticed. A last line
// that was cut off is ignored.
//
// While a shard is being worked on, others may work on the same parts, and either side may have
// split a part that the other side has counted. Then the ledger does not change, and the two
// numbers are compared if all parts of the split have results.

package campaign

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/big"
	"slices"
	"strings"
	"sync"
	"time"

	"polka/internal/counted"
)

// A Shard is a share of the missing parts of a campaign. It contains all that is needed to work on
// them.
type Shard struct {
	Campaign string // its name
	Search   Search
	Number   int           // from 0
	Of       int           // the number of shards
	Budget   time.Duration // as in the plan of the campaign
	Parts    []Part
}

// MaxShards is the greatest number of shards.
const MaxShards = 100_000

// The formats of the files.
const (
	shardFormat   = "shard"
	resultsFormat = "results"
)

// A fileHead is the first line of a shard and of its results.
type fileHead struct {
	Format  string        `json:"polka campaign"`
	Version int           `json:"version"`
	Name    string        `json:"campaign"`
	Kind    string        `json:"kind"`
	Goal    Goal          `json:"goal"`
	Digest  string        `json:"digest"`
	Number  int           `json:"shard"`
	Of      int           `json:"shards"`
	Parts   int           `json:"parts"`
	Budget  time.Duration `json:"budget,omitempty"`
	Text    string        `json:"text,omitempty"`
}

// A partLine is a line of a shard.
type partLine struct {
	Part Part `json:"part"`
}

// A recordLine is a line of results.
type recordLine struct {
	Record json.RawMessage `json:"record"`
	Data   []byte          `json:"data,omitempty"` // of the result
}

// A line is {"sum":"DIGEST", and the rest of an object. The digest is that of a context and the
// rest.
const (
	sumBegin  = `{"sum":"`
	sumEnd    = `",`
	sumDigits = 32
)

// sealed returns a line with its digest. The context is the digest of the search, or "".
func sealed(context string, v any) ([]byte, error) {
	text, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	rest := string(text[1:]) // without the brace
	return []byte(sumBegin + digest(context, rest) + sumEnd + rest + "\n"), nil
}

// unsealed returns the object of a line without its line feed, or false if the digest is wrong.
func unsealed(context, line string) (object string, ok bool) {
	rest, ok := strings.CutPrefix(line, sumBegin)
	if !ok || len(rest) < sumDigits+len(sumEnd) || rest[sumDigits:sumDigits+len(sumEnd)] != sumEnd {
		return "", false
	}
	sum, rest := rest[:sumDigits], rest[sumDigits+len(sumEnd):]
	return "{" + rest, sum == digest(context, rest)
}

// Shards deals the parts without a record out to n shards. Neighbors in the plan, which have
// similar sizes, go to different shards. It is an error if no part is missing, or n is not from 1
// to MaxShards.
func (c *Campaign) Shards(ctx context.Context, n int) ([]*Shard, error) {
	if n < 1 || n > MaxShards {
		return nil, fmt.Errorf("campaign: expected a number of shards from 1 to %d, got %d", MaxShards, n)
	}
	t, err := c.Audit(ctx)
	if err != nil {
		return nil, err
	}
	if len(t.Missing) == 0 {
		return nil, fmt.Errorf("campaign: every part of %s has a result", c.Name)
	}
	shards := make([]*Shard, n)
	for i := range shards {
		shards[i] = &Shard{Campaign: c.Name, Search: c.Search, Number: i, Of: n, Budget: c.Info.Plan.Budget}
	}
	for i, part := range t.Missing {
		s := shards[i%n]
		s.Parts = append(s.Parts, part)
	}
	return shards, nil
}

// head is the first line of a file of the shard.
func (s *Shard) head(format string) fileHead {
	return fileHead{Format: format, Version: Version, Name: s.Campaign, Kind: s.Search.Kind(), Goal: s.Search.Goal(), Digest: digestOf(s.Search), Number: s.Number, Of: s.Of, Parts: len(s.Parts)}
}

// WriteTo writes the shard in the format that ReadShard reads. It implements [io.WriterTo].
func (s *Shard) WriteTo(w io.Writer) (n int64, err error) {
	to := &counted.Writer{W: w}
	out := bufio.NewWriter(to)
	head := s.head(shardFormat)
	head.Budget, head.Text = s.Budget, s.Search.Source()
	line, err := sealed("", head)
	if err != nil {
		return to.N, err
	}
	out.Write(line) // an error is returned by Flush
	for _, p := range s.Parts {
		if line, err = sealed(head.Digest, partLine{p}); err != nil {
			return to.N, err
		}
		out.Write(line)
	}
	err = out.Flush()
	return to.N, err
}

// A lineReader reads lines of JSON with their digests.
type lineReader struct {
	in      *bufio.Reader
	context string // of the digests
	line    int
	size    int64 // up to the end of the last complete line
}

// next decodes the next line. It returns io.EOF at the end, and io.ErrUnexpectedEOF if the last
// line is not complete.
func (r *lineReader) next(v any) error {
	line, err := r.in.ReadString('\n')
	text, complete := strings.CutSuffix(line, "\n")
	switch {
	case err == io.EOF && line != "":
		if _, ok := unsealed(r.context, line[:len(line)-1]); ok { // it was the line feed
			r.line++
			return r.wrong("the line is damaged: expected a line feed at its end")
		}
		return io.ErrUnexpectedEOF
	case err != nil || !complete:
		return err
	}
	r.line++
	object, ok := unsealed(r.context, text)
	if !ok {
		return r.wrong("the line does not agree with its digest")
	}
	decoder := json.NewDecoder(strings.NewReader(object))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(v); err != nil {
		return r.wrong("the line is damaged: %v", err)
	}
	r.size += int64(len(line))
	return nil
}

// wrong makes an error with the number of the line.
func (r *lineReader) wrong(format string, args ...any) error {
	return fmt.Errorf("%d: %w", r.line, fmt.Errorf(format, args...))
}

// head reads the first line.
func (r *lineReader) head(format string) (h fileHead, err error) {
	err = r.next(&h)
	switch {
	case err == io.EOF, err == io.ErrUnexpectedEOF:
		return h, err
	case err != nil:
		return h, r.wrong("expected the first line of a file of %s of polka campaign, with its digest", of(format))
	case h.Format != format:
		return h, r.wrong("expected the first line of a file of %s of polka campaign, found one of %s", of(format), of(h.Format))
	case h.Version != Version:
		return h, r.wrong("the file is of version %d, and this program of version %d", h.Version, Version)
	}
	r.context = h.Digest
	return h, nil
}

// of is what a file of a format is called in messages.
func of(format string) string {
	switch format {
	case shardFormat:
		return "a shard"
	case resultsFormat:
		return "results"
	}
	return "an unknown format"
}

// ReadShard reads a shard.
func ReadShard(in io.Reader) (*Shard, error) {
	r := &lineReader{in: bufio.NewReader(in)}
	h, err := r.head(shardFormat)
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		return nil, errors.New("the file is empty or cut off")
	}
	if err != nil {
		return nil, err
	}
	s := &Shard{Campaign: h.Name, Number: h.Number, Of: h.Of, Budget: h.Budget}
	if err := CheckName(h.Name); err != nil {
		return nil, r.wrong("%w", err)
	}
	if h.Budget <= 0 || h.Parts < 0 {
		return nil, r.wrong("expected a positive budget and a number of parts")
	}
	if s.Search, err = Parse(h.Kind, h.Goal, h.Text); err != nil {
		return nil, r.wrong("%w", err)
	}
	if digestOf(s.Search) != h.Digest {
		return nil, r.wrong("the text of the search is damaged: its digest is %s, expected %s", digestOf(s.Search), h.Digest)
	}
	seen := map[Part]bool{}
	for {
		var l partLine
		err := r.next(&l)
		if err == io.EOF {
			break
		}
		if err == io.ErrUnexpectedEOF {
			return nil, fmt.Errorf("the file is cut off after line %d", r.line)
		}
		if err != nil {
			return nil, err
		}
		if seen[l.Part] {
			return nil, r.wrong("part %q occurs twice", l.Part)
		}
		seen[l.Part] = true
		s.Parts = append(s.Parts, l.Part)
	}
	if len(s.Parts) != h.Parts {
		return nil, fmt.Errorf("the file has %d parts, expected %d", len(s.Parts), h.Parts)
	}
	return s, nil
}

// Results are what a worker has found out about a shard.
type Results struct {
	Campaign string
	Digest   string // of the search
	Number   int    // of the shard
	Of       int
	NumParts int // of the shard
	Records  []Record
	Data     map[string][]byte // of the results, by Record.Sum
	Size     int64             // in bytes, without a last line that was cut off
}

// ReadResults reads results. There are none in an empty file, and nil is returned for it.
func ReadResults(in io.Reader) (*Results, error) {
	r := &lineReader{in: bufio.NewReader(in)}
	h, err := r.head(resultsFormat)
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	found := &Results{Campaign: h.Name, Digest: h.Digest, Number: h.Number, Of: h.Of, NumParts: h.Parts, Data: map[string][]byte{}}
	for {
		found.Size = r.size
		var l recordLine
		err := r.next(&l)
		if err == io.EOF || err == io.ErrUnexpectedEOF {
			return found, nil
		}
		if err != nil {
			return nil, err
		}
		record, err := parseRecord(l.Record)
		if err != nil {
			return nil, r.wrong("%w", err)
		}
		if record.Bytes != len(l.Data) || record.Bytes > 0 && record.Sum != digest(string(l.Data)) {
			return nil, r.wrong("the data do not agree with the record")
		}
		if record.Bytes > 0 {
			found.Data[record.Sum] = l.Data
		}
		found.Records = append(found.Records, *record)
	}
}

// Work works on the parts of a shard that have no record in earlier, which may be nil, and
// appends records to out, one in each call of its Write. A part that takes longer than the budget
// is split, so that little is lost when the worker is killed.
func (s *Shard) Work(ctx context.Context, earlier *Results, out io.Writer, w Worker) error {
	c := &Campaign{Name: s.Campaign, Search: s.Search, store: NewMemory(), digest: digestOf(s.Search)}
	c.Info.Plan.Budget = s.Budget
	w.fill(s.Search)
	t := &shardTask{job: &job{Campaign: c, Worker: w}, shard: s, out: out}
	t.changed.L = &t.mutex
	known := map[Part]*Record{}
	if earlier != nil {
		if earlier.Digest != c.digest || earlier.Number != s.Number || earlier.Of != s.Of {
			return fmt.Errorf("campaign: the results are those of shard %d of %d of campaign %s with digest %s, and not of this shard", earlier.Number, earlier.Of, earlier.Campaign, earlier.Digest)
		}
		for i, r := range earlier.Records {
			if known[r.Part] == nil {
				known[r.Part] = &earlier.Records[i]
			}
		}
	} else if err := t.write("", s.head(resultsFormat)); err != nil {
		return err
	}
	// A stack with the first part on top.
	var add func(part Part)
	add = func(part Part) {
		r := known[part]
		if r == nil {
			t.open = append(t.open, part)
			return
		}
		parts := r.parts()
		for i := range parts {
			add(parts[len(parts)-1-i])
		}
	}
	for i := range s.Parts {
		add(s.Parts[len(s.Parts)-1-i])
	}
	if earlier != nil && slices.ContainsFunc(earlier.Records, func(r Record) bool { return ends(s.Search, r) }) {
		return nil
	}
	stop := context.AfterFunc(ctx, func() { t.fail(context.Cause(ctx)) })
	defer stop()
	var group sync.WaitGroup
	for range w.Threads {
		group.Go(func() { t.loop(ctx) })
	}
	group.Wait()
	t.mutex.Lock()
	defer t.mutex.Unlock()
	return t.err
}

// A shardTask is a call of Shard.Work.
type shardTask struct {
	*job
	shard *Shard
	out   io.Writer

	mutex   sync.Mutex
	changed sync.Cond
	open    []Part // a stack
	busy    int    // the number of parts that are worked on
	found   bool   // a first solution, so nothing remains to be done
	err     error  // the first one
}

// fail notes an error, which ends all threads.
func (t *shardTask) fail(err error) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	if t.err == nil {
		t.err = err
	}
	t.changed.Broadcast()
}

// loop is a thread.
func (t *shardTask) loop(ctx context.Context) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	for {
		for len(t.open) == 0 && t.busy > 0 && t.err == nil {
			t.changed.Wait()
		}
		if len(t.open) == 0 || t.err != nil {
			return
		}
		part := t.open[len(t.open)-1]
		t.open = t.open[:len(t.open)-1]
		t.busy++
		t.mutex.Unlock()
		r, data, err := t.solvePart(ctx, part)
		t.mutex.Lock()
		t.busy--
		if err == nil && t.err == nil {
			err = t.add(r, data)
		}
		if err != nil && t.err == nil {
			t.err = err
		}
		t.changed.Broadcast()
	}
}

// solvePart makes the record of a part, and its data.
func (t *shardTask) solvePart(ctx context.Context, part Part) (Record, []byte, error) {
	r, err := t.result(ctx, part)
	if err != nil || r.Bytes == 0 {
		return r, nil, err
	}
	data, err := t.loadData(ctx, &r)
	for i := 0; i*pieceBytes < r.Bytes; i++ {
		t.store.(*Memory).delete(t.dataKey(&r, i))
	}
	return r, data, err
}

// add appends a record; the caller holds the mutex.
func (t *shardTask) add(r Record, data []byte) error {
	text, err := json.Marshal(r)
	if err != nil {
		return err
	}
	if err := t.write(t.digest, recordLine{text, data}); err != nil {
		return err
	}
	parts := r.parts()
	for i := range parts {
		t.open = append(t.open, parts[len(parts)-1-i])
	}
	if t.found = t.found || ends(t.shard.Search, r); t.found {
		t.open = nil
	}
	if t.Progress != nil {
		t.Progress(r)
	}
	return nil
}

// write writes a line.
func (t *shardTask) write(context string, v any) error {
	line, err := sealed(context, v)
	if err != nil {
		return err
	}
	_, err = t.out.Write(line)
	return err
}

// An Imported says what Import has done with records.
type Imported struct {
	New       int // were added to the ledger
	Known     int // were there already
	Compared  int // belong to parts that the ledger has split differently, or not at all
	NumAlarms int // of the campaign, after the import
}

// Import adds results to the ledger. It checks them first: they belong to this search and version,
// their parts are parts of the campaign, and a part that was split is the disjoint union of its
// parts. If that is not so, Import returns an error and changes nothing. A result that differs
// from the ledger becomes an alarm.
func (c *Campaign) Import(ctx context.Context, r *Results) (*Imported, error) {
	return c.Importer().Import(ctx, r)
}

// An Importer imports several files, and reads the ledger once for all of them. It must not be used
// by two goroutines at the same time.
type Importer struct {
	*Campaign
	ledger map[Part]*Record // nil before the first file
}

// Importer returns an Importer for the campaign.
func (c *Campaign) Importer() *Importer { return &Importer{Campaign: c} }

// read reads the ledger.
func (c *Importer) read(ctx context.Context) error {
	ledger := map[Part]*Record{}
	_, err := c.audit(ctx, func(l *Record) bool { ledger[l.Part] = l; return true })
	if err == nil {
		c.ledger = ledger
	}
	return err
}

// Import is [Campaign.Import].
func (c *Importer) Import(ctx context.Context, r *Results) (*Imported, error) {
	if r.Digest != c.digest {
		return nil, fmt.Errorf("campaign: the results belong to a search with digest %s (campaign %s), and campaign %s has digest %s", r.Digest, r.Campaign, c.Name, c.digest)
	}
	m := &merge{Campaign: c.Campaign, data: r.Data, file: map[Part]*Record{}}
	var again []*Record // of parts that have a record already, as after a file was written twice
	for i := range r.Records {
		f := &r.Records[i]
		if m.file[f.Part] == nil {
			m.file[f.Part] = f
		} else {
			again = append(again, f)
		}
		if f.Count != "" {
			n, err := f.result()
			if err != nil {
				return nil, err
			}
			if c.Search.Goal() != Count {
				var data []byte
				if f.Bytes > 0 {
					data = r.Data[f.Sum]
				}
				if err := c.Search.Confirm(f.Part, Result{n, data}); err != nil {
					return nil, err
				}
			}
		} else if err := c.Search.Check(f.Part, f.parts()); err != nil {
			return nil, err
		}
	}
	known := c.ledger != nil // others may have written to it since
	if !known {
		if err := c.read(ctx); err != nil {
			return nil, err
		}
	}
	part, all := m.reachAll(c.ledger, r.Records)
	if !all && known {
		if err := c.read(ctx); err != nil {
			return nil, err
		}
		part, all = m.reachAll(c.ledger, r.Records)
	}
	if !all {
		return nil, fmt.Errorf("campaign: the file has a result of %q, which is not a part of campaign %s", part, c.Name)
	}
	if err := m.merge(ctx, ""); err != nil {
		return nil, err
	}
	for _, f := range again {
		if err := m.compare(ctx, m.file[f.Part], f); err != nil {
			return nil, err
		}
	}
	settled, err := c.settled(ctx)
	if err != nil {
		return nil, err
	}
	alarms, err := c.alarms(ctx, settled)
	m.done.NumAlarms = len(alarms)
	return &m.done, err
}

// A merge is a call of Import.
type merge struct {
	*Campaign
	data         map[string][]byte
	file, ledger map[Part]*Record
	reached      map[Part]bool // the parts that the whole consists of, by either of the two
	done         Imported
}

// reachAll notes all parts, and reports whether those of the records are among them, and otherwise
// the first one that is not.
func (m *merge) reachAll(ledger map[Part]*Record, records []Record) (Part, bool) {
	m.ledger, m.reached = ledger, map[Part]bool{}
	m.reach("")
	for i := range records {
		if part := records[i].Part; !m.reached[part] {
			return part, false
		}
	}
	return "", true
}

// reach notes a part and all those below it.
func (m *merge) reach(part Part) {
	if m.reached[part] {
		return
	}
	m.reached[part] = true
	for _, r := range []*Record{m.file[part], m.ledger[part]} {
		if r != nil {
			for _, p := range r.parts() {
				m.reach(p)
			}
		}
	}
}

// merge adds the records of a part and of those below it, a part before those that it was split
// into: a part whose split is in the ledger cannot be counted as a whole any more.
func (m *merge) merge(ctx context.Context, part Part) error {
	f, l := m.file[part], m.ledger[part]
	if f != nil {
		if l == nil {
			if f.Bytes > 0 {
				n, err := f.result()
				if err != nil {
					return err
				}
				if _, err := m.saveData(ctx, part, Result{n, m.data[f.Sum]}); err != nil {
					return err
				}
			}
			before, err := m.enter(ctx, *f) // which raises an alarm for a different result
			if err != nil {
				return err
			}
			if l = before; l == nil {
				l = f
				m.done.New++
				if ends(m.Search, *f) {
					if err := m.noteFound(ctx, part); err != nil {
						return err
					}
				}
			} else {
				m.done.Known++
			}
			m.ledger[part] = l
		} else if err := m.collate(ctx, part, f, l); err != nil {
			return err
		}
		if l.Count != "" && f.Count == "" { // what is below is in no total
			return nil
		}
	}
	if l == nil {
		return nil
	}
	for _, p := range l.parts() {
		if err := m.merge(ctx, p); err != nil {
			return err
		}
	}
	return nil
}

// collate compares two records of a part.
func (m *merge) collate(ctx context.Context, part Part, f, l *Record) error {
	if f.Count != "" && l.Count != "" {
		m.done.Known++
		return m.compare(ctx, l, f)
	}
	if f.Count == "" && l.Count == "" && sameParts(f, l) {
		m.done.Known++
		return nil
	}
	m.done.Compared++
	if m.Search.Goal() == First {
		return nil // either may have found another solution
	}
	mine, other := sum(m.ledger, part), sum(m.file, part)
	if mine == nil || other == nil || mine.Cmp(other) == 0 {
		return nil
	}
	a := Alarm{Part: part, Ledger: mine.String(), Other: other.String(), By: f.By, At: time.Now().UTC().Round(time.Second)}
	return m.alarm(ctx, m.key(part), a)
}

// sameParts reports whether two records split a part into the same parts.
func sameParts(a, b *Record) bool {
	in := map[string]bool{}
	for _, word := range a.Split {
		in[word] = true
	}
	for _, word := range b.Split {
		if !in[word] {
			return false
		}
	}
	return len(a.Split) == len(b.Split)
}

// sum returns the result of a part by some records, nil if one is missing.
func sum(records map[Part]*Record, part Part) *big.Int {
	r := records[part]
	if r == nil {
		return nil
	}
	if r.Count != "" {
		n, err := r.result()
		if err != nil {
			return nil
		}
		return n
	}
	total := new(big.Int)
	for _, p := range r.parts() {
		n := sum(records, p)
		if n == nil {
			return nil
		}
		total.Add(total, n)
	}
	return total
}
