package shell

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"logarium/engine/cluster"
	"logarium/engine/kerr"
)

// toDelete is one entry of the file that kafka-delete-records reads.
type toDelete struct {
	Topic     *string `json:"topic"`
	Partition *int32  `json:"partition"`
	Offset    *int64  `json:"offset"`
}

func (d toDelete) partition() cluster.TopicPartition {
	return cluster.TopicPartition{Topic: *d.Topic, Partition: *d.Partition}
}

func deleteRecords(c *Call) int {
	o, err := ParseOptions(deleteRecordsOptions, c.Args)
	switch {
	case err != nil:
		return c.usage(err.Error(), deleteRecordsOptions)
	case o.asksHelp(c, "This tool helps to delete records of the given partitions down to the specified offset.", deleteRecordsOptions):
		return o.helpExit()
	case !o.Has("offset-json-file"):
		return c.usage(missing("offset-json-file"), deleteRecordsOptions)
	case !c.onceOnly(o, deleteRecordsOptions):
		return 1
	}
	name := o.Get("offset-json-file", "")
	data, err := c.Disk().ReadFile(c.Path(name))
	if err != nil {
		return c.deleteError("java.io.IOException", "Unable to read file "+name)
	}
	all, class, text := parseToDelete(data)
	if text != "" {
		return c.deleteError(class, text)
	}
	return c.deleteAll(all)
}

// deleteError prints an error as this tool does: its message, then the exception.
func (c *Call) deleteError(class, text string) int {
	fmt.Fprintf(&c.Err, "%s\n%s: %s\n", text, class, text)
	return 1
}

const (
	adminOperation = "org.apache.kafka.tools.AdminOperationException"
	jsonMapping    = "com.fasterxml.jackson.databind.JsonMappingException"
)

// parseToDelete reads the file; text says what is wrong with it, as an exception of that class.
func parseToDelete(data []byte) (all []toDelete, class, text string) {
	var file struct {
		Partitions *[]toDelete `json:"partitions"`
		Version    *int        `json:"version"`
	}
	switch err := json.Unmarshal(data, &file); {
	case err != nil && !json.Valid(data):
		return nil, adminOperation, "The input string is not a valid JSON"
	case err != nil:
		return nil, jsonMapping, unexpected(err)
	case file.Version != nil && *file.Version != 1:
		return nil, adminOperation, fmt.Sprintf("Not supported version field value %d", *file.Version)
	case file.Partitions == nil:
		return nil, adminOperation, "Missing partitions field"
	}
	return checkToDelete(*file.Partitions)
}

// unexpected says which value has the wrong type.
func unexpected(err error) string {
	e, ok := err.(*json.UnmarshalTypeError)
	if !ok {
		return "Unexpected value"
	}
	want := "ObjectNode"
	switch e.Type.Kind() {
	case reflect.Int32, reflect.Int:
		want = "Integer"
	case reflect.Int64:
		want = "Long"
	case reflect.String:
		want = "String"
	case reflect.Slice:
		want = "ArrayNode"
	}
	return fmt.Sprintf("Expected `%s` value, received %s", want, e.Value)
}

func checkToDelete(all []toDelete) ([]toDelete, string, string) {
	var twice []string
	seen := map[cluster.TopicPartition]bool{}
	for _, d := range all {
		field := ""
		switch {
		case d.Topic == nil:
			field = "topic"
		case d.Partition == nil:
			field = "partition"
		case d.Offset == nil:
			field = "offset"
		}
		if field != "" {
			return nil, jsonMapping, fmt.Sprintf("No such field exists: `%s`", field)
		}
		if seen[d.partition()] {
			twice = append(twice, d.partition().String())
		}
		seen[d.partition()] = true
	}
	if len(twice) > 0 {
		return nil, "org.apache.kafka.tools.AdminCommandFailedException", "Offset json file contains duplicate topic partitions: " + strings.Join(slices.Compact(twice), ",")
	}
	return all, "", ""
}

// deleteAll asks for all of it and prints first what failed, by name, then what came of each.
func (c *Call) deleteAll(all []toDelete) int {
	var failed, results []string
	for _, d := range all {
		low, err := c.Cluster.DeleteRecords(d.partition(), *d.Offset)
		if err != nil {
			failed = append(failed, fmt.Sprintf("DeleteRecords request for topic partition %s failed due to an unexpected error %s", d.partition(), kerr.Code(err)))
			results = append(results, fmt.Sprintf("partition: %s\terror: %s\n", d.partition(), java(answered(err))))
			continue
		}
		c.Changed = true
		results = append(results, fmt.Sprintf("partition: %s\tlow_watermark: %d\n", d.partition(), low))
	}
	slices.Sort(failed)
	for _, f := range failed {
		fmt.Fprintf(&c.Err, "[%s] ERROR [AdminClient clientId=adminclient-1] %s (org.apache.kafka.clients.admin.internals.DeleteRecordsHandler)\n", logTime(c.Now()), f)
	}
	c.Printf("Executing records delete operation\nRecords delete operation completed:\n%s", strings.Join(results, ""))
	return 0
}
