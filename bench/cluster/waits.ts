// Samples what the sessions of the nodes wait for on the PostgreSQL server.
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';

/** Pause between two samples, in milliseconds. */
const PAUSE_MS = 5;

/** Exclusive advisory locks are those of background tasks, which wait for each other; requests take shared ones. */
const SAMPLE = `
  select
    case
      when state <> 'active' then 'waits for the node'
      when wait_event = 'advisory' and query not like '%shared%' then 'Lock: advisory, of a background task'
      else coalesce(wait_event_type || ': ' || wait_event, 'running')
    end as wait,
    count(*)::int as sessions
  from pg_stat_activity
  where datname = current_database() and application_name = 'octavo' and state in ('active', 'idle in transaction')
  group by 1`;

/** The time that sessions have spent in each kind of wait, in milliseconds. */
export type Waits = ReadonlyMap<string, number>;

/** Samples the sessions in a database while `work` runs. */
export async function sampleWaits(database: string, work: () => Promise<void>): Promise<Waits> {
  const client = new pg.Client({ connectionString: database, application_name: 'bench' });
  await client.connect();
  const waits = new Map<string, number>();
  let isOver = false;
  const sampling = (async () => {
    for (let sampledAt = performance.now(); !isOver; ) {
      await pause(PAUSE_MS);
      const { rows }: pg.QueryResult<{ wait: string; sessions: number }> = await client.query(SAMPLE);
      const elapsedMs = performance.now() - sampledAt;
      sampledAt += elapsedMs;
      for (const { wait, sessions } of rows) waits.set(wait, (waits.get(wait) ?? 0) + sessions * elapsedMs);
    }
  })();
  try {
    await work();
  } finally {
    isOver = true;
    await sampling;
    await client.end();
  }
  return waits;
}
