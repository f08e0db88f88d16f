// Tries of the passwords of entries: whatever is shown to who knows one is shown behind the door against guessing.
import { timingSafeEqual } from 'node:crypto';
import type { ContentType } from '../../../contract/grammar/content-type.ts';
import type { Attempt } from '../../access/guessing.ts';
import { keyedHash } from '../../access/secrets.ts';
import type { Call } from '../../http/room.ts';
import type { EntryParts } from './parts.ts';
import { type JudgedEntry, mayEdit, passes } from './rules.ts';

type Door = Pick<EntryParts, 'guessing' | 'key'>;

/** An entry with what may be guessed. */
interface Locked extends JudgedEntry {
  readonly password: string;
}

/** Every password that a request brings, wherever it stands: what rules and presenters look at is one of these. */
export const passwordsIn = ({ args, query, sent }: Call): string[] => {
  const all = new Set([args.password, query.password, sent('password')]);
  return [...all].filter((each): each is string => typeof each === 'string' && each !== '');
};

/** Whether two texts are the same, told in a time that does not depend on where they differ. */
const isSame = (key: string, given: string, own: string): boolean =>
  timingSafeEqual(Buffer.from(keyedHash(key, given)), Buffer.from(keyedHash(key, own)));

/** A try of one sender at the password of an entry. */
export const attemptAt = (from: string, entry: number): Attempt => ({
  from,
  account: String(entry),
  secret: 'entry-password',
});

/** Tries one password at an entry, and tells whether it fits. Throws Refusal 429 `rest_too_many_failed_attempts`. */
export async function tryPassword(
  { guessing, key }: Door,
  from: string,
  entry: Pick<Locked, 'id' | 'password'>,
  password: string,
): Promise<boolean> {
  const fits = async () => isSame(key, password, entry.password) || undefined;
  return (await guessing.guard(attemptAt(from, entry.id), fits)) ?? false;
}

/**
 * Tries the passwords that a request brings at an entry; a wrong one counts, whether the entry has a password or not. Who may
 * change the entry knows its password, and guesses nothing.
 *
 * Throws Refusal 429 `rest_too_many_failed_attempts` past ten failures a minute of one sender at one entry, whether the next
 * would be right or wrong.
 */
export async function tryPasswords(
  door: Door,
  call: Call,
  type: ContentType | undefined,
  entry: Locked,
): Promise<void> {
  const passwords = passwordsIn(call);
  if (passwords.length === 0 || (type && passes(mayEdit, call.actor, type, entry))) return;
  for (const password of passwords) await tryPassword(door, call.from, entry, password);
}

/**
 * Tries the passwords that a request brings at every entry of a list. It counts as one try of all lists, and as failed where it
 * fits none.
 *
 * Throws Refusal 429 `rest_too_many_failed_attempts`.
 */
export async function tryPasswordsInList(
  { guessing, key }: Door,
  call: Call,
  type: ContentType,
  entries: readonly Locked[],
): Promise<void> {
  const locked = entries.filter((each) => each.password !== '' && !passes(mayEdit, call.actor, type, each));
  if (locked.length === 0) return;
  for (const password of passwordsIn(call)) {
    const attempt = { from: call.from, account: 'list', secret: 'entry-password', atMany: true } as const;
    await guessing.guard(attempt, async () => locked.some((each) => isSame(key, password, each.password)) || undefined);
  }
}
