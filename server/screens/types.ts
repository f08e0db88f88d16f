// Declares the types of screens, which are HTML pages for users, and their dependencies. Like the API, screens are independent
// of the HTTP server.
import type { Actor } from '../access/actor.ts';
import type { LoginThrottle } from '../access/login-throttle.ts';
import type { Nonces } from '../access/nonces.ts';
import type { RateLimiter } from '../access/rate-limiter.ts';
import type { Roles } from '../access/roles.ts';
import type { Sessions } from '../access/sessions.ts';
import type { TransactionLimiter } from '../access/transaction-limiter.ts';
import type { Cookie } from '../http/cookies.ts';
import type { ErrorHandling } from '../http/response.ts';
import type { SiteStorage } from '../settings/settings.ts';
import type { Site } from '../site.ts';
import type { Markup } from './html.ts';
import type { Locale } from './locale.ts';

/** A request for a screen, in the native spelling. */
export interface ScreenRequest {
  readonly method: string;
  /** Path below the home URL, with a leading slash, such as `/account/sign-in`. */
  readonly path: string;
  /** The raw query, without the question mark. */
  readonly query: string;
  /** Headers with names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The submitted form fields. */
  readonly fields: URLSearchParams;
  /** Whether the client submits the form without having loaded it, so that no form token is checked. */
  readonly isSubmittedDirectly?: boolean;
  /** The IP address of the client. */
  readonly ip: string;
  /** ID of the request in the log. */
  readonly id?: string | undefined;
}

/** A response of a screen. */
export interface ScreenResponse {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
  /** ID of the signed-in user; absent for an anonymous visitor. */
  readonly userId?: number | undefined;
}

/** The signed-in user of a screen. */
export interface Visitor {
  readonly actor: Actor;
  /** ID of the session. */
  readonly session: string;
}

/** Returns the signed-in user as the target of an audit event. */
export const auditTargetOf = ({ actor }: Visitor) => ({ kind: 'user', id: actor.id, name: actor.login }) as const;

/** A request with the parsed query, the signed-in user, the session token and the form token. */
export interface Visit extends Omit<ScreenRequest, 'query' | 'fields'> {
  readonly query: URLSearchParams;
  /** The submitted form fields; empty for a GET request. The form token has been checked, unless `isSubmittedDirectly` is true. */
  readonly fields: URLSearchParams;
  /** The signed-in user; undefined when the visitor is anonymous. */
  readonly visitor: Visitor | undefined;
  /** The language of the page. */
  readonly locale: Locale;
  /** The session token of the browser, whether it is valid or not. */
  readonly token: string | undefined;
  /** The hidden field with the form token, which every form of a page needs. */
  readonly formField: Markup;
}

/** The response of a screen, before the layout and the common headers are added. */
export type Reply =
  | {
      readonly kind: 'page';
      readonly page: Page;
      readonly status?: number;
      readonly cookies?: readonly string[];
      /** Value of the Retry-After header, in seconds. */
      readonly retryAfter?: number | undefined;
      /** Value of the Allow header of a 405 response. */
      readonly allow?: string;
    }
  | { readonly kind: 'redirect'; readonly to: string; readonly cookies?: readonly string[] }
  | {
      readonly kind: 'text';
      readonly text: string;
      readonly status?: number;
      readonly headers?: readonly (readonly [name: string, value: string])[];
    };

/** The content of a page, without the layout. */
export interface Page {
  readonly title: string;
  readonly body: Markup;
  /** Whether the layout is wider, as for pages with lists. */
  readonly isWide?: boolean;
  /** A script without input from outside, which the page runs. The page works without it. */
  readonly script?: string;
  /** Schemes of URLs to which a form of the page may redirect, in addition to the origin of the site. */
  readonly formTargets?: readonly string[];
}

/** The handlers of a screen. `POST` is absent if no form is submitted to the screen. */
export interface Screen {
  readonly GET: (visit: Visit) => Reply | Promise<Reply>;
  readonly POST?: (visit: Visit) => Reply | Promise<Reply>;
}

/** The sessions of browsers. */
export interface BrowserSessions {
  readonly sessions: Sessions;
  readonly nonces: Nonces;
  /** The session cookie. */
  readonly cookie: Cookie;
}

/** The emails that screens send. */
export interface AccountMail {
  /** Returns whether mail is configured, even if the mail server is unreachable. */
  readonly canSend: () => Promise<boolean>;
  /** The limiter for the emails that notify users of changes to their accounts. */
  readonly notificationLimiter: TransactionLimiter;
  /** The limiters for requests for links that reset passwords, by sender, and for the emails with these links, by account. */
  readonly resetLimiters: { readonly requests: RateLimiter; readonly emails: RateLimiter };
}

export interface ScreenDeps {
  readonly storage: SiteStorage;
  readonly roles: Roles;
  readonly browserSessions: BrowserSessions;
  /** Throttle for all sign-in attempts. */
  readonly loginThrottle: LoginThrottle;
  readonly mail: AccountMail;
  readonly errors: ErrorHandling;
}

/** Returns the path of the home URL, without a trailing slash. All paths of the site begin with it. */
export const basePathOf = ({ home }: Site): string => new URL(home).pathname.replace(/\/$/, '');
