// Dependencies of the screens.
import type { LoginThrottle } from '../access/login-throttle.ts';
import type { Nonces } from '../access/nonces.ts';
import type { RateLimiter } from '../access/rate-limiter.ts';
import type { Roles } from '../access/roles.ts';
import type { Sessions } from '../access/sessions.ts';
import type { ApiError } from '../api-error.ts';
import type { Database } from '../database/handle.ts';
import type { Cookie } from '../http/cookies.ts';
import type { Settings } from '../settings/settings.ts';
import type { Site } from '../site.ts';
import type { Clock } from '../time/zone.ts';

export interface ScreenDeps {
  readonly database: Database;
  /** Key of the site's hashes of secrets. */
  readonly key: string;
  readonly clock: Clock;
  readonly site: Site;
  readonly settings: Settings;
  readonly roles: Roles;
  readonly sessions: Sessions;
  readonly nonces: Nonces;
  /** The session cookie. */
  readonly cookie: Cookie;
  /** Rate limit of all attempts to sign in. */
  readonly loginThrottle: LoginThrottle;
  /** Whether mail is configured. True as well while the mail server is unreachable. */
  readonly canSendMail: () => Promise<boolean>;
  /** Rate limit of the e-mails that notify users of changes to their accounts. */
  readonly notificationLimiter: RateLimiter;
  /** Reports an unexpected error to the operator, under the ID that the visitor gets. */
  readonly report: (error: unknown, id: string) => void;
  /** Maps an error of the storage to an API error; undefined for an unexpected one. */
  readonly translate: (error: unknown) => ApiError | undefined;
}

/** Returns the path of the home URL without a trailing slash: the prefix of all our URLs. */
export const basePathOf = ({ home }: Site): string => new URL(home).pathname.replace(/\/$/, '');
