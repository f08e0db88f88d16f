// Keeps what is typed into forms in the browser until it is saved. Each form has at most one copy for each user and site.

/** The user who has typed something, and the site. */
export interface FormOwner {
  readonly user: number;
  /** The site: the path of its home URL. */
  readonly site: string;
}

/** The fields that were changed but not saved. */
interface FormCopy<T> {
  /** The time at which the copy was stored, in milliseconds. */
  readonly storedAt: number;
  readonly changes: Partial<T>;
}

/** Time for which copies are kept after the last change, in milliseconds. */
const lifetimeMs = 30 * 24 * 60 * 60 * 1000;

const prefixOf = ({ site, user }: FormOwner): string => `octavo-admin:form:${site}:${user}:`;

/** Returns the changes that a user has typed into a form and not saved; none if the browser stores nothing. */
export function readFormCopy<T>(owner: FormOwner, form: string): Partial<T> {
  try {
    const stored = localStorage.getItem(prefixOf(owner) + form);
    if (stored === null) return {};
    const { storedAt, changes }: FormCopy<T> = JSON.parse(stored);
    return Date.now() - storedAt < lifetimeMs ? changes : {};
  } catch {
    return {};
  }
}

/** Stores the changes of a form; none delete the copy. Does nothing if the browser stores nothing: the changes remain on the page. */
export function writeFormCopy(owner: FormOwner, form: string, changes: object): void {
  try {
    const key = prefixOf(owner) + form;
    if (Object.keys(changes).length === 0) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify({ storedAt: Date.now(), changes }));
  } catch (error) {
    console.warn(error);
  }
}

/** Whether a user has typed something into a form that is not saved. */
export const hasFormCopies = (owner: FormOwner): boolean => keysOf(owner).length > 0;

/** Deletes the copies of a user. */
export function deleteFormCopies(owner: FormOwner): void {
  for (const key of keysOf(owner)) localStorage.removeItem(key);
}

function keysOf(owner: FormOwner): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(prefixOf(owner)));
  } catch {
    return [];
  }
}
