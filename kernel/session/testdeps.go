// SPDX-License-Identifier: BSD-3-Clause

package session

import (
	"errors"
	"io"
	"reflect"
	"time"
)

// testDeps is what a compiled test gives to package testing: how names are matched, and functions
// for profiles, coverage and fuzzing, which are not used here.
type testDeps struct {
	match func(pat, str string) (bool, error)
}

type corpusEntry = struct {
	Parent     string
	Path       string
	Data       []byte
	Values     []any
	Generation int
	IsSeed     bool
}

var errNotHere = errors.New("not in a cell")

func (d testDeps) MatchString(pat, str string) (bool, error) { return d.match(pat, str) }

func (testDeps) ImportPath() string                          { return "" }
func (testDeps) ModulePath() string                          { return "" }
func (testDeps) SetPanicOnExit0(bool)                        {}
func (testDeps) StartCPUProfile(io.Writer) error             { return errNotHere }
func (testDeps) StopCPUProfile()                             {}
func (testDeps) StartTestLog(io.Writer)                      {}
func (testDeps) StopTestLog() error                          { return nil }
func (testDeps) WriteProfileTo(string, io.Writer, int) error { return errNotHere }
func (testDeps) CoordinateFuzzing(time.Duration, int64, time.Duration, int64, int, []corpusEntry, []reflect.Type, string, string) error {
	return errNotHere
}
func (testDeps) RunFuzzWorker(func(corpusEntry) error) error              { return errNotHere }
func (testDeps) ReadCorpus(string, []reflect.Type) ([]corpusEntry, error) { return nil, nil }
func (testDeps) CheckCorpus([]any, []reflect.Type) error                  { return nil }
func (testDeps) ResetCoverage()                                           {}
func (testDeps) SnapshotCoverage()                                        {}
func (testDeps) InitRuntimeCoverage() (mode string, tearDown func(string, string) (string, error), snapcov func() float64) {
	return "", nil, nil
}
