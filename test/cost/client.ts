// Sends requests over sockets: one after the other, or pipelined on one connection whose responses are not read.
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';

/** A request as it is sent. */
export interface SentRequest {
  readonly method: string;
  /** The path with the query. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer;
}

export interface Received {
  readonly status: number;
  /** Size of the body, in bytes. */
  readonly bytes: number;
  /** Beginning of the body, long enough for an error code or an ID. */
  readonly start: string;
}

/** Time after which a request without a complete response fails and its connection is closed, in milliseconds. */
const timeoutMs = 60_000;
const startLength = 4000;

export const newAgent = (): Agent => new Agent({ keepAlive: true, maxSockets: 1 });

/** Returns the approximate size of a request with its headers and its body, in bytes. */
export const bytesOf = ({ method, path, headers = {}, body }: SentRequest): number =>
  Object.entries(headers).reduce((sum, [name, value]) => sum + name.length + value.length + 4, 0) +
  `${method} ${path} HTTP/1.1\r\n\r\n`.length +
  (body?.length ?? 0);

/** Sends a request. The status is 0 if no complete response arrived in time. */
export function exchange(
  agent: Agent,
  port: number,
  { method, path, headers = {}, body }: SentRequest,
): Promise<Received> {
  const { promise, resolve } = Promise.withResolvers<Received>();
  const length = body === undefined && method === 'GET' ? {} : { 'content-length': String(body?.length ?? 0) };
  const options = { host: '127.0.0.1', port, agent, method, path, headers: { ...headers, ...length } };
  const outgoing = request({ ...options, maxHeaderSize: 1 << 20, timeout: timeoutMs }, (incoming) => {
    let bytes = 0;
    let start = '';
    incoming.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (start.length < startLength) start += chunk.toString('utf8', 0, startLength);
    });
    const isStream = incoming.headers['content-type']?.startsWith('text/event-stream') ?? false;
    if (isStream) incoming.destroy();
    incoming.on('close', () => resolve({ status: incoming.statusCode ?? 0, bytes, start }));
    // A server may respond before it has read the body, and then close the connection or ignore the rest. This is not an
    // error.
    outgoing.removeAllListeners('error').on('error', () => {});
  });
  outgoing.on('timeout', () => outgoing.destroy(new Error('timeout')));
  outgoing.on('error', (error) => resolve({ status: 0, bytes: 0, start: String(error) }));
  outgoing.end(body);
  return promise;
}

/** Returns the bytes of a request on the wire. */
function serialize({ method, path, headers = {}, body }: SentRequest): Buffer {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const length = body === undefined ? '' : `content-length: ${body.length}\r\n`;
  const head = `${method} ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n${lines.join('')}${length}\r\n`;
  return Buffer.concat([Buffer.from(head), body ?? Buffer.alloc(0)]);
}

/**
 * Sends requests on one connection without reading responses until `isDone` resolves, then closes the connection. The
 * service may close it earlier.
 */
export async function pipelineUnread(
  port: number,
  all: readonly SentRequest[],
  isDone: () => Promise<void>,
): Promise<void> {
  const socket = connect({ host: '127.0.0.1', port, noDelay: true });
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.pause();
  socket.write(Buffer.concat(all.map(serialize)));
  await isDone();
  socket.destroy();
}
