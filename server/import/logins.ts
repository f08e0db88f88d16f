// Converts login names of files to valid local logins.
import { validateUsername } from '../cms-v2/users/checks.ts';
import { toSlug, truncateSlug } from '../rendering/slug.ts';

/** Maximum length of a login, in characters. */
const maxLoginLength = 60;

/** Returns a name without the characters that no login may have, or an empty string when nothing valid remains. */
export function cleanLogin(name: string): string {
  const plain = name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\w .@-]/g, '')
    .replace(/ +/g, ' ')
    .trim();
  return isLogin(plain) ? plain : '';
}

/** Returns whether a name is a valid login. */
export const isLogin = (name: string): boolean => name.length <= maxLoginLength && 'value' in validateUsername(name);

/** Returns the first valid login derived from an author's login, e-mail address or name, or undefined. */
export function loginOf(author: { login: string; email: string; displayName: string }): string | undefined {
  const candidates = [author.login, author.email.split('@')[0] ?? '', toSlug(author.displayName)];
  return candidates.map((name) => cleanLogin(name)).find((name) => name !== '');
}

/** Returns a login with a numeric suffix. */
export const numberedLogin = (login: string, n: number): string => `${truncateSlug(login, maxLoginLength - 5)}-${n}`;
