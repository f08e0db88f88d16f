// Requests from pages of other origins (protocol.md §9.3, contract/README.md decision 13): any origin may read without
// credentials, those listed may send them.

const shared = {
  'Access-Control-Expose-Headers': 'X-CMS-Total, X-CMS-TotalPages, Link',
  'Access-Control-Allow-Headers': 'Authorization, X-CMS-Nonce, Content-Disposition, Content-MD5, Content-Type',
} as const;

// What another answer may depend on: a cache between us and the reader must not take one for the other.
const vary = 'Origin, Authorization, Cookie';

const methods = { 'Access-Control-Allow-Methods': 'OPTIONS, GET, POST, PUT, PATCH, DELETE' } as const;

const withoutOrigin = lines({ ...shared, Vary: vary });
const unlisted = lines({ ...shared, ...methods, 'Access-Control-Allow-Origin': '*', Vary: vary });

/** Header lines, names and values in turn, for a request that comes from a page of this origin, or from none. */
export function crossOriginLines(origin: string | undefined, listed: readonly string[]): readonly string[] {
  if (origin === undefined) return withoutOrigin;
  if (!listed.includes(origin)) return unlisted;
  const credentials = { 'Access-Control-Allow-Origin': origin, 'Access-Control-Allow-Credentials': 'true' };
  return lines({ ...shared, ...methods, ...credentials, Vary: vary });
}

function lines(headers: Readonly<Record<string, string>>): string[] {
  return Object.entries(headers).flat();
}
