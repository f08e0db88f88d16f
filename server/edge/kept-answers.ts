// Whole answers kept in memory (architecture.md §5): to anonymous reads, ready as bytes, dropped when something they were
// built from has changed. Never by time.
import { hash } from 'node:crypto';
import type { Answer } from '../http/request.ts';

/** What tells whether an answer is true still. */
export interface Changes {
  /** The present moment. */
  mark(): number;
  /** The tables looked into since a moment. */
  readSince(mark: number): readonly string[];
  /** Whether one of these tables has changed since a moment, or may have. */
  changedSince(mark: number, tables: readonly string[]): boolean;
}

/** An answer as it is sent. */
export interface Ready {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The headers as they are written, names and values in turn. */
  readonly lines: readonly string[];
  readonly body: Buffer;
  readonly length: string;
  /** The strong validator of these bytes. */
  readonly etag: string;
}

interface Kept extends Ready {
  readonly mark: number;
  readonly tables: readonly string[];
  readonly size: number;
}

/** What an answer takes beside its body. Bytes, roughly. */
const overhead = 1000;

/** Tables that every answer depends on, though it may have been read long before: what is set for the whole site. */
const always = ['settings'] as const;

/** Answers by the address asked for, up to so many bytes; what was not asked for longest goes first. */
export class KeptAnswers {
  readonly #changes: Changes;
  readonly #look: () => void;
  readonly #most: number;
  readonly #kept = new Map<string, Kept>();
  #size = 0;
  #hits = 0;
  #misses = 0;

  /** `look` notices what other processes have changed; `most` is in bytes, 0 keeps nothing. */
  constructor(changes: Changes, look: () => void, most: number) {
    this.#changes = changes;
    this.#look = look;
    this.#most = most;
  }

  /** The moment from which what is read counts for an answer that is being made. */
  begin(): number {
    this.#look();
    return this.#changes.mark();
  }

  /** The answer to an address, where it is kept and still true. */
  find(address: string): Ready | undefined {
    this.#look();
    const found = this.#kept.get(address);
    if (found && !this.#changes.changedSince(found.mark, found.tables)) {
      this.#hits += 1;
      this.#kept.delete(address);
      this.#kept.set(address, found);
      return found;
    }
    this.#misses += 1;
    if (found) this.#drop(address, found);
    return undefined;
  }

  /** Keeps an answer that was made since a moment, unless something has changed meanwhile. */
  keep(address: string, ready: Ready, mark: number): void {
    const tables = [...new Set([...always, ...this.#changes.readSince(mark)])];
    const size = ready.body.length + address.length + overhead;
    if (size > this.#most / 8 || this.#changes.changedSince(mark, tables)) return;
    const former = this.#kept.get(address);
    if (former) this.#drop(address, former);
    this.#kept.set(address, { ...ready, mark, tables, size });
    this.#size += size;
    for (const [oldest, kept] of this.#kept) {
      if (this.#size <= this.#most) break;
      this.#drop(oldest, kept);
    }
  }

  /** Figures since the start. */
  statistics(): { readonly answers: number; readonly bytes: number; readonly hits: number; readonly misses: number } {
    return { answers: this.#kept.size, bytes: this.#size, hits: this.#hits, misses: this.#misses };
  }

  #drop(address: string, kept: Kept): void {
    this.#kept.delete(address);
    this.#size -= kept.size;
  }
}

/** An answer as bytes. Its validator is a hash of them. */
export function readyAnswer({ status, headers, body }: Answer): Ready {
  const bytes = Buffer.from(body === undefined ? '' : JSON.stringify(body));
  const etag = `"${hash('sha1', bytes, 'base64url')}"`;
  const lines = Object.entries(headers).flat();
  lines.push('Content-Type', 'application/json; charset=UTF-8');
  return { status, headers, lines, body: bytes, length: String(bytes.length), etag };
}

/** Whether a validator that a client sent names these bytes (RFC 9110 §13.1.2: weakly compared, `*` names any). */
export const isKnownTo = (etag: string, sent: string): boolean =>
  sent.trim() === '*' || sent.split(',').some((each) => each.trim().replace(/^W\//, '') === etag);
