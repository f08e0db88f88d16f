// Records of the API: their paths, statuses and values.

/** A record of the API. */
export type ApiRecord = Readonly<Record<string, unknown>>;

/** The content type or the taxonomy of records. */
interface RecordType {
  readonly rest_namespace: string;
  readonly rest_base: string;
}

/** Returns the path of the entries of a type, or of the terms of a taxonomy, in the API. */
export const collectionPath = ({ rest_namespace, rest_base }: RecordType): string => `/${rest_namespace}/${rest_base}`;

/** The statuses of the entries that lists display unless they are filtered: all but the trash. */
export const listedStatuses: readonly string[] = ['publish', 'future', 'draft', 'pending', 'private'];

/** Returns the value of a text as the user has entered it, which the API returns as `raw` beside the rendered one. */
export const rawOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'raw' in value ? value.raw : value;

/** Whether two values of a field are equal. Texts are compared as they were entered. */
export const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(rawOf(one)) === JSON.stringify(rawOf(other));
