// Validates user parameters against rules that a schema cannot express (users-and-comments.md §3.2, §3.4, §3.5).
import type { Contract } from '../../../contract/contract.ts';
import type { Spelling } from '../../../contract/names/spelling.ts';
import { maxPasswordBytes } from '../../access/secrets.ts';
import type { ParameterCheckFactory } from '../../http/module.ts';
import { clampToSafeInteger, toNumber } from '../../http/parameters/conversions.ts';
import { type ValidationResult, validationError } from '../../http/parameters/validation-error.ts';

/** Returns the parameter checks of users, keyed by the names that the contract uses. */
export const userChecks = ({ contract }: { readonly contract: Contract }): Record<string, ParameterCheckFactory> => ({
  username: () => (value) => validateUsername(String(value)),
  'account-password': () => (value) => validatePassword(String(value)),
  reassign: () => validateReassign,
  'published-types':
    ({ spelling }) =>
    (value, name) =>
      validateTypes(contract, value, name, spelling),
});

const userParameterError = (code: string, message: string) => validationError(code, message, { status: 400 });

/** Validates a username: ASCII letters, digits and `_ . - @`, with single spaces between them. `0` counts as empty. */
export function validateUsername(username: string): ValidationResult {
  const isValid = /^[\w.@-]+(?: [\w.@-]+)*$/.test(username) && username !== '0';
  if (isValid) return { value: username };
  return userParameterError(
    'rest_user_invalid_username',
    'A username may contain only letters, digits, single spaces and the characters _ . - @.',
  );
}

/** Validates a password: it must not be empty or contain a backslash, and must not exceed `maxPasswordBytes`. `0` counts as empty. */
function validatePassword(password: string): ValidationResult {
  if (password === '' || password === '0')
    return userParameterError('rest_user_invalid_password', 'A password cannot be empty.');
  if (password.includes('\\'))
    return userParameterError('rest_user_invalid_password', 'A password cannot contain a backslash.');
  if (Buffer.byteLength(password) <= maxPasswordBytes) return { value: password };
  return userParameterError('rest_user_invalid_password', `A password must have at most ${maxPasswordBytes} bytes.`);
}

/** Parses `reassign`. Returns a number as a user ID, ignoring its sign, and false for `false`, an empty string or 0. */
function validateReassign(value: unknown): ValidationResult {
  if (value === false || value === 'false' || value === '') return { value: false };
  const id = toNumber(value);
  if (id === undefined) return userParameterError('rest_invalid_param', 'reassign must be a user ID or false.');
  return { value: Math.abs(clampToSafeInteger(Math.trunc(id))) || false };
}

/** Validates a boolean or a list of declared content types (specification: the route of users). */
function validateTypes({ types }: Contract, value: unknown, name: string, spelling: Spelling): ValidationResult {
  if (!Array.isArray(value)) return { value };
  if (value.every((each) => types.has(String(each)))) return { value };
  return validationError(
    'rest_not_in_enum',
    `${name} must contain only values of: ${[...types.keys()].map(spelling.name).join(', ')}.`,
  );
}
