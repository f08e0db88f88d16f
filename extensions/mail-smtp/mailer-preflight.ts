// POST mailer-preflight: connects to the mail server of a mailer and signs in, with settings that are not stored. No email is sent.
import { MailProblem } from 'octavo/extension';
import { catchProblem, checkServer, testLimits, toFinding } from './findings.ts';
import type { MailSmtpOperations } from './operations.ts';
import { optionalObject, requireMailer } from './parameters.ts';
import { readSettings, type Services } from './settings.ts';
import { resolveTransport } from './transport.ts';
import { connectedProviders, mergeSubmitted } from './update-settings.ts';

/**
 * Tests `mailer` with its stored settings, into which `config` is merged. Stores no settings. Responds 200 even if the test fails:
 * `checked` states whether a server was contacted, and `findings` lists the problems.
 *
 * Throws ApiError 400, like `mergeSubmitted`, if the settings are invalid, and 429 `mail_smtp_too_many`.
 */
export const mailerPreflight = (services: Services): MailSmtpOperations['mailer-preflight'] => ({
  async run(call) {
    services.rateLimit(call, 'test a mailer', testLimits);
    const mailer = requireMailer(call);
    const config = mailer === 'none' ? undefined : optionalObject(call, 'config');
    const { read } = services.database;
    const current = await readSettings(services);
    const candidate = mergeSubmitted(
      services,
      { ...current, mail: { ...current.mail, mailer } },
      config ? { [mailer]: config } : {},
      await connectedProviders(read),
    );
    const transport = await catchProblem(() =>
      mailer === 'none' ? services.mail.transport() : resolveTransport(services, candidate),
    );
    if (transport instanceof MailProblem)
      return {
        kind: 'value',
        value: { mailer, checked: transport.kind !== 'incomplete', findings: [toFinding(transport)] },
      };
    if (!transport) return { kind: 'value', value: { mailer, checked: false, findings: [toFinding(notSet())] } };
    return { kind: 'value', value: { mailer, checked: true, findings: await checkServer(services, transport) } };
  },
});

const notSet = () => new MailProblem('not-set', 'No mail server is configured, and no mailer is selected.');
