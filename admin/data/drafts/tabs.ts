// Identifies the document in which an entry is edited, and knows which of them are open: their unsaved changes are not offered elsewhere.

const prefix = 'octavo-admin-tab:';

/** The name of this document among all that have ever been open. */
export const thisTab: string = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
  byte.toString(16).padStart(2, '0'),
).join('');

/**
 * Marks this document as open until it is closed, also if the browser ends unexpectedly. Browsers offer the locks for it only on https and
 * on this computer; elsewhere, nothing is known about other tabs.
 */
export function markTabAsOpen(): void {
  const { locks }: { locks?: LockManager } = navigator;
  void locks?.request(prefix + thisTab, () => new Promise<never>(() => {}));
}

/** Returns the names of all documents that are open in this browser. */
export async function listOpenTabs(): Promise<ReadonlySet<string>> {
  const { locks }: { locks?: LockManager } = navigator;
  const held = (await locks?.query())?.held ?? [];
  return new Set(held.flatMap(({ name }) => (name?.startsWith(prefix) ? [name.slice(prefix.length)] : [])));
}
