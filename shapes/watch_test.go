// SPDX-License-Identifier: BSD-3-Clause

package shapes

import (
	"context"
	"testing"

	"polka/internal/progress"
	"polka/shapes/internal/job"
)

func TestWatchedTellsHowFar(t *testing.T) {
	reports := make(chan progress.Report)
	ctx := progress.With(context.Background(), func(r progress.Report) { reports <- r })
	var seen []progress.Report
	ended := make(chan error)
	read := make(chan struct{})
	go func() {
		ended <- watched(ctx, "a part", func(j *job.Job) {
			j.Plan(4)
			j.Did(1)
			<-read // a report
		})
	}()
	seen = append(seen, <-reports)
	close(read)
	for last := seen[0]; last.Done < 1; {
		last = <-reports
		seen = append(seen, last)
	}
	if err := <-ended; err != nil {
		t.Error(err)
	}
	if want := (progress.Report{Done: 0.25, Text: "a part: about 25 %"}); seen[0] != want {
		t.Errorf("the first report is %v, want %v", seen[0], want)
	}
}

func TestWatchedStops(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	err := watched(ctx, "a part", func(j *job.Job) {
		cancel()
		for !j.Stopped() {
		}
	})
	if err != context.Canceled {
		t.Errorf("a stopped part gives %v", err)
	}
}
