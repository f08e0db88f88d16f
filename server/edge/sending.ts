// Answers on their way out. They go past the framework, which has nothing to add to ready bytes.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isKnownTo, type Ready } from './kept-answers.ts';
import { Leaving } from './leaving.ts';
import { refuseFault } from './refuse.ts';

/** Told of every request below a REST root: method, pattern of the route, status, milliseconds. */
export type Note = (method: string, route: string, status: number, milliseconds: number) => void;

/** Sends answers when what has come together has been served (docs/decisions/0010-answers-leave-together.md). */
export class Sending {
  /** Those that were kept ready. */
  readonly #kept: Leaving;
  readonly #made: Leaving;
  readonly #note: Note | undefined;

  /** `onFault` is told what is wrong with an answer that cannot be written. */
  constructor(onFault: (error: unknown) => void, note: Note | undefined) {
    this.#kept = new Leaving(onFault);
    this.#made = new Leaving(onFault);
    this.#note = note;
  }

  /** Sends an answer that was kept ready. `began` is when its request came, as `performance.now` tells time. */
  sendKept(request: IncomingMessage, response: ServerResponse, answer: Ready, began: number): void {
    this.#kept.add(() => write(request, response, answer));
    this.note(request, answer, began);
  }

  /** Sends an answer that was made. */
  sendMade(request: IncomingMessage, response: ServerResponse, answer: Ready, began: number): void {
    this.#made.add(() => write(request, response, answer));
    this.note(request, answer, began);
  }

  /** Called before an answer is made, which may take long: what is ready does not wait for it. */
  letGo(): void {
    this.#kept.leave();
    this.#made.leaveIfLate();
  }

  /** Takes down that a request was answered. */
  note({ method = '' }: IncomingMessage, answer: Ready, began: number): void {
    this.#note?.(method, answer.route ?? 'none', answer.status, performance.now() - began);
  }
}

/**
 * Writes an answer. Where it cannot be written, for a header that is none or a status that there is not, its client gets a 500,
 * because what it asked for may be done. Throws what is wrong with the answer.
 */
function write(request: IncomingMessage, response: ServerResponse, answer: Ready): void {
  try {
    writeOut(request, response, answer);
  } catch (error) {
    refuseFault(response);
    throw error;
  }
}

/** Writes an answer, or that the client has it already. */
function writeOut(request: IncomingMessage, response: ServerResponse, answer: Ready): void {
  const { method, headers } = request;
  const reads = method === 'GET' || method === 'HEAD';
  const isRead = reads && answer.status === 200;
  const cacheable = reads && !('Cache-Control' in answer.headers);
  const known = isRead && headers['if-none-match'] !== undefined && isKnownTo(answer.etag, headers['if-none-match']);
  const lines = [...answer.crossOrigin(request, cacheable), ...answer.lines];
  if (isRead || (answer.showsState && answer.status < 300)) lines.push('ETag', answer.etag);
  if (!known) lines.push('Content-Length', String(answer.length));
  response.writeHead(known ? 304 : answer.status, lines);
  const [body, ...more] = known || method === 'HEAD' ? [] : answer.body;
  if (more.length === 0) return void response.end(body);
  // Parts leave together, without being copied into one first.
  response.cork();
  response.write(body);
  for (const each of more) response.write(each);
  response.end();
  response.uncork();
}
