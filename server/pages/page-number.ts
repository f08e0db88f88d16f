// Reads page numbers from URLs: `…/page/2/` or `?paged=2` for lists, `…/2/` or `?page=2` for entries with several pages.

/** A URL without its page number, and the number, from 1. */
export interface NumberedUrl {
  readonly url: URL;
  readonly page: number;
}

/** Maximum number of digits of a page number. */
const maxDigits = 6;

/** Returns the URL of the first page, and the page number; undefined if the number is invalid. */
export function parseListPage(url: URL): NumberedUrl | undefined {
  const first = new URL(url);
  const [suffix, inPath] = /\/page\/(\d+)\/?$/.exec(url.pathname) ?? [];
  if (suffix !== undefined) first.pathname = `${url.pathname.slice(0, -suffix.length)}/`;
  return withNumber(url, first, inPath ?? url.searchParams.get('paged'));
}

/** Returns the URL of the entry, if a URL ends with a page number or has it in its query, and the number; undefined for other URLs. */
export function parseEntryPage(url: URL): NumberedUrl | undefined {
  const first = new URL(url);
  const [suffix, inPath] = /\/(\d+)\/?$/.exec(url.pathname) ?? [];
  if (suffix !== undefined) first.pathname = `${url.pathname.slice(0, -suffix.length)}/`;
  const number = inPath ?? url.searchParams.get('page');
  return number === null ? undefined : withNumber(url, first, number);
}

function withNumber(url: URL, first: URL, number: string | null): NumberedUrl | undefined {
  if (number === null || number === '') return { url, page: 1 };
  const page = /^\d+$/.test(number) && number.length <= maxDigits ? Number(number) : 0;
  for (const name of ['paged', 'page']) first.searchParams.delete(name);
  return page === 0 ? undefined : { url: first, page };
}
