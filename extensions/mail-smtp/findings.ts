// Reports problems of mail transports as findings, with codes and messages.
import { type ExtensionServices, formatServer, MailProblem, type ProvidedTransport } from 'octavo/extension';

/** A problem of a mail transport, in the format of API responses. */
export interface Finding {
  /** The kind of the MailProblem, such as `refused` or `login`, or `not-encrypted`. */
  readonly code: string;
  readonly severity: 'error' | 'warning';
  readonly message: string;
}

/** Rate limits of test emails and test connections. They limit spam and port scans with a stolen administrator password. */
export const testLimits = { max: 20, maxTotal: 60 };

export const toFinding = ({ kind, message }: MailProblem): Finding => ({ code: kind, severity: 'error', message });

/** Returns the result of a function, or the MailProblem that it throws. */
export async function catchProblem<T>(produce: () => Promise<T>): Promise<T | MailProblem> {
  try {
    return await produce();
  } catch (error) {
    if (error instanceof MailProblem) return error;
    throw error;
  }
}

/** Connects to a mail server and signs in. Returns the problem, if any, and a warning if credentials may be sent unencrypted. */
export async function checkServer({ mail }: ExtensionServices, { server }: ProvidedTransport): Promise<Finding[]> {
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
