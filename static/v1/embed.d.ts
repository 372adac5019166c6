// Types of <logarium-embed>, version 1. docs/embed.md says what each means.

export interface Ready { version: string; store: "memory" | "indexeddb"; readOnly: boolean; why?: string }
export interface Result { exit: number; out: string; err: string }
export interface Step { position: number; now: number }
export interface Check { checks: string[]; results: { ok: boolean; got: string; error?: string }[] }

export interface LogariumEmbed extends HTMLElement {
  readonly running: boolean;
  readonly address: string;
  readonly ready: Promise<Ready>;
  start(): Promise<Ready>;
  rest(): Promise<void>;
  exec(line: string, options?: { merge?: boolean }): Promise<Result>;
  view<T = unknown>(name: string, params?: object): Promise<T>;
  complete(line: string): Promise<{ from: number; words: string[] }>;
  open(lab: string): Promise<void>;
  cancel(): Promise<void>;
  restart(): Promise<void>;
  on(event: string, hear: (data: unknown) => void): () => void;
  addEventListener(type: "ready", hear: (event: CustomEvent<Ready>) => void): void;
  addEventListener(type: "step", hear: (event: CustomEvent<Step>) => void): void;
  addEventListener(type: "check", hear: (event: CustomEvent<Check>) => void): void;
  addEventListener(type: string, hear: EventListenerOrEventListenerObject): void;
}

// What goes between a page and the frame.
export type Request =
  | { logarium: "exec" | "view" | "complete" | "open" | "cancel" | "restart" | "ready" | "version" | "still"; id: string | number; args: unknown[] }
  | { logarium: "on"; id: string | number; args: [event: string] }
  | { logarium: "off"; id: string | number }
  | { logarium: "theme"; args: ["light" | "dark" | ""] }
  | { logarium: "pause" };
export type Message =
  | { logarium: "answer"; id: string | number; value?: unknown; error?: string }
  | { logarium: "event"; id: string | number; event: { event: string; [more: string]: unknown } }
  | { logarium: "height"; value: number }
  | { logarium: "leave" };

declare global {
  interface HTMLElementTagNameMap { "logarium-embed": LogariumEmbed }
}
