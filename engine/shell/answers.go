package shell

import "logarium/engine/kerr"

// defaultMessage is the text that a client shows for a protocol error with which the broker sends none of its own.
func defaultMessage(code string) string {
	switch code {
	case "CORRUPT_MESSAGE":
		return "This message has failed its CRC checksum, exceeds the valid size, has a null key for a compacted topic, or is otherwise corrupt."
	case "INVALID_TOPIC_EXCEPTION":
		return "The request attempted to perform an operation on an invalid topic."
	case "KAFKA_STORAGE_ERROR":
		return "Disk error when trying to access log file on the disk."
	case "MESSAGE_TOO_LARGE":
		return "The request included a message larger than the max message size the server will accept."
	case "NOT_ENOUGH_REPLICAS":
		return "Messages are rejected since there are fewer in-sync replicas than required."
	case "OFFSET_OUT_OF_RANGE":
		return "The requested offset is not within the range of offsets maintained by the server."
	case "POLICY_VIOLATION":
		return "Request parameters do not satisfy the configured policy."
	case "RECORD_LIST_TOO_LARGE":
		return "The request included message batch larger than the configured segment size on the server."
	case "UNKNOWN_TOPIC_OR_PARTITION":
		return "This server does not host this topic-partition."
	}
	return ""
}

// answered is a broker's error as it arrives at a client. For many errors only the code goes over the network.
func answered(err error) error {
	e := kerr.As(err)
	if e == nil {
		return err
	}
	if text := defaultMessage(e.Code); text != "" && e.Message != "" {
		return &kerr.Error{Class: e.Class, Code: e.Code, Message: text}
	}
	return err
}

// answeredFor is the error that the record with that index in its batch gets. Only if the batch has a single wrong
// record, the error's kind is known; records that only share the batch get a general one.
func answeredFor(err error, index int) error {
	e := kerr.As(err)
	if e == nil || e.Invalid == nil || len(e.Records) == 0 {
		return answered(err)
	}
	for _, r := range e.Records {
		switch {
		case r.Index != index:
			continue
		case len(e.Records) == 1:
			return &kerr.Error{Class: e.Invalid.Class, Code: e.Invalid.Code, Message: r.Message}
		}
		return kerr.ErrInvalidRecord.With("%s", r.Message)
	}
	return kerr.ErrKafka.With("Failed to append record because it was part of a batch which had one more more invalid records")
}

// answeredFirst is the error of the first record that is wrong itself.
func answeredFirst(err error) error {
	if e := kerr.As(err); e != nil && len(e.Records) > 0 {
		return answeredFor(err, e.Records[0].Index)
	}
	return answered(err)
}

// refused is a broker's error with its own text, which is what the machine's own commands show; of a batch with wrong
// records it is that of the first.
func refused(err error) error {
	if e := kerr.As(err); e != nil && e.Invalid != nil && len(e.Records) > 0 {
		return answeredFirst(err)
	}
	return err
}
