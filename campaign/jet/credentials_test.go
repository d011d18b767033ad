// SPDX-License-Identifier: BSD-3-Clause

package jet

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/jwt/v2"
	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nkeys"
)

// TestCredentials works on a server whose users have credentials, as those of companies have, and
// refuses those of other operators.
func TestCredentials(t *testing.T) {
	pair := func(create func() (nkeys.KeyPair, error)) (key nkeys.KeyPair, public string) {
		t.Helper()
		key, err := create()
		if err == nil {
			public, err = key.PublicKey()
		}
		if err != nil {
			t.Fatal(err)
		}
		return key, public
	}
	operator, operatorID := pair(nkeys.CreateOperator)
	account, accountID := pair(nkeys.CreateAccount)
	_, systemID := pair(nkeys.CreateAccount)
	forged, _ := pair(nkeys.CreateAccount)
	user, userID := pair(nkeys.CreateUser)

	trusted := jwt.NewOperatorClaims(operatorID)
	if _, err := trusted.Encode(operator); err != nil {
		t.Fatal(err)
	}
	ofAccount, ofSystem := jwt.NewAccountClaims(accountID), jwt.NewAccountClaims(systemID)
	ofAccount.Limits.JetStreamLimits = jwt.JetStreamLimits{MemoryStorage: jwt.NoLimit, DiskStorage: jwt.NoLimit}
	accounts := &server.MemAccResolver{}
	for id, claims := range map[string]*jwt.AccountClaims{accountID: ofAccount, systemID: ofSystem} {
		text, err := claims.Encode(operator)
		if err == nil {
			err = accounts.Store(id, text)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	s, err := server.NewServer(&server.Options{
		Host: "127.0.0.1", Port: server.RANDOM_PORT, NoSigs: true, NoLog: true, JetStream: true, StoreDir: t.TempDir(),
		TrustedOperators: []*jwt.OperatorClaims{trusted}, AccountResolver: accounts, SystemAccount: systemID,
	})
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	if !s.ReadyForConnections(ready) {
		t.Fatal("the server does not start")
	}
	defer s.Shutdown()

	// credentials writes those of the user, signed by a key, to a file.
	credentials := func(signer nkeys.KeyPair, expires time.Time) string {
		t.Helper()
		claims := jwt.NewUserClaims(userID)
		claims.IssuerAccount = accountID
		if signer == account {
			claims.IssuerAccount = ""
		}
		if !expires.IsZero() {
			claims.Expires = expires.Unix()
		}
		text, err := claims.Encode(signer)
		if err != nil {
			t.Fatal(err)
		}
		seed, err := user.Seed()
		if err != nil {
			t.Fatal(err)
		}
		whole, err := jwt.FormatUserConfig(text, seed)
		if err != nil {
			t.Fatal(err)
		}
		file := filepath.Join(t.TempDir(), "creds")
		if err := os.WriteFile(file, whole, 0o600); err != nil {
			t.Fatal(err)
		}
		return file
	}
	good := Server{URL: s.ClientURL(), Credentials: credentials(account, time.Time{})}
	tryStore(t, connect(t, good))
	none := filepath.Join(t.TempDir(), "none")
	garbage := filepath.Join(t.TempDir(), "garbage")
	if err := os.WriteFile(garbage, []byte("garbage"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ name, file, want string }{
		{"forged", credentials(forged, time.Time{}), "the server does not accept the credentials in"},
		{"expired", credentials(account, time.Now().Add(-time.Hour)), "the server does not accept the credentials in"},
		{"garbage", garbage, garbage},
		{"none", none, none},
		{"not given", "", "the server requires a token, a key or credentials"},
	} {
		bad := good
		bad.Credentials = c.file
		store, err := Connect(t.Context(), bad)
		if err == nil {
			store.Close()
		}
		if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v, expected a line with %q", c.name, err, c.want)
		}
	}
}
