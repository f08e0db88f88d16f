// POST check-mailer-configuration: sends a test email with the current mail transport and returns the result.
import { ApiError, type Call, formatServer, MailProblem } from 'octavo/extension';
import { catchProblem, testLimits, toFinding } from './findings.ts';
import type { MailSmtpOperations } from './operations.ts';
import { optionalAddress } from './parameters.ts';
import { readSettings, type Services } from './settings.ts';

/**
 * Sends a test email to `to`, by default to the caller. Responds 200 even if the email cannot be sent: `sent` states whether it was sent,
 * and `failure` is the reason if it was not.
 *
 * Throws ApiError 400 `mail_smtp_nobody_to_send_to` if there is no recipient, and 429 `mail_smtp_too_many`.
 */
export const checkMailerConfiguration = (services: Services): MailSmtpOperations['check-mailer-configuration'] => ({
  async run(call) {
    services.rateLimit(call, 'test a mailer', testLimits);
    const to = optionalAddress(call) ?? (await findCallerEmail(services, call));
    const { mailer } = (await readSettings(services)).mail;
    const transport = await catchProblem(services.mail.transport);
    const problem =
      transport instanceof MailProblem
        ? transport
        : transport
          ? await services.mail.sendNow(transport, testEmail(services, to))
          : new MailProblem('not-set', 'No mail server is configured, and no mailer is selected.');
    const server = transport && !(transport instanceof MailProblem) ? formatServer(transport.server) : null;
    const failure = problem ? toFinding(problem) : null;
    return { kind: 'value', value: { sent: !problem, mailer, server, to, failure } };
  },
});

const testEmail = ({ site, clock }: Services, to: string) => ({
  kind: 'test',
  to,
  subject: 'Test email',
  text: `This test email was sent by the mail setup of ${site.home} on ${new Date(clock()).toUTCString()}.\nIf you receive it, mail delivery works.\n`,
});

async function findCallerEmail(services: Services, { actor }: Pick<Call, 'actor'>): Promise<string> {
  const user = await services.content.findUser(actor.id);
  if (user && user.email !== '') return user.email;
  throw new ApiError(
    'mail_smtp_nobody_to_send_to',
    400,
    'Your account has no email address; send an address in the parameter “to”.',
  );
}
