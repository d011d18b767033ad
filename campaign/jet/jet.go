// SPDX-License-Identifier: BSD-3-Clause

// Package jet stores campaigns on NATS JetStream.
//
// [Open] uses a folder: the first program that opens it runs a NATS server inside itself, with
// its files in the folder and no port. Other programs on the same machine reach it through a
// socket in the folder. If that program ends, even by a crash, the next one takes over; calls
// in progress wait and are repeated. [Serve] is Open with a port, for workers on other machines:
// always encrypted, and only for clients with a token or a key. [Connect] uses such a server,
// or any other NATS server or cluster with JetStream.
//
// A campaign has three streams. The bucket polka-ledger_NAME holds the ledger and the alarms. The
// server refuses a second message with the same key, whoever sends it, and does not delete any, so
// that a record is written once. The bucket polka_NAME holds what may change. The stream
// polka-queue_NAME is the queue: one message at most for each part, removed when it is
// acknowledged, and handed out again if a worker falls silent.
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
	ledgerPrefix = "polka-ledger_" // also of a bucket
	queuePrefix  = "polka-queue_"
	jobSubject   = "polka-job."
	consumerName = "workers"
)

// infoKind is the end of the key of the record that completes the start of a campaign.
const infoKind = ".info"

// mostWaiting is the number of threads of workers that may wait for a job of a campaign at the same
// time.
const mostWaiting = 100_000

// A Store is a campaign.Store on JetStream.
type Store struct {
	conn     *nats.Conn
	js       jetstream.JetStream
	server   Server  // the zero value for a folder
	folder   *folder // nil for a server elsewhere
	unlock   func()  // gives up the right to listen; nil unless this program listens
	replicas int
	claim    time.Duration // campaign.ClaimTime; shorter in tests

	complaints *complaints

	mutex     sync.Mutex
	buckets   map[string]jetstream.KeyValue
	consumers map[string]jetstream.Consumer
}

var _ campaign.Store = (*Store)(nil)

// newStore returns the store on a connection.
func newStore(conn *nats.Conn, replicas int) (*Store, error) {
	// Without a time limit, a message whose acknowledgment is lost remains pending, and when some
	// thousands are pending, no more are sent.
	js, err := jetstream.New(conn, jetstream.WithPublishAsyncTimeout(attempt))
	if err != nil {
		conn.Close()
		return nil, err
	}
	return &Store{conn: conn, js: js, replicas: replicas, claim: campaign.ClaimTime, complaints: &complaints{}, buckets: map[string]jetstream.KeyValue{}, consumers: map[string]jetstream.Consumer{}}, nil
}

// Close ends the connection, and the server if it runs inside this program.
func (s *Store) Close() {
	s.conn.Close()
	if s.folder != nil {
		s.folder.close()
	}
	if s.unlock != nil {
		s.unlock()
	}
}

// patiently repeats a request until it succeeds, fails for a reason of its own, or ctx ends. The
// server may be starting, or be replaced by another one.
func (s *Store) patiently(ctx context.Context, request func(ctx context.Context) error) error {
	for wait := 10 * time.Millisecond; ; wait = min(2*wait, time.Second) {
		if err := s.folder.check(); err != nil {
			return err
		}
		within, cancel := context.WithTimeout(ctx, attempt)
		err := request(within)
		cancel()
		if err == nil || !passing(err) {
			return s.reason(err)
		}
		if reason := s.Trouble(ctx); reason != "" {
			s.complaints.say(reason)
		}
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-time.After(wait/2 + rand.N(wait)):
		}
	}
}

// reason returns why a request failed: the folder was removed, or the connection ended for good,
// for example because a server that was started again does not accept the token.
func (s *Store) reason(err error) error {
	if err == nil {
		return nil
	}
	if removed := s.folder.check(); removed != nil {
		return removed
	}
	if last := s.conn.LastError(); errors.Is(err, nats.ErrConnectionClosed) && last != nil {
		return s.server.explain(last)
	}
	return err
}

// unavailable is the code of errors of a cluster that has no leader at the moment.
const unavailable = 503

// passing reports whether the reason for an error may pass.
func passing(err error) bool {
	for _, e := range []error{
		context.DeadlineExceeded, nats.ErrTimeout, nats.ErrNoResponders, nats.ErrDisconnected, nats.ErrReconnectBufExceeded,
		nats.ErrConnectionReconnecting, nats.ErrStaleConnection, jetstream.ErrNoStreamResponse, jetstream.ErrJetStreamNotEnabled,
		jetstream.ErrNoHeartbeat, jetstream.ErrServerShutdown, jetstream.ErrConsumerLeadershipChanged, jetstream.ErrTooManyStalledMsgs,
		jetstream.ErrAsyncPublishTimeout,
		errBehind, errUnmade,
	} {
		if errors.Is(err, e) {
			return true
		}
	}
	var api *jetstream.APIError
	var old *nats.APIError // of package nats, which watches
	return errors.As(err, &api) && (api.Code == unavailable && !full(err) || offline(api)) || errors.As(err, &old) && old.Code == unavailable
}

// offline reports whether there is no room for a stream because the leader of a cluster has not
// heard from a server yet, or not for some time.
func offline(err *jetstream.APIError) bool {
	const noPeers = 10005 // JSClusterNoPeersErrF of the server; its text lists the reasons
	return err.ErrorCode == noPeers && strings.Contains(err.Description, "peer offline")
}

// full reports whether a job was refused because it is in the queue.
func full(err error) bool {
	return err != nil && strings.Contains(err.Error(), "maximum messages per subject exceeded")
}

// bucketStream returns the stream of a bucket. Only the leader of several replicas answers, because
// the others may lag behind.
func (s *Store) bucketStream(bucket string, once bool) jetstream.StreamConfig {
	return jetstream.StreamConfig{
		Name: "KV_" + bucket, Subjects: []string{"$KV." + bucket + ".>"}, Replicas: s.replicas, Storage: jetstream.FileStorage,
		MaxMsgsPerSubject: 1, Discard: jetstream.DiscardNew, DiscardNewPerSubject: once,
		DenyDelete: true, DenyPurge: once, AllowRollup: !once, AllowDirect: s.replicas <= 1,
	}
}

// errUnmade is added to the error of a server that could not make the files of a stream, while it
// is worth another try.
var errUnmade = errors.New("campaign: the server could not make a stream")

// mostUnmade is how often the files of a campaign's streams may fail to be made. A server that is
// removing a stream of the same name, or whose disk is very slow, can make them a moment later; one
// that may not write into its folder never can.
const mostUnmade = 6

// unmade reports whether the server could not make the files of a stream.
func unmade(err error) bool {
	const createFailed = 10049 // JSStreamCreateErrF of the server
	var api *jetstream.APIError
	return errors.As(err, &api) && api.ErrorCode == createFailed
}

// Begin makes the buckets and the queue of a campaign, unless they exist.
func (s *Store) Begin(ctx context.Context, name string) error {
	streams := []jetstream.StreamConfig{s.bucketStream(bucketPrefix+name, false), s.bucketStream(ledgerPrefix+name, true), {
		Name: queuePrefix + name, Subjects: []string{jobSubject + name + ".*"}, Replicas: s.replicas, Storage: jetstream.FileStorage,
		Retention: jetstream.WorkQueuePolicy, MaxMsgsPerSubject: 1, Discard: jetstream.DiscardNew, DiscardNewPerSubject: true,
	}}
	failures := 0
	return s.patiently(ctx, func(ctx context.Context) error {
		for _, c := range streams {
			_, err := s.js.CreateStream(ctx, c)
			if unmade(err) {
				if failures++; failures < mostUnmade {
					return errors.Join(errUnmade, err)
				}
			}
			if err != nil && !errors.Is(err, jetstream.ErrStreamNameAlreadyInUse) {
				return err
			}
		}
		_, err := s.js.CreateOrUpdateConsumer(ctx, queuePrefix+name, jetstream.ConsumerConfig{
			Durable: consumerName, AckPolicy: jetstream.AckExplicitPolicy, AckWait: s.claim, MaxDeliver: -1, MaxAckPending: -1, MaxWaiting: mostWaiting,
		})
		return err
	})
}

// bucketOf returns the name of the bucket that a key belongs to, and the key in it.
func bucketOf(key string) (bucket, rest string) {
	name, rest, _ := strings.Cut(key, ".")
	if campaign.Once(key) {
		return ledgerPrefix + name, rest
	}
	return bucketPrefix + name, rest
}

// bucket returns a bucket.
func (s *Store) bucket(ctx context.Context, name string) (kv jetstream.KeyValue, err error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if kv = s.buckets[name]; kv != nil {
		return kv, nil
	}
	if kv, err = s.js.KeyValue(ctx, name); err == nil {
		s.buckets[name] = kv
	}
	return kv, err
}

// record calls do with the bucket that a key belongs to, and the key in it. If nobody answers for
// the bucket, it is looked up again, since another program may have removed it.
func (s *Store) record(ctx context.Context, key string, do func(ctx context.Context, kv jetstream.KeyValue, rest string) error) error {
	bucket, rest := bucketOf(key)
	err := s.patiently(ctx, func(ctx context.Context) error {
		kv, err := s.bucket(ctx, bucket)
		if err == nil {
			err = do(ctx, kv, rest)
		}
		if errors.Is(err, nats.ErrNoResponders) || errors.Is(err, jetstream.ErrNoStreamResponse) || errors.Is(err, jetstream.ErrJetStreamNotEnabled) {
			s.mutex.Lock()
			delete(s.buckets, bucket)
			s.mutex.Unlock()
		}
		return err
	})
	if errors.Is(err, jetstream.ErrBucketNotFound) {
		name, _, _ := strings.Cut(key, ".")
		return fmt.Errorf("campaign: there is no campaign %s: %w", name, err)
	}
	return err
}

// tooLarge explains why a message was refused, if that was because of its size.
func (s *Store) tooLarge(err error, key string, size int) error {
	if errors.Is(err, nats.ErrMaxPayload) {
		return fmt.Errorf("campaign: the record %s has %d bytes, and the server accepts at most %d", key, size, s.conn.MaxPayload())
	}
	return err
}

// Create writes a record that does not exist.
func (s *Store) Create(ctx context.Context, key string, record []byte) error {
	err := s.record(ctx, key, func(ctx context.Context, kv jetstream.KeyValue, rest string) error {
		_, err := kv.Create(ctx, rest, record)
		return err
	})
	if errors.Is(err, jetstream.ErrKeyExists) || full(err) {
		return campaign.ErrExists
	}
	return s.tooLarge(err, key, len(record))
}

// Put writes a record.
func (s *Store) Put(ctx context.Context, key string, record []byte) error {
	err := s.record(ctx, key, func(ctx context.Context, kv jetstream.KeyValue, rest string) error {
		_, err := kv.Put(ctx, rest, record)
		return err
	})
	return s.tooLarge(err, key, len(record))
}

// Get returns a record.
func (s *Store) Get(ctx context.Context, key string) (record []byte, err error) {
	err = s.record(ctx, key, func(ctx context.Context, kv jetstream.KeyValue, rest string) error {
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
func (s *Store) Each(ctx context.Context, prefix string, visit func(key string, record []byte) bool) error {
	for {
		ended := false // by visit
		err := s.each(ctx, prefix, func(key string, record []byte) error {
			if ended = !visit(key, record); ended {
				return errEnded
			}
			return nil
		})
		if ended {
			return nil
		}
		if !passing(err) || ctx.Err() != nil {
			return err
		}
		select {
		case <-ctx.Done():
		case <-time.After(50 * time.Millisecond):
		}
	}
}

// errEnded ends a walk through records.
var errEnded = errors.New("campaign: ended by the visitor")

// errBehind is the error of a server that lags behind the leader.
var errBehind = errors.New("campaign: the server lags behind the others of the cluster")

// each is Each, with errors that may pass. Any server of a cluster may be the one that sends the
// records, so what the leader had at the beginning must be asked for. Of what is written
// once, nothing is ever removed, and the last message of the stream must arrive. Of the rest
// there is little, and the leader gives it.
func (s *Store) each(ctx context.Context, prefix string, visit func(key string, record []byte) error) error {
	var kv jetstream.KeyValue
	var stream jetstream.Stream
	bucket, rest := bucketOf(prefix)
	name := strings.TrimSuffix(prefix, rest)
	err := s.patiently(ctx, func(ctx context.Context) (err error) {
		if kv, err = s.bucket(ctx, bucket); err == nil {
			stream, err = s.js.Stream(ctx, "KV_"+bucket)
		}
		return err
	})
	if err != nil {
		return err
	}
	pattern, last, seen := rest+">", uint64(0), uint64(0)
	if info := stream.CachedInfo(); info.Config.Replicas > 1 {
		if !campaign.Once(prefix) {
			return s.eachOfLeader(ctx, stream, bucket, name, pattern, visit)
		}
		pattern, last = ">", info.State.LastSeq
	}
	err = s.watch(ctx, kv, pattern, func(e jetstream.KeyValueEntry) error {
		seen = max(seen, e.Revision())
		if e.Operation() != jetstream.KeyValuePut || !strings.HasPrefix(e.Key(), rest) {
			return nil
		}
		return visit(name+e.Key(), e.Value())
	})
	if err == nil && seen < last {
		return errBehind
	}
	return err
}

// eachOfLeader is each with the records that the leader of a cluster has.
func (s *Store) eachOfLeader(ctx context.Context, stream jetstream.Stream, bucket, name, pattern string, visit func(key string, record []byte) error) error {
	subject := "$KV." + bucket + "."
	var info *jetstream.StreamInfo
	err := s.patiently(ctx, func(ctx context.Context) (err error) {
		info, err = stream.Info(ctx, jetstream.WithSubjectFilter(subject+pattern))
		return err
	})
	if err != nil {
		return err
	}
	for at := range info.State.Subjects {
		key := name + strings.TrimPrefix(at, subject)
		record, err := s.Get(ctx, key)
		if errors.Is(err, campaign.ErrMissing) {
			continue
		}
		if err == nil {
			err = visit(key, record)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// watch calls visit for the newest entries whose keys match a pattern. A connection that breaks
// meanwhile is a passing error.
func (s *Store) watch(ctx context.Context, kv jetstream.KeyValue, pattern string, visit func(jetstream.KeyValueEntry) error) error {
	within, cancel := context.WithCancel(ctx)
	defer cancel()
	// Nobody answers the request of Watch if its server ends just then.
	late := time.AfterFunc(watchTime, cancel)
	watcher, err := kv.Watch(within, pattern)
	if err == nil {
		defer func() { _ = watcher.Stop() }() // it ends with the context in any case
	}
	if !late.Stop() && ctx.Err() == nil {
		return nats.ErrTimeout
	}
	if err != nil {
		return err
	}
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
		err := s.patiently(ctx, func(ctx context.Context) error {
			var futures []jetstream.PubAckFuture
			for _, j := range batch {
				f, err := s.js.PublishAsync(jobSubject+name+"."+j.Key, []byte(j.Part))
				if err != nil {
					return s.tooLarge(err, "of a job", len(j.Part))
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
	err := s.patiently(ctx, func(ctx context.Context) (err error) {
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
	// A request for several jobs that waits would wait until it has all of them.
	batch, err := consumer.FetchNoWait(n)
	claims, err := s.receive(ctx, batch, err)
	if len(claims) == 0 && err == nil && wait > 0 {
		batch, err = consumer.Fetch(1, jetstream.FetchMaxWait(wait))
		claims, err = s.receive(ctx, batch, err)
	}
	return claims, err
}

// receive returns the jobs of a request. It waits until the server has answered, even if that is
// late: jobs that nobody received would be handed out again only after the time of a claim.
func (s *Store) receive(ctx context.Context, batch jetstream.MessageBatch, err error) (claims []campaign.Claim, _ error) {
	if err != nil {
		return nil, s.ignore(ctx, err)
	}
	for {
		select {
		case <-ctx.Done():
			for _, c := range claims {
				_ = c.Release() // if it fails, the claim expires
			}
			return nil, context.Cause(ctx)
		case m, ok := <-batch.Messages():
			if !ok {
				if len(claims) > 0 {
					return claims, nil
				}
				return nil, s.ignore(ctx, batch.Error())
			}
			key := m.Subject()[strings.LastIndexByte(m.Subject(), '.')+1:]
			claims = append(claims, &claim{m, campaign.Job{Key: key, Part: campaign.Part(m.Data())}})
		}
	}
}

// ignore removes errors that may pass: the caller asks again.
func (s *Store) ignore(ctx context.Context, err error) error {
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case err == nil, passing(err):
		return nil
	}
	return s.reason(err)
}

// Campaigns returns the names of the campaigns.
func (s *Store) Campaigns(ctx context.Context) (names []string, err error) {
	var begun []string
	err = s.patiently(ctx, func(ctx context.Context) error {
		begun = nil
		lister := s.js.KeyValueStoreNames(ctx)
		for name := range lister.Name() {
			if name, ok := strings.CutPrefix(name, bucketPrefix); ok {
				begun = append(begun, name)
			}
		}
		return lister.Error()
	})
	if err != nil {
		return nil, err
	}
	slices.Sort(begun)
	for _, name := range begun {
		switch _, err := s.Get(ctx, name+infoKind); {
		case err == nil:
			names = append(names, name)
		case !errors.Is(err, campaign.ErrMissing):
			return nil, err
		}
	}
	return names, nil
}

// Remove removes a campaign.
func (s *Store) Remove(ctx context.Context, name string) error {
	s.mutex.Lock()
	delete(s.buckets, bucketPrefix+name)
	delete(s.buckets, ledgerPrefix+name)
	delete(s.consumers, name)
	s.mutex.Unlock()
	return s.patiently(ctx, func(ctx context.Context) error {
		if err := s.js.DeleteStream(ctx, queuePrefix+name); err != nil && !errors.Is(err, jetstream.ErrStreamNotFound) {
			return err
		}
		for _, bucket := range []string{ledgerPrefix + name, bucketPrefix + name} {
			err := s.js.DeleteKeyValue(ctx, bucket)
			if err != nil && !errors.Is(err, jetstream.ErrBucketNotFound) && !errors.Is(err, jetstream.ErrStreamNotFound) {
				return err
			}
		}
		return nil
	})
}

// A claim is a message that was delivered and not acknowledged.
type claim struct {
	message jetstream.Msg
	job     campaign.Job
}

func (c *claim) Job() campaign.Job { return c.job }
func (c *claim) Renew() error      { return c.message.InProgress() }
func (c *claim) Complete() error   { return c.message.Ack() }
func (c *claim) Release() error    { return c.message.Nak() }
