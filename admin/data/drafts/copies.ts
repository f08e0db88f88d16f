// Finds the unsaved changes that the browser has stored, and deletes them when a user signs out.
import { basePath } from '../page.ts';
import { deleteCopiesOf, type LocalCopy, listCopies, putCopy } from './copy-store.ts';
import { deleteFormCopies, hasFormCopies } from './form-copies.ts';
import { listOpenTabs } from './tabs.ts';

/** Returns the copies of a user whose tabs are closed, the newest first. None if the storage of the browser is unavailable. */
export async function findLeftCopies(user: number): Promise<readonly LocalCopy[]> {
  try {
    const [copies, openTabs] = await Promise.all([listCopies(user), listOpenTabs()]);
    return copies.filter(({ tab }) => !openTabs.has(tab));
  } catch (error) {
    console.warn('The unsaved changes that are stored in this browser could not be read.', error);
    return [];
  }
}

/**
 * Moves a copy to another, new entry, which gets the texts and other changed fields, but not the changed status. Rejects if the storage is
 * unavailable.
 */
export async function moveToEntry(copy: LocalCopy, entry: number): Promise<void> {
  const records = copy.records.map((record) => {
    if (record.kind !== 'postType' || record.id !== copy.entry) return record;
    const { status: _, ...edits } = record.edits;
    return { ...record, id: entry, edits: { title: copy.title, ...edits }, modified: '' };
  });
  await putCopy({ ...copy, entry, records, isNew: true });
}

/** Whether there are unsaved changes of a user, in any tab. */
export const hasCopies = async (user: number): Promise<boolean> => {
  try {
    return hasFormCopies({ user, site: basePath }) || (await listCopies(user)).length > 0;
  } catch {
    return false;
  }
};

const channelName = 'octavo-admin-signed-out';

/** Calls a listener when the user signs out in any tab of this browser. Returns a function that removes it. */
export function onSignOut(user: number, listener: () => void): () => void {
  const channel = new BroadcastChannel(channelName);
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (data === user) listener();
  };
  return () => channel.close();
}

/** Deletes the copies of a user who has signed out; open tabs stop storing copies. Does nothing if the storage is unavailable. */
export async function forgetUser(user: number): Promise<void> {
  const channel = new BroadcastChannel(channelName);
  channel.postMessage(user);
  channel.close();
  deleteFormCopies({ user, site: basePath });
  await deleteCopiesOf(user).catch((error: unknown) => console.warn(error));
}

/**
 * Deletes the copies of a user if they belong to another site, which a restore has replaced since this browser was here. `site` is the
 * identifier of the current site. Does nothing if the storage is unavailable.
 */
export async function forgetReplacedSite(user: number, site: string): Promise<void> {
  try {
    const key = `octavo-admin:site:${basePath}:${user}`;
    const previous = localStorage.getItem(key);
    if (previous !== null && previous !== site) await forgetUser(user);
    localStorage.setItem(key, site);
  } catch (error) {
    console.warn(error);
  }
}

/** The names of the cookie with the users who have signed out in this browser: under https, it has a prefix. */
const cookieNames = ['cms_signed_out', '__Host-cms_signed_out', '__Secure-cms_signed_out'];

/**
 * Deletes the copies of users who have signed out on the account screens, which run no scripts: the service names these users in a cookie.
 * A session that has expired does not delete anything.
 */
export async function forgetSignedOutUsers(): Promise<void> {
  for (const pair of document.cookie.split('; ')) {
    const [name = '', value = ''] = pair.split('=');
    if (!cookieNames.includes(name)) continue;
    for (const id of value.split('x')) await forgetUser(Number(id));
    const attributes = name.startsWith('__') ? '; Secure' : '';
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API does not exist outside of secure contexts.
    document.cookie = `${name}=; Max-Age=0; Path=${basePath || '/'}${attributes}`;
  }
}
