// A connection to a mail server, signed in, for one mail after the other. The library is loaded with the first.
import type SMTPConnection from 'nodemailer/lib/smtp-connection';
import { MailProblem, type MailProblem as Problem, problemOf, type Stage } from './problem.ts';
import { placeOfServer } from './server-address.ts';
import type { MailServer, Patience } from './transport.ts';

/** A mail as it goes over the wire. */
export interface Message {
  readonly from: string;
  readonly to: string;
  /** Headers and body. */
  readonly bytes: Buffer;
}

export interface MailConnection {
  /** Sends a message; gives what the server has answered. Throws MailProblem; the connection is of no use afterwards. */
  send(message: Message): Promise<string>;
  /** Takes leave. */
  close(): void;
}

/**
 * Connects to a mail server and signs in. Where `signal` is aborted, everything under way ends at once.
 *
 * Throws MailProblem.
 */
export async function openConnection(
  server: MailServer,
  patience: Patience,
  signal: AbortSignal,
): Promise<MailConnection> {
  const { default: Connection } = await import('nodemailer/lib/smtp-connection');
  const connection = new Connection({
    host: server.host,
    port: server.port,
    secure: server.security === 'implicit',
    requireTLS: server.security === 'required',
    ignoreTLS: server.security === 'none',
    connectionTimeout: patience.connection,
    dnsTimeout: patience.connection,
    greetingTimeout: patience.greeting,
    socketTimeout: patience.silence,
    socketCloseTimeout: 1000,
    maxResponseSize: 64 * 1024,
    tls: { minVersion: 'TLSv1.2' },
  });
  const { login } = server;
  const step = <T>(stage: Stage, work: Step<T>) => inTime(connection, server, patience, signal, stage, work);
  await step<void>('connect', (done) => connection.connect((error) => done(error ?? null)));
  if (login)
    await step<unknown>('login', (done) => {
      connection.login({ user: login.user, credentials: { user: login.user, pass: login.password } }, done);
    });
  return {
    send: async ({ from, to, bytes }) => {
      const { response } = await step<{ response: string }>('send', (done) =>
        connection.send({ from, to: [to] }, bytes, done as never),
      );
      return response;
    },
    close: () => connection.quit(),
  };
}

type Step<T> = (done: (error: Error | null, result?: T) => void) => void;

/** One step of the conversation; what does not end it in time ends the connection. */
function inTime<T>(
  connection: SMTPConnection,
  server: MailServer,
  { whole }: Patience,
  signal: AbortSignal,
  stage: Stage,
  work: Step<T>,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const end = (problem: Problem | undefined, result?: T) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
      connection.off('error', fail);
      connection.off('end', ended);
      if (!problem) return resolve(result as T);
      // What the library still has to say is of no interest, and must not be thrown.
      connection.on('error', () => {});
      connection.close();
      reject(problem);
    };
    const fail = (error: unknown) => end(problemOf(error, server, stage));
    const ended = () => end(new MailProblem('closed', `${placeOfServer(server)} ended the connection.`));
    const stop = () => end(new MailProblem('stopped', 'The service was stopped meanwhile.'));
    const timer = setTimeout(
      () => end(new MailProblem('silent', `${placeOfServer(server)} is too slow: waited too long.`)),
      whole,
    );
    connection.once('error', fail);
    connection.once('end', ended);
    signal.addEventListener('abort', stop);
    if (signal.aborted) return stop();
    work((error, result) => (error ? fail(error) : end(undefined, result)));
  });
}
