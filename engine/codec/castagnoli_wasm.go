package codec

func castagnoli(crc uint32, b []byte) uint32 { return folded(crc, b) }
