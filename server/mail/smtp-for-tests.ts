// Mail servers for tests: a real one in this process, and ones that refuse, hang and lie.
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer, type Server, type Socket } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** A mail as it arrived. */
export interface Arrived {
  readonly from: string;
  readonly to: readonly string[];
  /** Headers, unfolded, and body as they came. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
  readonly raw: string;
}

export interface TestSmtp {
  readonly port: number;
  readonly arrived: Arrived[];
  /** How often somebody has connected. */
  readonly connections: () => number;
  close(): Promise<void>;
}

interface Options extends SMTPServerOptions {
  readonly port?: number;
  /** Answers a recipient, or the end of a mail, with an error of this status where it gives one. */
  readonly refuse?: (to: string, stage: 'recipient' | 'mail') => number | undefined;
}

/** A mail server that takes everything, without TLS or signing in unless the options say otherwise. */
export async function startSmtp({ port = 0, refuse = () => undefined, ...options }: Options = {}): Promise<TestSmtp> {
  const arrived: Arrived[] = [];
  let connections = 0;
  const refusal = (to: string, stage: 'recipient' | 'mail') => {
    const status = refuse(to, stage);
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
    onRcptTo: ({ address }, _session, done) => done(refusal(address, 'recipient')),
    onData: (stream, { envelope }, done) => {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        const to = envelope.rcptTo.map(({ address }) => address);
        const refused = refusal(to[0] ?? '', 'mail');
        if (!refused) arrived.push(arrivedOf(Buffer.concat(parts).toString(), envelope.mailFrom, to));
        done(refused);
      });
    },
    ...options,
  });
  server.on('error', () => {});
  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');
  return {
    port: (server.server.address() as AddressInfo).port,
    arrived,
    connections: () => connections,
    close: () => new Promise((closed) => server.close(() => closed())),
  };
}

function arrivedOf(raw: string, mailFrom: false | { address: string }, to: readonly string[]): Arrived {
  const end = raw.indexOf('\r\n\r\n');
  const unfolded = raw.slice(0, end).replace(/\r\n[ \t]+/g, ' ');
  const headers = unfolded.split('\r\n').map((line): [string, string] => {
    const at = line.indexOf(':');
    return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()];
  });
  return { from: mailFrom ? mailFrom.address : '', to, headers: new Map(headers), body: raw.slice(end + 4), raw };
}

/** Something that listens and is no mail server; `talk` does with a connection what it likes. */
export async function startLiar(talk: (socket: Socket) => void): Promise<{ port: number; close(): Promise<void> }> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    talk(socket);
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
