// Types of the JavaScript API of a page that shows Logarium. docs/api.md says what it does.
//
// All from "Answers" on is made from engine/message: go test ./engine/message -run TestTypes -rewrite

/** The object `logarium` of a page, and what answers messages to a frame. */
export interface Logarium {
  readonly version: string;
  /** The data of the first event "ready". */
  readonly ready: Promise<Ready>;
  /** Runs a command line as the console does. A command that fails is an answer, not a rejection. */
  exec(line: string, options?: { merge?: boolean }): Promise<Result>;
  view<V extends keyof Views>(name: V, params?: ViewParams[V] & { moment?: number }): Promise<Views[V]>;
  complete(line: string): Promise<Completion>;
  /** Stops the oldest command that has no answer yet, after its current step. */
  cancel(): Promise<void>;
  /** Calls fn at each event of that name; returns a function that ends it. */
  on<E extends keyof EventData>(event: E, fn: (data: EventData[E]) => void): () => void;
  /** Opens a lab by its name, or a shared link. */
  open(labOrLink: string): Promise<void>;
  /** Takes files: lab files, zip files, segments. The name of what is open then. */
  import(files: (File | { path: string; file: Blob })[]): Promise<string>;
  restart(): Promise<void>;
}

declare global {
  interface Window {
    logarium: Logarium;
  }
  const logarium: Logarium;
}

/** What listeners get, by the event's name. */
export interface EventData {
  ready: { ready: Ready };
  changed: { changed: (keyof Views)[] };
  saved: { position?: number };
  progress: { progress: Progress };
  log: { lines: LogLine[] };
  check: { check: Check };
  file: { file: Outgoing };
  pick: {};
  broken: {};
}

/** A message to a frame; the answer is a FrameAnswer, events are FrameEvents. */
export type FrameRequest =
  | { logarium: "exec" | "view" | "complete" | "cancel" | "open" | "restart" | "ready" | "version"; id: number | string; args?: unknown[] }
  | { logarium: "on"; id: number | string; args: [keyof EventData] }
  | { logarium: "off"; id: number | string };

export type FrameAnswer = { logarium: "answer"; id: number | string; value?: unknown; error?: string };

export type FrameEvent = { logarium: "event"; id: number | string; event: EventData[keyof EventData] };

// Answers

/** The views by name. */
export interface Views {
  batches: Batches;
  check: Checked;
  cleaning: Cleaning;
  clock: Clock;
  cluster: Cluster;
  config: Config;
  consumers: Consumers;
  diff: Diff;
  events: Events;
  fields: Fields;
  files: Files;
  follow: Follow;
  headers: Headers;
  hex: Hex;
  journal: Journal;
  lab: Lab;
  labs: Labs;
  lookup: Lookup;
  machine: Machine;
  metrics: Metrics;
  partition: Partition;
  replicas: Replicas;
  schedule: Schedule;
  segments: Segments;
  serverLog: ServerLog;
  sweep: Sweep;
  verdicts: Verdicts;
}

/** What the views can be asked for. */
export interface ViewParams {
  batches: { partition?: string; broker?: number; base?: number; limit?: number; from?: number; at?: number; offset?: number };
  check: { checks?: string[]; lookup?: string };
  cleaning: { partition?: string; broker?: number; offset?: number };
  clock: {  };
  cluster: {  };
  config: { type?: string; name?: string };
  consumers: { name?: string };
  diff: { from?: number; to?: number; broker?: number; dir?: string };
  events: { from?: number; limit?: number; kind?: string; filter?: string; layer?: string };
  fields: { path?: string; broker?: number; offset?: number; length?: number; first?: number; records?: number };
  files: { dir?: string; broker?: number; from?: number; limit?: number };
  follow: { partition?: string; offset?: number; broker?: number };
  headers: { partition?: string; broker?: number; bases?: number[]; last?: number; limit?: number };
  hex: { path?: string; broker?: number; offset?: number; length?: number };
  journal: { from?: number; limit?: number };
  lab: { digest?: boolean };
  labs: {  };
  lookup: { partition?: string; broker?: number; offset?: number; time?: number };
  machine: { broker?: number };
  metrics: { broker?: number; filter?: string; limit?: number };
  partition: { partition?: string; broker?: number };
  replicas: { partition?: string; broker?: number; other?: number };
  schedule: { from?: number; limit?: number };
  segments: { partition?: string; broker?: number; limit?: number; from?: number; offset?: number };
  serverLog: { from?: number; limit?: number; level?: string; filter?: string; layer?: string; broker?: number };
  sweep: {  };
  verdicts: { partition?: string; broker?: number; summary?: boolean };
}

/** Batch is a batch header, as the strip and the steppers need it. */
export interface Batch {
  n: number;
  position: number;
  size: number;
  baseOffset: number;
  lastOffset: number;
  count: number;
  maxTs: number;
  codec: string;
  txn: boolean;
  control: boolean;
  /** CRC */
  valid: boolean;
  /** number of the offset index entry that points here, -1 if none */
  indexed: number;
}

/** Batches is the view "batches" {partition, broker, base, from, limit}: by number within the segment. With at (a position) or offset in place of from, the window that begins with the batch there. */
export interface Batches {
  base: number;
  total: number;
  from: number;
  batches: Batch[];
}

/** Break is where a command waits: right after one of its events. It is not in the journal yet. */
export interface Break {
  line: string;
  /** its number within the command, from 1 */
  event: number;
  kind: string;
  text: string;
  partition?: string;
  /** of the segment, -1 if it is about none */
  base: number;
}

/** Broker is a process on its own machine. */
export interface Broker {
  id: number;
  pid: number;
  running: boolean;
  /** start of the process */
  since: number;
  dirs: LogDir[];
}

/** Check is what the event "check" tells: assertions that somebody asked for, and what came of each, in the same order. */
export interface Check {
  checks: string[];
  results: CheckResult[];
}

/** CheckResult is one assertion held against the machine. */
export interface CheckResult {
  ok: boolean;
  /** the values that it read: "leo(a-0) is 3" */
  got: string;
  /** it could not be evaluated */
  error?: string;
}

/** Checked is the view "check" {checks, lookup}: assertions on the state of the machine, in the order of the request. lookup is the last lookup command before them. */
export interface Checked {
  results: CheckResult[];
}

/** Cleaning is the view "cleaning" {partition, broker, offset}: whether the cleaner would take a log at this moment, and why; with an offset, what a pass would do with the record there. */
export interface Cleaning {
  /** not compacted | paused | uncleanable | busy | empty | not dirty enough | cleanable | chosen */
  outcome: string;
  sentence: string;
  firstDirty: number;
  /** where a pass would end */
  upper: number;
  /** what keeps it from going further */
  limit: string;
  cleanBytes: number;
  dirtyBytes: number;
  ratio: number;
  minRatio: number;
  /** what becomes of the record, "" if none was asked for */
  record: string;
}

/** Clock is the view "clock". */
export interface Clock {
  now: number;
  /** when the lab began */
  start: number;
  /** due time of the next scheduled task, -1 if none */
  next: number;
}

/** Cluster is the view "cluster". */
export interface Cluster {
  brokers: Broker[];
  topics: Topic[];
  /** of several brokers */
  fleet?: Fleet;
}

/** Command is a line of the journal. Undone lines follow the position and can be redone. */
export interface Command {
  /** 1 is the first */
  n: number;
  at: number;
  /** virtual time when it ended */
  after: number;
  line: string;
  undone: boolean;
}

/** Completion lists what may stand at the end of a command line. From is the byte position in the line at which each word would be put. */
export interface Completion {
  from: number;
  words: string[];
}

/** Config is the view "config". */
export interface Config {
  entity: string;
  settings: Setting[];
}

/** Consumers is the view "consumers" {name}: groups with what they have committed, by name; with a name that one only. And the transactional ids. */
export interface Consumers {
  groups: Group[];
  transactions: Transaction[];
  /** consumers behind a slow line */
  readers: Reader[];
}

/** CutBatch is a batch that is gone. */
export interface CutBatch {
  base: number;
  last: number;
  epoch: number;
  /** base64; at most 4,096 */
  bytes: string;
}

/** CutOff is what a follower has cut off. */
export interface CutOff {
  time: number;
  broker: number;
  leader: number;
  /** its log ends here now */
  from: number;
  /** and ended here before */
  to: number;
  /** its own before */
  highWatermark: number;
  batches: CutBatch[];
}

/** Diff is the view "diff" {from, to, broker, dir}: how the files of a broker differ between two moments, which are positions in the journal. Without from the position before to, without to the present one, without dir all log directories. */
export interface Diff {
  from: Moment;
  to: Moment;
  /** files that differ */
  total: number;
  /** by name, at most 1,000 */
  files: FileDiff[];
  /** segments that were sealed at the first moment, are still there, and were compared */
  sealed: number;
  /** of their .log files: changed in place; 0 unless something is broken */
  sealedBytes: number;
}

/** Disk is the state of a machine's disk and page cache. */
export interface Disk {
  /** sum of the sizes of files that have a name */
  named: number;
  /** allocated to them */
  du: number;
  /** allocated at all: df counts unlinked open files too */
  used: number;
  capacity: number;
  /** pages in the cache equal to the disk */
  clean: number;
  dirty: number;
  handles: number;
  /** ulimit -n */
  limit: number;
  /** those that are set, in the order in which they act */
  faults?: Fault[];
}

/** Epoch is an entry of leader-epoch-checkpoint. */
export interface Epoch {
  epoch: number;
  start: number;
}

/** Events is the view "events" {from, limit, kind, filter}; From and Total as in ServerLog. */
export interface Events {
  total: number;
  from: number;
  rows: Happened[];
}

/** Fault makes operations on a path, and on everything below it, fail. */
export interface Fault {
  path: string;
  /** all | read | write | sync | open, or several with commas */
  on: string;
  /** ENOSPC, not EIO */
  full?: boolean;
  /** a write leaves its first half */
  torn?: boolean;
  /** how many operations still succeed */
  skip?: number;
  /** how many then fail; 0: all */
  times?: number;
}

/** Field names a range of bytes. Children lie inside it, in order, without overlap. */
export interface Field {
  name: string;
  /** first byte */
  start: number;
  /** byte after the last */
  end: number;
  /** o offset/position, n length/count, t timestamp, c crc/magic, p producer, f attributes/epoch, k key, v value, "" for a group */
  family: string;
  /** ready to show */
  value: string;
  /** the number behind it: for a varint its bytes unfolded */
  raw?: string;
  /** "2149 + 61 = offset 2210" */
  note?: string;
  link?: Link;
  /** of the item in its file or of the record in its batch, -1 otherwise */
  number: number;
  /** does not verify */
  bad?: boolean;
  children?: Field[];
  /** records of a batch that follow the last of Children, left out because of the view's limit */
  more?: number;
}

/** Fields is the view "fields" {path, broker, offset, length, first, records}: the annotated items (batches, index entries, lines) that overlap the window, with every byte named. Of a batch's records those from number first are given, at most records of them (0: 20). */
export interface Fields {
  path: string;
  kind: string;
  /** items in the file, -1 if not counted */
  total: number;
  items: Field[];
}

/** File is one name in a directory. */
export interface File {
  name: string;
  path: string;
  dir: boolean;
  /** log | index | timeindex | txnindex | snapshot | checkpoint | properties | text | dir | other */
  kind: string;
  /** number in the name, -1 if there is none */
  base: number;
  /** deleted | cleaned | swap | tmp, or empty */
  suffix: string;
  /** as ls prints it */
  size: number;
  /** allocated, as du counts it */
  onDisk: number;
  /** 4 KiB pages that exist */
  pages: number;
  /** of these, not yet on the disk */
  dirty: number;
  /** open file handles */
  handles: number;
  /** lowest of them, -1 if none */
  fd: number;
  mtime: number;
  /** when a scheduled task will remove it, -1 if none will */
  gone: number;
}

/** FileDiff is a file that differs. */
export interface FileDiff {
  path: string;
  /** path at the first moment, "" if it was not there; another one: it was renamed */
  was: string;
  /** new, gone, renamed, changed */
  what: string;
  /** as in File */
  kind: string;
  /** of its segment, -1: none */
  base: number;
  sizeA: number;
  sizeB: number;
  /** where the bytes differ, at most 200; what only the longer one has is a difference; none of files that are new or gone */
  diffs: Span[];
  /** why the bytes were not compared */
  unread?: string;
}

/** FileLine is a line of the tree of a directory's files: a file, or what files belong to. Segments that were renamed together and go at the same moment are folded into one line. */
export interface FileLine {
  /** segment | folded | others | file */
  kind: string;
  /** of the segment, of a file also; the first of several; -1 of what belongs to none */
  base: number;
  /** of several the last; otherwise as Base */
  last: number;
  /** of several */
  segments?: number;
  /** that belong to it; not of folded ones */
  files?: number;
  /** of a segment, as in the view "segments"; nothing if no log has it */
  state?: string;
  /** when renamed segments go, -1 if they do not */
  gone: number;
  /** what belongs to it follows */
  open?: boolean;
  /** of a file */
  file?: File;
}

/** FilePair is a file by its name in both directories. */
export interface FilePair {
  name: string;
  /** -1: not there */
  sizeA: number;
  sizeB: number;
  same: boolean;
  /** where the bytes differ, at most 200; what only the longer one has is a difference */
  diffs: Span[];
}

/** Files is the view "files" {dir, broker, from, limit}: one directory, ordered by name, with the totals of its machine. Without a limit at most 10,000 entries; Total counts them all. With {lines: true} it is a tree of segments with their files, of which from and limit cut lines out, see FileLine. There {opened, closed} are the base offsets of segments that are open or not, of which the active one is open by itself, and -1 are the files of no segment, open by themselves; {unfolded} are the first base offsets of folded segments whose segments have lines of their own; a {filter} leaves the files whose names have all its words, and opens what it finds; Entries are the files of the segment {base} and its neighbours, and the one at {path}. */
export interface Files {
  dir: string;
  from: number;
  total: number;
  entries: File[];
  disk: Disk;
  /** from the one with number From on */
  lines?: FileLine[];
  /** lines that there are */
  all?: number;
  /** files with handles */
  open?: number;
  /** files that the filter leaves */
  found?: number;
}

/** Fleet is what the view "cluster" has of several brokers. */
export interface Fleet {
  members: Member[];
  /** at most 1,000, by name */
  partitions: Placement[];
  /** connections that are slow or cut */
  links: Wire[];
  /** requests that wait for replicas */
  waiting: Waiting[];
}

/** Follow is the view "follow" {partition, offset, broker}: the life of one record, from the producer to its deletion, in the order of its stations. Without broker it is the leader that is looked at. */
export interface Follow {
  partition: string;
  offset: number;
  /** it can be read now */
  found: boolean;
  stations: Station[];
}

/** Group is a consumer group. */
export interface Group {
  id: string;
  /** Empty | Stable */
  state: string;
  /** broker, 0: nobody answers for the group */
  coordinator: number;
  /** where its records are: __consumer_offsets-1 */
  partition: string;
  /** 0: it never had a member */
  generation: number;
  /** of all partitions whose lag is known */
  lag: number;
  offsets: GroupOffset[];
}

/** GroupOffset is what a group has committed in a partition. */
export interface GroupOffset {
  partition: string;
  offset: number;
  /** to the high watermark, -1 unknown */
  lag: number;
  /** log start offset, -1 unknown */
  start: number;
  /** high watermark, -1 unknown */
  end: number;
  /** within | below | above: out of range where it is not within */
  where: string;
  /** leader epoch of the last record read, -1 unknown */
  epoch: number;
  /** when, ms */
  committed: number;
  /** when it will be forgotten at the earliest, -1: not while the group has members */
  expires: number;
}

/** Happened is a row of the view "events". */
export interface Happened {
  seq: number;
  time: number;
  kind: string;
  text: string;
  partition?: string;
  base: number;
  position: number;
  /** client | broker | log | file | disk */
  layer: string;
}

/** Headers is the view "headers" {partition, broker, bases, last, limit}: the batches, of each segment the first ones, of the segments with these bases and of the last segments of the log. Those that are gone are missing. */
export interface Headers {
  segments: Batches[];
}

/** Hex is the view "hex" {path, broker, offset, length}: a window of a file's bytes, at most 64 KiB. */
export interface Hex {
  path: string;
  size: number;
  offset: number;
  /** base64 in JSON */
  bytes: string;
  /** where the valid entries of a preallocated index end; Size for other files */
  used: number;
}

/** Holder is one replica. */
export interface Holder {
  broker: number;
  /** -1: no log is loaded */
  logEndOffset: number;
  highWatermark: number;
  logStartOffset: number;
  /** that it knows, -1: none */
  leaderEpoch: number;
  /** log end offset as the leader knows it, -1: not known */
  known: number;
  /** ms, as the leader knows it, -1: not known */
  lastCaughtUp: number;
}

/** Journal is the view "journal" {from, limit}; From is the index of its first command, negative in the request: from the end. */
export interface Journal {
  from: number;
  position: number;
  total: number;
  commands: Command[];
}

/** Lab is the view "lab": which machine this is and what is safe. */
export interface Lab {
  name: string;
  seed: number;
  /** kafka | articles */
  rulebook: string;
  /** commands in the journal up to now */
  position: number;
  /** of these, how many are known to be committed */
  saved: number;
  /** a command, an undo or a redo waits for its commit */
  dirty: boolean;
  /** steps that can be taken back */
  undo: number;
  redo: number;
  /** indexeddb | memory */
  store: string;
  readOnly: boolean;
  /** in the block store */
  bytes: number;
  /** bytes of WebAssembly memory that the machine's program has taken; 0: not known */
  memory: number;
  /** SHA-256 over every file's path, bytes and durability, and the clock; for tests */
  digest: string;
  /** there if a command waits in the middle: all views show the machine there */
  break?: Break;
}

/** Labs is the view "labs": what this browser keeps of the page, and how much room it gives. */
export interface Labs {
  labs: StoredLab[];
  /** name of the one that is open */
  open: string;
  /** bytes that the page's storage takes, 0 if the browser does not say */
  usage: number;
  /** that it may take, 0 if the browser does not say */
  quota: number;
  /** the browser has promised to remove nothing by itself */
  persisted: boolean;
  own?: Own;
}

/** Layer is one place that sets a value, strongest first. */
export interface Layer {
  source: string;
  name: string;
  value: string;
}

/** Lesson is the file lessons/LANGUAGE/ID.json. Texts are HTML. */
export interface Lesson extends LessonHead {
  needs?: string[];
  rulebook: string;
  /** what stands before the first heading opens the first step */
  content: LessonStep[];
}

/** LessonCommand is a command line of a lesson. */
export interface LessonCommand {
  line: string;
  /** it must */
  fails?: boolean;
}

/** LessonHead is what a list says of a lesson. */
export interface LessonHead {
  /** L4; quiz */
  id: string;
  title: string;
  minutes: number;
  goal: string;
  steps: number;
  /** its page to be read without a program, relative to the index */
  page: string;
}

/** LessonIndex is the file lessons/LANGUAGE/index.json: all lessons of a language, in the order in which they are taught. */
export interface LessonIndex {
  lessons: LessonHead[];
}

/** LessonPart is a piece of a step. Its kind says which fields count. */
export interface LessonPart {
  /** prose | predict | console | check | vary | myth */
  kind: string;
  html?: string;
  /** of a myth */
  name?: string;
  options?: string[];
  right?: number;
  why?: string;
  commands?: LessonCommand[];
  checks?: string[];
}

/** LessonStep is what stands under one heading. */
export interface LessonStep {
  title: string;
  /** strip, bytes, files, lookup, why, log, ... */
  panels?: string[];
  /** path of the file to show */
  file?: string;
  /** position in it, -1: none */
  select: number;
  partition?: string;
  parts: LessonPart[];
  /** what to say to a class */
  notes?: string;
}

/** Link is where a field points: an index entry to its batch, a batch to its index entry. */
export interface Link {
  path: string;
  offset: number;
  length: number;
  text: string;
}

/** LogDir is one log directory and the partitions in it. */
export interface LogDir {
  path: string;
  offline: boolean;
  partitions: PartitionSummary[];
}

/** LogLine is a line of server.log. */
export interface LogLine {
  seq: number;
  time: number;
  level: string;
  /** full name */
  logger: string;
  text: string;
  /** the partition it is about */
  partition?: string;
  /** the segment it is about, -1 if none */
  base: number;
  /** journal command during which it was written */
  position: number;
  /** client | broker | log | file | disk */
  layer: string;
}

/** Lookup is the view "lookup" {partition, offset | time}: how the log finds a record, step by step. */
export interface Lookup {
  partition: string;
  target: number;
  byTime: boolean;
  found: boolean;
  offset: number;
  position: number;
  error?: string;
  steps: Step[];
  probes: number;
  bytesRead: number;
  /** bytes that a scan from the first segment would have read */
  fullScan: number;
}

/** Machine is the view "machine" {broker, from, limit}: processes and open files, oldest handle first. Without a limit at most 1,000; Total counts them all. */
export interface Machine {
  disk: Disk;
  from: number;
  total: number;
  openFiles: OpenFile[];
}

/** Member is a broker as the controller sees it. */
export interface Member {
  broker: number;
  /** broker epoch, -1 before its first registration */
  epoch: number;
  registered: boolean;
  fenced: boolean;
  shuttingDown: boolean;
  /** its fetchers stand still */
  paused: boolean;
  /** of a broker that is gone and not fenced yet: ms, otherwise -1 */
  sessionEnds: number;
}

/** Metric is one attribute. Points are in order of time, at most limit of them, the latest; none for a log that is not sampled. */
export interface Metric {
  /** as "kafka.log:type=Log,name=Size,topic=orders,partition=0"; "logarium:..." is none of Kafka's */
  name: string;
  attribute: string;
  /** now */
  value: number;
  /** "", B, ms, µs, % */
  unit: string;
  /** where its alarm line lies, -1 if it has none */
  alarm: number;
  /** what cannot be passed, above the alarm line; -1 */
  limit: number;
  points: number[][];
}

/** Metrics is the view "metrics": the attributes of the broker's MBeans that the filter lets through, and what they were. */
export interface Metrics {
  /** ms between two samples; it doubles as the lab gets old */
  step: number;
  metrics: Metric[];
}

/** Moment is a position in the journal: the state after so many commands. */
export interface Moment {
  position: number;
  /** ms */
  now: number;
  /** its last command, "" of position 0 */
  line: string;
}

/** OpenFile is a line of lsof. */
export interface OpenFile {
  fd: number;
  pid: number;
  path: string;
  size: number;
  deleted: boolean;
}

/** Outgoing is a file that the page hands to the visitor: a download. */
export interface Outgoing {
  name: string;
  size: number;
  /** of a blob in this browser */
  url: string;
}

/** Own describes a visitor's own files, while they are shown. */
export interface Own {
  /** what was dropped */
  name: string;
  files: number;
  bytes: number;
  /** bytes of them that were read up to now */
  read: number;
  /** some of the files that no log directory has */
  left: string[];
  leftOut: number;
  /** with the marker of a clean stop */
  clean: boolean;
  /** why no broker runs on these files; empty: one does */
  stopped: string;
  /** as if it were now */
  now: number;
  settings: string;
}

/** Partition is the view "partition" {partition, broker}: the marks of one log and what limits it. */
export interface Partition {
  name: string;
  topicId: string;
  dir: string;
  logStartOffset: number;
  lastStableOffset: number;
  highWatermark: number;
  logEndOffset: number;
  recoveryPoint: number;
  leaderEpoch: number;
  segments: number;
  /** all .log files together */
  size: number;
  policy: string;
  retentionMs: number;
  retentionBytes: number;
  segmentBytes: number;
  segmentMs: number;
  indexInterval: number;
  deleteDelayMs: number;
  /** due time of kafka-log-retention, -1 if none */
  nextCheck: number;
  /** bytes since the last index entry of the active segment */
  sinceIndex: number;
}

/** PartitionSummary is a row of the cluster tree. */
export interface PartitionSummary {
  /** orders-0 */
  name: string;
  /** leader | follower | deleting | stray | future | offline */
  role: string;
  epoch: number;
  segments: number;
  size: number;
}

/** Placement is a partition as the controller has it, with what each replica has. */
export interface Placement {
  name: string;
  /** -1: none */
  leader: number;
  leaderEpoch: number;
  partitionEpoch: number;
  replicas: number[];
  isr: number[];
  elr: number[];
  lastKnownElr: number[];
  adding?: number[];
  removing?: number[];
  recovering: boolean;
  minIsr: number;
  has: Holder[];
}

/** Progress tells how far the running command is. Total is 0 when it cannot be known. */
export interface Progress {
  request: number;
  done: number;
  total: number;
  /** "records", "ms", ... */
  unit: string;
}

/** Reader is a consumer that gets the answer to its fetch, a slice of a segment, as fast as its line takes it. */
export interface Reader {
  name: string;
  partition: string;
  /** of the segment */
  base: number;
  /** position of the slice in the .log */
  from: number;
  /** of the slice */
  size: number;
  /** bytes of it */
  sent: number;
  /** bytes a second */
  rate: number;
  /** sending | done | broken off */
  state: string;
  /** the handle by which it is sent, which is the segment's; 0: that is closed */
  fd: number;
  /** of the file now, "" when its handle is closed */
  path: string;
  /** when it is sent, or was broken off, ms */
  ends: number;
  /** when the file is removed, -1 unknown */
  gone: number;
  /** of a broken one: the exception */
  why: string;
  /** and what its next fetch gets */
  next: string;
}

/** Ready is the first thing that a worker says. */
export interface Ready {
  version: string;
  /** indexeddb | memory */
  store: string;
  /** another tab owns this lab */
  readOnly: boolean;
  /** why memory or read-only, in words */
  why?: string;
  /** nothing was stored before */
  fresh?: boolean;
  /** the browser has deleted what it kept of all labs, for it was damaged */
  lost?: boolean;
  /** the browser has no room: what was done since is in memory only */
  full?: boolean;
  /** these are a visitor's own files */
  own?: boolean;
}

/** Replicas is the view "replicas" {partition, broker, other}: two replicas of a partition compared, file by file and byte by byte. Without broker the leader, without other the first other replica. */
export interface Replicas {
  partition: string;
  a: Side;
  b: Side;
  files: FilePair[];
  /** what followers have cut off, the latest last */
  cuts: CutOff[];
}

/** Result is what a command printed, and how it ended: 0 is success. */
export interface Result {
  exit: number;
  out: string;
  err: string;
}

/** Rule is one test with the numbers of this moment. */
export interface Rule {
  /** time | size | start | limit | order */
  name: string;
  /** now − largestTimestamp > retention.ms */
  test: string;
  /** 38.356 s ≤ 60 s: always true, whatever the test says */
  numbers: string;
  pass: boolean;
  /** false: switched off by configuration */
  active: boolean;
  /** the verdict is by this one */
  decides: boolean;
}

/** Schedule is the view "schedule". Thresholds are moments at which a verdict changes although no task runs. */
export interface Schedule {
  /** tasks */
  total: number;
  /** which of them comes first here */
  from: number;
  tasks: Task[];
  thresholds: Threshold[];
}

/** Segment is one segment: of the log, or already renamed and waiting for removal. */
export interface Segment {
  base: number;
  /** offset after its last record */
  next: number;
  size: number;
  /** -1: not counted */
  batches: number;
  /** -1: none */
  firstTs: number;
  largestTs: number;
  /** record | mtime */
  largestFrom: string;
  indexEntries: number;
  timeEntries: number;
  created: number;
  /** active | kept | due | blocked | renamed */
  state: string;
  /** for the strip: "kept, 21.6 s left" */
  word: string;
  short: string;
  /** when retention.ms is passed, -1 if never */
  expires: number;
  /** renamed: when the files will be removed, -1 */
  gone: number;
  /** bytes of .log from the start that are on the disk */
  flushedTo: number;
  indexBytes: number;
  /** positions of the offset index entries, at most 256 */
  indexPositions: number[];
}

/** Segments is the view "segments" {partition, broker, from, limit}, oldest first, renamed ones included. A negative from in the request counts from the end; offset instead of from asks for the window around what holds it. */
export interface Segments {
  total: number;
  from: number;
  segments: Segment[];
}

/** ServerLog is the view "serverLog" {from, limit, level, filter}; without parameters the latest 1,000 lines. From counts among the lines that match; negative in the request: from the end. Total counts those lines. */
export interface ServerLog {
  total: number;
  from: number;
  lines: LogLine[];
}

/** Setting is a row of the view "config" {type, name}. */
export interface Setting {
  name: string;
  value: string;
  /** DEFAULT_CONFIG, STATIC_BROKER_CONFIG, ... */
  source: string;
  default: string;
  type: string;
  unit: string;
  doc: string;
  dynamic: boolean;
  /** "" or why it has none here */
  effect: string;
  /** "" or what this value puts at risk */
  warning: string;
  synonyms: Layer[];
}

/** Side is one of two replicas. */
export interface Side {
  broker: number;
  running: boolean;
  leader: boolean;
  inSync: boolean;
  /** "" if there is none */
  dir: string;
  logEndOffset: number;
  highWatermark: number;
  /** leader-epoch-checkpoint */
  epochs: Epoch[];
}

/** Span is a range of bytes. */
export interface Span {
  start: number;
  /** byte after the last */
  end: number;
}

/** Station is something that has happened to a record, is so now, or will be. */
export interface Station {
  /** produce | append | index | flush | watermark | read | roll | verdict | start | compact | rename | delete | cause */
  kind: string;
  /** client | broker | log | file | disk */
  layer: string;
  /** past | now | ahead */
  when: string;
  /** ms; -1: not known */
  time: number;
  text: string;
  /** bytes that it is about, "" if it is about none */
  path: string;
  /** of the bytes in the file */
  offset: number;
  length: number;
  /** of the segment, -1: none */
  base: number;
  /** command of the journal, 0: none */
  pos: number;
}

/** Step is one move of a look-up and the bytes it looked at. */
export interface Step {
  /** segment | probe | entry | scan | batch | unpack (header, or all compressed records) | record */
  kind: string;
  text: string;
  path: string;
  offset: number;
  length: number;
  hit: boolean;
}

/** StoredLab is a lab that is kept. */
export interface StoredLab {
  name: string;
  /** about */
  bytes: number;
  /** at which it stands */
  commands: number;
  /** real time of the last commit, ms; 0: not known */
  saved: number;
  /** it is the one that is open */
  here: boolean;
  /** another tab has it open */
  busy: boolean;
  /** it came by a link */
  link: boolean;
  /** it belongs to a lesson */
  lesson: boolean;
}

/** Summary is what is striking about retention in a whole log, as part of the view "verdicts" with summary: true. */
export interface Summary {
  head: string;
  text?: string;
  /** what a person could type on the real cluster */
  command?: string;
  /** base of the oldest segment that stays, -1 if none does */
  blocker: number;
  /** segments past retention.ms that it keeps */
  blocked: number;
  blockedBytes: number;
  /** segments that go at the next check */
  going: number;
  goingBytes: number;
}

/** Sweep is the view "sweep" {}: what `sweep` has measured last, in a small lab of its own for each value; and which sweeps there are. */
export interface Sweep {
  plans: SweepPlan[];
  /** "" before the first one */
  name: string;
  title: string;
  /** the setting that varied */
  of: string;
  /** of its values: B | ms | "" */
  unit: string;
  /** what ran in each lab; {} stood for the value */
  lines: string[];
  columns: SweepColumn[];
  rows: SweepRow[];
}

/** SweepColumn is something that was measured. */
export interface SweepColumn {
  name: string;
  /** B | ms | "" */
  unit: string;
  /** so many digits of the values stand behind the point */
  decimals: number;
}

/** SweepPlan is a sweep that has a name. */
export interface SweepPlan {
  name: string;
  title: string;
  of: string;
}

/** SweepRow is one small lab. */
export interface SweepRow {
  value: number;
  /** one for each column */
  values: number[];
}

/** Task is one row of the view "schedule", ordered by due time. */
export interface Task {
  id: number;
  /** as Kafka names it: kafka-log-retention, delete-file, ... */
  name: string;
  /** broker or partition */
  owner: string;
  due: number;
  /** 0: once */
  period: number;
  args?: string[];
}

/** Threshold is a moment ahead at which something becomes true, e.g. a segment passes retention.ms. */
export interface Threshold {
  at: number;
  /** "2149 past retention" */
  text: string;
  partition: string;
  base: number;
}

/** Topic as the controller knows it. */
export interface Topic {
  name: string;
  id: string;
  partitions: number;
  internal: boolean;
}

/** Transaction is what the coordinator knows of a transactional id. */
export interface Transaction {
  id: string;
  coordinator: number;
  producerId: number;
  epoch: number;
  /** Empty, Ongoing, PrepareCommit, ... as Kafka names them */
  state: string;
  /** of the open transaction */
  partitions: string[];
  /** ms, -1: no transaction yet */
  started: number;
  /** when the coordinator may abort it, -1 if it is not open */
  aborts: number;
}

/** Verdict is the answer to "why is this segment still here?", or why it goes. */
export interface Verdict {
  base: number;
  goes: boolean;
  /** rule that decides: time | size | start | watermark | order | active | policy */
  decisive: string;
  sentence: string;
  /** -1 if never */
  expires: number;
  /** at which check, -1 if unknown */
  renamed: number;
  removed: number;
  rules: Rule[];
}

/** Verdicts is the view "verdicts" {partition, broker, summary}: what each retention rule says of each segment at this moment. */
export interface Verdicts {
  now: number;
  nextCheck: number;
  period: number;
  rulebook: string;
  verdicts: Verdict[];
  /** if it was asked for */
  summary?: Summary;
}

/** Waiting is a request that a leader has not answered yet. */
export interface Waiting {
  request: number;
  broker: number;
  partition: string;
  delete: boolean;
  /** offset that the high watermark (of a deletion: the low watermark) has to reach */
  required: number;
}

/** Wire is the network between two nodes; 100 is the controller. */
export interface Wire {
  a: number;
  b: number;
  /** ms one way */
  delay: number;
  cut: boolean;
}
