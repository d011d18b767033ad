// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"time"

	"polka/internal/modcache"
	"polka/internal/replace"
	"polka/kernel/session"
)

// What a download has put into the module cache is the same each time, and asking the go command
// for it takes a second or, if the latest version must be found, several. So the answers are kept
// in the user's cache directory, one file for each MODULE@VERSION.

// latestAge is how long the answer for the latest version of a module counts.
const latestAge = 24 * time.Hour

// memoFile returns the file for a module. It is empty if there is no cache directory.
func memoFile(module string) string {
	cache, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	sum := sha256.Sum256([]byte(module))
	return filepath.Join(cache, "polka", "modules", hex.EncodeToString(sum[:12])+".json")
}

// recall returns what an earlier download of a module has put into the module cache, if all of it
// is still there.
func recall(mod string) (d session.Downloaded, ok bool) {
	name := memoFile(mod)
	info, err := os.Stat(name)
	if err != nil || strings.HasSuffix(mod, "@latest") && time.Since(info.ModTime()) > latestAge {
		return d, false
	}
	text, err := os.ReadFile(name)
	if err != nil || json.Unmarshal(text, &d) != nil || len(d.Packages) == 0 {
		return d, false
	}
	cache := moduleCache()
	for path, version := range d.Versions {
		dir, err := modcache.Dir(path, version)
		if err != nil {
			return d, false
		}
		if _, err := os.Stat(filepath.Join(cache, filepath.FromSlash(dir))); err != nil {
			return d, false
		}
	}
	return d, true
}

// remember keeps what a download has put into the module cache. A failure costs only time.
func remember(mod string, d session.Downloaded) {
	name := memoFile(mod)
	text, err := json.Marshal(d)
	if name == "" || err != nil || os.MkdirAll(filepath.Dir(name), 0o777) != nil {
		return
	}
	_ = replace.File(name, text, 0o666)
}
