// Resolves references to records that follow later in the imported file, in several transactions.
import { awaitingKind as awaitingComments, resolveCommentParent } from './comments.ts';
import { awaitingKind as awaitingEntries, resolveEntryParent } from './entry-parents.ts';
import { findImportedAfter, type ImportedRecord } from './imported-store.ts';
import { awaitingKind as awaitingItems, resolveMenuItem } from './menu-items.ts';
import type { Report } from './report.ts';
import {
  awaitingFeaturedImage,
  awaitingReferencesKind,
  resolveFeaturedImage,
  resolveReferences,
} from './resolve-references.ts';
import { type Batch, type ImportRun, inBatch } from './run.ts';
import { awaitingKind as awaitingTerms, resolveTermParent } from './term-parents.ts';

/** Number of records per transaction. */
const batchSize = 200;

/**
 * Sets the parents of terms, entries and comments, the targets of menu items, featured images and the references in content, as
 * far as they have been imported. `isComplete` states whether the file was read to its end.
 */
export async function resolvePending(run: ImportRun, report: Report, isComplete: boolean): Promise<void> {
  for (const taxonomy of run.service.contract.taxonomies.values()) {
    await resolveKind(run, report, awaitingTerms(taxonomy), (batch, row) => resolveTermParent(batch, taxonomy, row));
  }
  await resolveKind(run, report, awaitingEntries, (batch, row) => resolveEntryParent(batch, row, isComplete));
  await resolveKind(run, report, awaitingComments, (batch, row) => resolveCommentParent(batch, row, isComplete));
  await resolveKind(run, report, awaitingItems, (batch, row) => resolveMenuItem(batch, row, isComplete));
  await resolveKind(run, report, awaitingFeaturedImage, (batch, row) => resolveFeaturedImage(batch, row, isComplete));
  await resolveKind(run, report, awaitingReferencesKind, (batch, row) => resolveReferences(batch, row, isComplete));
}

async function resolveKind(
  run: ImportRun,
  report: Report,
  kind: string,
  resolve: (batch: Batch, row: ImportedRecord) => Promise<void>,
): Promise<void> {
  let rows = await findImportedAfter(run.database.read, run.source, kind, '', batchSize);
  while (rows.length > 0) {
    await inBatch(run, report, async (batch) => {
      for (const row of rows) await resolve(batch, row);
    });
    rows = await findImportedAfter(run.database.read, run.source, kind, rows.at(-1)?.source_id ?? '', batchSize);
  }
}
