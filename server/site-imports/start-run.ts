// Starts a dry run or an import of an uploaded file: acquires the lease, stores the state, and starts the work in the background.
import { ApiError } from '../api-error.ts';
import { type AuditActor, recordAuditEvent } from '../audit/record-event.ts';
import { acquireLease, importLease } from '../database/lease.ts';
import type { Background } from './background.ts';
import { type ImportsDeps, importNotFound } from './deps.ts';
import { markInterrupted, type RunState } from './run-state.ts';
import {
  type ImportRow,
  listImportRows,
  listPieces,
  lockImport,
  type RunKind,
  updateImport,
  updateReport,
} from './store.ts';

export interface RunOptions {
  readonly isDryRun: boolean;
  readonly shouldFetch: boolean;
  /** Usernames of the site, keyed by usernames in the file. */
  readonly authors: Readonly<Record<string, string>>;
}

/**
 * Starts a run in the background and returns the row of its import.
 *
 * Throws ApiError 404 `rest_import_invalid_id`, and 409 `rest_import_incomplete` if the file was not received completely or was deleted,
 * `rest_import_busy` if another file is being imported, or `rest_import_unavailable`.
 */
export async function startRun(
  deps: ImportsDeps,
  background: Background,
  id: number,
  options: RunOptions,
  by: AuditActor,
): Promise<ImportRow> {
  const { database, clock } = deps;
  const runner = deps.runner();
  const lease = await acquireLease(database, clock, importLease);
  if (!lease)
    throw new ApiError(
      'rest_import_busy',
      409,
      'Another import or dry run is in progress; wait until it has finished.',
    );
  try {
    await endInterrupted(deps);
    const { isDryRun, shouldFetch, authors } = options;
    const kind: RunKind = isDryRun ? 'dry_run' : 'run';
    const state: RunState = {
      ...{ state: 'running', started: clock(), finished: null, started_by: by.actor.login, error: null },
      ...{ phase: isDryRun ? 'copying' : 'reading', done: 0, total: 0, has_report: false },
      ...{ fetch_attachments: shouldFetch, authors },
    };
    const row = await database.transaction(async (tx) => {
      const current = requireUploaded(await lockImport(tx, id));
      const started = {
        ...current,
        ...{ running: kind, stop_requested: 0, updated: clock(), [kind]: JSON.stringify(state) },
      };
      await updateImport(tx, started);
      await updateReport(tx, id, kind, undefined);
      if (!isDryRun)
        await recordAuditEvent(tx, clock, by, {
          action: 'import-started',
          kind: 'import',
          id,
          name: current.file_name,
        });
      return started;
    });
    const job = { pieces: await listPieces(database.read, row), size: row.size, isDryRun, shouldFetch, authors };
    background.start({ id, kind, state, lease, work: (signal, onProgress) => runner.run(job, signal, onProgress) });
    return row;
  } catch (error) {
    await lease.release();
    throw error;
  }
}

function requireUploaded(row: ImportRow | undefined): ImportRow {
  if (!row) throw importNotFound();
  if (row.state === 'uploaded') return row;
  const message =
    row.state === 'uploading'
      ? 'The file has not been received completely; continue the upload.'
      : 'The file was deleted; upload it again.';
  throw new ApiError('rest_import_incomplete', 409, message);
}

/** Marks runs whose process has died as interrupted. The caller holds the lease, so that none is in progress. */
async function endInterrupted({ database, clock }: ImportsDeps): Promise<void> {
  for (const { id, running } of await listImportRows(database.read)) {
    if (running === '') continue;
    await database.transaction(async (tx) => {
      const row = await lockImport(tx, id);
      if (row) await updateImport(tx, markInterrupted(row, clock()));
    });
  }
}
