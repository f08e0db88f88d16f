// POST health: whether this setting up can be reached, and how mail is.
import { type ExtensionServices, MailProblem, type Operation } from 'octavo/extension';
import { version } from './contract.ts';
import { attempt, findingOf } from './findings.ts';
import { readSettings, type Settings } from './settings.ts';
import { findConnection } from './store.ts';
import { transportBy } from './transport.ts';

/** Of so many mails it is told what became of them. */
const looked = 100;

/**
 * Answers with the present, the way mail is sent, what is missing there, and what became of the latest mails. Asks no other
 * server.
 */
export const health = (services: ExtensionServices): Operation => ({
  async run() {
    const settings = await readSettings(services);
    const { mailer } = settings.mail;
    const problem = await missing(services, settings);
    const mails = await services.mail.latest(looked);
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

/** What keeps mail from being sent, as far as it is known without asking anybody. */
async function missing(services: ExtensionServices, settings: Settings): Promise<object | null> {
  const { mailer } = settings.mail;
  if (mailer === 'google' || mailer === 'microsoft') {
    const found = await findConnection(services.database.read, mailer);
    if (found) return found.problem === '' ? null : findingOf(new MailProblem('login', found.problem));
  }
  const transport = await attempt(() =>
    mailer === 'none' ? services.mail.transport() : transportBy(services, settings),
  );
  if (transport instanceof MailProblem) return findingOf(transport);
  return transport
    ? null
    : findingOf(new MailProblem('not-set', 'No mail server is configured, and no mailer is chosen.'));
}
