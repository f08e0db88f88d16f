// Renders outdated texts again in the background after an upgrade of the renderer. Until a text has been refreshed, it is rendered each
// time that it is read (present.ts), so no request waits for the refresh.
import { setTimeout as pause } from 'node:timers/promises';
import { DatabaseBusy } from '../../database/errors.ts';
import type { Database } from '../../database/handle.ts';
import { RENDERER_VERSION } from '../../rendering/render.ts';
import { TextTooHeavy } from '../../rendering/work/errors.ts';
import type { RenderedTexts } from '../../rendering/work/tasks.ts';
import type { TextProcessor } from '../../rendering/work/text-processor.ts';
import { WorkScope } from '../../workers/work-scope.ts';
import { findStaleEntries, type Position, type Refreshed, type StaleEntry, writeRefreshed } from './refresh-store.ts';

/** Number of entries written in one transaction. */
const batchSize = 25;
/** Pause between two transactions, in milliseconds, so that other writers do not have to wait. */
const defaultPauseMs = 100;

/** A refresh in progress. */
export interface Refreshing {
  /** Resolves with the number of refreshed entries when all are done, or after the current batch on `stop`; with 0 after an error. */
  readonly done: Promise<number>;
  stop(): Promise<void>;
}

/**
 * Renders the texts of all outdated entries again, in small transactions with pauses between them. Neither `modified` nor revisions
 * change. Several processes may do so concurrently: each skips entries that another process has refreshed. `onError` receives the error
 * that ended the refresh; the refresh is tried again after the next start.
 */
export function refreshRenderings(
  database: Database,
  texts: TextProcessor,
  onError: (error: unknown) => void,
  pauseMs: number = defaultPauseMs,
): Refreshing {
  const stopping = new AbortController();
  const done = refreshAll(database, texts, stopping.signal, pauseMs).catch((error: unknown) => {
    if (!stopping.signal.aborted) onError(error);
    return 0;
  });
  return {
    done,
    stop: async () => {
      stopping.abort();
      await done;
    },
  };
}

async function refreshAll(
  database: Database,
  texts: TextProcessor,
  stopping: AbortSignal,
  pauseMs: number,
): Promise<number> {
  let position: Position = { renderer: -1, id: 0 };
  let refreshedCount = 0;
  while (!stopping.aborted) {
    const stale = await findStaleEntries(database.read, RENDERER_VERSION, position, batchSize);
    const last = stale.at(-1);
    if (!last) return refreshedCount;
    const refreshed: Refreshed[] = [];
    for (const entry of stale) {
      refreshed.push({ ...entry, ...(await renderAgain(texts, entry, stopping)), current: RENDERER_VERSION });
      // Rendering a long text takes time, so pending requests are processed first.
      await pause(0);
    }
    const written = await writeBatch(database, refreshed);
    if (written !== 'busy') {
      refreshedCount += written;
      position = last;
    }
    await pause(pauseMs, undefined, { signal: stopping }).catch(() => {});
  }
  return refreshedCount;
}

/** Renders texts with the time limit of background work. Texts that exceed this limit keep their stored rendering. */
async function renderAgain(
  processor: TextProcessor,
  { title, content, excerpt, title_rendered, content_rendered, excerpt_rendered }: StaleEntry,
  signal: AbortSignal,
): Promise<RenderedTexts> {
  const scope = new WorkScope({ client: 'maintenance', signal });
  try {
    return await processor.run('render', { title, content, excerpt }, scope, { allowance: 'background' });
  } catch (error) {
    if (!(error instanceof TextTooHeavy)) throw error;
    return { title_rendered, content_rendered, excerpt_rendered };
  }
}

/**
 * Writes refreshed entries, and returns the number of changed entries. Returns `busy`, and writes nothing, if another writer has
 * locked the database.
 */
async function writeBatch(database: Database, refreshed: readonly Refreshed[]): Promise<number | 'busy'> {
  try {
    return await database.transaction(async (tx) => {
      let changes = 0;
      for (const each of refreshed) changes += (await writeRefreshed(tx, each)).changes;
      return changes;
    });
  } catch (error) {
    if (error instanceof DatabaseBusy) return 'busy';
    throw error;
  }
}
