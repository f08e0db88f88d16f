// Reads the requested pages of the queries in content from URLs: `?query-3-page=2`.

const parameterPattern = /^query-(\d{1,6})-page$/;

/** Maximum number of a page, which limits how many entries a request can skip. */
const maxPage = 9999;

/** Returns the requested pages by the number of their query; pages beyond the maximum and malformed ones are ignored. */
export function queryPagesOf(url: URL): ReadonlyMap<string, number> {
  const pages = new Map<string, number>();
  for (const [name, value] of url.searchParams) {
    const [, number] = parameterPattern.exec(name) ?? [];
    const page = /^\d{1,4}$/.test(value) ? Number(value) : 0;
    if (number !== undefined && page > 0 && page <= maxPage) pages.set(number, page);
  }
  return pages;
}
