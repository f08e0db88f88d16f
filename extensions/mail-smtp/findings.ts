// What is wrong with a way to send mail, in a shape for programs and words for people.
import { type ExtensionServices, MailProblem, type OfferedTransport, placeOfServer } from 'octavo/extension';

export interface Finding {
  /** The kind of a problem, `refused` or `login`, or `not-encrypted`. */
  readonly code: string;
  readonly severity: 'error' | 'warning';
  readonly message: string;
}

/** How often mail is tried out: whoever has stolen a password of an administrator must not send to the world, or look for servers. */
export const tryingOut = { most: 20, inAll: 60 };

export const findingOf = ({ kind, message }: MailProblem): Finding => ({ code: kind, severity: 'error', message });

/** What a way gives, or the problem that it throws. */
export async function attempt<T>(way: () => Promise<T>): Promise<T | MailProblem> {
  try {
    return await way();
  } catch (error) {
    if (error instanceof MailProblem) return error;
    throw error;
  }
}

/** Connects and signs in; gives everything that speaks against sending there. */
export async function findingsAt({ mail }: ExtensionServices, { server }: OfferedTransport): Promise<Finding[]> {
  const problem = await mail.checkConnection(server);
  const isOpen = server.login && (server.security === 'none' || server.security === 'offered');
  const isHere = ['localhost', '127.0.0.1', '::1'].includes(server.host);
  return [
    ...(problem ? [findingOf(problem)] : []),
    ...(isOpen && !isHere
      ? [
          {
            code: 'not-encrypted',
            severity: 'warning' as const,
            message: `Nothing makes sure that the way to ${placeOfServer(server)} is secret, and a password or token goes over it.`,
          },
        ]
      : []),
  ];
}
