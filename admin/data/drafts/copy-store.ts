// Stores copies of unsaved changes in the browser (IndexedDB). It does not know the editor, so that light screens can use it.
import { __ } from '@wordpress/i18n';
import { basePath } from '../page.ts';
import type { CopiedRecord } from '../unstable/unsaved-records.ts';

/** The type of copies of the site editor, which may change many records. Their entry is 0, and they have no title. */
export const designCopies = 'site-editor';

/** The unsaved changes of one tab that edits an entry, or the design of the site. */
export interface LocalCopy {
  /** The tab in which they were made: each document of the editor is another one. */
  readonly tab: string;
  readonly user: number;
  /** The site: the path of its home URL. */
  readonly site: string;
  /** The content type and the ID of the edited entry. */
  readonly type: string;
  readonly entry: number;
  /** The title of the entry, as text. */
  readonly title: string;
  /** Whether the entry has never been saved. */
  readonly isNew: boolean;
  /** The time at which the copy was stored, in milliseconds. */
  readonly storedAt: number;
  /** The changed records. The first one is the entry, if it has changed. */
  readonly records: readonly CopiedRecord[];
}

/** Time for which copies are kept after the last change, in milliseconds. */
const lifetimeMs = 30 * 24 * 60 * 60 * 1000;

const storeName = 'copies';

let database: Promise<IDBDatabase> | undefined;

/** Opens the database. Rejects if the browser does not allow it, as in some private windows. */
function openDatabase(): Promise<IDBDatabase> {
  database ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open('octavo-admin', 1);
    request.onupgradeneeded = () => request.result.createObjectStore(storeName, { keyPath: ['site', 'user', 'tab'] });
    request.onsuccess = () => {
      // The browser closes the connection if the user deletes the data of the site: the next access opens another one.
      request.result.onclose = () => {
        database = undefined;
      };
      resolve(request.result);
    };
    request.onerror = () => reject(request.error);
    request.onblocked = () => reject(new Error(__('The storage of the browser is blocked.')));
  }).catch((error: unknown) => {
    database = undefined;
    throw error;
  });
  return database;
}

/** Runs requests in a transaction, and resolves with the result of the returned one when the transaction is complete. */
async function run<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const transaction = (await openDatabase()).transaction(storeName, mode);
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const request = work(transaction.objectStore(storeName));
  transaction.oncomplete = () => resolve(request.result);
  transaction.onabort = () => reject(transaction.error);
  // The page may be closing: the browser need not wait for further requests.
  transaction.commit();
  return promise;
}

/** The keys of all copies of a user. An array is greater than any string. */
const ofUser = (user: number): IDBKeyRange => IDBKeyRange.bound([basePath, user], [basePath, user, []]);

const keyOf = ({ site, user, tab }: LocalCopy): IDBValidKey => [site, user, tab];

/** Stores a copy; it replaces that of the same tab. Rejects if the storage is full or unavailable. */
export async function putCopy(copy: Omit<LocalCopy, 'site'>): Promise<void> {
  await run('readwrite', (store) => store.put({ ...copy, site: basePath }));
}

/** Lists the copies of a user, the newest first. Rejects if the storage is unavailable. */
export async function listCopies(user: number): Promise<readonly LocalCopy[]> {
  const copies: readonly LocalCopy[] = await run('readonly', (store) => store.getAll(ofUser(user)));
  const isCurrent = ({ storedAt }: LocalCopy) => storedAt > Date.now() - lifetimeMs;
  for (const copy of copies) if (!isCurrent(copy)) await deleteCopy(copy);
  return copies.filter(isCurrent).sort((one, other) => other.storedAt - one.storedAt);
}

/** Deletes a copy, unless it has been replaced since it was read. */
export async function deleteCopy(copy: LocalCopy): Promise<void> {
  const current: LocalCopy | undefined = await run('readonly', (store) => store.get(keyOf(copy)));
  if (current?.storedAt === copy.storedAt) await run('readwrite', (store) => store.delete(keyOf(copy)));
}

/** Deletes the copy of a tab. */
export async function deleteCopyOfTab(user: number, tab: string): Promise<void> {
  await run('readwrite', (store) => store.delete([basePath, user, tab]));
}

/** Deletes all copies of a user. */
export async function deleteCopiesOf(user: number): Promise<void> {
  await run('readwrite', (store) => store.delete(ofUser(user)));
}
