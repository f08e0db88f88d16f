// Listens on the addresses of a host, and closes all its sockets when the service stops.
import dns from 'node:dns/promises';
import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import type { PacedServer } from './connections.ts';
import { sendText } from './text-responses.ts';

interface HttpServerOptions {
  /** Creates a server that does not listen yet. */
  readonly create: () => PacedServer;
  /** Ends all streams, current and future ones. */
  readonly endStreams: () => void;
  /** Called once, before the connections are closed. */
  readonly onClose: () => void;
  readonly logger: Logger;
}

/** The listening sockets of a service: one, or for `localhost` one for each address of this name. */
export class HttpServer {
  readonly #options: HttpServerOptions;
  readonly #servers: PacedServer[];
  /** The server of the first address. */
  readonly server: Server;
  readonly #first: PacedServer;
  #closed: Promise<void> | undefined;

  constructor(options: HttpServerOptions) {
    this.#first = options.create();
    this.#options = options;
    this.#servers = [this.#first];
    this.server = this.#first.server;
  }

  /**
   * Serves a request that another HTTP server of this process has received; 503 once this server is closed. Throws TypeError for requests
   * of HTTP/2.
   */
  handleRequest(request: IncomingMessage, response: ServerResponse): void {
    if (this.#closed) sendClosed(response);
    else this.#first.handleRequest(request, response);
  }

  /** Listens on a host. Rejects with the error of Node.js if the first address cannot be bound. */
  async listen({ host, port }: { readonly host: string; readonly port: number }): Promise<void> {
    await this.#bind(this.server, host, port);
    if (host !== 'localhost') return;
    const bound = this.server.address() as AddressInfo;
    const addresses = await dns.lookup(host, { all: true }).catch(() => []);
    for (const { address } of addresses) {
      if (address === bound.address || this.#closed) continue;
      const added = this.#options.create();
      this.#servers.push(added);
      // An address that cannot be bound, such as that of a disabled protocol, is not required.
      await this.#bind(added.server, address, bound.port).catch(() => {});
    }
  }

  /** Stops accepting connections. Resolves when all responses have been sent and all connections are closed. */
  close(): Promise<void> {
    this.#closed ??= this.#closeAll();
    return this.#closed;
  }

  /** Closes all connections without waiting for responses, so that `close` resolves soon. */
  abortRequests(): void {
    for (const each of this.#servers) each.abortRequests();
  }

  /** Ends all streams, current and future ones, so that clients connect to another node. */
  endStreams(): void {
    this.#options.endStreams();
  }

  async #bind(server: Server, host: string, port: number): Promise<void> {
    server.listen({ host, port });
    await once(server, 'listening');
    const { address, family, port: boundPort } = server.address() as AddressInfo;
    const url = `http://${family === 'IPv6' ? `[${address}]` : address}:${boundPort}`;
    this.#options.logger.info({ url }, 'server listening');
  }

  async #closeAll(): Promise<void> {
    this.#options.onClose();
    this.#options.endStreams();
    const closing = this.#servers.map(({ server, closeWhenIdle }) => {
      closeWhenIdle();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    });
    await Promise.all([...closing, this.#first.whenRequestsHandled()]);
  }
}

/** Responds to a request after the service was closed. */
const sendClosed = (response: ServerResponse): void =>
  sendText(
    response,
    503,
    ['Cache-Control', 'no-store', 'Content-Type', 'text/plain; charset=UTF-8', 'Connection', 'close'],
    'The service is stopped.\n',
  );
