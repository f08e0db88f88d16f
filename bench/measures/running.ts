// Measures the startup time, the memory, the duration of an import, and the size of the installation.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Result } from '../budgets.ts';
import { measureReadsPerSecond, median } from '../load/reads.ts';
import { residentMemory, runOctavo, type SiteLocation, startService } from '../processes.ts';
import { newSite, withTemporarySite } from '../sites.ts';

const root = path.resolve(import.meta.dirname, '../..');

function withTemporaryFolder<T>(work: (folder: string) => T): T {
  const folder = mkdtempSync(path.join(tmpdir(), 'octavo-bench-'));
  try {
    return work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Measures the time from the start of the process to the first response, on an empty site and on the largest site. `server` is the URL of the
 * PostgreSQL server, if the engine is PostgreSQL.
 */
export async function measureStart(largest: SiteLocation, server?: string): Promise<Result[]> {
  const empty = await newSite(path.dirname(largest.data), server);
  return [
    await withTemporarySite(empty, (location) => measureStarts('start: empty site', location)),
    await measureStarts('start: largest site', largest),
  ];
}

async function measureStarts(name: string, location: SiteLocation): Promise<Result> {
  const times: number[] = [];
  for (let n = 0; n < 6; n += 1) {
    const service = await startService(location);
    times.push(service.startupMs);
    await service.stop();
  }
  return { name, value: median(times.slice(1)), note: `${location.posts} posts, median of 5` };
}

/** Measures resident memory two seconds after the start and after at least `reads` cached reads. */
export async function measureMemory(location: SiteLocation, reads: number): Promise<Result[]> {
  const service = await startService(location);
  await new Promise((tick) => setTimeout(tick, 2000));
  const idle = residentMemory(service.child);
  const url = `${service.origin}/rest/cms/v2/posts`;
  let done = 0;
  while (done < reads) done += 5 * (await measureReadsPerSecond(url, 5));
  const after = residentMemory(service.child);
  await service.stop();
  return [
    { name: 'memory: idle', value: idle, note: `${location.posts} posts` },
    { name: 'memory: after hot reads', value: after, note: `${Math.round(done / 1000)} 000 reads` },
  ];
}

/**
 * Measures resident memory after many cached reads through both mounts. The records and responses of all posts are first
 * cached in both spellings, which share the memory limit of the caches.
 */
export async function measureMemoryOfNames(location: SiteLocation, reads: number): Promise<Result> {
  const service = await startService(location);
  const collections = ['/rest/cms/v2/posts', '/wp-json/wp/v2/posts'].map((path) => service.origin + path);
  for (let page = 1; page <= location.posts / 100; page += 1)
    for (const collection of collections)
      for (const embed of ['', '&_embed']) await readOnce(`${collection}?per_page=100&page=${page}${embed}`);
  let done = 0;
  while (done < reads) for (const collection of collections) done += 5 * (await measureReadsPerSecond(collection, 5));
  const value = residentMemory(service.child);
  await service.stop();
  const note = `${location.posts} posts in both, ${Math.round(done / 1000)} 000 reads`;
  return { name: 'memory: after hot reads in both spellings of names', value, note };
}

async function readOnce(url: string): Promise<void> {
  const response = await fetch(url);
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`${url} returned ${response.status}`);
}

/** Measures the duration of the import command. Returns no results if the export file is not available. */
export function measureImport(): Result[] {
  const file = path.join(root, '../shared/data/real-site.wxr.xml');
  if (!existsSync(file)) return [];
  return withTemporaryFolder((data) => {
    const began = performance.now();
    runOctavo({ data, posts: 0 }, ['import', file]);
    const seconds = (performance.now() - began) / 1000;
    return [{ name: 'import of a real site of 80 entries', value: seconds, note: 'entire command' }];
  });
}

/** Measures the total size, in MB, and the number of the production packages, without those that contain Node.js. */
export function measureInstall(): Result[] {
  return withTemporaryFolder((folder) => {
    for (const name of ['package.json', 'package-lock.json', '.npmrc'])
      if (existsSync(path.join(root, name))) cpSync(path.join(root, name), path.join(folder, name));
    execFileSync('npm', ['install', '--omit=dev', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'ignore' });
    const kilobytes = (where: string) =>
      existsSync(where) ? Number(execFileSync('du', ['-sk', where], { encoding: 'utf8' }).split('\t')[0]) : 0;
    const modules = path.join(folder, 'node_modules');
    const isNode = (name: string) => /^node-(bin-)?(linux|darwin|win)/.test(name);
    const names = readdirSync(modules).filter((name) => !name.startsWith('.') && name !== 'node');
    const node = names.filter(isNode).concat(['node']);
    const packageKilobytes =
      kilobytes(modules) - node.reduce((sum, name) => sum + kilobytes(path.join(modules, name)), 0);
    const packages = names
      .filter((name) => !isNode(name))
      .flatMap((name) => (name.startsWith('@') ? readdirSync(path.join(modules, name)) : [name]));
    return [
      { name: 'production install: size', value: packageKilobytes / 1024, note: 'without Node itself' },
      { name: 'production install: packages', value: packages.length, note: '' },
    ];
  });
}
