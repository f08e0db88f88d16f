// Login names as files write them and as they can be here.
import { loginVerdict } from '../cms-v2/users/checks.ts';
import { cutSlug, toSlug } from '../rendering/slug.ts';

/** The longest login. Characters. */
const longest = 60;

/** A name with everything taken out that no login has; empty where nothing is left. */
export function cleanLogin(name: string): string {
  const plain = name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\w .@-]/g, '')
    .replace(/ +/g, ' ')
    .trim();
  return isLogin(plain) ? plain : '';
}

/** Whether a name can be a login as it stands. */
export const isLogin = (name: string): boolean => name.length <= longest && 'value' in loginVerdict(name);

/** The best login that an author's names give; undefined where none of them gives any. */
export function loginOf(author: { login: string; email: string; displayName: string }): string | undefined {
  const candidates = [author.login, author.email.split('@')[0] ?? '', toSlug(author.displayName)];
  return candidates.map((name) => cleanLogin(name)).find((name) => name !== '');
}

/** A login with a number behind it. */
export const numberedLogin = (login: string, n: number): string => `${cutSlug(login, longest - 5)}-${n}`;
