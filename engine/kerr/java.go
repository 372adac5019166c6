package kerr

// Java returns the error as Java prints a throwable: the full class name, and the message after a
// colon if there is one. Messages that quote their cause, and log lines, hold this text.
func (e *Error) Java() string {
	name := javaPackage(e) + "." + e.Class
	if e.Message == "" {
		return name
	}
	return name + ": " + e.Message
}

// JavaText is Error.Java for any error; one that is no Kafka exception counts as an IOException.
func JavaText(err error) string {
	if e := As(err); e != nil {
		return e.Java()
	}
	return ErrIO.With("%s", err.Error()).Java()
}

func javaPackage(e *Error) string {
	switch e.Class {
	case "InvalidRecordException", "KafkaException":
		return "org.apache.kafka.common"
	case "ConfigException":
		return "org.apache.kafka.common.config"
	case "IOException", "EOFException":
		return "java.io"
	case "BufferOverflowException", "BufferUnderflowException":
		return "java.nio"
	case "NoSuchFileException", "DirectoryNotEmptyException", "FileAlreadyExistsException", "FileSystemException":
		return "java.nio.file"
	case "ClosedChannelException":
		return "java.nio.channels"
	case "NoSuchElementException", "ConcurrentModificationException":
		return "java.util"
	case "ParseException":
		return "java.text"
	case "DateTimeParseException":
		return "java.time.format"
	case "ZipException":
		return "java.util.zip"
	case "LZ4Exception":
		return "net.jpountz.lz4"
	case "SnappyIOException":
		return "org.xerial.snappy"
	case "ZstdIOException":
		return "com.github.luben.zstd"
	case "InvalidOffsetException":
		return "org.apache.kafka.common.errors"
	case "CorruptIndexException", "CorruptSnapshotException", "IndexOffsetOverflowException",
		"LogCleaningException", "LogSegmentOffsetOverflowException", "OffsetsOutOfOrderException", "RecordValidationException",
		"UnexpectedAppendOffsetException":
		return "org.apache.kafka.storage.internals.log"
	}
	if e.Code == "" && (e.Class == "OffsetOutOfRangeException" || e.Class == "NoOffsetForPartitionException") {
		return "org.apache.kafka.clients.consumer"
	}
	if e.Code != "" {
		return "org.apache.kafka.common.errors"
	}
	return "java.lang"
}
