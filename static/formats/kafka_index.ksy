meta:
  id: kafka_index
  title: Apache Kafka offset index
  application: Apache Kafka
  file-extension: index
  license: Apache-2.0
  ks-version: 0.9
  endian: be
doc: |
  An `.index` file: where in the `.log` of the same name some of the batches begin. Entries rise in both columns; the number in
  the file's name is the base offset that the relative offsets refer to.

  While a segment is written to, its index has its largest size, with zeros behind the entries: `unused` here. The first
  batch of a segment never gets an entry, so that an entry is not all zeros.
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
      number:
        pos: _io.pos
        type: u8
      is_entry:
        value: left >= 8 and number != 0
  entry:
    seq:
      - id: relative_offset
        type: s4
        doc: Offset of the batch's last record minus the base offset.
      - id: position
        type: s4
        doc: Where the batch starts in the `.log`, in bytes.
      - id: next
        type: lookahead
