// Shortens the bodies of recorded responses.

/** Maximum length of a text, in characters; longer texts end with `…`. */
const maxTextLength = 300;

/** Maximum length of the JSON of a list in a body, in characters; the first item is always included. */
const maxListLength = 800;

/** Maximum number of entries of an object that contains records keyed by name, or routes keyed by path. */
const maxKeyedRecords = 2;

/** Maximum number of kinds of links of a record. */
const maxLinkKinds = 4;

/** Returns a copy of a value with the beginnings of long texts and lists. */
export function shorten(value: unknown): unknown {
  if (typeof value === 'string') return value.length > maxTextLength ? `${value.slice(0, maxTextLength)}…` : value;
  if (Array.isArray(value)) return shortenList(value.map(shorten));
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).map(
    ([name, each]) => [name, shorten(name === '_links' ? firstLinks(each) : each)] as const,
  );
  const isKeyed =
    entries.length > maxKeyedRecords && entries.every(([name, each]) => name.startsWith('/') || isLargeObject(each));
  return Object.fromEntries(isKeyed ? entries.slice(0, maxKeyedRecords) : entries);
}

/** Returns the first kinds of links of a record. */
const firstLinks = (links: object): object => Object.fromEntries(Object.entries(links).slice(0, maxLinkKinds));

function shortenList(items: readonly unknown[]): unknown[] {
  let length = 0;
  return items.filter((item, at) => {
    length += JSON.stringify(item).length;
    return at === 0 || length <= maxListLength;
  });
}

/** Whether a value is an object with at least 250 characters of JSON, as records have. */
const isLargeObject = (value: unknown): boolean =>
  value !== null && typeof value === 'object' && !Array.isArray(value) && JSON.stringify(value).length >= 250;
