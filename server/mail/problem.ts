// Describes problems with mail servers for administrators.
import { oneLine } from './mail.ts';
import { formatServer, type MailServer } from './transport.ts';

/** Machine-readable kinds of problems. `not-set`: no mail server is configured; `incomplete`: its settings are incomplete. */
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

/** Thrown when an email cannot be sent. The message is for administrators and contains no secrets. */
export class MailProblem extends Error {
  override readonly name = 'MailProblem';
  readonly kind: ProblemKind;
  /** Whether the server rejects this email permanently, so that a retry is pointless. */
  readonly isFinal: boolean;

  constructor(kind: ProblemKind, message: string, isFinal = false) {
    super(message);
    this.kind = kind;
    this.isFinal = isFinal;
  }
}

/** An error of the SMTP library. */
interface SmtpError {
  readonly code?: string;
  readonly message?: string;
  readonly response?: string;
  readonly responseCode?: number;
  readonly command?: string;
  readonly cause?: unknown;
}

/** The stage at which a problem occurred. */
export type Stage = 'connect' | 'login' | 'send';

const certificateErrorPattern =
  /CERT|SELF_SIGNED|ALTNAME|UNABLE_TO_(GET|VERIFY)|INVALID_CA|certificate|altnames|does not match/i;
const tlsErrorPattern =
  /wrong version number|packet length too long|unexpected message|SSL routines|EPROTO|before secure TLS/i;

/** Converts an error of the SMTP library to a problem. */
export function problemOf(error: unknown, server: MailServer, stage: Stage): MailProblem {
  if (error instanceof MailProblem) return error;
  const smtpError = error as SmtpError;
  const serverName = formatServer(server);
  const { code = '', message = '', responseCode = 0 } = smtpError;
  const causes = `${code} ${message}`;
  const serverResponse = formatResponse(smtpError, server);
  if (code === 'EDNS' || /ENOTFOUND|EAI_AGAIN/.test(causes))
    return new MailProblem('unknown-host', `The host ${server.host} does not exist or cannot be resolved.`);
  if (/ECONNREFUSED/.test(causes))
    return new MailProblem('refused', `Connection refused: no server is listening at ${serverName}.`);
  if (/EHOSTUNREACH|ENETUNREACH|EHOSTDOWN/.test(causes))
    return new MailProblem('unreachable', `${serverName} is unreachable.`);
  if (certificateErrorPattern.test(causes))
    return new MailProblem('certificate', certificateMessage(causes, serverName));
  if (code === 'ETLS' || tlsErrorPattern.test(message)) return new MailProblem('encryption', encryptionMessage(server));
  if (/Greeting never received|Connection timeout|Timeout/i.test(message) || code === 'ETIMEDOUT')
    return new MailProblem('silent', timeoutMessage(message, serverName));
  if (stage === 'login')
    return code === 'EAUTH'
      ? new MailProblem('login', rejectedLoginMessage(server, serverResponse))
      : new MailProblem('closed', `${serverName} closed the connection during authentication.${serverResponse}`);
  if (stage === 'send' && responseCode >= 400) return rejectedMail(responseCode, serverName, serverResponse);
  if (/Invalid greeting/i.test(message) || (stage === 'connect' && code === 'EPROTOCOL'))
    return new MailProblem(
      'greeting',
      `${serverName} is not a mail server, or accepts no mail from this host.${serverResponse}`,
    );
  if (/closed|ECONNRESET|EPIPE/i.test(causes))
    return new MailProblem('closed', `${serverName} closed the connection.${serverResponse}`);
  return new MailProblem(
    'other',
    `Unexpected error from ${serverName} (${oneLine(withoutSecrets(message || code, server)).slice(0, 200)}).`,
  );
}

const rejectedLoginMessage = (server: MailServer, serverResponse: string): string =>
  server.login && 'accessToken' in server.login
    ? `${formatServer(server)} rejected the access token.${serverResponse}`
    : `${formatServer(server)} rejected the username and password.${serverResponse}`;

function rejectedMail(status: number, serverName: string, serverResponse: string): MailProblem {
  const isFinal = status >= 500;
  return new MailProblem(
    'mail-refused',
    isFinal
      ? `${serverName} rejected this email.${serverResponse}`
      : `${serverName} temporarily rejected this email.${serverResponse}`,
    isFinal,
  );
}

function certificateMessage(causes: string, serverName: string): string {
  const reason = /EXPIRED|expired/.test(causes)
    ? 'has expired'
    : /ALTNAME|altnames|does not match/i.test(causes)
      ? 'is not valid for this host name'
      : 'was not issued by a trusted authority';
  return `The certificate of ${serverName} ${reason}, so nothing was sent.`;
}

const encryptionMessage = (server: MailServer): string =>
  server.security === 'implicit'
    ? `${formatServer(server)} does not support implicit TLS; use smtp:// for STARTTLS.`
    : `${formatServer(server)} does not support STARTTLS, or TLS could not be negotiated, so nothing was sent.`;

const timeoutMessage = (message: string, serverName: string): string =>
  /Greeting/.test(message)
    ? `${serverName} accepted the connection but sent no greeting; if it requires implicit TLS, use smtps://.`
    : `${serverName} did not respond in time.`;

/** Returns a sentence with the response of the server without secrets, for appending to a message. */
function formatResponse({ response }: SmtpError, server: MailServer): string {
  const text = response === undefined ? '' : oneLine(withoutSecrets(response, server)).slice(0, 200);
  const sentence = `Server response: ${text}`;
  return text === '' ? '' : ` ${sentence}`;
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
