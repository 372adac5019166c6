meta:
  id: kafka_log
  title: Apache Kafka log segment
  application: Apache Kafka
  file-extension: log
  license: Apache-2.0
  ks-version: 0.9
  endian: be
doc: |
  A `.log` file of a partition: batches one after the other, without a file header. The name of the file is its base
  offset, a lower bound of the offsets in it.

  Kafka 4 writes batches of format 2. Messages of the formats 0 and 1, left by old brokers, are read too. Records of a
  batch with a codec are one compressed stream, given as bytes here; decompressed, they are a sequence of `record`.

  Reading stops where Kafka stops: at the first batch that the file does not hold as a whole. What is left is `tail`: a
  write that was cut short, or zeros of a file that got its size in advance.
doc-ref: https://kafka.apache.org/documentation/#recordbatch
seq:
  - id: first
    type: lookahead
  - id: batches
    type: batch
    repeat: until
    repeat-until: not _.next.is_batch
    if: first.is_batch
  - id: tail
    size-eos: true
types:
  lookahead:
    doc: What stands at the reading position, looked at without moving on. It takes no bytes.
    instances:
      left:
        value: _io.size - _io.pos
      length:
        pos: _io.pos + 8
        type: s4
      is_batch:
        value: left > 17 and length >= 14 and length <= left - 12
        doc: An offset, a length that some format allows, and as many bytes as it says.
  batch:
    seq:
      - id: base_offset
        type: s8
        doc: Offset of the first record. In the formats 0 and 1, of the only one or of the last one that is wrapped.
      - id: batch_length
        type: s4
        doc: Bytes that follow.
      - id: body
        size: batch_length
        type:
          switch-on: magic
          cases:
            0: message(0)
            1: message(1)
            _: record_batch
      - id: next
        type: lookahead
    instances:
      magic:
        pos: _io.pos + 4
        type: s1
        doc: Format. It stands at the same place in all of them.
  record_batch:
    doc: A batch of format 2, from its 13th byte on.
    seq:
      - id: partition_leader_epoch
        type: s4
        doc: Epoch of the leader that appended it. Not covered by the checksum.
      - id: magic
        type: s1
      - id: crc
        type: u4
        doc: CRC-32C (Castagnoli) of everything behind it.
      - id: attributes
        type: batch_attributes
      - id: last_offset_delta
        type: s4
        doc: Last offset minus base offset. Compaction does not change it.
      - id: base_timestamp
        type: s8
        doc: Milliseconds since 1970, or the delete horizon. The records' deltas refer to it either way.
      - id: max_timestamp
        type: s8
        doc: Largest of the records; with LogAppendTime, the time of them all.
      - id: producer_id
        type: s8
        doc: Or -1.
      - id: producer_epoch
        type: s2
        doc: Or -1.
      - id: base_sequence
        type: s4
        doc: Sequence number of the first record, or -1.
      - id: record_count
        type: s4
        doc: After compaction there may be fewer records than offsets, down to none.
      - id: records
        type: record
        repeat: expr
        repeat-expr: record_count
        if: attributes.compression == compression::none
      - id: compressed_records
        size-eos: true
        if: attributes.compression != compression::none
  batch_attributes:
    seq:
      - id: unused
        type: b9
      - id: has_delete_horizon
        type: b1
        doc: The base timestamp is the time from which tombstones or the marker of this batch may be removed.
      - id: is_control
        type: b1
        doc: The records are not data but marks in the log.
      - id: is_transactional
        type: b1
      - id: timestamp_type
        type: b1
        enum: timestamp_type
      - id: compression
        type: b3
        enum: compression
  record:
    seq:
      - id: length
        type: varint
        doc: Bytes that follow in this record.
      - id: attributes
        type: s1
        doc: No bit is in use.
      - id: timestamp_delta
        type: varint
        doc: Plus the batch's base timestamp.
      - id: offset_delta
        type: varint
        doc: Plus the batch's base offset.
      - id: key_length
        type: varint
        doc: Or -1, if there is no key.
      - id: key
        size: key_length.value
        if: key_length.value >= 0 and not is_control
      - id: control_key
        size: key_length.value
        type: control_key
        if: key_length.value >= 0 and is_control
      - id: value_length
        type: varint
        doc: Or -1, if there is no value; where a topic is compacted, this deletes the key.
      - id: value
        size: value_length.value
        if: value_length.value >= 0 and not is_marker
      - id: marker
        size: value_length.value
        type: end_txn_marker
        if: value_length.value >= 0 and is_marker
      - id: headers_count
        type: varint
      - id: headers
        type: header
        repeat: expr
        repeat-expr: headers_count.value
    instances:
      is_control:
        value: _parent.attributes.is_control
      is_marker:
        value: 'is_control and key_length.value >= 4 and (control_key.type == control_type::abort or control_key.type == control_type::commit)'
  header:
    seq:
      - id: header_key_length
        type: varint
      - id: header_key
        size: header_key_length.value
        type: str
        encoding: UTF-8
      - id: header_value_length
        type: varint
        doc: Or -1, if there is no value.
      - id: header_value
        size: header_value_length.value
        if: header_value_length.value >= 0
  control_key:
    seq:
      - id: version
        type: s2
      - id: type
        type: s2
        enum: control_type
  end_txn_marker:
    doc: The value of the record that ends a transaction.
    seq:
      - id: version
        type: s2
      - id: coordinator_epoch
        type: s4
  message:
    doc: |
      One message of format 0 or 1, from its 13th byte on. If it has a codec, its value is a compressed sequence of
      messages of the same format.
    params:
      - id: version
        type: s1
    seq:
      - id: crc
        type: u4
        doc: CRC-32 (the one of zip) of everything behind it.
      - id: magic
        type: s1
      - id: attributes
        type: message_attributes
      - id: timestamp
        type: s8
        if: version == 1
      - id: key_length
        type: s4
        doc: Or -1, if there is no key.
      - id: key
        size: key_length
        if: key_length >= 0
      - id: value_length
        type: s4
        doc: Or -1, if there is no value.
      - id: value
        size: value_length
        if: value_length >= 0
  message_attributes:
    seq:
      - id: unused
        type: b4
      - id: timestamp_type
        type: b1
        enum: timestamp_type
      - id: compression
        type: b3
        enum: compression
  varint:
    doc: |
      A signed number in groups of seven bits, lowest first, at most five groups for 32 bits and ten for 64. The lowest bit
      is the sign (zigzag): 0, -1, 1, -2 are written as 0, 1, 2, 3.
    seq:
      - id: groups
        type: septet
        repeat: until
        repeat-until: not _.goes_on or groups.size == 10
    instances:
      half:
        doc: The number without its sign bit. Summed up with factors, since shifts have 32 bits in some languages.
        value: >-
          (groups[0].bits / 2
          + (groups.size > 1 ? groups[1].bits * 0x40 : 0)
          + (groups.size > 2 ? groups[2].bits * 0x2000 : 0)
          + (groups.size > 3 ? groups[3].bits * 0x100000 : 0)
          + (groups.size > 4 ? groups[4].bits * 0x8000000 : 0)
          + (groups.size > 5 ? groups[5].bits * 0x400000000 : 0)
          + (groups.size > 6 ? groups[6].bits * 0x20000000000 : 0)
          + (groups.size > 7 ? groups[7].bits * 0x1000000000000 : 0)
          + (groups.size > 8 ? groups[8].bits * 0x80000000000000 : 0)
          + (groups.size > 9 ? groups[9].bits * 0x4000000000000000 : 0)).as<s8>
      value:
        value: '(groups[0].bits % 2 == 0 ? half : -half - 1).as<s8>'
  septet:
    seq:
      - id: goes_on
        type: b1
      - id: bits
        type: b7
enums:
  compression:
    0: none
    1: gzip
    2: snappy
    3: lz4
    4: zstd
  timestamp_type:
    0: create_time
    1: log_append_time
  control_type:
    0: abort
    1: commit
    2: leader_change
    3: snapshot_header
    4: snapshot_footer
    5: kraft_version
    6: kraft_voters
