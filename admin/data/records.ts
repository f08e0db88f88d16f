// Records of the API and their values.

/** A record of the API. */
export type ApiRecord = Readonly<Record<string, unknown>>;

/** Returns the value of a text as the user has entered it, which the API returns as `raw` beside the rendered one. */
export const rawOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'raw' in value ? value.raw : value;

/** Whether two values of a field are equal. Texts are compared as they were entered. */
export const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(rawOf(one)) === JSON.stringify(rawOf(other));
