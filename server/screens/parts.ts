// What screens are given.
import type { Guessing } from '../access/guessing.ts';
import type { Nonces } from '../access/nonces.ts';
import type { Roles } from '../access/roles.ts';
import type { Sessions } from '../access/sessions.ts';
import type { Tries } from '../access/tries.ts';
import type { Database } from '../database/handle.ts';
import type { Cookie } from '../http/cookies.ts';
import type { Refusal } from '../refusal.ts';
import type { Settings } from '../settings/settings.ts';
import type { Site } from '../site.ts';
import type { Clock } from '../time/zone.ts';

export interface ScreenParts {
  readonly database: Database;
  /** The key of the site's hashes of secrets. */
  readonly key: string;
  readonly clock: Clock;
  readonly site: Site;
  readonly settings: Settings;
  readonly roles: Roles;
  readonly sessions: Sessions;
  readonly nonces: Nonces;
  /** The cookie that carries a session. */
  readonly cookie: Cookie;
  /** The door that every try to sign in goes through. */
  readonly guessing: Guessing;
  /** Whether mail can be sent at present, or will be once its server can be reached again. */
  readonly canSendMail: () => Promise<boolean>;
  /** Counts the letters that tell users of changes. */
  readonly told: Tries;
  /** Tells the operator of what should not have happened. */
  readonly report: (error: unknown, id: string) => void;
  /** What an error from below means to people. */
  readonly translate: (error: unknown) => Refusal | undefined;
}

/** The path of the home, without a slash at its end: what our addresses begin with. */
export const baseOf = ({ home }: Site): string => new URL(home).pathname.replace(/\/$/, '');
