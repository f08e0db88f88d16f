// Recognizes which item of the API a request reads or changes.
import type { APIFetchOptions } from '@wordpress/api-fetch';
import type { ApiRecord } from '../records.ts';

/** An item of the API that a request reads or changes. */
export interface Target {
  /** The path of the item below the REST root, without the query. */
  readonly item: string;
  /**
   * The target of changes: the item; its autosave, which may be the item itself; or a copy of the item, as when an image is edited. The
   * version of the item applies to all of them.
   */
  readonly changes: 'item' | 'autosave' | 'copy';
}

/**
 * The paths of items: `/wp/v2/posts/7`, `/wp/v2/templates/theme//home`, items in other items such as `/wp/v2/font-families/7/font-faces/8`,
 * and the items without an ID; also those of autosaves, and of editing an image. Revisions are no items, because they never change.
 */
const itemPattern =
  /^(\/[^/]+\/v\d+\/(?:settings|users\/me|[^/]+\/(?:\d+|[^/]+\/\/[^/]+)(?:\/(?!autosaves|revisions)[a-z-]+\/\d+)?))(\/autosaves|\/edit)?$/;

/** Returns the item that a request reads or changes; undefined if it concerns a list or something else. */
export function targetOf({ path = '' }: Pick<APIFetchOptions, 'path'>): Target | undefined {
  const [pathname = ''] = path.split('?');
  const [, item, rest] = itemPattern.exec(pathname) ?? [];
  if (item === undefined) return undefined;
  return { item, changes: rest === undefined ? 'item' : rest === '/autosaves' ? 'autosave' : 'copy' };
}

/** The methods that change records. */
const changingMethods: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/** Returns the method of a request, in capital letters. */
export const methodOf = ({ method = 'GET', headers }: APIFetchOptions): string =>
  (new Headers(headers).get('X-HTTP-Method-Override') ?? method).toUpperCase();

/** Whether a request changes records. */
export const isChange = (options: APIFetchOptions): boolean => changingMethods.has(methodOf(options));

/** Whether a request reads items with all their fields, as the editor needs them. */
export function isCompleteRead(options: APIFetchOptions): boolean {
  const query = new URLSearchParams(options.path?.split('?')[1]);
  return methodOf(options) === 'GET' && query.get('context') === 'edit' && !query.has('_fields');
}

/** Returns the collection of a request for a list: `/wp/v2/posts`; undefined for other requests. */
export function collectionOf({ path = '' }: Pick<APIFetchOptions, 'path'>): string | undefined {
  const [pathname = ''] = path.split('?');
  return /^\/[^/]+\/v\d+\/(?!settings$)[^/]+$/.test(pathname) ? pathname : undefined;
}

/** Reads the record in a response. Returns an empty one if the response contains something else. */
export async function readRecord(response: Response): Promise<ApiRecord> {
  const body: unknown = await response.json();
  return typeof body === 'object' && body !== null ? { ...body } : {};
}
