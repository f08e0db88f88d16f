// Checks of parameters that need more than a schema (users-and-comments.md §3.2, §3.4, §3.5).
import type { Contract } from '../../../contract/contract.ts';
import type { Spelling } from '../../../contract/names/spelling.ts';
import { longestPassword } from '../../access/secrets.ts';
import { toNumber, wholeWithin } from '../../http/parameters/conversions.ts';
import { fault, type Verdict } from '../../http/parameters/faults.ts';
import type { CheckMaker } from '../../http/room.ts';

/** The checks that declarations of users name. */
export const userChecks = ({ contract }: { readonly contract: Contract }): Record<string, CheckMaker> => ({
  username: () => (value) => loginVerdict(String(value)),
  'account-password': () => (value) => passwordVerdict(String(value)),
  reassign: () => heirVerdict,
  'published-types':
    ({ spelling }) =>
    (value, name) =>
      typesVerdict(contract, value, name, spelling),
});

const refused = (code: string, message: string) => fault(code, message, { status: 400 });

/** ASCII letters, digits and `_ . - @`, single blanks between; a lone 0 counts as nothing. */
export function loginVerdict(login: string): Verdict {
  const isLogin = /^[\w.@-]+(?: [\w.@-]+)*$/.test(login) && login !== '0';
  if (isLogin) return { value: login };
  return refused(
    'rest_user_invalid_username',
    'A username has letters, digits, single blanks and the signs _ . - @ only.',
  );
}

/** Anything but nothing, with no backslash in it. */
export function passwordVerdict(password: string): Verdict {
  if (password === '' || password === '0') return refused('rest_user_invalid_password', 'A password cannot be empty.');
  if (password.includes('\\')) return refused('rest_user_invalid_password', 'A password cannot contain a backslash.');
  if (Buffer.byteLength(password) <= longestPassword) return { value: password };
  return refused('rest_user_invalid_password', `A password has at most ${longestPassword} bytes.`);
}

/** The number of a user, its sign aside, or one of the ways to say nobody, which come to false. */
function heirVerdict(value: unknown): Verdict {
  if (value === false || value === 'false' || value === '') return { value: false };
  const number = toNumber(value);
  if (number === undefined)
    return refused('rest_invalid_param', 'It must be the number of a user, or false for nobody.');
  return { value: Math.abs(wholeWithin(Math.trunc(number))) || false };
}

/** A truth value, or names of types that are served (specification: the route of users). */
function typesVerdict({ types }: Contract, value: unknown, name: string, spelling: Spelling): Verdict {
  if (!Array.isArray(value)) return { value };
  if (value.every((each) => types.has(String(each)))) return { value };
  return fault('rest_not_in_enum', `${name} must name some of: ${[...types.keys()].map(spelling.name).join(', ')}.`);
}
