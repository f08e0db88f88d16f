// Measures imports, from the start of the command until the search index contains all entries.
import { existsSync, renameSync } from 'node:fs';
import path from 'node:path';
import type { Result } from '../budgets.ts';
import { lastWord, writeExportFile } from '../export-file.ts';
import { countPendingTexts, waitForIndex } from '../pending-texts.ts';
import { runOctavo, type SiteLocation, startService } from '../processes.ts';
import { newSite } from '../sites.ts';

/** The folder of generated files, and the URL of the PostgreSQL server if the import is not measured on SQLite. */
export interface ImportOptions {
  readonly folder: string;
  readonly server?: string | undefined;
  /** Number of posts in the export file. */
  readonly posts: number;
}

/** Measures the import of a generated export file into an empty site, in posts per second. */
export async function measureLargeImport({ folder, server, posts }: ImportOptions): Promise<Result> {
  const file = ensureExportFile(folder, posts);
  const site = await newSite(folder, server);
  try {
    const began = performance.now();
    const report = JSON.parse(runOctavo(site.location, ['import', file, '--json'])) as ImportReport;
    const importSeconds = (performance.now() - began) / 1000;
    const indexSeconds = await indexRest(site.location);
    const { posts: imported = 0, comments = 0 } = report.imported;
    if (imported !== posts) throw new Error(`The import created ${imported} of ${posts} posts.`);
    await requireFound(site.location);
    const skipped = Object.entries(report.skipped).map(([kind, n]) => `${n} ${kind}`);
    const counts = `${imported} posts and ${comments} comments${skipped.length > 0 ? `, without ${skipped.join(', ')}` : ''}`;
    return {
      name: 'import of 10,000 posts with revisions and comments, until searchable',
      value: imported / (importSeconds + indexSeconds),
      note: `${counts}, in ${importSeconds.toFixed(1)} s; then ${indexSeconds.toFixed(1)} s for the search index`,
    };
  } finally {
    await site.remove();
  }
}

/** The output of `octavo import --json`, with the number of records of each kind. */
interface ImportReport {
  readonly imported: Readonly<Record<string, number>>;
  readonly skipped: Readonly<Record<string, number>>;
}

/** Returns the path of an export file with this number of posts, which later runs reuse. */
function ensureExportFile(folder: string, posts: number): string {
  const file = path.join(folder, `export-${posts}.wxr.xml`);
  if (!existsSync(file)) {
    writeExportFile(`${file}.new`, posts);
    renameSync(`${file}.new`, file);
  }
  return file;
}

/** Starts the service if texts are not in the search index yet, and returns the time until they are, in seconds. */
async function indexRest(location: SiteLocation): Promise<number> {
  if (countPendingTexts(location) === 0) return 0;
  const began = performance.now();
  const service = await startService(location);
  await waitForIndex(location);
  const seconds = (performance.now() - began) / 1000;
  await service.stop();
  return seconds;
}

/** Throws if a search does not find the last post of the export file. */
async function requireFound(location: SiteLocation): Promise<void> {
  const service = await startService(location);
  const response = await fetch(`${service.origin}/rest/cms/v2/posts?search=${lastWord}&_fields=id`);
  const found = (await response.json()) as unknown[];
  await service.stop();
  if (found.length !== 1) throw new Error(`The search for the last imported post returned ${found.length} posts.`);
}
