// Declares the dependencies of the screens.
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
  /** Key with which the site hashes secrets. */
  readonly key: string;
  readonly clock: Clock;
  readonly site: Site;
  readonly settings: Settings;
  readonly roles: Roles;
  readonly sessions: Sessions;
  readonly nonces: Nonces;
  /** The session cookie. */
  readonly cookie: Cookie;
  /** Throttle for all sign-in attempts. */
  readonly loginThrottle: LoginThrottle;
  /** Returns whether mail is configured, even if the mail server is unreachable. */
  readonly canSendMail: () => Promise<boolean>;
  /** Rate limiter for the emails that notify users of changes to their accounts. */
  readonly notificationLimiter: RateLimiter;
  /** Logs an unexpected error with the ID that is displayed to the visitor. */
  readonly report: (error: unknown, id: string) => void;
  /** Maps a storage error to an API error; returns undefined for any other error. */
  readonly translate: (error: unknown) => ApiError | undefined;
}

/** Returns the path of the home URL, without a trailing slash. All paths of the site begin with it. */
export const basePathOf = ({ home }: Site): string => new URL(home).pathname.replace(/\/$/, '');
