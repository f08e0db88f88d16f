// Starts mail servers, and servers that misbehave, in the process of a test.
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer, type Server, type Socket } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** A received email. */
export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** The unfolded headers, keyed by name. */
  readonly headers: ReadonlyMap<string, string>;
  /** The body as received. */
  readonly body: string;
  readonly raw: string;
}

/** A mail server for tests. */
export interface TestSmtp {
  readonly port: number;
  readonly received: ReceivedMail[];
  /** Returns the number of connections so far. */
  readonly connections: () => number;
  /** Closes all open connections, as after a timeout. */
  disconnectAll(): void;
  close(): Promise<void>;
}

/** Options of a mail server for tests. */
interface Options extends SMTPServerOptions {
  readonly port?: number;
  /** Returns the status code with which a recipient or an email is rejected, or undefined to accept it. */
  readonly rejectWith?: (to: string, stage: 'recipient' | 'mail') => number | undefined;
}

/** Starts a mail server. By default it accepts all emails, without TLS and authentication. */
export async function startSmtp({
  port = 0,
  rejectWith = () => undefined,
  ...options
}: Options = {}): Promise<TestSmtp> {
  const received: ReceivedMail[] = [];
  let connections = 0;
  const rejectionFor = (to: string, stage: 'recipient' | 'mail') => {
    const status = rejectWith(to, stage);
    return status === undefined ? null : Object.assign(new Error('Not here'), { responseCode: status });
  };
  const server = new SMTPServer({
    disabledCommands: options.onAuth ? [] : ['AUTH', 'STARTTLS'],
    authOptional: !options.onAuth,
    logger: false,
    disableReverseLookup: true,
    closeTimeout: 500,
    onConnect: (_session, done) => {
      connections += 1;
      done();
    },
    onRcptTo: ({ address }, _session, done) => done(rejectionFor(address, 'recipient')),
    onData: (stream, { envelope }, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const to = envelope.rcptTo.map(({ address }) => address);
        const rejection = rejectionFor(to[0] ?? '', 'mail');
        if (!rejection) received.push(parseReceived(Buffer.concat(chunks).toString(), envelope.mailFrom, to));
        done(rejection);
      });
    },
    ...options,
  });
  server.on('error', () => {});
  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');
  return {
    port: (server.server.address() as AddressInfo).port,
    received,
    connections: () => connections,
    disconnectAll: () => {
      for (const connection of [...server.connections]) connection.send(421, 'Timeout - closing connection');
    },
    close: () => new Promise((closed) => server.close(() => closed())),
  };
}

function parseReceived(raw: string, mailFrom: false | { address: string }, to: readonly string[]): ReceivedMail {
  const end = raw.indexOf('\r\n\r\n');
  const unfolded = raw.slice(0, end).replace(/\r\n[ \t]+/g, ' ');
  const headers = unfolded.split('\r\n').map((line): [string, string] => {
    const at = line.indexOf(':');
    return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()];
  });
  return { from: mailFrom ? mailFrom.address : '', to, headers: new Map(headers), body: raw.slice(end + 4), raw };
}

/** Starts a TCP server whose connections `onConnection` handles. */
export async function startFakeServer(
  onConnection: (socket: Socket) => void,
): Promise<{ port: number; close(): Promise<void> }> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    onConnection(socket);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((closed) => server.close(() => closed()));
    },
  };
}
