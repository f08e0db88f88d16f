// A keep-alive HTTP connection that takes little CPU time, so that the client of a measurement slows the service less.
import { connect, type Socket } from 'node:net';

/** The status and the body of a response. */
export interface Response {
  readonly status: number;
  readonly body: Buffer;
}

/** The parts of a request that differ between requests. */
export interface Message {
  readonly method: string;
  readonly path: string;
  /** A JSON body; none if absent. */
  readonly body?: string;
}

const endOfHead = Buffer.from('\r\n\r\n');

/** A connection to the service. It sends one request at a time. */
export class Connection {
  readonly #socket: Socket;
  readonly #headers: string;
  #received: Buffer = Buffer.alloc(0);
  #pending: PromiseWithResolvers<Response> | undefined;

  constructor(origin: string, authorization?: string) {
    const { hostname, port } = new URL(origin);
    this.#headers = `host: ${hostname}:${port}\r\n${authorization ? `authorization: ${authorization}\r\n` : ''}`;
    this.#socket = connect({ host: hostname, port: Number(port), noDelay: true });
    this.#socket.on('data', (data: Buffer) => this.#onData(data));
    this.#socket.on('error', (error) => this.#pending?.reject(error));
    this.#socket.on('close', () => this.#pending?.reject(new Error('The service closed the connection.')));
  }

  /** Sends a request and returns its response. Rejects if the connection fails or the response has no Content-Length. */
  send({ method, path, body }: Message): Promise<Response> {
    this.#pending = Promise.withResolvers<Response>();
    const content = body && `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n`;
    this.#socket.write(`${method} ${path} HTTP/1.1\r\n${this.#headers}${content ?? ''}\r\n${body ?? ''}`);
    return this.#pending.promise;
  }

  close(): void {
    this.#pending = undefined;
    this.#socket.destroy();
  }

  #onData(data: Buffer): void {
    this.#received = this.#received.length === 0 ? data : Buffer.concat([this.#received, data]);
    const headLength = this.#received.indexOf(endOfHead);
    if (headLength < 0) return;
    const head = this.#received.toString('latin1', 0, headLength);
    const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
    if (length === undefined) {
      this.#pending?.reject(new Error(`The response has no Content-Length: ${head.split('\r\n', 1)}`));
      return;
    }
    const bodyStart = headLength + endOfHead.length;
    if (this.#received.length < bodyStart + Number(length)) return;
    const body = this.#received.subarray(bodyStart);
    this.#received = Buffer.alloc(0);
    this.#pending?.resolve({ status: Number(head.slice(9, 12)), body });
  }
}
