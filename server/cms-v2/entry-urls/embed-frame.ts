// Returns the title and the iframe URL with which other pages embed an entry (media-fonts-and-oembed.md, C1).
import type { EntryDeps } from '../entries/deps.ts';
import type { EntryRow } from '../entries/rows.ts';
import { titleOf } from '../entries/texts.ts';

/** Returns the title as HTML. Titles of password-protected entries get the prefix `Protected: `. */
export function embedTitle(
  row: Pick<EntryRow, 'renderer' | 'title_rendered' | 'password'> & { title: string },
): string {
  const rendered = titleOf(row);
  return row.password === '' ? rendered : `Protected: ${rendered}`;
}

/** Returns the URL of the page in the embed iframe. The service renders this page even if a front end renders the entry. */
export function embedIframeUrl({ site: { urls } }: Pick<EntryDeps, 'site'>, link: string): string {
  const url = urls.home + link.slice(urls.front.length);
  return url.includes('?') ? `${url}&embed=true` : `${url}embed/`;
}
