// Normalizes the values of list parameters after validation (protocol.md §4.2, end).

/** List parameters whose values are lists of IDs. */
const idLists = new Set(['include', 'exclude', 'author', 'author_exclude', 'parent', 'parent_exclude', 'post']);

/**
 * Returns the value as operations receive it: `page`, `per_page` and IDs without a sign (posts-and-pages.md §1), `search` without
 * tags and redundant whitespace.
 *
 * Enum values need no normalization: validation only accepts their exact case.
 */
export function normalizeValue(name: string, value: unknown): unknown {
  if (name === 'search') return typeof value === 'string' ? toPlainText(value) : value;
  if (name === 'page' || name === 'per_page') return typeof value === 'number' ? Math.abs(value) : value;
  if (Array.isArray(value) && idLists.has(name))
    return value.map((each: unknown) => (typeof each === 'number' ? Math.abs(each) : each));
  return value;
}

/** Maximum length of a submitted search string, in characters. Search terms are limited further. */
const maxSearchLength = 16_000;

// A `<` that does not open a tag is preserved, so that `1 < 2` can be searched for.
const toPlainText = (text: string): string =>
  text
    .slice(0, maxSearchLength)
    .replace(/<(?:[a-zA-Z/!?][^<>]*)>/g, '')
    .replace(/\s+/g, ' ')
    .trim();
