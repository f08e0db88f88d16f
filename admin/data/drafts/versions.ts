// Sends the version of an entry with every change to it, so that the service rejects changes that are based on an outdated version.
import type { APIFetchMiddleware, APIFetchOptions } from '@wordpress/api-fetch';
import type { Decision } from './conflicts.ts';

/** A record of the API, as far as its versions concern it. */
type ApiRecord = Readonly<Record<string, unknown>>;

/** The version of an item that the editor has received, and the item itself. */
export interface KnownVersion {
  readonly etag: string;
  readonly record: ApiRecord;
}

/** The known versions of items, by the paths of the items. */
export interface KnownVersions {
  get(item: string): KnownVersion | undefined;
  has(item: string): boolean;
  set(item: string, version: KnownVersion): void;
}

/** Asks the user what to do with changes to an entry whose current version is another one. */
type AskAboutConflict = (changes: ApiRecord, current: ApiRecord) => Promise<Decision>;

/** An item of the API that a request reads or changes. */
interface Target {
  /** The path of the item below the REST root, without the query. */
  readonly item: string;
  /** Whether the request saves an autosave of the item, which may change the item itself. */
  readonly isAutosave: boolean;
}

/**
 * Returns the middleware. The version of an item is the one that was first read, or the one that results from the editor's own changes. A
 * version that is read later does not count, because the user's changes are not based on it. `ask` decides what happens to a change that
 * is based on an outdated version. `known` receives the versions.
 */
export function createVersionMiddleware(
  ask: AskAboutConflict,
  known: KnownVersions = new Map<string, KnownVersion>(),
): APIFetchMiddleware {
  const remember = async (item: string, response: Response) => {
    const etag = response.headers.get('ETag');
    if (etag?.includes('.')) known.set(item, { etag, record: await response.clone().json() });
  };
  return async (options, next) => {
    const target = targetOf(options);
    if (!target) return next(options);
    const { item, isAutosave } = target;
    const version = known.get(item);
    const isRead = methodOf(options) === 'GET';
    if (isRead && (isAutosave || version || !isCompleteRead(options))) return next(options);
    const response = isRead ? await nextResponse(options, next) : await write(version);
    if (!isAutosave) await remember(item, response);
    else if (version) await adoptAutosave(item, version, response);
    return options.parse === false ? response : response.json();

    /** Sends a change. If it is based on an outdated version, the user decides whether it replaces the current one. */
    async function write(based: KnownVersion | undefined): Promise<Response> {
      const headers = { ...options.headers, ...(based && { 'If-Match': based.etag }) };
      try {
        return await nextResponse({ ...options, headers }, next);
      } catch (error) {
        if (isAutosave || !isConflict(error)) throw error;
        const current = await nextResponse({ path: `${item}?context=edit` }, next);
        const etag = current.headers.get('ETag');
        const record: ApiRecord = await current.json();
        if (etag === null || (await ask(options.data ?? {}, record)) === 'continue') throw error;
        return write({ etag, record });
      }
    }

    /** Adopts the version that results from an autosave of a draft, unless someone else has changed the draft since then. */
    async function adoptAutosave(path: string, before: KnownVersion, saved: Response): Promise<void> {
      const autosave: ApiRecord = await saved.clone().json();
      if (autosave.id !== before.record.id) return;
      const read = await nextResponse({ path: `${path}?context=edit` }, next);
      if (isAutosaveOf(before.record, autosave, await read.clone().json())) await remember(path, read);
    }
  };
}

/** Whether an error says that an entry has another version than the one that a change is based on. */
const isConflict = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 'rest_precondition_failed';

/** Sends a request, and returns the response as it is. Throws the error of the API. */
async function nextResponse(options: APIFetchOptions, next: Parameters<APIFetchMiddleware>[1]): Promise<Response> {
  try {
    return await next({ ...options, parse: false });
  } catch (error) {
    if (options.parse === false || !(error instanceof Response)) throw error;
    throw await error.json();
  }
}

/** Returns the method of a request. */
export const methodOf = ({ method = 'GET', headers }: APIFetchOptions): string =>
  new Headers(headers).get('X-HTTP-Method-Override') ?? method;

const isCompleteRead = ({ path = '' }: APIFetchOptions): boolean => {
  const query = new URLSearchParams(path.split('?')[1]);
  return query.get('context') === 'edit' && !query.has('_fields');
};

/** Returns the item of a request: `/wp/v2/posts/7`, `/wp/v2/templates/theme//home`, or one with `/autosaves`. */
export function targetOf({ path }: APIFetchOptions): Target | undefined {
  const [pathname = ''] = path?.split('?') ?? [];
  const [, item, autosaves] = /^(\/[^/]+\/v\d+\/[^/]+\/(?:\d+|[^/]+\/\/[^/]+))(\/autosaves)?$/.exec(pathname) ?? [];
  return item === undefined ? undefined : { item, isAutosave: autosaves !== undefined };
}

/** Fields of an entry that an autosave changes, and those that are derived from them. */
const autosavedFields: ReadonlySet<string> = new Set([
  ...['title', 'content', 'excerpt', 'meta', 'modified', 'modified_gmt', 'status'],
  ...['generated_slug', 'permalink_template', 'link', 'guid', 'class_list', '_links'],
]);

/**
 * Whether an entry is the result of an autosave: it has the texts and the time of the autosave, and its other fields are those that it had
 * before.
 */
export function isAutosaveOf(before: ApiRecord, autosave: ApiRecord, after: ApiRecord): boolean {
  const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
  const rawOf = (value: unknown) => (typeof value === 'object' && value !== null && 'raw' in value ? value.raw : value);
  return (
    isSame(after.modified_gmt, autosave.modified_gmt) &&
    ['title', 'content', 'excerpt'].every((name) => isSame(rawOf(after[name]), rawOf(autosave[name]))) &&
    Object.keys(before).every((name) => autosavedFields.has(name) || isSame(before[name], after[name]))
  );
}
