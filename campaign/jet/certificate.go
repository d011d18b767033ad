// SPDX-License-Identifier: BSD-3-Clause

package jet

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"fmt"
	"io/fs"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"time"

	"polka/internal/replace"
)

// The files of the certificate that a listening server makes for itself, in the folder of
// the store.
const (
	certificateName = "tls/cert.pem"
	keyName         = "tls/key.pem"
)

// The life of such a certificate, and what must be left of it when a server starts.
const (
	certificateLife = 10 * 365 * 24 * time.Hour
	certificateLeft = 30 * 24 * time.Hour
)

// CertificateFile returns the file of the certificate that Serve makes in a folder.
func CertificateFile(dir string) string {
	return filepath.Join(dir, filepath.FromSlash(certificateName))
}

// ownCertificate returns the certificate in a folder. It makes one if there is none, or if that
// one expires soon or is not valid for host, which may be empty.
func ownCertificate(dir, host string) (tls.Certificate, error) {
	cert, key := filepath.Join(dir, certificateName), filepath.Join(dir, keyName)
	c, err := tls.LoadX509KeyPair(cert, key)
	if err == nil && time.Until(c.Leaf.NotAfter) > certificateLeft && (host == "" || c.Leaf.VerifyHostname(host) == nil) {
		return c, nil
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return c, fmt.Errorf("the certificate in %s: %w", filepath.Dir(cert), err)
	}
	if err := makeCertificate(cert, key, host); err != nil {
		return c, err
	}
	return tls.LoadX509KeyPair(cert, key)
}

// makeCertificate writes a certificate for the names and addresses of this machine, signed by
// its own key. It is its own authority, so that clients trust the server if they trust this
// certificate.
func makeCertificate(cert, key, host string) error {
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return err
	}
	serial, err := rand.Int(rand.Reader, new(big.Int).Lsh(big.NewInt(1), 120))
	if err != nil {
		return err
	}
	now := time.Now()
	c := &x509.Certificate{
		SerialNumber: serial, Subject: pkix.Name{CommonName: "polka campaign"},
		NotBefore: now.Add(-time.Hour), NotAfter: now.Add(certificateLife),
		KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
		BasicConstraintsValid: true, IsCA: true,
		DNSNames: []string{"localhost"}, IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1), net.IPv6loopback},
	}
	if name, err := os.Hostname(); err == nil && name != "" && name != "localhost" {
		c.DNSNames = append(c.DNSNames, name)
	}
	if ip := net.ParseIP(host); ip != nil {
		c.IPAddresses = append(c.IPAddresses, ip)
	} else if host != "" {
		c.DNSNames = append(c.DNSNames, host)
	}
	if list, err := net.InterfaceAddrs(); err == nil {
		for _, a := range list {
			if n, ok := a.(*net.IPNet); ok && n.IP.IsGlobalUnicast() {
				c.IPAddresses = append(c.IPAddresses, n.IP)
			}
		}
	}
	signed, err := x509.CreateCertificate(rand.Reader, c, c, private.Public(), private)
	if err != nil {
		return err
	}
	secret, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(cert), 0o700); err != nil {
		return err
	}
	if err := replace.Save(key, pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: secret}), 0o600); err != nil {
		return err
	}
	return replace.Save(cert, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: signed}), 0o644)
}
