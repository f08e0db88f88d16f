// Creates avatar URLs of an external service that identifies users by a hash of their email address (users-and-comments.md §3.1).
import { createHash } from 'node:crypto';
import type { SettingValues } from '../../settings/declared.ts';

/** Widths of avatars, in pixels. */
const avatarSizes = [24, 48, 96] as const;

type AvatarSettings = Pick<SettingValues, 'show_avatars' | 'avatar_address'>;

/**
 * Returns the avatar URLs of an email address, keyed by width; undefined if avatars are disabled. Octavo itself never
 * requests these URLs.
 */
export function avatarUrls(email: string, settings: AvatarSettings): Readonly<Record<string, string>> | undefined {
  const url = avatarUrl(email, settings);
  if (url === undefined) return undefined;
  return Object.fromEntries(avatarSizes.map((size) => [String(size), url.replaceAll('{size}', String(size))]));
}

/**
 * Returns the avatar URL of an email address: the URL pattern in the settings, in which `{hash}` is replaced and `{size}`, the
 * width in pixels, is left in place. Undefined if avatars are disabled.
 */
export function avatarUrl(email: string, { show_avatars, avatar_address }: AvatarSettings): string | undefined {
  if (!show_avatars) return undefined;
  const hash = createHash('sha256').update(email.trim().toLowerCase()).digest('hex');
  return avatar_address.replaceAll('{hash}', hash);
}

/**
 * Whether responses contain the SHA-256 hashes of users' email addresses. With such a hash, anyone can confirm a guess of the
 * address.
 */
export const disclosesEmailHash = ({ show_avatars, avatar_address }: AvatarSettings): boolean =>
  show_avatars && avatar_address.includes('{hash}');
