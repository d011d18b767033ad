// SPDX-License-Identifier: BSD-3-Clause

package jet

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"crypto/tls"
	"encoding/base64"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nkeys"

	"polka/internal/replace"
)

// A Listening describes how the server of a folder accepts connections from other machines. All are
// encrypted, and none is accepted without the token or one of the keys.
type Listening struct {
	// Address is a host, or "" for all addresses of the machine, and a port, or 0 for one that is
	// free, such as :4222.
	Address string

	// Certificate and Key are files. If both are "", the server makes a certificate in the
	// folder, tls/cert.pem, which clients must trust (Server.CA).
	Certificate, Key string

	// Token is the token that clients present, of at least MinToken bytes; "" for none.
	Token string

	// Keys are the public NKeys of users.
	Keys []string

	// Notice, if not nil, is called with a sentence when records cannot be written.
	Notice func(string)
}

// MinToken is the length of the shortest token that a server accepts.
const MinToken = 16

// NewToken returns a random token of 256 bits.
func NewToken() string {
	var b [32]byte
	_, _ = rand.Read(b[:]) // it never fails
	return base64.RawURLEncoding.EncodeToString(b[:])
}

// NewKey returns the seed of a random NKey, which is a secret, and its public half.
func NewKey() (seed, public string, err error) {
	pair, err := nkeys.CreateUser()
	if err != nil {
		return "", "", err
	}
	secret, err := pair.Seed()
	if err != nil {
		return "", "", err
	}
	public, err = pair.PublicKey()
	return string(secret), public, err
}

// Serve opens the store in a folder, as Open does, and listens. The server runs in this program
// until Close: if another program has it, that one hands it over and becomes a client.
func Serve(ctx context.Context, dir string, l Listening) (*Store, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("campaign: %w", err)
	}
	unlock, err := claimListening(dir) // first, since another program that listens needs its certificate
	if err != nil {
		return nil, fmt.Errorf("campaign: another program listens: %w", err)
	}
	o, err := l.options(dir)
	if err != nil {
		unlock()
		return nil, fmt.Errorf("campaign: %w", err)
	}
	store, err := openFolder(ctx, &folder{dir: dir, options: o, complaints: complaints{notice: l.Notice}})
	if err != nil {
		unlock()
		return nil, err
	}
	store.unlock = unlock
	return store, nil
}

// Address returns the address on which the server in this program listens, nil if it does not.
func (s *Store) Address() net.Addr {
	if s.folder == nil {
		return nil
	}
	return s.folder.address()
}

// options checks what a listening server needs.
func (l Listening) options(dir string) (*server.Options, error) {
	o := folderOptions(dir)
	host, port, err := net.SplitHostPort(l.Address)
	if err == nil {
		o.Port, err = strconv.Atoi(port)
	}
	if err != nil || o.Port < 0 || o.Port > 65535 {
		return nil, fmt.Errorf("expected an address such as :4222 or 192.0.2.1:4222, got %q", l.Address)
	}
	if o.Port == 0 {
		o.Port = server.RANDOM_PORT
	}
	o.DontListen, o.Host, o.PingInterval = false, host, pingEvery
	g := &guard{keys: map[string]nkeys.KeyPair{}}
	if l.Token != "" {
		if len(l.Token) < MinToken {
			return nil, fmt.Errorf("the token is too short: expected at least %d bytes", MinToken)
		}
		sum := sha256.Sum256([]byte(l.Token))
		g.token = sum[:]
	}
	for _, k := range l.Keys {
		if !nkeys.IsValidPublicUserKey(k) {
			return nil, fmt.Errorf("expected the public NKey of a user, which begins with U, got %q", k)
		}
		if g.keys[k], err = nkeys.FromPublicKey(k); err != nil {
			return nil, err
		}
	}
	if g.token == nil && len(g.keys) == 0 {
		return nil, errors.New("a server that listens must have a token or keys")
	}
	o.CustomClientAuthentication, o.AlwaysEnableNonce = g, true
	var c tls.Certificate
	if l.Certificate != "" || l.Key != "" {
		c, err = tls.LoadX509KeyPair(l.Certificate, l.Key)
	} else {
		c, err = ownCertificate(dir, host)
	}
	if err != nil {
		return nil, err
	}
	o.TLSConfig = &tls.Config{MinVersion: tls.VersionTLS13, Certificates: []tls.Certificate{c}}
	return o, nil
}

// A guard decides who may connect: those who know the token or have a key, and, without
// either, the programs of this user that use the folder.
type guard struct {
	token []byte // its SHA-256 sum, nil for none
	keys  map[string]nkeys.KeyPair
}

// Check reports whether a client may connect.
func (g *guard) Check(c server.ClientAuthentication) bool {
	// A pipe is a connection within this program. Those of the socket in the folder are
	// passed through one; only this user can open it.
	if a := c.RemoteAddress(); a != nil && a.Network() == pipeNetwork {
		return true
	}
	o := c.GetOpts()
	if o.Nkey != "" {
		key := g.keys[o.Nkey]
		signature, err := base64.RawURLEncoding.DecodeString(o.Sig)
		return err == nil && key != nil && len(c.GetNonce()) > 0 && key.Verify(c.GetNonce(), signature) == nil
	}
	sum := sha256.Sum256([]byte(o.Token))
	return g.token != nil && subtle.ConstantTimeCompare(sum[:], g.token) == 1
}

// pipeNetwork is the network of net.Pipe.
const pipeNetwork = "pipe"

// A program that listens must have the server of its folder. It claims the file listening for its
// whole life, and the other programs, which look every handOverEvery, then hand
// the server over and do not start another.
const (
	listeningName = "listening" // for replace.Lock
	handOverEvery = 500 * time.Millisecond
)

// wanted reports whether a program that listens needs the server of a folder.
func (f *folder) wanted() bool { return replace.Locked(filepath.Join(f.dir, listeningName)) }

// claimListening claims the right to listen. If the last program with it was killed, others may
// hold it for a moment to see whether it is free.
func claimListening(dir string) (unlock func(), err error) {
	for range 5 {
		if unlock, err = replace.Lock(filepath.Join(dir, listeningName)); err == nil {
			break
		}
		time.Sleep(20 * time.Millisecond)
	}
	return unlock, err
}

// handOver stops the server of this program when one that listens needs it. The client of this
// program then dials again and reaches that one.
func (f *folder) handOver(stopped <-chan struct{}) {
	ticker := time.NewTicker(handOverEvery)
	defer ticker.Stop()
	for {
		select {
		case <-stopped:
			return
		case <-ticker.C:
		}
		if f.wanted() {
			f.mutex.Lock()
			if f.stopped == stopped {
				f.stop()
			}
			f.mutex.Unlock()
			return
		}
	}
}

// ReadToken reads the token in a file.
func ReadToken(file string) (string, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return "", err
	}
	token := strings.TrimSpace(string(text))
	if token == "" || strings.ContainsAny(token, " \t\r\n") {
		return "", fmt.Errorf("%s: expected a token, which is a word", file)
	}
	return token, nil
}
