// After an upgrade, what an older renderer has made is made anew in the background. Until then it is made anew whenever it
// is read (present.ts), so nothing waits for this.
import { setTimeout as pause } from 'node:timers/promises';
import { DatabaseBusy } from '../../database/errors.ts';
import type { Database } from '../../database/handle.ts';
import { RENDERER_VERSION } from '../../rendering/render.ts';
import { TextTooHeavy } from '../../rendering/work/errors.ts';
import type { RenderedTexts } from '../../rendering/work/tasks.ts';
import type { TextProcessor } from '../../rendering/work/text-processor.ts';
import { WorkScope } from '../../workers/work-scope.ts';
import { findStaleEntries, type Place, type Refreshed, type StaleEntry, writeRefreshed } from './refresh-store.ts';

/** How many entries are written in one transaction. */
const entriesAtOnce = 25;
/** How long others have the database to themselves between two transactions. Milliseconds. */
const rest = 100;

/** Refreshing under way. */
export interface Refreshing {
  /** Ends when all is done, or after what was under way when it was stopped. Gives how many entries were made anew. */
  readonly done: Promise<number>;
  stop(): Promise<void>;
}

/**
 * Goes once through all entries that an older renderer has made, in small transactions with rests between them, and makes
 * their texts for display anew. Neither `modified` nor revisions change. Several processes may do so at once: what one has
 * made the others leave. `onFault` is told what kept it from going on; the next start tries again.
 */
export function refreshRenderings(
  database: Database,
  texts: TextProcessor,
  onFault: (error: unknown) => void,
  wait: number = rest,
): Refreshing {
  const stopping = new AbortController();
  const done = goThrough(database, texts, stopping.signal, wait).catch((error: unknown) => {
    if (!stopping.signal.aborted) onFault(error);
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

async function goThrough(
  database: Database,
  texts: TextProcessor,
  stopping: AbortSignal,
  wait: number,
): Promise<number> {
  let place: Place = { renderer: -1, id: 0 };
  let made = 0;
  while (!stopping.aborted) {
    const stale = await findStaleEntries(database.read, RENDERER_VERSION, place, entriesAtOnce);
    const last = stale.at(-1);
    if (!last) return made;
    const renewed: Refreshed[] = [];
    for (const entry of stale) {
      renewed.push({ ...entry, ...(await renderedAnew(texts, entry, stopping)), current: RENDERER_VERSION });
      // A long text takes a while; whoever has asked for something meanwhile comes first.
      await pause(0);
    }
    const written = await write(database, renewed);
    if (written !== 'busy') {
      made += written;
      place = last;
    }
    await pause(wait, undefined, { signal: stopping }).catch(() => {});
  }
  return made;
}

/** The texts for display, made where nobody waits for them. What takes too long even there stays as it is. */
async function renderedAnew(
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

/** Writes what was made anew; others who write come first. Gives how many entries changed. */
async function write(database: Database, renewed: readonly Refreshed[]): Promise<number | 'busy'> {
  try {
    return await database.transaction(async (tx) => {
      let changes = 0;
      for (const each of renewed) changes += (await writeRefreshed(tx, each)).changes;
      return changes;
    });
  } catch (error) {
    if (error instanceof DatabaseBusy) return 'busy';
    throw error;
  }
}
