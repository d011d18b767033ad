// SPDX-License-Identifier: BSD-3-Clause

package jet

import (
	"bufio"
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"math/big"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"

	"polka/campaign"
)

// serving is a server that listens until the test ends, and how clients reach it.
func serving(t *testing.T, dir string, l Listening) (*Store, Server) {
	t.Helper()
	if l.Address == "" {
		l.Address = "127.0.0.1:0"
	}
	s, err := Serve(t.Context(), dir, l)
	if err != nil {
		t.Fatal(err)
	}
	s.claim = testClaim
	t.Cleanup(s.Close)
	return s, Server{URL: "tls://" + s.Address().String(), Token: l.Token, CA: CertificateFile(dir)}
}

// connect connects to a server until the test ends.
func connect(t *testing.T, server Server) *Store {
	t.Helper()
	s, err := Connect(t.Context(), server)
	if err != nil {
		t.Fatal(err)
	}
	s.claim = testClaim
	t.Cleanup(s.Close)
	return s
}

// seedFile writes the seed of a new NKey to a file.
func seedFile(t *testing.T) (file, public string) {
	t.Helper()
	seed, public, err := NewKey()
	if err != nil {
		t.Fatal(err)
	}
	file = filepath.Join(t.TempDir(), "seed")
	if err := os.WriteFile(file, []byte(seed+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	return file, public
}

// TestServe works on a campaign through a server that listens, with a token, a key, and the
// folder.
func TestServe(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	seed, public := seedFile(t)
	_, server := serving(t, dir, Listening{Token: NewToken(), Keys: []string{public}})
	byToken := connect(t, server)
	server.Token, server.Seed = "", seed
	byKey := connect(t, server)
	for _, c := range []struct {
		name  string
		store campaign.Store
	}{{"token", byToken}, {"key", byKey}, {"folder", open(t, dir)}} {
		t.Run(c.name, func(t *testing.T) { tryStore(t, c.store) })
	}
	if byToken.replicas != 1 {
		t.Errorf("%d replicas on one server, expected 1", byToken.replicas)
	}
	c := queens(t, byToken, 100)
	if err := c.Work(t.Context(), campaign.Worker{Threads: 2, Idle: 10 * time.Millisecond}); err != nil {
		t.Fatal(err)
	}
	check(t, byKey)
}

// TestHandOver starts a server that listens while workers use its folder.
func TestHandOver(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	first, second := open(t, dir), open(t, dir)
	queens(t, first, 300)
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	started := make(chan bool, 1)
	done := make(chan error)
	for _, s := range []*Store{first, second} {
		go func() {
			c, err := campaign.Open(ctx, s, "queens")
			if err == nil {
				err = c.Work(ctx, campaign.Worker{Threads: 1, Linger: true, Idle: 10 * time.Millisecond, Progress: func(campaign.Record) {
					select {
					case started <- true:
					default:
					}
				}})
			}
			done <- err
		}()
	}
	<-started
	s, server := serving(t, dir, Listening{Token: NewToken()})
	if _, err := Serve(ctx, dir, Listening{Address: "127.0.0.1:0", Token: NewToken()}); err == nil || !strings.Contains(err.Error(), "another program listens") {
		t.Errorf("a second server for the folder: %v", err)
	}
	remote := connect(t, server)
	c, err := campaign.Open(ctx, remote, "queens")
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Work(ctx, campaign.Worker{Threads: 1, Idle: 10 * time.Millisecond}); err != nil {
		t.Fatal(err)
	}
	check(t, remote)
	s.Close() // the others take the folder back, and it has no port
	check(t, first)
	if _, err := net.Dial("tcp", strings.TrimPrefix(server.URL, "tls://")); err == nil {
		t.Error("the port is open without the server that listened")
	}
	cancel()
	for range 2 {
		if err := <-done; !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
	}
}

// TestServeTwice refuses a second server for a folder. It does not replace the certificate of the
// first one, not even by one for another host.
func TestServeTwice(t *testing.T) {
	dir := t.TempDir()
	_, server := serving(t, dir, Listening{Token: NewToken()})
	before, err := os.ReadFile(server.CA)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Serve(t.Context(), dir, Listening{Address: "192.0.2.1:0", Token: NewToken()}); err == nil || !strings.Contains(err.Error(), "another program listens") {
		t.Errorf("a second server for the folder: %v", err)
	}
	if after, err := os.ReadFile(server.CA); err != nil || !bytes.Equal(after, before) {
		t.Errorf("the certificate has changed, error %v", err)
	}
	connect(t, server)
}

// TestServeAgain kills a server that listens. A program that uses the folder takes over, without a
// port, until the server is started again; then clients with its address continue.
func TestServeAgain(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	dir, token := t.TempDir(), NewToken()
	d := &daemon{
		role:  role{Kind: serveRole, Folder: dir, Listen: fmt.Sprintf("127.0.0.1:%d", freePort(t)), Token: token},
		start: (*exec.Cmd).Start,
	}
	d.run(ctx, t)
	remote := connect(t, Server{URL: "tls://" + d.addr, Token: token, CA: CertificateFile(dir)})
	c := queens(t, remote, 300)
	d.kill()

	local := open(t, dir)
	records, done := make(chan bool, 1000), make(chan error)
	go func() {
		c, err := campaign.Open(ctx, local, "queens")
		if err == nil {
			err = c.Work(ctx, campaign.Worker{Threads: 1, Linger: true, Idle: 10 * time.Millisecond, Progress: func(campaign.Record) { records <- true }})
		}
		done <- err
	}()
	select {
	case <-records:
	case <-ctx.Done():
		t.Fatal("the program that uses the folder does not take over")
	}
	if local.Address() != nil {
		t.Errorf("it listens on %v", local.Address())
	}
	d.run(ctx, t)
	if err := c.Work(ctx, campaign.Worker{Threads: 1, Idle: 10 * time.Millisecond}); err != nil {
		t.Fatal(err)
	}
	check(t, remote)
	cancel()
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	d.end()
}

// contents is what a store contains, for comparison: the numbers of messages and the last
// sequence numbers of all streams.
func contents(t *testing.T, s *Store) string {
	t.Helper()
	var text strings.Builder
	list := s.js.ListStreams(t.Context())
	for info := range list.Info() {
		fmt.Fprintf(&text, "%s %d %d %d\n", info.Config.Name, info.State.Msgs, info.State.LastSeq, info.State.Consumers)
	}
	if list.Err() != nil {
		t.Fatal(list.Err())
	}
	return text.String()
}

// TestRefusedListening refuses to listen without authentication, and with what makes no sense.
func TestRefusedListening(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	token := NewToken()
	for _, c := range []struct {
		name, want string
		l          Listening
	}{
		{"nothing", "must have a token or keys", Listening{Address: ":0"}},
		{"short", "too short", Listening{Address: ":0", Token: "secret"}},
		{"address", "expected an address", Listening{Address: "4222", Token: token}},
		{"port", "expected an address", Listening{Address: ":70000", Token: token}},
		{"taken", "listen tcp " + taken.Addr().String(), Listening{Address: taken.Addr().String(), Token: token}},
		{"key", "begins with U", Listening{Address: ":0", Keys: []string{"SUAG"}}},
		{"certificate", "none.pem", Listening{Address: ":0", Token: token, Certificate: "none.pem", Key: "none.pem"}},
	} {
		s, err := Serve(t.Context(), t.TempDir(), c.l)
		if err == nil {
			s.Close()
		}
		if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v, expected a line with %q", c.name, err, c.want)
		}
	}
}

// TestRefused refuses clients that may not connect, with a clear line and without an effect on
// the store.
func TestRefused(t *testing.T) {
	dir := t.TempDir()
	token := NewToken()
	_, public := seedFile(t)
	otherSeed, otherPublic := seedFile(t)
	s, good := serving(t, dir, Listening{Token: token, Keys: []string{public}})
	queens(t, s, 10)
	before := contents(t, s)

	otherDir := t.TempDir() // a server with another certificate
	if _, err := ownCertificate(otherDir, "example.org"); err != nil {
		t.Fatal(err)
	}
	notSeed := filepath.Join(t.TempDir(), "token")
	if err := os.WriteFile(notSeed, []byte(token), 0o600); err != nil {
		t.Fatal(err)
	}
	cert, key := elsewhere(t)
	_, other := serving(t, t.TempDir(), Listening{Token: token, Certificate: cert, Key: key})
	other.CA = cert
	plain, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: server.RANDOM_PORT, NoSigs: true, NoLog: true})
	if err != nil {
		t.Fatal(err)
	}
	plain.Start()
	if !plain.ReadyForConnections(ready) {
		t.Fatal("a server does not start")
	}
	defer plain.Shutdown()
	for _, c := range []struct {
		name, want string
		change     func(*Server)
	}{
		{"no token", "the server requires a token, a key or credentials", func(s *Server) { s.Token = "" }},
		{"wrong token", "the server does not accept the token", func(s *Server) { s.Token = NewToken() }},
		{"half a token", "the server does not accept the token", func(s *Server) { s.Token = token[:20] }},
		{"longer token", "the server does not accept the token", func(s *Server) { s.Token += "x" }},
		{"token in the address", "the server requires a token", func(s *Server) { s.URL = strings.Replace(s.URL, "//", "//"+token[:20]+"@", 1); s.Token = "" }},
		{"wrong key", "the server does not accept the key in " + otherSeed, func(s *Server) { s.Token, s.Seed = "", otherSeed }},
		{"no key", "expected a file with the seed of an NKey", func(s *Server) { s.Token, s.Seed = "", notSeed }},
		{"certificate", "the certificate of the server is not trusted", func(s *Server) { s.CA = "" }},
		{"another certificate", "the certificate of the server is not trusted", func(s *Server) { s.CA = CertificateFile(otherDir) }},
		{"another host", "the certificate of the server is not trusted", func(s *Server) { *s = other }},
		{"no certificate", "none.pem", func(s *Server) { s.CA = filepath.Join(dir, "none.pem") }},
		{"no server", "no server answers", func(s *Server) { s.URL = "tls://127.0.0.1:1" }},
		{"no TLS", "the server does not use TLS", func(s *Server) { s.URL = "tls://" + plain.Addr().String(); s.Token = "" }},
		{"no JetStream", "the server has no JetStream", func(s *Server) { s.URL, s.Token, s.CA = plain.ClientURL(), "", "" }},
	} {
		bad := good
		c.change(&bad)
		store, err := Connect(t.Context(), bad)
		if err == nil {
			store.Close()
		}
		if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") || strings.Contains(err.Error(), token[:20]) {
			t.Errorf("%s: %v, expected a line with %q and without the token", c.name, err, c.want)
		}
	}
	// The public key that the server accepts, with a signature by another key, and with none.
	sign := func(nonce []byte) ([]byte, error) {
		key, err := nats.NkeyOptionFromSeed(otherSeed)
		if err != nil {
			return nil, err
		}
		var o nats.Options
		if err := key(&o); err != nil {
			return nil, err
		}
		return o.SignatureCB(nonce)
	}
	roots, err := os.ReadFile(good.CA)
	if err != nil {
		t.Fatal(err)
	}
	pool := x509.NewCertPool()
	pool.AppendCertsFromPEM(roots)
	for name, o := range map[string]nats.Option{
		"signature":        nats.Nkey(public, sign),
		"empty signature":  nats.Nkey(public, func([]byte) ([]byte, error) { return nil, nil }),
		"unknown key":      nats.Nkey(otherPublic, sign),
		"name, password":   nats.UserInfo("polka", token),
		"token as name":    nats.UserInfo(token, ""),
		"an empty token":   nats.Token(""),
		"no TLS on client": nats.SetCustomDialer(plaintext{}),
	} {
		conn, err := nats.Connect(good.URL, append(options(), o, nats.RootCAs(good.CA))...)
		if err == nil {
			conn.Close()
			t.Errorf("%s: the server accepts it", name)
		}
	}

	// What no client of NATS sends.
	for _, c := range []struct {
		name string
		tls  bool
		text string
		want string
	}{
		{"plain text", false, "CONNECT {\"auth_token\":\"" + token + "\",\"verbose\":true}\r\nPUB polka-job.queens.x 1\r\nx\r\n", ""},
		{"before CONNECT", true, "PUB polka-job.queens.x 1\r\nx\r\nPING\r\n", "Authorization Violation"},
		{"no token", true, "CONNECT {}\r\nPUB polka-job.queens.x 1\r\nx\r\nPING\r\n", "Authorization Violation"},
		{"not JSON", true, "CONNECT {\"auth_token\":\r\nPUB polka-job.queens.x 1\r\nx\r\nPING\r\n", ""},
		{"long line", true, "CONNECT {\"auth_token\":\"" + strings.Repeat("x", 1<<20) + "\"}\r\n", ""},
		{"noise", true, strings.Repeat("\x00\xff", 1000), ""},
		{"large message", true, "CONNECT {\"auth_token\":\"" + token + "\"}\r\nPUB polka-job.queens.x 2000000\r\n" + strings.Repeat("x", 2000000) + "\r\nPING\r\n", "Maximum Payload Violation"},
	} {
		answer := raw(t, s.Address().String(), c.tls, pool, c.text)
		if !strings.Contains(answer, c.want) || strings.Contains(answer, "PONG") {
			t.Errorf("%s: the server answers %q, expected an error %s", c.name, answer, c.want)
		}
	}
	if after := contents(t, s); after != before {
		t.Errorf("the store has changed:\n%s\nbefore:\n%s", after, before)
	}
}

// elsewhere makes a certificate for another host.
func elsewhere(t *testing.T) (cert, key string) {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	c := &x509.Certificate{
		SerialNumber: big.NewInt(1), NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		DNSNames: []string{"example.org"}, BasicConstraintsValid: true, IsCA: true,
	}
	signed, err := x509.CreateCertificate(rand.Reader, c, c, private.Public(), private)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	cert, key = filepath.Join(t.TempDir(), "cert.pem"), filepath.Join(t.TempDir(), "key.pem")
	for file, block := range map[string]*pem.Block{cert: {Type: "CERTIFICATE", Bytes: signed}, key: {Type: "PRIVATE KEY", Bytes: secret}} {
		if err := os.WriteFile(file, pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return cert, key
}

// plaintext is a dialer whose client skips TLS.
type plaintext struct{}

func (plaintext) Dial(network, address string) (net.Conn, error) { return net.Dial(network, address) }
func (plaintext) SkipTLSHandshake() bool                         { return true }

// raw sends text to a server and returns all that it answers until it closes the connection.
func raw(t *testing.T, address string, encrypted bool, roots *x509.CertPool, text string) string {
	t.Helper()
	conn, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	_ = conn.SetDeadline(time.Now().Add(time.Minute))
	in := bufio.NewReader(conn)
	info, err := in.ReadString('\n')
	if err != nil || !strings.HasPrefix(info, "INFO ") {
		t.Fatalf("the server begins with %q, error %v", info, err)
	}
	var out io.ReadWriter = conn
	if encrypted {
		out = tls.Client(conn, &tls.Config{RootCAs: roots, ServerName: "127.0.0.1"})
	}
	go func() { _, _ = io.Copy(out, strings.NewReader(text)) }() // the server may close the connection meanwhile
	var answer bytes.Buffer
	_, err = io.Copy(&answer, out)
	var late net.Error
	if errors.As(err, &late) && late.Timeout() {
		t.Errorf("the server keeps the connection after %.60q", text)
	}
	return answer.String()
}

// TestNewToken starts a server again with another token. A client that is connected ends with a
// clear line.
func TestNewToken(t *testing.T) {
	dir := t.TempDir()
	s, server := serving(t, dir, Listening{Token: NewToken()})
	queens(t, s, 10)
	address := s.Address().String()
	var notices []string
	var mutex sync.Mutex
	server.Notice = func(sentence string) {
		mutex.Lock()
		defer mutex.Unlock()
		notices = append(notices, sentence)
	}
	remote := connect(t, server)
	s.Close()
	s, _ = serving(t, dir, Listening{Address: address, Token: NewToken()})
	before := contents(t, s)
	err := remote.Put(t.Context(), "queens.info", []byte("x"))
	if want := "the server does not accept the token"; err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("%v, expected a line with %q", err, want)
	}
	if after := contents(t, s); after != before {
		t.Errorf("the store has changed:\n%s\nbefore:\n%s", after, before)
	}
	mutex.Lock()
	defer mutex.Unlock()
	if len(notices) == 0 || !strings.Contains(notices[0], "is broken; trying again") {
		t.Errorf("the notices %q", notices)
	}
}

// TestOversized refuses a record that is larger than the server permits.
func TestOversized(t *testing.T) {
	s, good := serving(t, t.TempDir(), Listening{Token: NewToken()})
	queens(t, s, 10)
	before := contents(t, s)
	remote := connect(t, good)
	large := bytes.Repeat([]byte("x"), 2<<20)
	for name, err := range map[string]error{
		"Create": remote.Create(t.Context(), "queens.ledger.large", large),
		"Put":    remote.Put(t.Context(), "queens.large", large),
		"Push":   remote.Push(t.Context(), "queens", []campaign.Job{{Key: "x", Part: campaign.Part(large)}}),
	} {
		if err == nil || !strings.Contains(err.Error(), "2097152 bytes") || !strings.Contains(err.Error(), "at most 1048576") {
			t.Errorf("%s: %v, expected a line with the sizes", name, err)
		}
	}
	if after := contents(t, s); after != before {
		t.Errorf("the store has changed:\n%s\nbefore:\n%s", after, before)
	}
}

// TestOtherVersion refuses a campaign of another version.
func TestOtherVersion(t *testing.T) {
	s, good := serving(t, t.TempDir(), Listening{Token: NewToken()})
	queens(t, s, 10)
	info, err := s.Get(t.Context(), "queens.info")
	if err != nil {
		t.Fatal(err)
	}
	later := bytes.Replace(info, fmt.Appendf(nil, `version":%d`, campaign.Version), fmt.Appendf(nil, `version":%d`, campaign.Version+1), 1)
	if bytes.Equal(later, info) {
		t.Fatalf("no version in %s", info)
	}
	if err := s.Put(t.Context(), "queens.info", later); err != nil {
		t.Fatal(err)
	}
	before := contents(t, s)
	_, err = campaign.Open(t.Context(), connect(t, good), "queens")
	if want := fmt.Sprintf("is of version %d, and this program of version %d", campaign.Version+1, campaign.Version); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("%v, expected a line with %q", err, want)
	}
	if after := contents(t, s); after != before {
		t.Errorf("the store has changed:\n%s\nbefore:\n%s", after, before)
	}
}

// TestGarbled sends messages that make no sense to the subjects of a campaign, as a client that may
// connect can do by mistake. The result is exact.
func TestGarbled(t *testing.T) {
	dir := t.TempDir()
	s, good := serving(t, dir, Listening{Token: NewToken()})
	c := queens(t, s, 100)
	remote := connect(t, good)
	for i, data := range []string{"", "x", "\x00\xff\xfe", "0:0 0:0", "1:2", "99999999999999999999:1", strings.Repeat("0:- ", 10000), "{}"} {
		for _, key := range []string{fmt.Sprintf("%032x", i), "x", fmt.Sprintf("x%d", i)} {
			_, _ = remote.js.Publish(t.Context(), jobSubject+"queens."+key, []byte(data)) // full for the second one with a key
		}
	}
	if err := remote.conn.Publish(jobSubject+"queens", []byte("x")); err != nil { // no stream has this subject
		t.Fatal(err)
	}
	subject := ledgerSubject(t, s)
	if err := s.Each(t.Context(), "queens.ledger.", func(key string, record []byte) bool { // as a part that is not split
		if _, err := remote.js.Publish(t.Context(), subject+strings.ToUpper(key[strings.LastIndexByte(key, '.')+1:]), []byte(`{"part":"","count":"7"}`)); err != nil {
			t.Error(err)
		}
		return true
	}); err != nil {
		t.Fatal(err)
	}
	for i, data := range []string{"x", "{}", `{"part":"9:9","count":"7"}`} {
		for _, key := range []string{"x", fmt.Sprintf("%032x", i)} {
			if _, err := remote.js.Publish(t.Context(), subject+fmt.Sprint(key, i), []byte(data)); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := c.Work(t.Context(), campaign.Worker{Threads: 2, Idle: 10 * time.Millisecond}); err != nil {
		t.Fatal(err)
	}
	check(t, remote)

	// A record that exists cannot be overwritten, and one that makes no sense is not counted.
	var key string
	var record []byte
	if err := s.Each(t.Context(), "queens.ledger.", func(k string, r []byte) bool {
		if !bytes.Contains(r, []byte(`"split"`)) {
			key, record = k, r
		}
		return true
	}); err != nil {
		t.Fatal(err)
	}
	if err := remote.Create(t.Context(), key, []byte(`{"part":"","count":"1000"}`)); !errors.Is(err, campaign.ErrExists) {
		t.Errorf("a second record: %v", err)
	}
	if err := remote.Put(t.Context(), key, []byte("x")); err == nil {
		t.Error("a record was overwritten")
	}
	if err := remote.conn.Publish("$KV."+ledgerPrefix+key, []byte("x")); err != nil { // without an acknowledgment
		t.Fatal(err)
	}
	if err := remote.conn.Flush(); err != nil {
		t.Fatal(err)
	}
	if got, err := s.Get(t.Context(), key); err != nil || !bytes.Equal(got, record) {
		t.Errorf("the record is %q, error %v, expected %q", got, err, record)
	}
	check(t, remote)
}

// ledgerSubject is the subject of the records of queens, without their keys.
func ledgerSubject(t *testing.T, s *Store) string {
	t.Helper()
	subject := ""
	if err := s.Each(t.Context(), "queens.ledger.", func(key string, _ []byte) bool {
		subject = "$KV." + ledgerPrefix + key[:strings.LastIndexByte(key, '.')+1]
		return true
	}); err != nil || subject == "" {
		t.Fatalf("no record, error %v", err)
	}
	return subject
}
