// Opens authenticated connections to mail servers, and composes messages (RFC 5322). The libraries are loaded on first use.
import type SMTPConnection from 'nodemailer/lib/smtp-connection';
import { type Mail, type Mailbox, normalizeMail } from './mail.ts';
import { MailProblem, problemOf, type Stage } from './problem.ts';
import { formatServer, type Login, type MailServer, type MailTimeouts } from './transport.ts';

/** A message in its transfer format. */
interface Message {
  readonly from: string;
  readonly to: string;
  /** The headers and the body. */
  readonly bytes: Buffer;
}

/** An authenticated connection to a mail server, which can send several messages. */
export interface MailConnection {
  /** Whether the connection is usable: no error has occurred, and the server has not closed it. */
  readonly isOpen: boolean;
  /** Sends a message and returns the server's response. Throws MailProblem if that fails; the connection is unusable then. */
  send(message: Message): Promise<string>;
  /** Closes the connection. */
  close(): void;
}

/** Timeout for the response to QUIT, in milliseconds. */
const quitTimeoutMs = 1000;

/**
 * Connects to a mail server and signs in. When `signal` aborts, the current step fails immediately.
 *
 * Throws MailProblem if a step fails.
 */
export async function openConnection(
  server: MailServer,
  timeouts: MailTimeouts,
  signal: AbortSignal,
): Promise<MailConnection> {
  const { default: Connection } = await import('nodemailer/lib/smtp-connection');
  const connection = new Connection({
    host: server.host,
    port: server.port,
    secure: server.security === 'implicit',
    requireTLS: server.security === 'required',
    ignoreTLS: server.security === 'none',
    connectionTimeout: timeouts.connectionMs,
    dnsTimeout: timeouts.connectionMs,
    greetingTimeout: timeouts.greetingMs,
    socketTimeout: timeouts.idleMs,
    socketCloseTimeout: quitTimeoutMs,
    maxResponseSize: 64 * 1024,
    tls: { minVersion: 'TLSv1.2' },
  });
  const session = new SmtpSession(connection, server, timeouts, signal);
  const { login } = server;
  await session.step<void>('connect', (done) => connection.connect((error) => done(error ?? null)));
  if (login) await session.step<unknown>('login', (done) => connection.login(toLibraryCredentials(login), done));
  return {
    get isOpen() {
      return session.isOpen;
    },
    send: async ({ from, to, bytes }) => {
      const { response } = await session.step<{ response: string }>('send', (done) =>
        connection.send({ from, to: [to] }, bytes, done),
      );
      return response;
    },
    close: () => {
      if (!session.isOpen) return;
      connection.quit();
      setTimeout(() => connection.close(), quitTimeoutMs).unref();
    },
  };
}

/** Converts credentials to the format of the library. */
function toLibraryCredentials(login: Login): object {
  const { user } = login;
  if ('password' in login) return { user, credentials: { user, pass: login.password } };
  const { accessToken } = login;
  const getToken = (isRefused: boolean, done: (error: Error | null, token?: string) => void) =>
    isRefused ? done(new Error('The access token was rejected')) : done(null, accessToken);
  return {
    user,
    method: 'XOAUTH2',
    oauth2: { getToken, buildXOAuth2Token: (token: string) => xoauth2Response(user, token) },
  };
}

/** Returns the XOAUTH2 response for a token (developers.google.com/workspace/gmail/imap/xoauth2-protocol). */
const xoauth2Response = (user: string, token: string): string =>
  Buffer.from(`user=${user}\x01auth=Bearer ${token}\x01\x01`).toString('base64');

/** A step of a connection. It calls `done` with an error or a result. */
type Step<T> = (done: (error: Error | null, result?: T) => void) => void;

/** The steps of a connection. Any error closes the connection, even if it occurs between two steps. */
class SmtpSession {
  isOpen = true;
  readonly #connection: SMTPConnection;
  readonly #server: MailServer;
  readonly #timeouts: MailTimeouts;
  readonly #signal: AbortSignal;
  /** Rejects the current step. */
  #end: (error: unknown) => void = () => {};

  constructor(connection: SMTPConnection, server: MailServer, timeouts: MailTimeouts, signal: AbortSignal) {
    this.#connection = connection;
    this.#server = server;
    this.#timeouts = timeouts;
    this.#signal = signal;
    connection.on('error', (error: unknown) => this.#fail(error));
    connection.on('end', () => this.#fail(new MailProblem('closed', `${formatServer(server)} closed the connection.`)));
  }

  /** Runs a step. Throws MailProblem when it fails, exceeds its timeout or is aborted. */
  async step<T>(stage: Stage, work: Step<T>): Promise<T> {
    const onAbort = () => this.#fail(new MailProblem('stopped', 'The service was stopped.'));
    const onTimeout = () =>
      this.#fail(new MailProblem('silent', `${formatServer(this.#server)} did not finish in time.`));
    const timer = setTimeout(onTimeout, this.#timeouts.totalMs);
    this.#signal.addEventListener('abort', onAbort);
    try {
      return await new Promise<T>((resolve, reject) => {
        this.#end = reject;
        if (this.#signal.aborted) return onAbort();
        work((error, result) => (error ? this.#fail(error) : resolve(result as T)));
      });
    } catch (error) {
      throw problemOf(error, this.#server, stage);
    } finally {
      clearTimeout(timer);
      this.#signal.removeEventListener('abort', onAbort);
    }
  }

  #fail(error: unknown): void {
    if (!this.isOpen) return;
    this.isOpen = false;
    this.#end(error);
    this.#connection.close();
  }
}

/** The ID and date of a message. They are the same for all attempts to send it. */
interface MessageIdentity {
  /** The Message-ID without angle brackets. */
  readonly messageId: string;
  readonly date: Date;
}

/** Returns the message with all headers. Throws InvalidMail for an invalid address or header. */
export async function composeMessage(
  mail: Mail,
  from: Mailbox,
  { messageId, date }: MessageIdentity,
): Promise<Message> {
  const { to, subject, text, html, replyTo, headers } = normalizeMail(mail);
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer');
  const composer = new MailComposer({
    from: { name: from.name, address: from.address },
    to: { name: '', address: to },
    subject,
    text,
    ...(html !== undefined && { html }),
    ...(replyTo !== undefined && { replyTo: { name: '', address: replyTo } }),
    headers: { ...headers, 'Auto-Submitted': 'auto-generated' },
    messageId: `<${messageId}>`,
    date,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return { from: from.address, to, bytes: await composer.compile().build() };
}
