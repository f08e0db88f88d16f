// Answers that go on being sent: at the pace of who reads them, and not after the service has stopped.
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { OpenStream } from '../http/request.ts';
import type { Ready } from './kept-answers.ts';
import { refuseFault } from './refuse.ts';

/** How long a reader may leave what it was sent before it is cut off. Milliseconds. */
const patience = 30_000;

/** All streams under way. */
export class Streams {
  readonly #underWay = new Set<AbortController>();
  readonly #onFault: (error: unknown) => void;
  readonly #patience: number;
  #ended = false;

  constructor(onFault: (error: unknown) => void, most = patience) {
    this.#onFault = onFault;
    this.#patience = most;
  }

  /** Sends the head of an answer, then its stream until that ends, the reader goes or takes nothing for too long. */
  send(request: IncomingMessage, response: ServerResponse, { lines, status, crossOrigin }: Ready, open: OpenStream) {
    // Who has gone while the answer was made is not told of a close any more.
    if (response.destroyed) return;
    const ending = new AbortController();
    this.#underWay.add(ending);
    response.on('close', () => ending.abort());
    if (this.#ended) ending.abort();
    try {
      response.writeHead(status, [...crossOrigin(request, false), ...lines]);
    } catch (error) {
      this.#underWay.delete(ending);
      refuseFault(response);
      return this.#onFault(error);
    }
    response.flushHeaders();
    this.#pump(response, open, ending.signal)
      .catch((error: unknown) => {
        response.destroy();
        if (!ending.signal.aborted) this.#onFault(error);
      })
      .finally(() => this.#underWay.delete(ending));
  }

  /** Ends all of them in good order, and those that are asked for from now on: what was sent arrives. */
  end(): void {
    this.#ended = true;
    for (const each of this.#underWay) each.abort();
  }

  async #pump(response: ServerResponse, open: OpenStream, ending: AbortSignal): Promise<void> {
    for await (const part of open(ending)) {
      if (ending.aborted) break;
      if (response.write(part)) continue;
      const tooLong = AbortSignal.timeout(this.#patience);
      await once(response, 'drain', { signal: AbortSignal.any([ending, tooLong]) }).catch((error: unknown) => {
        if (!ending.aborted) throw error;
      });
    }
    response.end();
  }
}
