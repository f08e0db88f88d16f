// Public addresses of media (media-fonts-and-oembed.md, A1, link).
import { addressOf } from '../entries/addresses.ts';
import type { EntryParts } from '../entries/parts.ts';
import type { MediaRow } from './rows.ts';

/** Below what the file belongs to, where that has an address made of names; else by its number. */
export function linkOf({ contract, site, settings }: EntryParts, { id, slug, parent, above }: MediaRow): string {
  const name = `${/^\d+$/.test(slug) ? 'attachment/' : ''}${slug}/`;
  if (parent === 0) return `${site.front}/${name}`;
  const type = above ? contract.types.get(above.type) : undefined;
  const address = above && type?.hasPages ? addressOf(above, type, site.front, settings.values) : '?';
  return address.includes('?') ? byNumber(site.front, id) : address + name;
}

/** The address of a file by its number. */
export const byNumber = (front: string, id: number): string => `${front}/?attachment_id=${id}`;
