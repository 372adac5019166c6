// Package bench holds the workloads by which the engine is compared with Apache Kafka 4.4's own classes on the JVM: the
// same inputs to the byte, the same work, the same names. The engine's side are Go benchmarks, Kafka's is the program
// in the folder jvm. There is nothing here but tests; docs/performance.md has the method and the figures.
//
//	go test ./engine/bench -run '^$' -bench . -benchtime 5x
//
// An iteration is one pass over a workload, into a fresh log where it changes the log; ns/op and cpu-ns/op are medians
// of the passes, divided by the operations of a pass. Passes check what they did.
package bench
