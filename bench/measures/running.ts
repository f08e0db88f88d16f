// What running takes: time to start, memory, time to move in, what an installation brings.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Result } from '../budgets.ts';
import { median, readsPerSecond } from '../load.ts';
import { octavo, type Place, residentMemory, startService } from '../processes.ts';

const root = path.resolve(import.meta.dirname, '../..');

function inNewFolder<T>(work: (folder: string) => T): T {
  const folder = mkdtempSync(path.join(tmpdir(), 'octavo-bench-'));
  try {
    return work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** From the start of the process to the first answer. */
export async function measureStart(largest: Place): Promise<Result[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'octavo-bench-'));
  const empty: Place = { data: folder, posts: 0 };
  const results: Result[] = [];
  for (const [name, place] of [
    ['start: empty site', empty],
    ['start: largest site', largest],
  ] as const) {
    const times: number[] = [];
    for (let n = 0; n < 6; n += 1) {
      const service = await startService(place);
      times.push(service.started);
      await service.stop();
    }
    results.push({ name, value: median(times.slice(1)), note: `${place.posts} posts, median of 5` });
  }
  rmSync(folder, { recursive: true, force: true });
  return results;
}

/** Resident memory, idle and after many hot reads. */
export async function measureMemory(place: Place, reads: number): Promise<Result[]> {
  const service = await startService(place);
  await new Promise((tick) => setTimeout(tick, 2000));
  const idle = residentMemory(service.child);
  const address = `${service.origin}/rest/cms/v2/posts`;
  let done = 0;
  while (done < reads) done += 5 * (await readsPerSecond(address, 5));
  const after = residentMemory(service.child);
  await service.stop();
  return [
    { name: 'memory: idle', value: idle, note: `${place.posts} posts` },
    { name: 'memory: after hot reads', value: after, note: `${Math.round(done / 1000)} 000 reads` },
  ];
}

/**
 * Resident memory after many hot reads through both mounts, with the records and responses of all posts cached in both spellings of
 * names, which share the memory of the caches.
 */
export async function measureMemoryOfNames(place: Place, reads: number): Promise<Result> {
  const service = await startService(place);
  const collections = ['/rest/cms/v2/posts', '/wp-json/wp/v2/posts'].map((path) => service.origin + path);
  for (let page = 1; page <= place.posts / 100; page += 1)
    for (const collection of collections)
      for (const embed of ['', '&_embed']) await readOnce(`${collection}?per_page=100&page=${page}${embed}`);
  let done = 0;
  while (done < reads) for (const collection of collections) done += 5 * (await readsPerSecond(collection, 5));
  const value = residentMemory(service.child);
  await service.stop();
  const note = `${place.posts} posts in both, ${Math.round(done / 1000)} 000 reads`;
  return { name: 'memory: after hot reads in both spellings of names', value, note };
}

async function readOnce(address: string): Promise<void> {
  const answer = await fetch(address);
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`${address} answers ${answer.status}`);
}

/** The time of moving in, as a whole command; undefined where the export is not beside this checkout. */
export function measureImport(): Result[] {
  const file = path.join(root, '../shared/data/real-site.wxr.xml');
  if (!existsSync(file)) return [];
  return inNewFolder((data) => {
    const began = performance.now();
    octavo({ data, posts: 0 }, ['import', file]);
    const seconds = (performance.now() - began) / 1000;
    return [{ name: 'import of a real site of 80 entries', value: seconds, note: 'the whole command' }];
  });
}

/** Size and number of the packages that production needs, beside Node itself. */
export function measureInstall(): Result[] {
  return inNewFolder((folder) => {
    for (const name of ['package.json', 'package-lock.json', '.npmrc'])
      if (existsSync(path.join(root, name))) cpSync(path.join(root, name), path.join(folder, name));
    execFileSync('npm', ['install', '--omit=dev', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'ignore' });
    const kilobytes = (where: string) =>
      existsSync(where) ? Number(execFileSync('du', ['-sk', where], { encoding: 'utf8' }).split('\t')[0]) : 0;
    const modules = path.join(folder, 'node_modules');
    const isNode = (name: string) => /^node-(bin-)?(linux|darwin|win)/.test(name);
    const names = readdirSync(modules).filter((name) => !name.startsWith('.') && name !== 'node');
    const node = names.filter(isNode).concat(['node']);
    const own = kilobytes(modules) - node.reduce((sum, name) => sum + kilobytes(path.join(modules, name)), 0);
    const packages = names
      .filter((name) => !isNode(name))
      .flatMap((name) => (name.startsWith('@') ? readdirSync(path.join(modules, name)) : [name]));
    return [
      { name: 'production install: size', value: own / 1024, note: 'beside Node itself' },
      { name: 'production install: packages', value: packages.length, note: '' },
    ];
  });
}
