// Avatar URLs of an external service that identifies users by a hash of their e-mail address (users-and-comments.md §3.1).
import { createHash } from 'node:crypto';
import type { SettingValues } from '../../settings/declared.ts';

/** Widths of avatars, in pixels. */
const avatarSizes = [24, 48, 96] as const;

type AvatarSettings = Pick<SettingValues, 'show_avatars' | 'avatar_address'>;

/**
 * Returns the avatar URLs of an e-mail address by width. The service never fetches them. Undefined if avatars are disabled.
 */
export function avatarUrls(email: string, settings: AvatarSettings): Readonly<Record<string, string>> | undefined {
  const url = avatarUrl(email, settings);
  if (url === undefined) return undefined;
  return Object.fromEntries(avatarSizes.map((size) => [String(size), url.replaceAll('{size}', String(size))]));
}

/**
 * Returns the avatar URL of an e-mail address by the site's pattern, with `{hash}` replaced and `{size}`, the width in pixels,
 * left in place. Undefined if avatars are disabled.
 */
export function avatarUrl(email: string, { show_avatars, avatar_address }: AvatarSettings): string | undefined {
  if (!show_avatars) return undefined;
  const hash = createHash('sha256').update(email.trim().toLowerCase()).digest('hex');
  return avatar_address.replaceAll('{hash}', hash);
}

/** Whether responses contain the SHA-256 of users' e-mail addresses, with which anyone can confirm a known address. */
export const disclosesEmailHash = ({ show_avatars, avatar_address }: AvatarSettings): boolean =>
  show_avatars && avatar_address.includes('{hash}');
