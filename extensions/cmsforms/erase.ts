// Erasing what was sent in, with everything that still speaks of it.
import type { ExtensionServices, ReadHandle, WriteHandle } from 'octavo/extension';
import { recordSubmission } from './happenings.ts';
import { aboutSubmission, mailKind } from './notification.ts';
import { deleteSubmissions, type Erased } from './submissions-store.ts';

/** So much is erased in one transaction, so that nobody waits long behind it. */
const together = 200;

/** Erases for good, with the mail about it that is still here; whoever has a copy is told by the event. */
export async function erase(services: ExtensionServices, tx: WriteHandle, rows: readonly Erased[]): Promise<void> {
  if (rows.length === 0) return;
  await deleteSubmissions(
    tx,
    rows.map(({ id }) => id),
  );
  await services.mail.forget(tx, mailKind, rows.map(aboutSubmission));
  for (const row of rows) await recordSubmission(services, tx, 'deleted', row);
}

/** Erases all that is found, some at a time; gives how many that were. `beside` is done in the same transactions. */
export async function eraseAll(
  services: ExtensionServices,
  find: (read: ReadHandle, limit: number) => Promise<Erased[]>,
  beside: (tx: WriteHandle, count: number) => Promise<unknown> = async () => {},
): Promise<number> {
  for (let erased = 0; ; ) {
    const rows = await services.database.transaction(async (tx) => {
      const found = await find(tx, together);
      await erase(services, tx, found);
      if (found.length > 0) await beside(tx, found.length);
      return found;
    });
    erased += rows.length;
    if (rows.length < together) return erased;
  }
}
