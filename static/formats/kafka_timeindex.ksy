meta:
  id: kafka_timeindex
  title: Apache Kafka time index
  application: Apache Kafka
  file-extension: timeindex
  license: Apache-2.0
  ks-version: 0.9
  endian: be
doc: |
  A `.timeindex` file: what was the largest timestamp so far, at some places of a segment. Every record with a later
  timestamp than an entry's stands behind the entry's offset. Timestamps rise strictly. The number in the file's name is the base offset.

  While a segment is written to, the file has its largest size, with zeros behind the entries: `unused` here.
seq:
  - id: first
    type: lookahead
  - id: entries
    type: entry
    repeat: until
    repeat-until: not _.next.is_entry
    if: first.is_entry
  - id: unused
    size-eos: true
types:
  lookahead:
    doc: What stands at the reading position, looked at without moving on. It takes no bytes.
    instances:
      left:
        value: _io.size - _io.pos
      timestamp:
        pos: _io.pos
        type: s8
      offset:
        pos: _io.pos + 8
        type: s4
      is_entry:
        value: left >= 12 and (timestamp != 0 or offset != 0)
  entry:
    seq:
      - id: timestamp
        type: s8
        doc: Milliseconds since 1970.
      - id: relative_offset
        type: s4
        doc: Last offset of the first batch that reached the timestamp, minus the base offset.
      - id: next
        type: lookahead
