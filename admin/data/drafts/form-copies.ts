// Keeps what is typed into forms in the browser until it is saved. Each form has at most one copy for each user and site.
import { basePath } from '../page.ts';

/** The fields that were changed but not saved. */
interface FormCopy<T> {
  /** The time at which the copy was stored, in milliseconds. */
  readonly storedAt: number;
  readonly changes: Partial<T>;
}

/** Time for which copies are kept after the last change, in milliseconds. */
const lifetimeMs = 30 * 24 * 60 * 60 * 1000;

const prefixOf = (user: number): string => `octavo-admin:form:${basePath}:${user}:`;

/** Returns the changes that a user has typed into a form and not saved; none if the browser stores nothing. */
export function readFormCopy<T>(user: number, form: string): Partial<T> {
  try {
    const stored = localStorage.getItem(prefixOf(user) + form);
    if (stored === null) return {};
    const { storedAt, changes }: FormCopy<T> = JSON.parse(stored);
    return Date.now() - storedAt < lifetimeMs ? changes : {};
  } catch {
    return {};
  }
}

/** Stores the changes of a form; none delete the copy. Does nothing if the browser stores nothing: the changes remain on the page. */
export function writeFormCopy(user: number, form: string, changes: object): void {
  try {
    const key = prefixOf(user) + form;
    if (Object.keys(changes).length === 0) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify({ storedAt: Date.now(), changes }));
  } catch (error) {
    console.warn(error);
  }
}

/** Whether a user has typed something into a form that is not saved. */
export const hasFormCopies = (user: number): boolean => keysOf(user).length > 0;

/** Deletes the copies of a user. */
export function deleteFormCopies(user: number): void {
  for (const key of keysOf(user)) localStorage.removeItem(key);
}

function keysOf(user: number): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(prefixOf(user)));
  } catch {
    return [];
  }
}
