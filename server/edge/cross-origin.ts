// Requests from pages of other origins (protocol.md §9.3, contract/README.md decision 13): any origin may read without
// credentials, those listed may send them.

const shared = {
  'Access-Control-Expose-Headers': 'X-CMS-Total, X-CMS-TotalPages, Link',
  'Access-Control-Allow-Headers': 'Authorization, X-CMS-Nonce, Content-Disposition, Content-MD5, Content-Type',
} as const;

// What another answer may depend on: a cache between us and the reader must not take one for the other.
const vary = 'Origin, Authorization, Cookie';

const methods = { 'Access-Control-Allow-Methods': 'OPTIONS, GET, POST, PUT, PATCH, DELETE' } as const;

/**
 * Header lines, names and values in turn, for a request that comes from a page of this origin, or from none. `cacheable`:
 * a cache may keep the answer.
 */
export type CrossOrigin = (origin: string | undefined, cacheable: boolean) => readonly string[];

/** Makes the lines of a mount. Pages of `listed` origins may send credentials; `say` gives a header in the mount's names. */
export function makeCrossOrigin(
  listed: readonly string[],
  say: (name: string, value: string) => readonly [string, string],
): CrossOrigin {
  const lines = (headers: Readonly<Record<string, string>>) =>
    Object.entries(headers).flatMap(([name, value]) => say(name, value));
  // What nobody keeps cannot be taken for another answer; that the origin counts is told to who has sent one.
  const varying = (headers: Readonly<Record<string, string>>, otherwise: Readonly<Record<string, string>>) => {
    const [kept, unkept] = [
      lines({ ...shared, ...headers, Vary: vary }),
      lines({ ...shared, ...headers, ...otherwise }),
    ];
    return (cacheable: boolean) => (cacheable ? kept : unkept);
  };
  const toOrigin = (headers: Readonly<Record<string, string>>) =>
    varying({ ...methods, ...headers }, { Vary: 'Origin' });
  const withoutOrigin = varying({}, {});
  const unlisted = toOrigin({ 'Access-Control-Allow-Origin': '*' });
  const known = new Map(
    listed.map((origin) => [
      origin,
      toOrigin({ 'Access-Control-Allow-Origin': origin, 'Access-Control-Allow-Credentials': 'true' }),
    ]),
  );
  return (origin, cacheable) => {
    if (origin === undefined) return withoutOrigin(cacheable);
    return (known.get(origin) ?? unlisted)(cacheable);
  };
}
