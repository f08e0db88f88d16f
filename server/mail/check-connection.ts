// Tests mail servers for administrators.
import { randomUUID } from 'node:crypto';
import { composeMessage, openConnection } from './connection.ts';
import { InvalidMail, type Mail } from './mail.ts';
import { MailProblem } from './problem.ts';
import {
  defaultTimeouts,
  type MailServer,
  type MailTimeouts,
  type Transport,
  type TransportSettings,
} from './transport.ts';

/** Connects to a server and signs in without sending email. Returns the problem; undefined if there is none. */
export async function checkConnection(
  server: MailServer,
  timeouts = defaultTimeouts,
  signal: AbortSignal = new AbortController().signal,
): Promise<MailProblem | undefined> {
  return catchProblem(async () => (await openConnection(server, timeouts, signal)).close());
}

/** The result of a test: whether a server is configured, and the problem that prevents sending, if any. */
export interface ConnectionTest {
  readonly isConfigured: boolean;
  readonly problem?: string;
}

/** Connects to the server of a transport and signs in without sending email. */
export async function testTransport(
  transport: Transport,
  timeouts: MailTimeouts,
  signal: AbortSignal,
): Promise<ConnectionTest> {
  const problem = await catchProblem(async () => {
    const settings = await transport();
    if (!settings) throw new MailProblem('not-set', 'No mail server is configured.');
    const connection = await openConnection(settings.server, timeouts, signal);
    connection.close();
  });
  if (!problem) return { isConfigured: true };
  return problem.kind === 'not-set' ? { isConfigured: false } : { isConfigured: true, problem: problem.message };
}

/**
 * Sends an email immediately, bypassing the queue and its log, for example to test settings before they are stored. Returns the
 * problem; undefined if the email was sent.
 */
export async function sendNow(
  { server, from }: TransportSettings,
  mail: Mail,
  timeouts = defaultTimeouts,
  signal: AbortSignal = new AbortController().signal,
): Promise<MailProblem | undefined> {
  return catchProblem(async () => {
    const [, host = ''] = from.address.split('@');
    const message = await composeMessage(mail, from, { messageId: `${randomUUID()}@${host}`, date: new Date() });
    const connection = await openConnection(server, timeouts, signal);
    await connection.send(message);
    connection.close();
  });
}

async function catchProblem(work: () => Promise<void>): Promise<MailProblem | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    if (error instanceof MailProblem) return error;
    if (error instanceof InvalidMail) return new MailProblem('mail-refused', error.message, true);
    throw error;
  }
}
