// SPDX-License-Identifier: BSD-3-Clause

package job

import "testing"

func TestJob(t *testing.T) {
	var j Job
	if j.Fraction() != 0 || j.Stopped() {
		t.Error("a job begins before it is begun")
	}
	j.Plan(3)
	j.Plan(1)
	j.Did(1)
	if j.Fraction() != 0.25 {
		t.Errorf("%v of the job is done, want a quarter", j.Fraction())
	}
	j.Did(9)
	j.Stop()
	if j.Fraction() != 1 || !j.Stopped() {
		t.Error("a job ends before its end")
	}
	var nobody *Job
	nobody.Plan(1)
	nobody.Did(1)
	if nobody.Stopped() {
		t.Error("nobody stopped it")
	}
}
