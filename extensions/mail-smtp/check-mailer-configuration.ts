// POST check-mailer-configuration: sends a mail with what mail is sent with at present, and tells what came of it.
import {
  type Call,
  type ExtensionServices,
  MailProblem,
  makeRequest,
  type Operation,
  placeOfServer,
  Refusal,
  textOf,
} from 'octavo/extension';
import { attempt, findingOf, tryingOut } from './findings.ts';
import { sentAddress } from './sent.ts';
import { readSettings } from './settings.ts';

/**
 * Sends to `to`, or to whoever asks. Answers 200 whatever comes of it: `sent`, and `failure` with its reason where it was not.
 *
 * Throws Refusal 400 where there is nobody to send to, 429 `mail_smtp_too_many`.
 */
export const checkMailerConfiguration = (services: ExtensionServices): Operation => ({
  async run(call) {
    services.requireCalm(call, 'try out', tryingOut);
    const to = sentAddress(call) ?? (await addressOfSender(services, call));
    const { mailer } = (await readSettings(services)).mail;
    const transport = await attempt(services.mail.transport);
    const problem =
      transport instanceof MailProblem
        ? transport
        : transport
          ? await services.mail.sendNow(transport, testMail(services, to))
          : new MailProblem('not-set', 'No mail server is configured, and no mailer is chosen.');
    const server = transport && !(transport instanceof MailProblem) ? placeOfServer(transport.server) : null;
    const failure = problem ? findingOf(problem) : null;
    return { kind: 'value', value: { sent: !problem, mailer, server, to, failure } };
  },
});

const testMail = ({ site, clock }: ExtensionServices, to: string) => ({
  kind: 'test',
  to,
  subject: 'A mail to see whether mail arrives',
  text: `Whoever sets up mail at ${site.home} has sent this on ${new Date(clock()).toUTCString()}.\nIt has arrived, so mail can be sent.\n`,
});

async function addressOfSender({ inside }: ExtensionServices, { actor }: Call): Promise<string> {
  const { body } = await inside(makeRequest('GET', `/cms/v2/users/${actor.id}?context=edit&_fields=email`));
  const { email } = JSON.parse(textOf(body ?? '{}')) as { email?: string };
  if (email) return email;
  throw new Refusal('mail_smtp_nobody_to_send_to', 400, 'Your account has no address; send one as to.');
}
