// Pictures of people, kept by a service that knows them by their e-mail address (users-and-comments.md §3.1).
import { createHash } from 'node:crypto';
import type { SettingValues } from '../../settings/declared.ts';

/** How wide pictures are. Dots. */
const sizes = [24, 48, 96] as const;

type Pictures = Pick<SettingValues, 'show_avatars' | 'avatar_address'>;

/**
 * The addresses of the pictures of whoever has an e-mail address, by size. They are told and never fetched. Undefined where
 * the site shows no pictures.
 */
export function avatarAddresses(email: string, settings: Pictures): Readonly<Record<string, string>> | undefined {
  const address = avatarAddress(email, settings);
  if (address === undefined) return undefined;
  return Object.fromEntries(sizes.map((size) => [String(size), address.replaceAll('{size}', String(size))]));
}

/**
 * The address of the picture of whoever has an e-mail address, by the site's pattern, in which `{hash}` stands for the
 * person; `{size}` is left in it where the width in dots belongs. Undefined where the site shows no pictures.
 */
export function avatarAddress(email: string, { show_avatars, avatar_address }: Pictures): string | undefined {
  if (!show_avatars) return undefined;
  const hash = createHash('sha256').update(email.trim().toLowerCase()).digest('hex');
  return avatar_address.replaceAll('{hash}', hash);
}

/** Whether every response about a person shows the SHA-256 of their e-mail address, so that anyone can confirm a known address. */
export const showsAddressHash = ({ show_avatars, avatar_address }: Pictures): boolean =>
  show_avatars && avatar_address.includes('{hash}');
