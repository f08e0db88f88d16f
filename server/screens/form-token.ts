// Protects forms against cross-site request forgery. Each form has a token that is bound to the session of the user or, before
// signing in, to a cookie that the page has set. The Origin and Sec-Fetch-Site headers are checked as well.
import { isEqualConstantTime } from '../access/nonces.ts';
import { keyedHash } from '../access/secrets.ts';
import { html, type Markup } from './html.ts';

/** The session or the anonymous visit to which a form token is bound. */
export type TokenBinding = { readonly kind: 'session' | 'visit'; readonly id: string };

const computeToken = (key: string, { kind, id }: TokenBinding): string =>
  keyedHash(key, `form ${kind} ${id}`).slice(0, 32);

/** Returns the hidden field with the token of a form. */
export const formField = (key: string, binding: TokenBinding): Markup =>
  html`<input type="hidden" name="token" value="${computeToken(key, binding)}">`;

/** Returns whether the submitted fields contain the token of a session or visit. */
export const hasValidToken = (fields: URLSearchParams, key: string, binding: TokenBinding | undefined): boolean =>
  binding !== undefined && isEqualConstantTime(fields.get('token') ?? '', computeToken(key, binding));
