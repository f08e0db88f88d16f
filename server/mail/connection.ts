// A connection to a mail server, signed in, for one mail after the other. The library is loaded with the first.
import type SMTPConnection from 'nodemailer/lib/smtp-connection';
import { MailProblem, problemOf, type Stage } from './problem.ts';
import { placeOfServer } from './server-address.ts';
import type { Login, MailServer, Patience } from './transport.ts';

/** A mail as it goes over the wire. */
export interface Message {
  readonly from: string;
  readonly to: string;
  /** Headers and body. */
  readonly bytes: Buffer;
}

export interface MailConnection {
  /** False once it has failed or the server has ended it, which it may do at any time. */
  readonly isOpen: boolean;
  /** Sends a message; gives what the server has answered. Throws MailProblem; the connection is of no use afterwards. */
  send(message: Message): Promise<string>;
  /** Takes leave. */
  close(): void;
}

/** How long a server may take to say goodbye. Milliseconds. */
const goodbye = 1000;

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
    socketCloseTimeout: goodbye,
    maxResponseSize: 64 * 1024,
    tls: { minVersion: 'TLSv1.2' },
  });
  const talk = new Conversation(connection, server, patience, signal);
  const { login } = server;
  await talk.step<void>('connect', (done) => connection.connect((error) => done(error ?? null)));
  if (login) await talk.step<unknown>('login', (done) => connection.login(authenticationOf(login) as never, done));
  return {
    get isOpen() {
      return talk.isOpen;
    },
    send: async ({ from, to, bytes }) => {
      const { response } = await talk.step<{ response: string }>('send', (done) =>
        connection.send({ from, to: [to] }, bytes, done as never),
      );
      return response;
    },
    close: () => {
      if (!talk.isOpen) return;
      connection.quit();
      setTimeout(() => connection.close(), goodbye).unref();
    },
  };
}

/** A login in the words of the library. */
function authenticationOf(login: Login): object {
  const { user } = login;
  if ('password' in login) return { user, credentials: { user, pass: login.password } };
  const { accessToken } = login;
  const getToken = (isRefused: boolean, done: (error: Error | null, token?: string) => void) =>
    isRefused ? done(new Error('The token was refused')) : done(null, accessToken);
  return { user, method: 'XOAUTH2', oauth2: { getToken, buildXOAuth2Token: (token: string) => bearer(user, token) } };
}

/** What is said to sign in by a token (developers.google.com/workspace/gmail/imap/xoauth2-protocol). */
const bearer = (user: string, token: string): string =>
  Buffer.from(`user=${user}\x01auth=Bearer ${token}\x01\x01`).toString('base64');

type Step<T> = (done: (error: Error | null, result?: T) => void) => void;

/** What is said over a connection, a step at a time. Whatever goes wrong, also between the steps, ends the connection. */
class Conversation {
  isOpen = true;
  readonly #connection: SMTPConnection;
  readonly #server: MailServer;
  readonly #patience: Patience;
  readonly #signal: AbortSignal;
  /** Told what ends the step that is under way. */
  #end: (error: unknown) => void = () => {};

  constructor(connection: SMTPConnection, server: MailServer, patience: Patience, signal: AbortSignal) {
    this.#connection = connection;
    this.#server = server;
    this.#patience = patience;
    this.#signal = signal;
    connection.on('error', (error: unknown) => this.#fail(error));
    connection.on('end', () => this.#fail(new MailProblem('closed', `${placeOfServer(server)} ended the connection.`)));
  }

  /** Does a step. Throws MailProblem where it fails, takes too long, or is not wanted any more. */
  async step<T>(stage: Stage, work: Step<T>): Promise<T> {
    const stop = () => this.#fail(new MailProblem('stopped', 'The service was stopped meanwhile.'));
    const late = () => this.#fail(new MailProblem('silent', `${placeOfServer(this.#server)} is too slow.`));
    const timer = setTimeout(late, this.#patience.whole);
    this.#signal.addEventListener('abort', stop);
    try {
      return await new Promise<T>((resolve, reject) => {
        this.#end = reject;
        if (this.#signal.aborted) return stop();
        work((error, result) => (error ? this.#fail(error) : resolve(result as T)));
      });
    } catch (error) {
      throw problemOf(error, this.#server, stage);
    } finally {
      clearTimeout(timer);
      this.#signal.removeEventListener('abort', stop);
    }
  }

  #fail(error: unknown): void {
    if (!this.isOpen) return;
    this.isOpen = false;
    this.#end(error);
    this.#connection.close();
  }
}
