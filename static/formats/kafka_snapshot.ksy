meta:
  id: kafka_snapshot
  title: Apache Kafka producer snapshot
  application: Apache Kafka
  file-extension: snapshot
  license: Apache-2.0
  ks-version: 0.9
  endian: be
doc: |
  A `.snapshot` file: what a partition knows of its producers before the offset in the file's name, so that a restart need not read
  the whole log for it. The order of the entries means nothing.
seq:
  - id: version
    type: s2
    valid: 1
  - id: crc
    type: u4
    doc: CRC-32C (Castagnoli) of everything behind it.
  - id: count
    type: s4
  - id: entries
    type: entry
    repeat: expr
    repeat-expr: count
types:
  entry:
    seq:
      - id: producer_id
        type: s8
      - id: producer_epoch
        type: s2
      - id: last_sequence
        type: s4
        doc: Of the producer's last batch, or -1 if none is known.
      - id: last_offset
        type: s8
        doc: Of the producer's last batch, or -1 if none is known.
      - id: offset_delta
        type: s4
        doc: Last minus first offset of that batch.
      - id: timestamp
        type: s8
        doc: Of the last batch or marker, milliseconds since 1970.
      - id: coordinator_epoch
        type: s4
        doc: Of the last marker, or -1.
      - id: current_txn_first_offset
        type: s8
        doc: Where the open transaction begins, or -1.
