// Whole answers to anonymous reads, ready as bytes (architecture.md §5).

import { sent } from '../http/json-text.ts';
import { type Changes, Kept } from '../http/kept.ts';
import type { Answer, LinkFor, OpenStream, QueryReads } from '../http/request.ts';
import { etagOf } from '../http/state.ts';
import { Callers, type Connection, makeFor } from './callers.ts';
import type { CrossOrigin } from './cross-origin.ts';

/** An answer as it is sent. */
export interface Ready {
  readonly status: number;
  /** The pattern of the route that was asked for. */
  readonly route: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  /** The lines that depend on where the page that asks comes from. */
  readonly crossOrigin: CrossOrigin;
  /** The headers as they are written, names and values in turn. */
  readonly lines: readonly string[];
  /** The body, in parts that follow each other. */
  readonly body: readonly Buffer[];
  /** Bytes. */
  readonly length: number;
  /** The strong validator of these bytes, and of the item's state where the sender may change that. */
  readonly etag: string;
  /** The validator names the state of an item: writes are told it too. */
  readonly showsState?: boolean;
  /** What is sent in place of a body. */
  readonly stream?: OpenStream;
  /** The names of the query that it depends on; absent: all of it. */
  readonly queryReads?: QueryReads;
  /** Makes its `Link` header for another query, where it repeats that of the request. */
  readonly linkFor?: LinkFor;
  /** It depends on more than the address it would be kept under. */
  readonly isPersonal?: boolean;
}

/** An answer that is being made. */
interface Making {
  readonly mark: number;
  readonly answer: Promise<Ready>;
  readonly callers: Callers;
}

/** Answers by the address asked for, up to so many bytes; what was not asked for longest goes first. */
export class KeptAnswers {
  readonly #changes: Changes;
  readonly #look: () => void;
  readonly #kept: Kept<Ready>;
  readonly #shares: boolean;
  readonly #making = new Map<string, Making>();
  #hits = 0;
  #misses = 0;

  /** `look` notices what other processes have changed; `most` is in bytes, 0 keeps nothing. */
  constructor(changes: Changes, look: () => void, most: number) {
    this.#changes = changes;
    this.#look = look;
    this.#kept = new Kept(changes, most);
    this.#shares = most > 0;
  }

  /** The answer to an address, where it is kept and still true. */
  find(address: string): Ready | undefined {
    this.#look();
    const found = this.#kept.find(address);
    if (found) this.#hits += 1;
    else this.#misses += 1;
    return found;
  }

  /**
   * The answer to an address, made once for all who ask while it is being made and nothing changes: when many ask for what
   * has just been dropped, one of them makes it. `signal` aborts once the connections of all of them are closed.
   */
  async make(address: string, connection: Connection, make: (signal: AbortSignal) => Promise<Ready>): Promise<Ready> {
    if (!this.#shares) return makeFor(connection, make);
    this.#look();
    const making = this.#making.get(address);
    if (making && !making.callers.signal.aborted && !this.#changes.anythingSince(making.mark)) {
      const shared = await making.callers.wait(connection, making.answer);
      // What is for one sender alone is nobody else's answer.
      if (isForAll(shared) || connection.destroyed) return shared;
    }
    const mark = this.#changes.mark();
    const callers = new Callers();
    const answer = make(callers.signal).then((ready) => {
      if (ready.status === 200 && isForAll(ready)) this.keep(address, ready, mark);
      return ready;
    });
    this.#making.set(address, { mark, answer, callers });
    try {
      return await callers.wait(connection, answer);
    } finally {
      if (this.#making.get(address)?.answer === answer) this.#making.delete(address);
    }
  }

  /** Keeps an answer that was made since a moment, unless something has changed meanwhile. */
  keep(address: string, ready: Ready, mark: number): void {
    if (!this.#kept.mayKeep(ready.length)) return;
    const whole = { ...ready, body: [joined(ready)] };
    const size = ready.length + overhead + ready.lines.reduce((sum, line) => sum + line.length, 0);
    this.#kept.keep(address, whole, size, mark, this.#kept.tablesSince(mark));
  }

  /** Figures since the start. */
  statistics(): { readonly answers: number; readonly bytes: number; readonly hits: number; readonly misses: number } {
    const { items, bytes } = this.#kept.size;
    return { answers: items, bytes, hits: this.#hits, misses: this.#misses };
  }
}

const isForAll = ({ headers, isPersonal }: Ready): boolean => !('Cache-Control' in headers) && isPersonal !== true;

/** What an answer takes beside its body and its lines: objects, hashes, the memory's own notes. Bytes, roughly. */
const overhead = 1000;

/** The parts of a body as one, in memory of its own: `Buffer.concat` would hold a whole slab for a short one. */
function joined({ body, length }: Ready): Buffer {
  const bytes = Buffer.allocUnsafeSlow(length);
  let at = 0;
  for (const part of body) at += part.copy(bytes, at);
  return bytes;
}

/** An answer as bytes; JSON, where it does not say what else. Its validator is a hash of them. */
export function readyAnswer(answer: Answer, crossOrigin: CrossOrigin): Ready {
  const { status, route, headers, body = '', stream, queryReads, linkFor, state } = answer;
  const { body: parts, digest } = sent(body);
  const length = parts.reduce((sum, each) => sum + each.length, 0);
  return {
    ...{ status, route, headers, crossOrigin, lines: linesOf(headers), body: parts, length },
    etag: etagOf(digest, state),
    ...(state !== undefined && { showsState: true }),
    ...(stream && { stream }),
    ...(queryReads && { queryReads }),
    ...(linkFor && { linkFor }),
  };
}

function linesOf(headers: Ready['headers']): string[] {
  const lines = Object.entries(headers).flat();
  if (!('Content-Type' in headers)) lines.push('Content-Type', 'application/json; charset=UTF-8');
  return lines;
}

/** The same response to a request with another query, as far as that is repeated. */
export function withQuery(ready: Ready, query: string): Ready {
  if (!ready.linkFor) return ready;
  const headers = { ...ready.headers, Link: ready.linkFor(query) };
  return { ...ready, headers, lines: linesOf(headers) };
}

/** Whether a validator that a client sent names these bytes (RFC 9110 §13.1.2: weakly compared, `*` names any). */
export const isKnownTo = (etag: string, sent: string): boolean =>
  sent.trim() === '*' || sent.split(',').some((each) => each.trim().replace(/^W\//, '') === etag);
