// Deletes submissions together with the emails about them.
import type { ExtensionServices, ReadHandle, WriteHandle } from 'octavo/extension';
import { mailKind, submissionHeaders } from './notification.ts';
import { recordSubmission } from './submission-events.ts';
import { deleteSubmissions, type SubmissionRef } from './submissions-store.ts';

/** Maximum number of submissions that one transaction deletes. It is limited to keep write locks short. */
const batchSize = 200;

/** Deletes submissions and the stored emails about them, and records events, so that receivers of events can delete their copies. */
export async function deleteSubmissionsAndMail(
  services: ExtensionServices,
  tx: WriteHandle,
  rows: readonly SubmissionRef[],
): Promise<void> {
  if (rows.length === 0) return;
  await deleteSubmissions(
    tx,
    rows.map(({ id }) => id),
  );
  await services.mail.delete(tx, mailKind, rows.map(submissionHeaders));
  for (const row of rows) await recordSubmission(services, tx, 'deleted', row);
}

/**
 * Deletes all submissions that `find` returns, in batches, and returns their number. `onBatch` is called in the transaction of each batch
 * that is not empty.
 */
export async function deleteAllSubmissions(
  services: ExtensionServices,
  find: (read: ReadHandle, limit: number) => Promise<SubmissionRef[]>,
  onBatch: (tx: WriteHandle, count: number) => Promise<unknown> = async () => {},
): Promise<number> {
  for (let deletedCount = 0; ; ) {
    const rows = await services.database.transaction(async (tx) => {
      const found = await find(tx, batchSize);
      await deleteSubmissionsAndMail(services, tx, found);
      if (found.length > 0) await onBatch(tx, found.length);
      return found;
    });
    deletedCount += rows.length;
    if (rows.length < batchSize) return deletedCount;
  }
}
