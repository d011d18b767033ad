// SPDX-License-Identifier: BSD-3-Clause

package extract

import (
	"fmt"
	gover "go/version"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// Ours are the packages of Polka that cells can import.
var Ours = []string{
	"polka/chart",
	"polka/cover",
	"polka/cover/assembly",
	"polka/cover/burr",
	"polka/cover/knuth",
	"polka/cover/seed",
	"polka/dlx",
	"polka/dlx/puzzle",
	"polka/fabrication",
	"polka/frame",
	"polka/kernel/comm",
	"polka/kernel/display",
	"polka/kernel/widget",
	"polka/plane",
	"polka/play",
	"polka/play/campaign",
	"polka/render",
	"polka/shapes",
	"polka/sqlcell",
}

// Absent are the public packages of Go's library that cells cannot import, and why, in words that
// go into an error message.
var Absent = map[string]string{
	"crypto/mlkem/mlkemtest": "it helps tests of Go's own library",
	"embed":                  "a cell has no files to embed",
	"expvar":                 "it publishes the kernel itself over HTTP",
	"log/syslog":             "it does not exist on every system",
	"net/http/cgi":           "a cell is not a CGI program",
	"net/http/fcgi":          "a cell is not a FastCGI program",
	"net/http/pprof":         "it publishes the kernel itself over HTTP",
	"plugin":                 "the interpreter cannot load plugins",
	"runtime/cgo":            "the interpreter has no C",
	"runtime/coverage":       "cells are not built for coverage",
	"runtime/race":           "cells are not built for race detection",
	"syscall":                "cells do not call the operating system directly",
	"testing/cryptotest":     "it helps tests, and cells are not tests",
	"testing/synctest":       "it helps tests, and cells are not tests",
	"time/tzdata":            "it has nothing to call",
}

// NotInBrowser are the packages that cells cannot import in a browser, so that a page does not load
// what it cannot use: sockets, processes, certificates, databases, object files, profiles, tests.
var NotInBrowser = []string{
	"crypto/dsa",
	"crypto/ecdh",
	"crypto/ecdsa",
	"crypto/ed25519",
	"crypto/elliptic",
	"crypto/fips140",
	"crypto/hpke",
	"crypto/mlkem",
	"crypto/rsa",
	"crypto/tls",
	"crypto/x509",
	"crypto/x509/pkix",
	"database/sql",
	"database/sql/driver",
	"debug/buildinfo",
	"debug/dwarf",
	"debug/elf",
	"debug/gosym",
	"debug/macho",
	"debug/pe",
	"debug/plan9obj",
	"encoding/asn1",
	"go/build",
	"go/importer",
	"mime/multipart",
	"net",
	"net/http",
	"net/http/cookiejar",
	"net/http/httptest",
	"net/http/httptrace",
	"net/http/httputil",
	"net/mail",
	"net/rpc",
	"net/rpc/jsonrpc",
	"net/smtp",
	"net/textproto",
	"os/exec",
	"os/signal",
	"os/user",
	"polka/sqlcell",
	"runtime/metrics",
	"runtime/pprof",
	"runtime/trace",
	"testing",
	"testing/fstest",
	"testing/iotest",
	"testing/quick",
	"testing/slogtest",
}

// Library lists the packages of Go's library that cells can import: all public ones but Absent, and
// but unsafe, which is part of the language and has no types to store.
func Library(dir string) ([]string, error) {
	out, err := GoList(dir, "std")
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(strings.Fields(string(out)), func(path string) bool {
		_, absent := Absent[path]
		return absent || path == "unsafe" || slices.ContainsFunc(strings.Split(path, "/"), func(part string) bool {
			return part == "internal" || part == "vendor"
		})
	}), nil
}

// License reads the license of Go's library, which its documentation comes under.
func License() ([]byte, error) {
	root, err := GoEnv("GOROOT")
	if err != nil {
		return nil, err
	}
	return os.ReadFile(filepath.Join(root, "LICENSE"))
}

// Release returns the release of Go whose library is read, without the number of the patch:
// "go1.26".
func Release() (string, error) {
	version, err := GoEnv("GOVERSION")
	if err != nil {
		return "", err
	}
	return gover.Lang(version), nil
}

// GoEnv returns a variable of the go command, such as GOROOT, which a program that is built with
// -trimpath does not know.
func GoEnv(name string) (string, error) {
	out, err := exec.Command("go", "env", name).Output()
	if err != nil {
		return "", fmt.Errorf("go env %s: %w", name, err)
	}
	return strings.TrimSpace(string(out)), nil
}
