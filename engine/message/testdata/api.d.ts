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
