// SPDX-License-Identifier: BSD-3-Clause

package jet

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// A Server describes how to reach a running server or cluster.
type Server struct {
	// URL is an address such as tls://host:4222, or nats://host:4222 without encryption, if
	// the server permits that. The addresses of several servers of a cluster are separated
	// by commas.
	URL string

	// At most one of these identifies the client: a token, or a file with the seed of an
	// NKey, or a file with the credentials of a user.
	Token, Seed, Credentials string

	// CA is a file with the certificates to trust; "" for those of the system.
	CA string

	// Replicas is the number of servers that keep each record of a new campaign; 0 means 3 on a
	// cluster and 1 otherwise.
	Replicas int

	// Notice, if not nil, is called with a sentence when the connection breaks, when it is
	// restored, and when a server of Serve cannot write records.
	Notice func(string)
}

// attempt is the time that a request may take before it is repeated. Tests make it shorter.
var attempt = 5 * time.Second

// watchTime is the time in which a server must begin to send the records of a bucket. Tests make it
// shorter.
var watchTime = 6 * attempt

// connecting is the time in which a connection must be made, encrypted and authorized.
const connecting = 5 * time.Second

// pingEvery is the time between two checks of a silent connection. Two without an answer end it.
const pingEvery = 20 * time.Second

// options returns those of every connection.
func options() []nats.Option {
	return []nats.Option{
		nats.Name("polka campaign"),
		nats.MaxReconnects(-1),
		nats.ReconnectWait(100 * time.Millisecond),
		nats.ReconnectJitter(100*time.Millisecond, 100*time.Millisecond),
		nats.PingInterval(pingEvery),
		nats.Timeout(connecting),
		nats.ErrorHandler(func(*nats.Conn, *nats.Subscription, error) {}), // by default they are printed
	}
}

// Connect returns the store on a server. It is an error if the server cannot be reached, does not
// accept the token, the key or the credentials, has a certificate that is not trusted, or has
// no JetStream. Afterwards a broken connection is restored, and calls wait for that.
func Connect(ctx context.Context, s Server) (*Store, error) {
	list := options()
	if s.Token != "" {
		list = append(list, nats.Token(s.Token))
	}
	if s.Seed != "" {
		key, err := nats.NkeyOptionFromSeed(s.Seed)
		if err != nil {
			return nil, fmt.Errorf("campaign: %s: expected a file with the seed of an NKey of a user: %w", s.Seed, err)
		}
		list = append(list, key)
	}
	if s.Credentials != "" {
		list = append(list, nats.UserCredentials(s.Credentials))
	}
	if s.CA != "" {
		list = append(list, nats.RootCAs(s.CA))
	}
	if s.Notice != nil {
		list = append(list,
			nats.DisconnectErrHandler(func(c *nats.Conn, _ error) {
				if !c.IsClosed() {
					s.Notice("the connection to " + s.shown() + " is broken; trying again")
				}
			}),
			nats.ReconnectHandler(func(*nats.Conn) { s.Notice("the connection to " + s.shown() + " is restored") }))
	}
	conn, err := nats.Connect(s.URL, list...)
	if err != nil {
		return nil, s.explain(err)
	}
	replicas := s.Replicas
	if replicas == 0 {
		if replicas = 1; conn.ConnectedClusterName() != "" {
			replicas = 3
		}
	}
	store, err := newStore(conn, replicas)
	if err != nil {
		return nil, err
	}
	store.server, store.complaints.notice = s, s.Notice
	if err := store.greet(ctx); err != nil {
		conn.Close()
		return nil, s.explain(err)
	}
	return store, nil
}

// greet waits until JetStream answers: a cluster may have to elect a leader first.
func (s *Store) greet(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, ready)
	defer cancel()
	for {
		within, cancel := context.WithTimeout(ctx, attempt)
		_, err := s.js.AccountInfo(within)
		cancel()
		if errors.Is(err, jetstream.ErrJetStreamNotEnabled) || errors.Is(err, jetstream.ErrJetStreamNotEnabledForAccount) || !passing(err) {
			return err
		}
		select {
		case <-ctx.Done():
			return err
		case <-time.After(100 * time.Millisecond):
		}
	}
}

// shown returns the address without the secrets that it can contain.
func (s Server) shown() string {
	list := strings.Split(s.URL, ",")
	for i, address := range list {
		if u, err := url.Parse(strings.TrimSpace(address)); err == nil && u.User != nil {
			u.User = nil
			list[i] = u.String()
		} else if at := strings.LastIndexByte(address, '@'); at >= 0 {
			list[i] = address[at+1:]
		}
	}
	return strings.Join(list, ",")
}

// explain describes why there is no connection.
func (s Server) explain(err error) error {
	reason := err.Error()
	var certificate *tls.CertificateVerificationError
	switch {
	case errors.Is(err, nats.ErrNoServers):
		reason = "no server answers"
	case errors.Is(err, nats.ErrSecureConnWanted):
		reason = "the server does not use TLS"
	case errors.Is(err, nats.ErrNkeysNotSupported):
		reason = "the server does not accept keys"
	case errors.Is(err, nats.ErrAuthorization), errors.Is(err, nats.ErrAuthExpired), errors.Is(err, nats.ErrAuthRevoked),
		errors.Is(err, nats.ErrAccountAuthExpired):
		switch {
		case s.Token != "":
			reason = "the server does not accept the token"
		case s.Seed != "":
			reason = "the server does not accept the key in " + s.Seed
		case s.Credentials != "":
			reason = "the server does not accept the credentials in " + s.Credentials
		default:
			reason = "the server requires a token, a key or credentials"
		}
	case errors.As(err, &certificate):
		reason = "the certificate of the server is not trusted: " + certificate.Err.Error()
	case errors.Is(err, jetstream.ErrJetStreamNotEnabled), errors.Is(err, jetstream.ErrJetStreamNotEnabledForAccount):
		reason = "the server has no JetStream"
	}
	return &connectError{fmt.Sprintf("campaign: %s: %s", s.shown(), reason), err}
}

// A connectError says in our words why there is no connection.
type connectError struct {
	message string
	err     error
}

func (e *connectError) Error() string { return e.message }
func (e *connectError) Unwrap() error { return e.err }
