// Converts usernames in an imported file to valid usernames of this site.
import { validateUsername } from '../cms-v2/users/user-args.ts';
import { toSlug, truncateSlug } from '../rendering/slug.ts';

/** Maximum length of a username, in characters. */
const maxLoginLength = 60;

/** Removes accents and the characters that usernames may not contain. Returns '' if the result is not a valid username. */
export function cleanLogin(name: string): string {
  const plain = name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\w .@-]/g, '')
    .replace(/ +/g, ' ')
    .trim();
  return isLogin(plain) ? plain : '';
}

/** Returns whether a name is a valid username. */
export const isLogin = (name: string): boolean => name.length <= maxLoginLength && 'value' in validateUsername(name);

/** Returns a valid username derived from an author's username, email address or display name; undefined if there is none. */
export function loginOf(author: { login: string; email: string; displayName: string }): string | undefined {
  const candidates = [author.login, author.email.split('@')[0] ?? '', toSlug(author.displayName)];
  return candidates.map((name) => cleanLogin(name)).find((name) => name !== '');
}

/** Returns a username with a numeric suffix, for a username that is already taken. */
export const numberedLogin = (login: string, n: number): string => `${truncateSlug(login, maxLoginLength - 5)}-${n}`;
