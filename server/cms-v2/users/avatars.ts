// Pictures of people, kept by a service that knows them by their e-mail address (users-and-comments.md §3.1).
import { createHash } from 'node:crypto';

const service = 'https://secure.gravatar.com/avatar/';

/** How wide pictures are. Dots. */
const sizes = [24, 48, 96] as const;

/** The addresses of the pictures of whoever has an e-mail address, by size. */
export function avatarAddresses(email: string): Readonly<Record<string, string>> {
  return Object.fromEntries(sizes.map((size) => [String(size), avatarAddress(email, String(size))]));
}

/** The address of the picture of whoever has an e-mail address, so many dots wide. */
export function avatarAddress(email: string, size: string): string {
  const known = createHash('sha256').update(email.trim().toLowerCase()).digest('hex');
  return `${service}${known}?s=${size}&d=mm&r=g`;
}
