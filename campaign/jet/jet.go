// Package jet stores campaigns on NATS JetStream.
//
// [Open] uses a folder: the first program that opens it runs a NATS server inside itself, with
// its files in the folder and no port. Other programs on the same machine reach it through a
// socket in the folder. If that program ends, even by a crash, the next one takes over; calls
// in progress wait and are repeated. [Connect] uses a server or a cluster that runs already.
//
// A campaign has two streams. The bucket polka_NAME holds the records, each written once
// because JetStream accepts a message only if its subject has none yet (compare and set
// with revision 0). The stream polka_queue_NAME is the queue: one message at most for
// each part, removed when it is acknowledged, and handed out again if a worker falls silent.
// A late acknowledgment can be accepted from a worker whose claim has expired, so
// acknowledgments prove nothing, and package campaign does not rely on them.
package jet

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"polka/campaign"
)

// The names of streams and subjects.
const (
	bucketPrefix = "polka_"
	queuePrefix  = "polka-queue_"
	jobSubject   = "polka-job."
	consumerName = "workers"
)

// A Store is a campaign.Store on JetStream.
type Store struct {
	conn     *nats.Conn
	js       jetstream.JetStream
	folder   *folder // nil for a server elsewhere
	replicas int
	claim    time.Duration // campaign.ClaimTime; shorter in tests

	mutex     sync.Mutex
	buckets   map[string]jetstream.KeyValue
	consumers map[string]jetstream.Consumer
}

var _ campaign.Store = (*Store)(nil)

// A Server says how to reach a server that runs already.
type Server struct {
	URL      string // such as nats://host:4222 or tls://host:4222; several are separated by commas
	Token    string // "" for none
	Seed     string // a file with the seed of an NKey; "" for none
	CA       string // a file with the certificates to trust; "" for those of the system
	Replicas int    // the number of servers that keep each record; 0 means 1
}

// attempt is the time that a request may take before it is repeated.
const attempt = 5 * time.Second

// options are those of every connection.
func options() []nats.Option {
	return []nats.Option{
		nats.Name("polka campaign"),
		nats.MaxReconnects(-1),
		nats.ReconnectWait(100 * time.Millisecond),
		nats.ReconnectJitter(100*time.Millisecond, 100*time.Millisecond),
		nats.Timeout(attempt),
		nats.ErrorHandler(func(*nats.Conn, *nats.Subscription, error) {}), // by default they are printed
	}
}

// Connect returns the store on a server. It is an error if the server cannot be reached, does not
// accept the token or the key, or has no JetStream.
func Connect(ctx context.Context, s Server) (*Store, error) {
	list := options()
	if s.Token != "" {
		list = append(list, nats.Token(s.Token))
	}
	if s.Seed != "" {
		key, err := nats.NkeyOptionFromSeed(s.Seed)
		if err != nil {
			return nil, fmt.Errorf("campaign: %s: %w", s.Seed, err)
		}
		list = append(list, key)
	}
	if s.CA != "" {
		list = append(list, nats.RootCAs(s.CA))
	}
	conn, err := nats.Connect(s.URL, list...)
	if err != nil {
		return nil, fmt.Errorf("campaign: %s: %w", s.URL, err)
	}
	store, err := newStore(conn, max(s.Replicas, 1))
	if err != nil {
		return nil, err
	}
	within, cancel := context.WithTimeout(ctx, attempt)
	defer cancel()
	if _, err := store.js.AccountInfo(within); err != nil {
		conn.Close()
		return nil, fmt.Errorf("campaign: %s: %w", s.URL, err)
	}
	return store, nil
}

// newStore returns the store on a connection.
func newStore(conn *nats.Conn, replicas int) (*Store, error) {
	js, err := jetstream.New(conn)
	if err != nil {
		conn.Close()
		return nil, err
	}
	return &Store{conn: conn, js: js, replicas: replicas, claim: campaign.ClaimTime, buckets: map[string]jetstream.KeyValue{}, consumers: map[string]jetstream.Consumer{}}, nil
}

// Close ends the connection, and the server if it runs inside this program.
func (s *Store) Close() {
	s.conn.Close()
	if s.folder != nil {
		s.folder.close()
	}
}

// patiently repeats a request until it succeeds, fails for a reason of its own, or ctx ends. The
// server may be starting, or be replaced by another one.
func patiently(ctx context.Context, request func(ctx context.Context) error) error {
	for wait := 10 * time.Millisecond; ; wait = min(2*wait, time.Second) {
		within, cancel := context.WithTimeout(ctx, attempt)
		err := request(within)
		cancel()
		if err == nil || !passing(err) {
			return err
		}
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-time.After(wait/2 + rand.N(wait)):
		}
	}
}

// passing reports whether the reason for an error may pass.
func passing(err error) bool {
	for _, e := range []error{
		context.DeadlineExceeded, nats.ErrTimeout, nats.ErrNoResponders, nats.ErrDisconnected, nats.ErrReconnectBufExceeded,
		nats.ErrConnectionReconnecting, nats.ErrStaleConnection, jetstream.ErrNoStreamResponse, jetstream.ErrJetStreamNotEnabled,
		jetstream.ErrNoHeartbeat, jetstream.ErrServerShutdown,
	} {
		if errors.Is(err, e) {
			return true
		}
	}
	var api *jetstream.APIError
	return errors.As(err, &api) && api.Code == 503 && !full(err)
}

// full reports whether a job was refused because it is in the queue.
func full(err error) bool {
	return err != nil && strings.Contains(err.Error(), "maximum messages per subject exceeded")
}

// Begin makes the bucket and the queue of a campaign, unless they exist.
func (s *Store) Begin(ctx context.Context, name string) error {
	return patiently(ctx, func(ctx context.Context) error {
		_, err := s.js.CreateKeyValue(ctx, jetstream.KeyValueConfig{Bucket: bucketPrefix + name, Replicas: s.replicas, Storage: jetstream.FileStorage})
		if err != nil && !errors.Is(err, jetstream.ErrBucketExists) {
			return err
		}
		_, err = s.js.CreateStream(ctx, jetstream.StreamConfig{
			Name: queuePrefix + name, Subjects: []string{jobSubject + name + ".*"}, Replicas: s.replicas, Storage: jetstream.FileStorage,
			Retention: jetstream.WorkQueuePolicy, MaxMsgsPerSubject: 1, Discard: jetstream.DiscardNew, DiscardNewPerSubject: true,
		})
		if err != nil && !errors.Is(err, jetstream.ErrStreamNameAlreadyInUse) {
			return err
		}
		_, err = s.js.CreateOrUpdateConsumer(ctx, queuePrefix+name, jetstream.ConsumerConfig{
			Durable: consumerName, AckPolicy: jetstream.AckExplicitPolicy, AckWait: s.claim, MaxDeliver: -1, MaxAckPending: -1,
		})
		return err
	})
}

// bucket returns the records of the campaign that a key belongs to.
func (s *Store) bucket(ctx context.Context, key string) (kv jetstream.KeyValue, rest string, err error) {
	name, rest, _ := strings.Cut(key, ".")
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if kv = s.buckets[name]; kv != nil {
		return kv, rest, nil
	}
	if kv, err = s.js.KeyValue(ctx, bucketPrefix+name); err == nil {
		s.buckets[name] = kv
	}
	return kv, rest, err
}

// Create writes a record that does not exist.
func (s *Store) Create(ctx context.Context, key string, record []byte) error {
	err := patiently(ctx, func(ctx context.Context) error {
		kv, rest, err := s.bucket(ctx, key)
		if err == nil {
			_, err = kv.Create(ctx, rest, record)
		}
		return err
	})
	if errors.Is(err, jetstream.ErrKeyExists) {
		return campaign.ErrExists
	}
	return err
}

// Put writes a record.
func (s *Store) Put(ctx context.Context, key string, record []byte) error {
	return patiently(ctx, func(ctx context.Context) error {
		kv, rest, err := s.bucket(ctx, key)
		if err == nil {
			_, err = kv.Put(ctx, rest, record)
		}
		return err
	})
}

// Get returns a record.
func (s *Store) Get(ctx context.Context, key string) (record []byte, err error) {
	err = patiently(ctx, func(ctx context.Context) error {
		kv, rest, err := s.bucket(ctx, key)
		if err != nil {
			return err
		}
		entry, err := kv.Get(ctx, rest)
		if err == nil {
			record = entry.Value()
		}
		return err
	})
	if errors.Is(err, jetstream.ErrKeyNotFound) || errors.Is(err, jetstream.ErrBucketNotFound) || errors.Is(err, jetstream.ErrStreamNotFound) {
		return nil, campaign.ErrMissing
	}
	return record, err
}

// Each calls visit for all records whose keys begin with a prefix.
func (s *Store) Each(ctx context.Context, prefix string, visit func(key string, record []byte) error) error {
	var kv jetstream.KeyValue
	var rest string
	err := patiently(ctx, func(ctx context.Context) (err error) {
		kv, rest, err = s.bucket(ctx, prefix)
		return err
	})
	if err != nil {
		return err
	}
	name := strings.TrimSuffix(prefix, rest)
	for {
		var ended error // by visit
		err := s.watch(ctx, kv, rest+">", func(e jetstream.KeyValueEntry) error {
			ended = visit(name+e.Key(), e.Value())
			return ended
		})
		if ended != nil || !passing(err) || ctx.Err() != nil {
			return err
		}
	}
}

// watch calls visit for the newest records whose keys match a pattern. A connection that breaks
// meanwhile is a passing error.
func (s *Store) watch(ctx context.Context, kv jetstream.KeyValue, pattern string, visit func(jetstream.KeyValueEntry) error) error {
	within, cancel := context.WithCancel(ctx)
	defer cancel()
	watcher, err := kv.Watch(within, pattern, jetstream.IgnoreDeletes())
	if err != nil {
		return err
	}
	defer func() { _ = watcher.Stop() }() // it ends with the context in any case
	silence := time.NewTimer(attempt)
	defer silence.Stop()
	for {
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-silence.C:
			return nats.ErrTimeout
		case entry, ok := <-watcher.Updates():
			if !ok {
				return nats.ErrTimeout
			}
			if entry == nil { // all that there were
				return nil
			}
			if err := visit(entry); err != nil {
				return err
			}
			silence.Reset(attempt)
		}
	}
}

// Push puts jobs into the queue of a campaign.
func (s *Store) Push(ctx context.Context, name string, jobs []campaign.Job) error {
	for batch := range slices.Chunk(jobs, 1000) {
		err := patiently(ctx, func(ctx context.Context) error {
			var futures []jetstream.PubAckFuture
			for _, j := range batch {
				f, err := s.js.PublishAsync(jobSubject+name+"."+j.Key, []byte(j.Part))
				if err != nil {
					return err
				}
				futures = append(futures, f)
			}
			for _, f := range futures {
				select {
				case <-f.Ok():
				case err := <-f.Err():
					if !full(err) {
						return err
					}
				case <-ctx.Done():
					return ctx.Err()
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// Pull takes jobs from the queue of a campaign.
func (s *Store) Pull(ctx context.Context, name string, n int, wait time.Duration) ([]campaign.Claim, error) {
	var consumer jetstream.Consumer
	err := patiently(ctx, func(ctx context.Context) (err error) {
		s.mutex.Lock()
		defer s.mutex.Unlock()
		if consumer = s.consumers[name]; consumer == nil {
			if consumer, err = s.js.Consumer(ctx, queuePrefix+name, consumerName); err == nil {
				s.consumers[name] = consumer
			}
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	within, cancel := context.WithTimeout(ctx, max(wait, 10*time.Millisecond))
	defer cancel()
	batch, err := consumer.Fetch(n, jetstream.FetchContext(within))
	if err != nil {
		if within.Err() != nil && ctx.Err() == nil { // on a busy machine, before Fetch has begun
			return nil, nil
		}
		return nil, s.ignore(ctx, err)
	}
	var claims []campaign.Claim
	for m := range batch.Messages() {
		key := m.Subject()[strings.LastIndexByte(m.Subject(), '.')+1:]
		claims = append(claims, &claim{m, campaign.Job{Key: key, Part: campaign.Part(m.Data())}})
	}
	if len(claims) == 0 {
		return nil, s.ignore(ctx, batch.Error())
	}
	return claims, nil
}

// ignore removes errors that may pass: the caller asks again.
func (s *Store) ignore(ctx context.Context, err error) error {
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case err == nil, passing(err):
		return nil
	}
	return err
}

// Campaigns lists the names of the campaigns.
func (s *Store) Campaigns(ctx context.Context) (names []string, err error) {
	err = patiently(ctx, func(ctx context.Context) error {
		names = nil
		lister := s.js.KeyValueStoreNames(ctx)
		for name := range lister.Name() {
			if name, ok := strings.CutPrefix(name, bucketPrefix); ok {
				names = append(names, name)
			}
		}
		return lister.Error()
	})
	slices.Sort(names)
	return names, err
}

// Remove removes a campaign.
func (s *Store) Remove(ctx context.Context, name string) error {
	s.mutex.Lock()
	delete(s.buckets, name)
	delete(s.consumers, name)
	s.mutex.Unlock()
	return patiently(ctx, func(ctx context.Context) error {
		if err := s.js.DeleteStream(ctx, queuePrefix+name); err != nil && !errors.Is(err, jetstream.ErrStreamNotFound) {
			return err
		}
		err := s.js.DeleteKeyValue(ctx, bucketPrefix+name)
		if errors.Is(err, jetstream.ErrBucketNotFound) || errors.Is(err, jetstream.ErrStreamNotFound) {
			return nil
		}
		return err
	})
}

// A claim is a message that was delivered and not acknowledged.
type claim struct {
	message jetstream.Msg
	job     campaign.Job
}

func (c *claim) Job() campaign.Job { return c.job }
func (c *claim) Renew() error      { return c.message.InProgress() }
func (c *claim) Done() error       { return c.message.Ack() }
func (c *claim) Release() error    { return c.message.Nak() }
