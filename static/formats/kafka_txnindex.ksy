meta:
  id: kafka_txnindex
  title: Apache Kafka transaction index
  application: Apache Kafka
  file-extension: txnindex
  license: Apache-2.0
  ks-version: 0.9
  endian: be
doc: |
  A `.txnindex` file: the aborted transactions whose marker stands in a segment, in the order of the markers. A reader of
  committed data leaves out what lies between. Offsets are absolute. Less than an entry at the end is a write that was cut short.
seq:
  - id: entries
    type: entry
    repeat: expr
    repeat-expr: _io.size / 34
  - id: tail
    size-eos: true
types:
  entry:
    seq:
      - id: version
        type: s2
        valid: 0
      - id: producer_id
        type: s8
      - id: first_offset
        type: s8
        doc: First record of the transaction in this partition.
      - id: last_offset
        type: s8
        doc: The marker that aborted it.
      - id: last_stable_offset
        type: s8
        doc: Below it, everything was decided when this transaction was aborted.
