// Sends the version of a record with every change to it, so that the service rejects changes that are based on an outdated version.
import type { APIFetchMiddleware, APIFetchOptions } from '@wordpress/api-fetch';
import { __, sprintf } from '@wordpress/i18n';
import type { ApiRecord } from '../records.ts';
import { type Batch, batchOf, runBatch } from './batches.ts';
import type { Decision } from './conflicts.ts';
import { isAutosaveOf, isResultOf } from './own-changes.ts';
import { collectionOf, isChange, isCompleteRead, readRecord, type Target, targetOf } from './targets.ts';

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

/** Asks the user what to do with changes to a record whose current version is another one. */
type AskAboutConflict = (changes: ApiRecord, current: ApiRecord) => Promise<Decision>;

type Next = Parameters<APIFetchMiddleware>[1];

/**
 * Returns the middleware. The version of an item is the one that was first read, or the one that results from the editor's own changes. A
 * version that is read later does not count, because the user's changes are not based on it. Items that were never read have the version
 * that is current when the change is sent. `ask` decides what happens to a change that is based on an outdated version. `known` receives
 * the versions.
 */
export function createVersionMiddleware(
  ask: AskAboutConflict,
  known: KnownVersions = new Map<string, KnownVersion>(),
): APIFetchMiddleware {
  const versions = new Versions(ask, known);
  return (options, next) => {
    const batch = batchOf(options);
    if (batch) return versions.batch(batch, next);
    const target = targetOf(options);
    if (target && isChange(options)) return parse(options, versions.change(target, options, next));
    if (!isCompleteRead(options)) return next(options);
    if (target?.changes === 'item') return parse(options, versions.read(target, options, next));
    return collectionOf(options) === undefined ? next(options) : versions.list(options, next);
  };
}

/** Returns the response as the sender of the request expects it. */
const parse = async ({ parse: isParsed }: APIFetchOptions, response: Promise<Response>) =>
  isParsed === false ? response : (await response).json();

class Versions {
  /** Versions of items that were read or changed alone. */
  readonly #known: KnownVersions;
  /** Versions of items that were read only as part of a list. */
  readonly #listed = new Map<string, KnownVersion>();
  /** Changes whose response was lost: the service may have made them. */
  readonly #unconfirmed = new Map<string, ApiRecord>();
  readonly #ask: AskAboutConflict;

  constructor(ask: AskAboutConflict, known: KnownVersions) {
    this.#ask = ask;
    this.#known = known;
  }

  /** Reads an item, and remembers its version if it is the first one. */
  async read({ item }: Target, options: APIFetchOptions, next: Next): Promise<Response> {
    const response = await nextResponse(options, next);
    if (!this.#known.has(item)) await this.#remember(item, response);
    return response;
  }

  /** Reads a list, and remembers the versions of its items. */
  async list(options: APIFetchOptions, next: Next): Promise<unknown> {
    const collection = collectionOf(options);
    const result = await next(options);
    const items: unknown = result instanceof Response ? await result.clone().json() : result;
    for (const record of Array.isArray(items) ? items : []) {
      const etag = listedEtagOf(record);
      const item = `${collection}/${record.id}`;
      if (etag !== undefined && !this.#listed.has(item)) this.#listed.set(item, { etag, record });
    }
    return result;
  }

  /** Changes an item. */
  async change(target: Target, options: APIFetchOptions, next: Next): Promise<Response> {
    const { item, changes } = target;
    const version = await this.#versionOf(item, next);
    const response = await this.#write(target, options, version, next);
    if (changes === 'item') await this.#remember(item, response);
    else if (changes === 'autosave' && version) await this.#adoptAutosave(item, version, response, next);
    return response;
  }

  /** Changes several items. Each of them has its own version and conflicts. */
  batch(batch: Batch, next: Next): Promise<unknown> {
    return runBatch(batch, next, {
      etagOf: async (item) => (await this.#versionOf(item, next))?.etag,
      onSaved: (item, etag, record) => void this.#known.set(item, { etag, record }),
      resolveConflict: (target, options) => this.change(target, options, next),
    });
  }

  /** Sends a change. If it is based on an outdated version, the user decides whether it replaces the current one. */
  async #write(
    target: Target,
    options: APIFetchOptions,
    based: KnownVersion | undefined,
    next: Next,
  ): Promise<Response> {
    const { item } = target;
    const headers = { ...options.headers, ...(based && { 'If-Match': based.etag }) };
    const changes: ApiRecord = options.data ?? {};
    try {
      const response = await nextResponse({ ...options, headers }, next);
      this.#unconfirmed.delete(item);
      return response;
    } catch (error) {
      if (!isConflict(error)) {
        // A response with a status says that nothing was changed.
        if (!hasStatus(error)) this.#unconfirmed.set(item, changes);
        throw error;
      }
      const current = await this.#readCurrent(item, next);
      if (current === undefined) throw error;
      const lost = this.#unconfirmed.get(item) ?? changes;
      if (based && isResultOf(based.record, sentFields(lost), current.record)) this.#unconfirmed.delete(item);
      else if (target.changes !== 'item' || (await this.#ask(changes, current.record)) === 'continue') throw error;
      return this.#write(target, options, current, next);
    }
  }

  /** Adopts the version that results from an autosave of a draft, unless someone else has changed the draft since then. */
  async #adoptAutosave(item: string, before: KnownVersion, saved: Response, next: Next): Promise<void> {
    const autosave: ApiRecord = await readRecord(saved.clone());
    if (autosave.id !== before.record.id) return;
    // If the connection is lost now, the next change recognizes the autosave.
    this.#unconfirmed.set(item, { title: autosave.title, content: autosave.content, excerpt: autosave.excerpt });
    const current = await this.#readCurrent(item, next).catch(() => undefined);
    if (!current || !isAutosaveOf(before.record, autosave, current.record)) return;
    this.#known.set(item, current);
    this.#unconfirmed.delete(item);
  }

  async #remember(item: string, response: Response): Promise<void> {
    const etag = response.headers.get('ETag');
    if (etag?.includes('.')) this.#known.set(item, { etag, record: await readRecord(response.clone()) });
  }

  async #readCurrent(item: string, next: Next): Promise<KnownVersion | undefined> {
    const response = await nextResponse({ path: `${item}?context=edit` }, next);
    const etag = response.headers.get('ETag');
    return etag?.includes('.') ? { etag, record: await readRecord(response) } : undefined;
  }

  /** Returns the version that changes of an item are based on; undefined if it has none, or may not be read. */
  async #versionOf(item: string, next: Next): Promise<KnownVersion | undefined> {
    const known = this.#known.get(item) ?? this.#listed.get(item);
    if (known) return known;
    try {
      return await this.#readCurrent(item, next);
    } catch (error) {
      if (hasStatus(error)) return undefined;
      throw error;
    }
  }
}

/** Returns the changed fields as they are sent: without the ID and without fields that have no value. */
const sentFields = ({ id: _, ...changes }: ApiRecord): ApiRecord => JSON.parse(JSON.stringify(changes));

/** A record of a list, as far as its version concerns it. */
interface ListedRecord {
  readonly _links?: { readonly self?: readonly { readonly targetHints?: { readonly etag?: string } }[] };
}

/** Returns the version of an item of a list, which the service adds to its link. */
function listedEtagOf(record: unknown): string | undefined {
  const { _links }: ListedRecord = typeof record === 'object' && record !== null ? record : {};
  return _links?.self?.[0]?.targetHints?.etag;
}

/** Whether an error says that a record has another version than the one that a change is based on. */
const isConflict = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 'rest_precondition_failed';

/** Whether an error is a response of the service, which has a status. */
function hasStatus(error: unknown): boolean {
  if (error instanceof Response) return true;
  if (typeof error !== 'object' || error === null || !('data' in error)) return false;
  const { data } = error;
  return typeof data === 'object' && data !== null && 'status' in data;
}

/** Sends a request, and returns the response as it is. Throws the error of the API. */
async function nextResponse(options: APIFetchOptions, next: Next): Promise<Response> {
  try {
    return await next({ ...options, parse: false });
  } catch (error) {
    if (options.parse === false || !(error instanceof Response)) throw error;
    const { status } = error;
    throw await error.json().catch(() => ({
      code: 'invalid_json',
      /* translators: %d: status of the response. */
      message: sprintf(__('The service sent an invalid response (status %d).'), status),
      data: { status },
    }));
  }
}
