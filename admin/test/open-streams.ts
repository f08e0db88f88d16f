// Observes the streams of the live channel that a service in the process of the tests has open.
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';

interface StartedRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly server: Server;
}

const channel = 'http.server.request.start';

/** The open streams of all services in this process. */
export class OpenStreams {
  readonly #open = new Map<ServerResponse, string>();
  #server: Server | undefined;

  constructor() {
    subscribe(channel, this.#onRequest);
  }

  /** The entries of each stream that is open now. */
  get entries(): string[] {
    return [...this.#open.values()];
  }

  /** Closes all connections and accepts no others for a time in milliseconds, as a restart of the service does. */
  async interrupt(durationMs: number): Promise<void> {
    const server = this.#server;
    const address = server?.address();
    if (!server || address === null || typeof address !== 'object') throw new Error('No stream was opened.');
    const closed = Promise.withResolvers<void>();
    server.close(() => closed.resolve());
    server.closeAllConnections();
    await closed.promise;
    const { promise, resolve } = Promise.withResolvers<void>();
    setTimeout(() => server.listen(address.port, address.address, resolve), durationMs);
    await promise;
  }

  /** Ends the observation. */
  close(): void {
    unsubscribe(channel, this.#onRequest);
  }

  readonly #onRequest = (message: unknown): void => {
    if (!isStartedRequest(message)) return;
    const { request, response, server } = message;
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://service');
    if (!pathname.endsWith('/octavo/v1/live')) return;
    this.#server = server;
    this.#open.set(response, searchParams.get('entries') ?? '');
    response.once('close', () => this.#open.delete(response));
  };
}

const isStartedRequest = (message: unknown): message is StartedRequest =>
  typeof message === 'object' && message !== null && 'request' in message && 'response' in message;
