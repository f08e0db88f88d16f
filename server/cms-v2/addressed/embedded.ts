// How an entry is called and framed where others embed it (media-fonts-and-oembed.md, C1).
import type { EntryParts } from '../entries/parts.ts';
import type { EntryRow } from '../entries/rows.ts';
import { titleOf } from '../entries/texts.ts';

/** The title as HTML; that of an entry with a password says so. */
export function titleForOthers(
  row: Pick<EntryRow, 'renderer' | 'title_rendered' | 'password'> & { title: string },
): string {
  const made = titleOf(row);
  return row.password === '' ? made : `Protected: ${made}`;
}

/** The page in the frame is the service's own, also where a front end shows the entry itself. */
export function frameAddress({ site }: Pick<EntryParts, 'site'>, link: string): string {
  const address = site.home + link.slice(site.front.length);
  return address.includes('?') ? `${address}&embed=true` : `${address}embed/`;
}
