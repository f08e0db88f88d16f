// Converts the parameters of users to their stored forms (users-and-comments.md §3.2).

import { ApiError } from '../../api-error.ts';
import type { Call } from '../../http/module.ts';
import { requireShortName } from '../../http/parameters/text-length.ts';
import { sanitizeName } from '../../rendering/sanitise/names.ts';
import type { TextProcessor } from '../../rendering/work/text-processor.ts';
import { composeColumns, type PlainRow } from '../plain-columns.ts';
import type { UserArgs } from './operations.ts';
import { maxUserSlugLength } from './store.ts';

/** Names of a user that are derived from the submitted parameters. */
export interface UserNameColumns {
  readonly name: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly nickname: string;
}

/** The names and the plain columns of a user. */
export type UserTextColumns = UserNameColumns & PlainRow<'users'>;

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
