// Requests from pages of other origins (protocol.md §9.3, contract/README.md decision 13): any origin may read without
// credentials, those listed may send them.

const shared = {
  'Access-Control-Expose-Headers': 'X-CMS-Total, X-CMS-TotalPages, Link',
  'Access-Control-Allow-Headers': 'Authorization, X-CMS-Nonce, Content-Disposition, Content-MD5, Content-Type',
} as const;

const methods = { 'Access-Control-Allow-Methods': 'OPTIONS, GET, POST, PUT, PATCH, DELETE' } as const;

/** The headers for a request that comes from a page of this origin, or from none. */
export function crossOriginHeaders(
  origin: string | undefined,
  listed: readonly string[],
): Readonly<Record<string, string>> {
  if (origin === undefined) return { ...shared, Vary: 'Origin' };
  if (!listed.includes(origin)) return { ...shared, ...methods, 'Access-Control-Allow-Origin': '*', Vary: 'Origin' };
  return {
    ...shared,
    ...methods,
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Allow-Credentials': 'true',
    Vary: 'Origin',
  };
}
