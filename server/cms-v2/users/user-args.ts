// What may be sent for a user, and what is stored of it (users-and-comments.md §3.2).
import { requireShortName } from '../../http/parameters/text-length.ts';
import type { Call } from '../../http/room.ts';
import { Refusal } from '../../refusal.ts';
import { escapedName } from '../../rendering/sanitise/names.ts';
import type { TextProcessor } from '../../rendering/work/text-processor.ts';
import { longestSlug } from './store.ts';

export interface UserArgs {
  readonly username?: string;
  readonly name?: string;
  readonly first_name?: string;
  readonly last_name?: string;
  readonly email?: string;
  readonly url?: string;
  readonly description?: string;
  readonly locale?: '' | 'en_US';
  readonly nickname?: string;
  readonly slug?: string;
  readonly roles?: readonly string[];
  readonly password?: string;
  readonly meta?: Readonly<Record<string, unknown>>;
}

/** What of a user is made of what was sent, and of nothing else. */
export interface UserTexts {
  readonly name: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly nickname: string;
  readonly url: string;
  readonly description: string;
  readonly locale: string;
}

const none: UserTexts = { name: '', first_name: '', last_name: '', nickname: '', url: '', description: '', locale: '' };

/**
 * What was sent, its description filtered.
 *
 * Throws Refusal 400 `rest_invalid_param` for a name that is far too long, TextTooHeavy, WorkersBusy.
 */
export async function filteredArgs(texts: TextProcessor, { args, work }: Pick<Call<UserArgs>, 'args' | 'work'>) {
  for (const name of ['name', 'first_name', 'last_name', 'nickname'] as const) requireShortName(name, args[name]);
  const { description } = args;
  if (description === undefined) return args;
  const filtered = await texts.run('description', { description, field: 'userDescription' }, work);
  return { ...args, description: filtered.trim() };
}

/**
 * The texts to store: those sent, made harmless (a description is filtered already), else those there were. An emptied nickname, and the emptied shown name
 * of a user that is there, become the login name; the shown name of a new user is made of first and last name.
 */
export function storedTexts(args: UserArgs, login: string, before?: UserTexts): UserTexts {
  const old = before ?? none;
  const name = (sent: string | undefined, kept: string) => (sent === undefined ? kept : escapedName(sent));
  const first_name = name(args.first_name, old.first_name);
  const last_name = name(args.last_name, old.last_name);
  const fullName = before ? '' : [first_name, last_name].filter((part) => part !== '').join(' ');
  return {
    name: name(args.name, old.name) || fullName || login,
    first_name,
    last_name,
    nickname: name(args.nickname, old.nickname) || login,
    url: args.url ?? old.url,
    description: args.description ?? old.description,
    locale: args.locale ?? old.locale,
  };
}

/** How long what may be, in characters, and the code of what is longer. */
const limits = {
  login: [60, 'user_login_too_long'],
  slug: [longestSlug, 'user_nicename_too_long'],
  email: [100, 'user_email_too_long'],
  name: [250, 'user_display_name_too_long'],
  url: [100, 'user_url_too_long'],
} as const;

/** Throws Refusal 400 with the code of what is too long (contract/README.md, decision 3). */
export function requireShort(what: keyof typeof limits, text: string): void {
  const [most, code] = limits[what];
  if ([...text].length > most) throw new Refusal(code, 400, `A ${what} of a user has at most ${most} characters.`);
}
