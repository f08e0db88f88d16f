// Measures commands whose duration grows with the site: backup, restore, and the migration of a database of an older version.
import { rmSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Result } from '../budgets.ts';
import { runOctavo, type SiteLocation } from '../processes.ts';
import { copySite, newSite, withTemporarySite } from '../sites.ts';

/** Runs a command and returns its duration, in seconds. */
function timeOf(location: SiteLocation, command: readonly string[]): number {
  const began = performance.now();
  runOctavo(location, command);
  return (performance.now() - began) / 1000;
}

const resultOf = (name: string, posts: number, seconds: number, detail: string): Result => ({
  name,
  value: posts / seconds,
  note: `${posts} posts in ${seconds.toFixed(1)} s${detail}`,
});

/** Measures a backup of a site, and its restore into an empty site of the same engine. */
export async function measureBackup(location: SiteLocation, server?: string): Promise<Result[]> {
  const folder = path.dirname(location.data);
  const file = path.join(folder, `backup-${process.pid}.tar`);
  try {
    const backup = timeOf(location, ['backup', 'create', '--to', file]);
    const size = `, ${Math.round(statSync(file).size / 1e6)} MB`;
    const restore = await withTemporarySite(await newSite(folder, server), (empty) =>
      timeOf(empty, ['backup', 'restore', file]),
    );
    return [
      resultOf('backup of the largest site', location.posts, backup, size),
      resultOf('restore of the largest site', location.posts, restore, ''),
    ];
  } finally {
    rmSync(file, { force: true });
  }
}

/** Measures the migration of a copy of a site that an older version has created. */
export const measureMigration = async (older: SiteLocation, commit: string): Promise<Result[]> =>
  withTemporarySite(await copySite(older), ({ data, database, posts }) => {
    const current = { data, posts, ...(database && { database }) };
    const seconds = timeOf(current, ['migrate', '--no-backup']);
    return [resultOf('migration of the largest site', posts, seconds, ` from commit ${commit}`)];
  });
