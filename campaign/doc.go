// SPDX-License-Identifier: BSD-3-Clause

// Package campaign runs searches that outgrow one machine: it splits a problem into
// parts, hands them out to any number of workers, and adds up their results exactly.
//
// A campaign belongs to a [Store], which holds a ledger and a queue. The ledger is the
// truth. It has one record for each part, written once: either the result of the part, or
// the parts that it was split into. The queue only decides who works on what next. It may
// lose a part, or hand one out twice, without any effect on the total:
//
//   - A part is counted once because its record is found under a key that is a digest of the
//     problem, the version of the search and the part. Whoever finishes second finds a record.
//   - A part is not lost because [Campaign.Audit] walks from the whole problem through all
//     records. Parts without a record go back to the queue, and there is a total only when
//     none is missing.
//   - A result that differs from the one in the ledger is recorded as an alarm, and a campaign
//     with an alarm has no total until [Campaign.Settle] finds out which result is right.
//
// What is searched is a [Search] for a [Goal]: [Cover] counts the solutions of an exact cover
// problem or finds the first solution, all solutions or their family; [Polyforms] counts the
// polyforms of a size or finds all of them. What is found is then in the store. The smallest
// useful program, in one process:
//
//	search, err := campaign.Cover(problem, campaign.Count)
//	...
//	c, err := campaign.New(ctx, campaign.NewMemory(), "queens", search, campaign.Plan{Parts: 1000})
//	...
//	err = c.Work(ctx, campaign.Worker{})
//	tally, err := c.Audit(ctx) // tally.Total is the number of solutions
//
// Package campaign/jet has a store on NATS JetStream, in a folder or on a server. This
// package has neither sockets nor files.
package campaign
