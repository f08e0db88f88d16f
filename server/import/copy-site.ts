// Copies the content of a site to a database of its own, in which a dry run imports a file: the site is not changed, and nothing waits for the
// dry run.
import { rm } from 'node:fs/promises';
import { deleteMigratedRows, inserterOf } from '../backup/restore-rows.ts';
import { listBackedUpTables } from '../backup/tables.ts';
import type { Database } from '../database/handle.ts';
import { migrateAll } from '../database/migrate.ts';
import { openDatabase } from '../database/open.ts';
import type { Extension } from '../extensions/extension.ts';
import { migrationSetsOf } from '../extensions/migration-sets.ts';

/** Tables that no import reads. They are the largest ones besides the content. */
const omittedTables: ReadonlySet<string> = new Set([
  ...['revisions', 'events', 'audit_log', 'webhooks', 'webhook_deliveries', 'event_listeners'],
  ...['previews', 'design_previews'],
  ...['application_passwords', 'old_paths', 'entry_meta', 'meta_indexes', 'entry_text', 'comment_text'],
]);

/**
 * Runs `work` with a copy of a database, an SQLite file at a path that does not exist yet, and deletes the copy. The copy contains what an
 * import reads; the rows are those of one snapshot.
 *
 * Throws errors of both databases, and those of `work`.
 */
export async function withSiteCopy<T>(
  { database, extensions }: { readonly database: Database; readonly extensions: readonly Extension[] },
  file: string,
  work: (copy: Database) => Promise<T>,
): Promise<T> {
  try {
    const copy = await openDatabase({ kind: 'sqlite', file }, { isBulk: true });
    try {
      await migrateAll(copy, migrationSetsOf(extensions));
      await copyRows(database, copy);
      return await work(copy);
    } finally {
      await copy.close();
    }
  } finally {
    for (const suffix of ['', '-wal', '-shm']) await rm(file + suffix, { force: true });
  }
}

const copyRows = (from: Database, to: Database): Promise<void> =>
  from.snapshot(async (snapshot) => {
    const tables = await listBackedUpTables(snapshot, []);
    await to.schemaChange(async (tx) => {
      await deleteMigratedRows(tx, []);
      for (const table of tables) {
        if (omittedTables.has(table.name)) continue;
        const insert = inserterOf(table);
        for await (const rows of snapshot.rows(table.name, table.columns)) await insert(tx, rows);
      }
    });
  });
