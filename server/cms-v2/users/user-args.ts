// Validates the parameters of users and converts them to their stored forms (users-and-comments.md §3.1, §3.2).
import { userFields } from '../../../contract/cms-v2/users.ts';
import type { Contract } from '../../../contract/contract.ts';
import type { Spelling } from '../../../contract/names/spelling.ts';
import { maxPasswordBytes } from '../../access/secrets.ts';
import { ApiError } from '../../api-error.ts';
import { parseStoredObject, readStoredObject } from '../../database/stored-json.ts';
import type { Call, ParameterCheckFactory } from '../../http/module.ts';
import { check } from '../../http/parameters/check.ts';
import { clampToSafeInteger, toNumber } from '../../http/parameters/conversions.ts';
import { requireShortName } from '../../http/parameters/text-length.ts';
import { type ValidationResult, validationError } from '../../http/parameters/validation-error.ts';
import { sanitizeName } from '../../rendering/sanitise/names.ts';
import type { TextProcessor } from '../../rendering/work/text-processor.ts';
import { composeColumns, type PlainRow } from '../plain-columns.ts';
import type { UserArgs } from './permissions.ts';
import { maxUserSlugLength } from './store.ts';

// Validates user parameters against rules that a schema cannot express (users-and-comments.md §3.2, §3.4, §3.5).

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

/** The error of an invalid username. The setup screen has it in other languages, too. */
export const usernameError = 'A username may contain only letters, digits, single spaces and the characters _ . - @.';

/** Validates a username: ASCII letters, digits and `_ . - @`, with single spaces between them. `0` counts as empty. */
export function validateUsername(username: string): ValidationResult {
  const isValid = /^[\w.@-]+(?: [\w.@-]+)*$/.test(username) && username !== '0';
  if (isValid) return { value: username };
  return userParameterError('rest_user_invalid_username', usernameError);
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

// Parses and merges the meta fields of users (users-and-comments.md §3.1, persisted_preferences).

const registeredFields = Object.entries(userFields.meta.properties);

type Meta = Readonly<Record<string, unknown>>;

/**
 * Parses stored meta fields. Missing fields, and all fields if the JSON is not valid, are returned as empty objects
 * (contract/README.md, decision 17).
 */
export function readMeta(stored: string): Meta {
  const values = readStoredObject(stored, 'users.meta');
  return Object.fromEntries(registeredFields.map(([name]) => [name, values[name] ?? {}]));
}

/**
 * Returns the meta fields to store, as JSON. Submitted fields that are declared replace the stored ones; null deletes a field.
 *
 * Throws ApiError 400 with the error code of the schema check, such as `rest_invalid_type` or `rest_invalid_date`.
 */
export function mergeMeta(submitted: Meta | undefined, storedMeta: string): string {
  const values = parseStoredObject(storedMeta);
  for (const [name, schema] of registeredFields) {
    const value = submitted && Object.hasOwn(submitted, name) ? submitted[name] : undefined;
    if (value === null) delete values[name];
    else if (value !== undefined) values[name] = validateField(schema, value, `meta.${name}`);
  }
  return JSON.stringify(values);
}

function validateField(schema: (typeof registeredFields)[number][1], value: unknown, param: string): unknown {
  const result = check(schema, value, param);
  if ('value' in result) return result.value;
  const { code, message, data } = result.error;
  throw new ApiError(code, 400, message, data === null ? {} : { additionalData: [data] });
}

// Converts the parameters of users to their stored forms (users-and-comments.md §3.2).

/** Names of a user that are derived from the submitted parameters. */
interface UserNameColumns {
  readonly name: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly nickname: string;
}

/** The names and the plain columns of a user. */
type UserTextColumns = UserNameColumns & PlainRow<'users'>;

const emptyNames: UserNameColumns = { name: '', first_name: '', last_name: '', nickname: '' };

/**
 * Returns the submitted parameters with the description filtered.
 *
 * Throws ApiError 400 `rest_invalid_param` for an excessively long name, TextTooHeavy, and WorkersBusy.
 */
export async function filterArgs(texts: TextProcessor, { args, work }: Pick<Call<UserArgs>, 'args' | 'work'>) {
  for (const name of ['name', 'first_name', 'last_name', 'nickname'] as const) requireShortName(name, args[name]);
  const { description } = args;
  if (description === undefined) return args;
  const filteredDescription = await texts.run('description', { description, field: 'userDescription' }, work);
  return { ...args, description: filteredDescription.trim() };
}

/**
 * Returns the names and the plain columns to store. Submitted names are sanitized; the description must already be filtered. Columns that are
 * not submitted stay unchanged. An empty nickname is replaced with the username, and so is the empty display name of an existing
 * user. The display name of a new user defaults to the first and last name, then to the username.
 */
export function resolveTextColumns(args: UserArgs, login: string, before?: UserTextColumns): UserTextColumns {
  const previous = before ?? emptyNames;
  const name = (submitted: string | undefined, current: string) =>
    submitted === undefined ? current : sanitizeName(submitted);
  const first_name = name(args.first_name, previous.first_name);
  const last_name = name(args.last_name, previous.last_name);
  const fullName = before ? '' : [first_name, last_name].filter((namePart) => namePart !== '').join(' ');
  return {
    name: name(args.name, previous.name) || fullName || login,
    first_name,
    last_name,
    nickname: name(args.nickname, previous.nickname) || login,
    ...composeColumns('users', { args, before }),
  };
}

/** Maximum field lengths, in characters, with the error code for each. */
const maxFieldLengths = {
  login: [60, 'user_login_too_long'],
  slug: [maxUserSlugLength, 'user_nicename_too_long'],
  email: [100, 'user_email_too_long'],
  name: [250, 'user_display_name_too_long'],
  url: [100, 'user_url_too_long'],
} as const;

/** Throws ApiError 400 with the error code of the field if the text is too long (contract/README.md, decision 3). */
export function requireFieldLength(field: keyof typeof maxFieldLengths, text: string): void {
  const [maxLength, code] = maxFieldLengths[field];
  if ([...text].length > maxLength)
    throw new ApiError(code, 400, `The ${field} of a user must have at most ${maxLength} characters.`);
}
