// Trying a mail server out, for whoever sets one up.
import { randomUUID } from 'node:crypto';
import { composeMessage } from './compose.ts';
import { openConnection } from './connection.ts';
import { type Mail, MailRefused } from './mail.ts';
import { MailProblem } from './problem.ts';
import { type MailServer, type Patience, type Transport, type TransportSettings, usualPatience } from './transport.ts';

/** Connects and signs in; gives what keeps mail from being sent there, or undefined. Sends nothing. */
export async function checkConnection(
  server: MailServer,
  patience = usualPatience,
  signal = new AbortController().signal,
): Promise<MailProblem | undefined> {
  return problemIn(async () => (await openConnection(server, patience, signal)).close());
}

/** What trying out comes to: whether a server is set at all, and what keeps mail from being sent there. */
export interface Trial {
  readonly isSet: boolean;
  readonly problem?: string;
}

/** Connects to the server that mail is sent with at present, and signs in. */
export async function tryTransport(transport: Transport, patience: Patience, signal: AbortSignal): Promise<Trial> {
  const problem = await problemIn(async () => {
    const settings = await transport();
    if (!settings) throw new MailProblem('not-set', 'No mail server is set.');
    const connection = await openConnection(settings.server, patience, signal);
    connection.close();
  });
  if (!problem) return { isSet: true };
  return problem.kind === 'not-set' ? { isSet: false } : { isSet: true, problem: problem.message };
}

/**
 * Sends one mail at once, past the queue and its log, as when settings are tried out before they are kept; gives what kept
 * it from being sent, or undefined.
 */
export async function sendNow(
  { server, from }: TransportSettings,
  mail: Mail,
  patience = usualPatience,
  signal = new AbortController().signal,
): Promise<MailProblem | undefined> {
  return problemIn(async () => {
    const [, host = ''] = from.address.split('@');
    const message = await composeMessage(mail, from, { messageId: `${randomUUID()}@${host}`, date: new Date() });
    const connection = await openConnection(server, patience, signal);
    await connection.send(message);
    connection.close();
  });
}

async function problemIn(work: () => Promise<void>): Promise<MailProblem | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    if (error instanceof MailProblem) return error;
    if (error instanceof MailRefused) return new MailProblem('mail-refused', error.message, true);
    throw error;
  }
}
