// Forms are taken from our own pages alone. Each carries a token that belongs to the session of who is signed in or, before
// that, to a cookie that the page has set; and browsers tell which site a form was sent from.
import { isEqual } from '../access/nonces.ts';
import { keyedHash } from '../access/secrets.ts';
import { html, type Markup } from './html.ts';

/** What a form belongs to. */
export type Bond = { readonly kind: 'session' | 'visit'; readonly id: string };

const tokenOf = (key: string, { kind, id }: Bond): string => keyedHash(key, `form ${kind} ${id}`).slice(0, 32);

/** The hidden field of a form. */
export const formField = (key: string, bond: Bond): Markup =>
  html`<input type="hidden" name="token" value="${tokenOf(key, bond)}">`;

/** Whether a form carries the token of what it belongs to. */
export const hasToken = (fields: URLSearchParams, key: string, bond: Bond | undefined): boolean =>
  bond !== undefined && isEqual(fields.get('token') ?? '', tokenOf(key, bond));

type Headers = Readonly<Record<string, string | undefined>>;

/** Whether a browser says that a request comes from another site than this one. Older ones say nothing. */
export function isFromElsewhere({ origin, host, 'sec-fetch-site': site }: Headers, home: string): boolean {
  if (site === 'cross-site') return true;
  if (origin === undefined || origin === new URL(home).origin) return false;
  return !URL.canParse(origin) || new URL(origin).host !== host;
}
