// POST mailer-preflight: whether a mailer could send, with settings that are not stored yet. Connects, signs in, sends nothing.
import { type ExtensionServices, MailProblem, type Operation } from 'octavo/extension';
import { connectedProviders, withSent } from './change-settings.ts';
import { attempt, findingOf, findingsAt, tryingOut } from './findings.ts';
import { sentMailer, sentObjectIfAny } from './sent.ts';
import { readSettings } from './settings.ts';
import { transportBy } from './transport.ts';

/**
 * Tries `mailer` with `config` in place of what is stored of it; stores nothing. Answers 200 whatever is found: `checked` says
 * whether a server was asked, `findings` what speaks against sending.
 *
 * Throws Refusal 400 for what could not be stored either, 429 `mail_smtp_too_many`.
 */
export const mailerPreflight = (services: ExtensionServices): Operation => ({
  async run(call) {
    services.requireCalm(call, 'try out', tryingOut);
    const mailer = sentMailer(call);
    const config = mailer === 'none' ? undefined : sentObjectIfAny(call, 'config');
    const { read } = services.database;
    const current = await readSettings(services);
    const candidate = withSent(
      services,
      { ...current, mail: { ...current.mail, mailer } },
      config ? { [mailer]: config } : {},
      await connectedProviders(read),
    );
    const transport = await attempt(() =>
      mailer === 'none' ? services.mail.transport() : transportBy(services, candidate),
    );
    if (transport instanceof MailProblem)
      return {
        kind: 'value',
        value: { mailer, checked: transport.kind !== 'incomplete', findings: [findingOf(transport)] },
      };
    if (!transport) return { kind: 'value', value: { mailer, checked: false, findings: [findingOf(notSet())] } };
    return { kind: 'value', value: { mailer, checked: true, findings: await findingsAt(services, transport) } };
  },
});

const notSet = () => new MailProblem('not-set', 'No mail server is configured, and no mailer is chosen.');
