// What can go wrong on the way to a mail server and there, in words for whoever has set it up.
import { oneLine } from './mailbox.ts';
import { placeOfServer } from './server-address.ts';
import type { MailServer } from './transport.ts';

/** Kinds of problems, for programs; `not-set`: there is no mail server, `incomplete`: something of it is missing. */
export type ProblemKind =
  | 'unknown-host'
  | 'refused'
  | 'unreachable'
  | 'silent'
  | 'certificate'
  | 'encryption'
  | 'greeting'
  | 'login'
  | 'closed'
  | 'mail-refused'
  | 'not-set'
  | 'incomplete'
  | 'stopped'
  | 'other';

/** Thrown where mail does not get through; the message is one sentence without secrets. */
export class MailProblem extends Error {
  override readonly name = 'MailProblem';
  readonly kind: ProblemKind;
  /** Whether the server wants this mail never, so that trying again would be of no use. */
  readonly final: boolean;

  constructor(kind: ProblemKind, message: string, final = false) {
    super(message);
    this.kind = kind;
    this.final = final;
  }
}

/** What the library tells of an error. */
interface Told {
  readonly code?: string;
  readonly message?: string;
  readonly response?: string;
  readonly responseCode?: number;
  readonly command?: string;
  readonly cause?: unknown;
}

/** Where it happened. */
export type Stage = 'connect' | 'login' | 'send';

const certificateFault =
  /CERT|SELF_SIGNED|ALTNAME|UNABLE_TO_(GET|VERIFY)|INVALID_CA|certificate|altnames|does not match/i;
const noEncryption =
  /wrong version number|packet length too long|unexpected message|SSL routines|EPROTO|before secure TLS/i;

/** An error of the library as a problem. */
export function problemOf(error: unknown, server: MailServer, stage: Stage): MailProblem {
  if (error instanceof MailProblem) return error;
  const told = error as Told;
  const place = placeOfServer(server);
  const { code = '', message = '', responseCode = 0 } = told;
  const causes = `${code} ${message}`;
  const said = answered(told, server);
  if (code === 'EDNS' || /ENOTFOUND|EAI_AGAIN/.test(causes))
    return new MailProblem(
      'unknown-host',
      `There is no host ${server.host}, or its name cannot be looked up at present.`,
    );
  if (/ECONNREFUSED/.test(causes))
    return new MailProblem('refused', `Nothing listens at ${place}: the connection was refused.`);
  if (/EHOSTUNREACH|ENETUNREACH|EHOSTDOWN/.test(causes))
    return new MailProblem('unreachable', `There is no way to ${place} from here.`);
  if (certificateFault.test(causes)) return new MailProblem('certificate', certificateSentence(causes, place));
  if (code === 'ETLS' || noEncryption.test(message)) return new MailProblem('encryption', encryptionSentence(server));
  if (/Greeting never received|Connection timeout|Timeout/i.test(message) || code === 'ETIMEDOUT')
    return new MailProblem('silent', silenceSentence(message, place));
  if (stage === 'login')
    return code === 'EAUTH'
      ? new MailProblem('login', `${place} does not accept ${credentialsOf(server)}.${said}`)
      : new MailProblem('closed', `${place} ended the connection while signing in.${said}`);
  if (stage === 'send' && responseCode >= 400) return refusedMail(responseCode, place, said);
  if (/Invalid greeting/i.test(message) || (stage === 'connect' && code === 'EPROTOCOL'))
    return new MailProblem(
      'greeting',
      `What answers at ${place} is no mail server, or takes no mail from here.${said}`,
    );
  if (/closed|ECONNRESET|EPIPE/i.test(causes))
    return new MailProblem('closed', `${place} ended the connection.${said}`);
  return new MailProblem(
    'other',
    `${place} could not be used (${oneLine(withoutSecrets(message || code, server)).slice(0, 200)}).`,
  );
}

const credentialsOf = ({ login }: MailServer): string =>
  login && 'accessToken' in login ? 'the token of this account' : 'the user and the password';

function refusedMail(status: number, place: string, said: string): MailProblem {
  const isFinal = status >= 500;
  return new MailProblem('mail-refused', `${place} ${isFinal ? 'refuses' : 'puts off'} this mail.${said}`, isFinal);
}

function certificateSentence(causes: string, place: string): string {
  const why = /EXPIRED|expired/.test(causes)
    ? 'has expired'
    : /ALTNAME|altnames|does not match/i.test(causes)
      ? 'is for another host'
      : 'was signed by nobody who is trusted here';
  return `The certificate of ${place} ${why}, so nothing was sent there.`;
}

const encryptionSentence = (server: MailServer): string =>
  server.security === 'implicit'
    ? `${placeOfServer(server)} does not speak TLS from the first byte; with smtp:// it may by STARTTLS.`
    : `${placeOfServer(server)} offers no TLS (STARTTLS) that could be agreed on, so nothing was sent there.`;

const silenceSentence = (message: string, place: string): string =>
  /Greeting/.test(message)
    ? `${place} took the connection and said nothing; a server that wants TLS from the first byte (smtps://) does that.`
    : `${place} does not answer: waited too long.`;

/** What the server has said, quoted, without anything that could be a secret of ours. */
function answered({ response }: Told, server: MailServer): string {
  const text = response === undefined ? '' : oneLine(withoutSecrets(response, server)).slice(0, 200);
  return text === '' ? '' : ` It said: ${text}`;
}

function withoutSecrets(text: string, { login }: MailServer): string {
  if (!login) return text;
  const base64 = (plain: string) => Buffer.from(plain).toString('base64');
  const secret = 'password' in login ? login.password : login.accessToken;
  return [base64(`\0${login.user}\0${secret}`), base64(secret), secret].reduce(
    (rest, each) => rest.replaceAll(each, '…'),
    text,
  );
}
