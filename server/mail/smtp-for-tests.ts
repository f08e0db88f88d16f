// For tests: a real mail server in this process, and servers that misbehave.
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer, type Server, type Socket } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** A received mail. */
export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** The unfolded headers, and the body as received. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
  readonly raw: string;
}

export interface TestSmtp {
  readonly port: number;
  readonly received: ReceivedMail[];
  /** Returns the number of connections so far. */
  readonly connections: () => number;
  close(): Promise<void>;
}

interface Options extends SMTPServerOptions {
  readonly port?: number;
  /** Returns the status of the error with which a recipient or a mail is rejected, or undefined to accept it. */
  readonly rejectWith?: (to: string, stage: 'recipient' | 'mail') => number | undefined;
}

/** Starts a mail server that accepts everything, without TLS or authentication unless the options say otherwise. */
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

/** Starts a server that is not a mail server; `onConnection` handles its connections. */
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
