// What lists do to a value after its check (protocol.md §4.2, end).

/** The lists of numbers that narrow a list of things. */
const lists = new Set(['include', 'exclude', 'author', 'author_exclude', 'parent', 'parent_exclude', 'post']);

/**
 * The value as operations receive it: `page`, `per_page` and the numbers in lists of them without sign
 * (posts-and-pages.md §1), `search` without tags and surplus blanks.
 *
 * Keywords stay as they were declared: in exact case is how they passed the check.
 */
export function settle(name: string, value: unknown): unknown {
  if (name === 'search') return typeof value === 'string' ? plainLine(value) : value;
  if (name === 'page' || name === 'per_page') return typeof value === 'number' ? Math.abs(value) : value;
  if (Array.isArray(value) && lists.has(name))
    return value.map((each: unknown) => (typeof each === 'number' ? Math.abs(each) : each));
  return value;
}

/** What of a search is read; what is looked for is shorter still. Characters. */
const longestSearch = 16_000;

// A `<` that opens no tag stays: `1 < 2` is what somebody looks for.
const plainLine = (text: string): string =>
  text
    .slice(0, longestSearch)
    .replace(/<(?:[a-zA-Z/!?][^<>]*)>/g, '')
    .replace(/\s+/g, ' ')
    .trim();
