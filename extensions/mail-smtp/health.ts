// POST health: returns the state of outgoing mail.
import { MailProblem } from 'octavo/extension';
import { version } from './contract.ts';
import { catchProblem, toFinding } from './findings.ts';
import type { MailSmtpOperations } from './operations.ts';
import { readSettings, type Services, type Settings } from './settings.ts';
import { findConnection } from './store.ts';
import { resolveTransport } from './transport.ts';

/** Number of latest emails that the response summarizes. */
const maxEmails = 100;

/**
 * Responds with the time, the mailer and its problem, and the results of the latest emails. It does not connect to a mail server.
 */
export const health = (services: Services): MailSmtpOperations['health'] => ({
  async run() {
    const settings = await readSettings(services);
    const { mailer } = settings.mail;
    const problem = await findProblem(services, settings);
    const mails = await services.mail.latest(maxEmails);
    const count = (state: string) => mails.filter((each) => each.state === state).length;
    const latest = mails.find((each) => each.problem !== '')?.problem ?? null;
    const value = {
      ok: problem === null && count('failed') + count('unsent') === 0,
      ...{ time: new Date(services.clock()).toISOString(), version, mailer, problem },
      mails: {
        ...{ looked_at: mails.length, waiting: count('waiting'), sent: count('sent') },
        ...{ failed: count('failed'), unsent: count('unsent'), latest_problem: latest },
      },
    };
    return { kind: 'value', value };
  },
});

/** Returns the problem that prevents mail from being sent, as far as it is known without connecting to a server. */
async function findProblem(services: Services, settings: Settings): Promise<object | null> {
  const { mailer } = settings.mail;
  if (mailer === 'google' || mailer === 'microsoft') {
    const found = await findConnection(services.database.read, mailer);
    if (found) return found.problem === '' ? null : toFinding(new MailProblem('login', found.problem));
  }
  const transport = await catchProblem(() =>
    mailer === 'none' ? services.mail.transport() : resolveTransport(services, settings),
  );
  if (transport instanceof MailProblem) return toFinding(transport);
  return transport
    ? null
    : toFinding(new MailProblem('not-set', 'No mail server is configured, and no mailer is selected.'));
}
