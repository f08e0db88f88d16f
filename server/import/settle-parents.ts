// What stood before its parent in the file is put below it, some in each transaction.
import { awaitingKind as awaitingComments, settleCommentParent } from './comments.ts';
import { awaitingKind as awaitingEntries, settleEntryParent } from './entry-parents.ts';
import { findImportedAfter, type Imported } from './imported-store.ts';
import { awaitingKind as awaitingItems, settleMenuItem } from './menu-items.ts';
import type { Report } from './report.ts';
import { type Batch, type ImportRun, inBatch } from './run.ts';
import { awaitingPicture, awaitingReferences, settlePicture, settleReferences } from './settle-references.ts';
import { awaitingKind as awaitingTerms, settleTermParent } from './term-parents.ts';

/** How many are settled in one transaction. */
const many = 200;

/** Puts terms, entries and comments below the parents that have come since, and lets menu items lead to what has come. `isWhole`: the file was read to its end. */
export async function settleParents(run: ImportRun, report: Report, isWhole: boolean): Promise<void> {
  for (const taxonomy of run.service.contract.taxonomies.values()) {
    await settleKind(run, report, awaitingTerms(taxonomy), (batch, row) => settleTermParent(batch, taxonomy, row));
  }
  await settleKind(run, report, awaitingEntries, (batch, row) => settleEntryParent(batch, row, isWhole));
  await settleKind(run, report, awaitingComments, (batch, row) => settleCommentParent(batch, row, isWhole));
  await settleKind(run, report, awaitingItems, (batch, row) => settleMenuItem(batch, row, isWhole));
  await settleKind(run, report, awaitingPicture, (batch, row) => settlePicture(batch, row, isWhole));
  await settleKind(run, report, awaitingReferences, (batch, row) => settleReferences(batch, row, isWhole));
}

async function settleKind(
  run: ImportRun,
  report: Report,
  kind: string,
  settle: (batch: Batch, row: Imported) => Promise<void>,
): Promise<void> {
  let rows = await findImportedAfter(run.database.read, run.source, kind, '', many);
  while (rows.length > 0) {
    await inBatch(run, report, async (batch) => {
      for (const row of rows) await settle(batch, row);
    });
    rows = await findImportedAfter(run.database.read, run.source, kind, rows.at(-1)?.source_id ?? '', many);
  }
}
