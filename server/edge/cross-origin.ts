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
  const withoutOrigin = lines({ ...shared, Vary: vary });
  // What nobody keeps cannot be taken for another answer.
  const unkept = lines(shared);
  const unlisted = lines({ ...shared, ...methods, 'Access-Control-Allow-Origin': '*', Vary: vary });
  return (origin, cacheable) => {
    if (origin === undefined) return cacheable ? withoutOrigin : unkept;
    if (!listed.includes(origin)) return unlisted;
    const credentials = { 'Access-Control-Allow-Origin': origin, 'Access-Control-Allow-Credentials': 'true' };
    return lines({ ...shared, ...methods, ...credentials, Vary: vary });
  };
}
