// Reads Kafka's files by static/formats/*.ksy and holds every field against what the engine says of the same bytes: its name, where it
// stands, and its value.
//
//   node check.mjs MODULES LOGARIUM FOLDER...
//
// MODULES is a folder with node_modules, LOGARIUM the native program, and all files below the folders are read that have a known ending.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync, mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, extname, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

const [modules, logarium, ...folders] = process.argv.slice(2);
const require = createRequire(join(modules, 'package.json'));
const KaitaiStream = require('kaitai-struct/KaitaiStream');
const formats = join(dirname(fileURLToPath(import.meta.url)), '../../../static/formats');
const kinds = { '.log': 'KafkaLog', '.index': 'KafkaIndex', '.timeindex': 'KafkaTimeindex', '.txnindex': 'KafkaTxnindex', '.snapshot': 'KafkaSnapshot' };

// load compiles the descriptions; in debug mode a parser notes where each field stands.
async function load() {
  const compiler = require('kaitai-struct-compiler');
  const { parse } = require('yaml');
  const out = join(modules, 'parsers');
  mkdirSync(out, { recursive: true });
  const parsers = {};
  for (const [ending, name] of Object.entries(kinds)) {
    const ksy = parse(readFileSync(join(formats, `kafka_${ending.slice(1)}.ksy`), 'utf8'));
    const files = await compiler.compile('javascript', ksy, null, true);
    writeFileSync(join(out, `${name}.js`), files[`${name}.js`]);
    parsers[ending] = require(join(out, `${name}.js`))[name];
  }
  return parsers;
}

// --- Kaitai's side: the fields that have bytes of their own, in order

const whole = new Set(['Varint', 'BatchAttributes', 'MessageAttributes', 'ControlKey', 'EndTxnMarker']);
const names = { controlKey: 'key', marker: 'value', compressedRecords: 'records', unused: 'tail' };
const old = { baseOffset: 'offset', batchLength: 'messageSize' }; // in the formats 0 and 1

function read(parser, bytes, file) {
  const root = new parser(new KaitaiStream(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length)));
  try {
    root._read();
  } catch (cause) {
    throw new Error(`${file}: Kaitai cannot read it`, { cause });
  }
  return root;
}

// gather goes into groups. shift is where the stream of the group begins in the file.
function gather(object, shift, out) {
  for (const [name, at] of Object.entries(object._debug)) {
    if (name.startsWith('_') || name === 'first' || name === 'next') continue;
    const values = at.arr ? object[name] : [object[name]];
    const said = object.body?.constructor.name === 'Message' ? old[name] ?? name : name;
    (at.arr ?? [at]).forEach((place, i) => leaf(said, place, values[i], shift, out));
  }
  return out;
}

function leaf(name, place, value, shift, out) {
  const field = { name: names[name] ?? name, start: shift + place.start, end: shift + place.end, value };
  if (value?._debug && !whole.has(value.constructor.name)) {
    const inside = value._io !== value._parent._io; // a body of a given size has a stream of its own
    if (value.constructor.name === 'Message') return out.push(...message(gather(value, field.start, [])));
    return gather(value, inside ? field.start : shift, out);
  }
  if (field.end > field.start) out.push(field);
}

// message joins what the engine shows as one field of the old formats.
function message(fields) {
  const n = fields.findIndex((f) => f.name === 'keyLength') + 1;
  const rest = fields.slice(n);
  return [...fields.slice(0, n), { name: 'keyAndValue', start: rest[0].start, end: rest.at(-1).end }];
}

// number is what a field says, or undefined for bytes.
function number(value) {
  switch (value?.constructor.name) {
    case 'Number': return value;
    case 'Varint': return value.value;
    case 'BatchAttributes':
      return (value.hasDeleteHorizon << 6) | (value.isControl << 5) | (value.isTransactional << 4) | (value.timestampType << 3) | value.compression;
    case 'MessageAttributes': return (value.timestampType << 3) | value.compression;
  }
}

// --- the engine's side

const tails = new Set(['unused', 'torn entry', 'torn batch', 'zeros', 'no batch']);

function ours(fields, out = []) {
  for (const f of fields) {
    if (tails.has(f.name)) out.push({ ...f, name: 'tail', children: undefined });
    else if (f.children && f.name !== 'records') ours(f.children, out);
    else if (f.end > f.start) out.push(f);
  }
  return out;
}

// inWords are the fields whose value is shown in words or bits.
const inWords = new Set(['attributes', 'timestamp', 'baseTimestamp', 'maxTimestamp']);

function stated(f) {
  const text = inWords.has(f.name) && f.raw ? f.raw : f.value;
  return Number(text);
}

// --- comparing

const met = {};
const count = (what, n = 1) => { met[what] = (met[what] ?? 0) + n; };

function compare(file, bytes, ourFields, theirFields) {
  for (let i = 0; i < Math.max(ourFields.length, theirFields.length); i++) {
    const a = ourFields[i], b = theirFields[i];
    const trouble = differ(a, b, bytes);
    if (trouble) throw new Error(`${file}: field ${i}: ${trouble}`);
    note(a, b);
  }
  count('fields', ourFields.length);
}

const show = (f) => (f ? `${f.name} at ${f.start}-${f.end}` : 'nothing more');

function differ(a, b, bytes) {
  if (!a || !b || a.name !== b.name || a.start !== b.start || a.end !== b.end) return `the engine has ${show(a)}, Kaitai ${show(b)}`;
  const n = number(b.value);
  if (n !== undefined) return n !== stated(a) && `${a.name}: the engine says ${stated(a)}, Kaitai ${n}`;
  const own = bytes.subarray(a.start, a.end);
  if (typeof b.value === 'string') return b.value !== own.toString('utf8') && `${a.name}: ${JSON.stringify(b.value)}`;
  if (b.value instanceof Uint8Array) return Buffer.compare(own, b.value) !== 0 && `${a.name}: other bytes`;
}

// note counts what the files had in them.
function note(a, b) {
  const v = b.value;
  if (a.name === 'recordCount' || a.name === 'messageSize') count('batches');
  if (v?.constructor.name === 'BatchAttributes') {
    count(`codec ${v.compression}`);
    if (v.isTransactional) count('transactional');
    if (v.timestampType) count('LogAppendTime');
    if (v.hasDeleteHorizon) count('delete horizon');
  }
  if (v?.constructor.name === 'EndTxnMarker') count('markers');
  if (a.name === 'keyAndValue') count('old messages');
  if (a.name === 'keyLength' && number(v) === -1) count('null keys');
  if (a.name === 'valueLength' && number(v) === -1) count('null values');
  if (a.name === 'timestampDelta' && number(v) < 0) count('negative deltas');
  if (a.name === 'timestampDelta' && number(v) > 2 ** 32) count('large deltas');
  const words = { tail: 'tails', position: 'index entries', headerKey: 'headers', lastStableOffset: 'aborted', currentTxnFirstOffset: 'producers' };
  if (words[a.name]) count(words[a.name]);
}

const wanted = ['batches', 'codec 0', 'codec 1', 'codec 2', 'codec 3', 'codec 4', 'transactional', 'LogAppendTime', 'delete horizon', 'markers', 'old messages',
  'null keys', 'null values', 'negative deltas', 'large deltas', 'tails', 'index entries', 'headers', 'aborted', 'producers'];

// markers holds the records that end transactions against the engine's words.
function checkMarkers(file, items, root) {
  const batches = root.batches ?? [];
  batches.forEach((batch, i) => {
    for (const record of batch.body.records ?? []) {
      if (!record.marker) continue;
      const words = `: ${['ABORT', 'COMMIT'][record.controlKey.type]}, coordinator epoch ${record.marker.coordinatorEpoch}`;
      const said = items[i].children.find((f) => f.name === 'record').value;
      if (!said.endsWith(words)) throw new Error(`${file}: marker: the engine says ${said}, Kaitai ${words}`);
    }
  });
}

// --- numbers that no file of a sane broker has

function checkVarints(parser) {
  for (const n of [0n, -1n, 1n, -2n, 63n, -64n, 64n, 300n, 2n ** 31n - 1n, -(2n ** 31n), 2n ** 40n + 1n, 2n ** 53n - 1n, -(2n ** 53n - 1n), -(2n ** 63n)]) {
    let rest = BigInt.asUintN(64, (n << 1n) ^ (n >> 63n));
    const bytes = [];
    for (; rest > 127n; rest >>= 7n) bytes.push(Number(rest & 127n) | 128);
    bytes.push(Number(rest));
    const v = new parser.Varint(new KaitaiStream(Uint8Array.from(bytes).buffer), null, null);
    v._read();
    if (v.value !== Number(n) || v._io.pos !== bytes.length) throw new Error(`varint ${n} is read as ${v.value}`);
  }
}

// --- all together

function find(folder, out = []) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) find(path, out);
    else if (kinds[extname(entry.name.replace(/\.(deleted|cleaned|swap)$/, ''))] && /^\d{20}\./.test(entry.name)) out.push(path);
  }
  return out.sort();
}

function engineSays(files) {
  const lines = [];
  for (let i = 0; i < files.length; i += 100) {
    const text = execFileSync(logarium, ['fields', ...files.slice(i, i + 100)], { encoding: 'utf8', maxBuffer: 2 ** 29 });
    lines.push(...text.trim().split('\n').map((line) => JSON.parse(line)));
  }
  return lines;
}

const parsers = await load();
checkVarints(parsers['.log']);
const files = folders.flatMap((folder) => find(folder));
for (const { path, kind, items } of engineSays(files)) {
  const bytes = readFileSync(path);
  const root = read(parsers[`.${kind}`], bytes, path);
  compare(path, bytes, ours(items), gather(root, 0, []));
  if (kind === 'log') checkMarkers(path, items, root);
  count(`.${kind}`);
}
const missing = wanted.filter((what) => !met[what]);
console.log(Object.entries(met).map(([what, n]) => `${n} ${what}`).join(', '));
if (missing.length > 0) throw new Error(`the files have no ${missing.join(', no ')}: the check says too little`);
console.log(`${files.length} files: Kaitai and the engine agree`);
