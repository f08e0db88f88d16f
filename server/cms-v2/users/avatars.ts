// Creates the URLs of avatars: those of the images that users have chosen, otherwise those of an external service that identifies users by a
// hash of their email address (users-and-comments.md §3.1).
import { createHash } from 'node:crypto';
import type { SettingValues } from '../../settings/declared.ts';
import type { SiteContext } from '../../site-context.ts';

/** Widths of avatars, in pixels. */
const avatarSizes = [24, 48, 96] as const;

type AvatarSettings = Pick<SettingValues, 'show_avatars' | 'avatar_address'>;

/** The user or visitor whose avatar is presented. */
export interface AvatarOwner {
  readonly email: string;
  /** URL of the profile image, relative to that of the uploads; null if the user has none, or if there is no user. */
  readonly imagePath: string | null;
}

type AvatarSite = Pick<SiteContext, 'settings' | 'urls'>;

/**
 * Returns the avatar URLs of a user, keyed by width; undefined if avatars are disabled. Octavo itself never requests the URLs of the
 * external service.
 */
export function avatarUrls(owner: AvatarOwner, site: AvatarSite): Readonly<Record<string, string>> | undefined {
  const url = avatarUrl(owner, site);
  if (url === undefined) return undefined;
  return Object.fromEntries(avatarSizes.map((size) => [String(size), url.replaceAll('{size}', String(size))]));
}

/**
 * Returns the avatar URL of a user: that of the profile image, or the URL pattern in the settings, in which `{hash}` is replaced and
 * `{size}`, the width in pixels, is left in place. Undefined if avatars are disabled.
 */
export function avatarUrl({ email, imagePath }: AvatarOwner, { settings, urls }: AvatarSite): string | undefined {
  const { show_avatars, avatar_address } = settings.values;
  if (!show_avatars) return undefined;
  if (imagePath !== null) return `${urls.uploads}/${imagePath}`;
  const hash = createHash('sha256').update(email.trim().toLowerCase()).digest('hex');
  return avatar_address.replaceAll('{hash}', hash);
}

/**
 * Whether responses contain the SHA-256 hashes of users' email addresses. With such a hash, anyone can confirm a guess of the
 * address.
 */
export const disclosesEmailHash = ({ show_avatars, avatar_address }: AvatarSettings): boolean =>
  show_avatars && avatar_address.includes('{hash}');
