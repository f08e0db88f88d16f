// Measures the CPU time that a local database server uses for one database.
import { readFileSync } from 'node:fs';
import pg from 'pg';
import { type CpuTime, postgresCpu } from './cpu-time.ts';

/**
 * Returns a function that returns the CPU time used for the database of a `postgres://` URL; undefined if the server runs
 * on another machine.
 */
export async function postgresCpuOf(url: string): Promise<(() => CpuTime) | undefined> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query('select pg_backend_pid() as pid, current_database() as name');
  const [{ pid, name }] = rows as [{ pid: number; name: string }];
  const postmaster = parentOfPostgres(pid);
  await client.end();
  return postmaster === undefined ? undefined : () => postgresCpu(postmaster, name);
}

function parentOfPostgres(pid: number): number | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const isPostgres = /^Name:\s+postgres$/m.test(status);
    return isPostgres ? Number(/^PPid:\s+(\d+)$/m.exec(status)?.[1]) : undefined;
  } catch {
    return undefined;
  }
}
