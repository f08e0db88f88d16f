// Provides the mail transport that the settings select, and tests it. Problems are reported as findings, with codes and messages.
import {
  ApiError,
  type Call,
  type ExtensionServices,
  formatServer,
  isMailAddress,
  MailProblem,
  type ProvidedTransport,
} from 'octavo/extension';
import { getAccessToken } from './connections.ts';
import { type MailSmtpOperations, type Services, type Settings, version } from './contract.ts';
import { optionalAddress, optionalObject, requireMailer } from './parameters.ts';
import { findConnection } from './store.ts';
import { connectedProviders, mergeSubmitted } from './update-settings.ts';

/** Returns the transport of the current settings, like `resolveTransport`. */
export const currentTransport = async (services: Services): Promise<ProvidedTransport | undefined> =>
  resolveTransport(services, await services.settings.read());

/**
 * Returns the transport of the given settings; undefined if they select the mail server of the configuration. Throws MailProblem if the
 * settings are incomplete, or a provider issues no token.
 */
async function resolveTransport(services: Services, settings: Settings): Promise<ProvidedTransport | undefined> {
  const { mailer, from_email: address, from_name: name } = settings.mail;
  if (mailer === 'none') return undefined;
  if (mailer === 'smtp') {
    const { host, port, encryption, user, password } = settings.smtp;
    if (host === '') throw new MailProblem('incomplete', 'The host of the mail server is missing.');
    if (user !== '' && password === '') throw new MailProblem('incomplete', `The password of ${user} is missing.`);
    const server = { host, port, security: encryption, ...(user !== '' && { login: { user, password } }) };
    return { server, from: { address, name } };
  }
  const { host, port, encryption } = settings[mailer];
  const login = await getAccessToken(services, mailer, settings[mailer]);
  const accountAddress = isMailAddress(login.user) ? login.user : '';
  return { server: { host, port, security: encryption, login }, from: { address: address || accountAddress, name } };
}

/** A problem of a mail transport, in the format of API responses. */
interface Finding {
  /** The kind of the MailProblem, such as `refused` or `login`, or `not-encrypted`. */
  readonly code: string;
  readonly severity: 'error' | 'warning';
  readonly message: string;
}

/** Rate limits of test emails and test connections. They limit spam and port scans with a stolen administrator password. */
const testLimits = { max: 20, maxTotal: 60 };

const toFinding = ({ kind, message }: MailProblem): Finding => ({ code: kind, severity: 'error', message });

/** Returns the result of a function, or the MailProblem that it throws. */
async function catchProblem<T>(produce: () => Promise<T>): Promise<T | MailProblem> {
  try {
    return await produce();
  } catch (error) {
    if (error instanceof MailProblem) return error;
    throw error;
  }
}

/** Connects to a mail server and signs in. Returns the problem, if any, and a warning if credentials may be sent unencrypted. */
async function checkServer({ mail }: ExtensionServices, { server }: ProvidedTransport): Promise<Finding[]> {
  const problem = await mail.checkConnection(server);
  const isUnprotected = server.login && (server.security === 'none' || server.security === 'offered');
  const isLocal = ['localhost', '127.0.0.1', '::1'].includes(server.host);
  return [
    ...(problem ? [toFinding(problem)] : []),
    ...(isUnprotected && !isLocal
      ? [
          {
            code: 'not-encrypted',
            severity: 'warning' as const,
            message: `The connection to ${formatServer(server)}, over which a password or token is sent, may be unencrypted; require TLS.`,
          },
        ]
      : []),
  ];
}

/**
 * Sends a test email to `to`, by default to the caller. Responds 200 even if the email cannot be sent: `sent` states whether it was sent,
 * and `failure` is the reason if it was not.
 *
 * Throws ApiError 400 `mail_smtp_nobody_to_send_to` if there is no recipient, and 429 `mail_smtp_too_many`.
 */
export const checkMailerConfiguration = (services: Services): MailSmtpOperations['check-mailer-configuration'] => ({
  async run(call) {
    await services.security.rateLimit(call, 'test a mailer', testLimits);
    const to = optionalAddress(call) ?? (await findCallerEmail(services, call));
    const { mailer } = (await services.settings.read()).mail;
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
  text: `This test email was sent by the mail setup of ${site.urls.home} on ${new Date(clock()).toUTCString()}.\nIf you receive it, mail delivery works.\n`,
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

/**
 * Tests `mailer` with its stored settings, into which `config` is merged. Stores no settings. Responds 200 even if the test fails:
 * `checked` states whether a server was contacted, and `findings` lists the problems.
 *
 * Throws ApiError 400, like `mergeSubmitted`, if the settings are invalid, and 429 `mail_smtp_too_many`.
 */
export const mailerPreflight = (services: Services): MailSmtpOperations['mailer-preflight'] => ({
  async run(call) {
    await services.security.rateLimit(call, 'test a mailer', testLimits);
    const mailer = requireMailer(call);
    const config = mailer === 'none' ? undefined : optionalObject(call, 'config');
    const { read } = services.database;
    const current = await services.settings.read();
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

/** Number of latest emails that the response summarizes. */
const maxEmails = 100;

/**
 * Responds with the time, the mailer and its problem, and the results of the latest emails. It does not connect to a mail server.
 */
export const health = (services: Services): MailSmtpOperations['health'] => ({
  async run() {
    const settings = await services.settings.read();
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
