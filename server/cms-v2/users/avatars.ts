// Pictures of people, kept by a service that knows them by their e-mail address (users-and-comments.md §3.1).
import { createHash } from 'node:crypto';
import type { SettingValues } from '../../settings/declared.ts';

/** How wide pictures are. Dots. */
const sizes = [24, 48, 96] as const;

/**
 * The addresses of the pictures of whoever has an e-mail address, by size: the site's pattern, in which `{hash}` stands for
 * the person and `{size}` for the width. They are told and never fetched. Undefined where the site shows no pictures.
 */
export function avatarAddresses(
  email: string,
  { show_avatars, avatar_address }: Pick<SettingValues, 'show_avatars' | 'avatar_address'>,
): Readonly<Record<string, string>> | undefined {
  if (!show_avatars) return undefined;
  const hash = createHash('sha256').update(email.trim().toLowerCase()).digest('hex');
  const address = (size: number) => avatar_address.replaceAll('{hash}', hash).replaceAll('{size}', String(size));
  return Object.fromEntries(sizes.map((size) => [String(size), address(size)]));
}
