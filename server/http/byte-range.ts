// Parses the ranges of bytes that clients request (RFC 9110 §14.2).

/** A byte range of a file; both ends are included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Returns the range that a `Range` header requests of a file with `size` bytes; `none` if it is not satisfiable, undefined if the whole file
 * is to be sent, because the header is absent, malformed, or requests several ranges.
 */
export function parseByteRange(header: string | undefined, size: number): ByteRange | 'none' | undefined {
  const found = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '');
  if (!found || (found[1] === '' && found[2] === '')) return undefined;
  const [from, to] = [found[1] ?? '', found[2] ?? ''];
  if (from === '')
    return Number(to) === 0 || size === 0 ? 'none' : { start: Math.max(0, size - Number(to)), end: size - 1 };
  const [start, end] = [Number(from), to === '' ? size - 1 : Math.min(Number(to), size - 1)];
  if (start >= size) return 'none';
  return start <= end ? { start, end } : undefined;
}
