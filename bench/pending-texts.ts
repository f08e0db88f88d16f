// Counts the search texts that the service has stored but not yet added to the search index.
import Sqlite from 'better-sqlite3';
import type { SiteLocation } from './processes.ts';

/** Interval between two counts, in milliseconds. */
const intervalMs = 50;

/** Returns the number of pending search texts of a site; 0 if its search index is updated by the transactions that change entries. */
export function countPendingTexts({ data, database }: SiteLocation): number {
  if (database) return 0;
  const connection = new Sqlite(`${data}/octavo.sqlite`, { readonly: true });
  try {
    const tables = connection
      .prepare("select name from sqlite_master where type = 'table' and name like '%pending%'")
      .all() as { name: string }[];
    let count = 0;
    for (const { name } of tables)
      count += (connection.prepare(`select count(*) as n from "${name}"`).get() as { n: number }).n;
    return count;
  } finally {
    connection.close();
  }
}

/** Waits until a running service has added all pending search texts to the index, and returns the time in milliseconds. */
export async function waitForIndex(location: SiteLocation): Promise<number> {
  const began = performance.now();
  while (countPendingTexts(location) > 0) await new Promise((tick) => setTimeout(tick, intervalMs));
  return performance.now() - began;
}
