// Implements the health tests of the site (protocol.md §20).
import { rm, statfs, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { findDueEntries } from '../../cms-v2/entries/due-store.ts';
import { findExposedPaths } from '../../exposed-paths.ts';
import { type FileStore, StoreUnavailableError } from '../../files/store.ts';
import { DependencyCache } from '../../http/dependency-cache.ts';
import type { SiteContext } from '../../site-context.ts';
import { now } from '../../time/zone.ts';
import { formatBytes } from './directory-sizes.ts';
import { type Finding, type HealthDeps, healthTest } from './finding.ts';
import { databaseTime, findOverdueJobs, readJobs, writeAndDelete } from './store.ts';

// Tests whether scheduled work is up to date.

/** Delay after which scheduled work counts as overdue, in milliseconds. The service polls for scheduled work every second. */
const toleranceMs = 60_000;

/** Finds overdue scheduled entries and recurring jobs. */
async function checkBackgroundJobs({
  database,
  clock,
  jobs,
}: Pick<HealthDeps, 'database' | 'jobs'> & Pick<SiteContext, 'clock'>): Promise<Finding> {
  const dueBefore = clock() - toleranceMs;
  const [entry] = await findDueEntries(
    database.read,
    now(() => dueBefore),
    1,
  );
  const overdueJobs = await findOverdueJobs(database.read, jobs(), dueBefore);
  if (!entry && overdueJobs.length === 0)
    return {
      status: 'good',
      label: 'Scheduled work is up to date',
      description: 'No scheduled entry or job is overdue by more than a minute.',
    };
  const overdue = [...(entry ? ['scheduled entries'] : []), ...overdueJobs.map(({ name }) => `the job ${name}`)];
  return {
    status: 'critical',
    label: 'Scheduled work is overdue',
    description: `Overdue: ${overdue.join(', ')}.`,
    action: 'Check the log of the service for errors. Scheduled work runs only while octavo serve is running.',
  };
}

/** Returns the operation of the test `background-jobs`. */
export const backgroundJobs = (deps: HealthDeps) =>
  healthTest('background-jobs', 'Performance', () => checkBackgroundJobs({ ...deps, clock: deps.site.clock }));

// Tests whether the clocks of the service and its database agree.

/** Maximum difference of the clocks, in milliseconds. A larger one makes timestamps of the service and the database inconsistent. */
const maxDifferenceMs = 2000;

/** Compares the clock of the service with the clock of the database. */
export async function checkClock({
  database,
  clock: serviceClock,
}: Pick<HealthDeps, 'database'> & Pick<SiteContext, 'clock'>): Promise<Finding> {
  const before = serviceClock();
  const databaseNow = await databaseTime(database.read);
  const after = serviceClock();
  // The database read its clock between `before` and `after`.
  const difference = databaseNow < before ? before - databaseNow : Math.max(0, databaseNow - after);
  if (difference <= maxDifferenceMs)
    return {
      status: 'good',
      label: 'The clocks are in sync',
      description: 'The clocks of the service and its database agree.',
    };
  return {
    status: 'critical',
    label: 'The clocks are not in sync',
    description: `The clocks of the service and its database are ${Math.round(difference / 1000)} seconds apart.`,
    action:
      'Synchronize the clocks of both machines with NTP. Until then, scheduled entries are published at the wrong time.',
  };
}

/** Returns the operation of the test `clock`. */
export const clock = (deps: HealthDeps) =>
  healthTest('clock', 'Storage', () => checkClock({ ...deps, clock: deps.site.clock }));

// Tests whether there is enough free disk space.

const megabyte = 1024 * 1024;

/** Checks the free space on the disk of the data folder. */
export async function checkDiskSpace({ dataFolder }: Pick<HealthDeps, 'dataFolder'>): Promise<Finding> {
  if (dataFolder === undefined)
    return { status: 'good', label: 'No data folder', description: 'The site stores no data on a local disk.' };
  const { bavail, blocks, bsize } = await statfs(dataFolder);
  const free = bavail * bsize;
  const freePercent = Math.floor((100 * bavail) / blocks);
  const description = `${formatBytes(free)} free on the disk of the data folder (${freePercent}%).`;
  const action = 'Delete files that are not needed, or move the data folder to a larger disk.';
  if (free < 100 * megabyte) return { status: 'critical', label: 'Almost no free disk space', description, action };
  if (free < 1024 * megabyte) return { status: 'recommended', label: 'Little free disk space', description, action };
  return { status: 'good', label: 'Enough free disk space', description };
}

/** Returns the operation of the test `disk-space`. */
export const diskSpace = (deps: HealthDeps) => healthTest('disk-space', 'Storage', () => checkDiskSpace(deps));

// Tests whether the file store works.

/** Writes, reads and deletes a file. */
export async function checkFileStore({ files }: Pick<HealthDeps, 'files'>): Promise<Finding> {
  if (!files)
    return {
      status: 'critical',
      label: 'File uploads are not configured',
      description: 'No file store is configured.',
      action: 'Set a folder or a bucket with --files.',
    };
  const problem = await testStore(files, `site-health-${crypto.randomUUID()}.txt`);
  if (problem === undefined)
    return { status: 'good', label: 'The file store works', description: 'A file was stored, read and deleted.' };
  return {
    status: 'critical',
    label: 'The file store does not work correctly',
    description: problem,
    action: 'Check the folder or bucket for files and its permissions.',
  };
}

/** Returns the operation of the test `file-store`. */
export const fileStore = (deps: HealthDeps) => healthTest('file-store', 'Storage', () => checkFileStore(deps));

/** Returns the problem of the store as a sentence; undefined if it works. Throws StoreFullError or StoreUnavailableError if it fails. */
async function testStore(files: FileStore, name: string): Promise<string | undefined> {
  const text = Buffer.from(name);
  const temporaryPath = path.join(files.workFolder, name);
  await writeFile(temporaryPath, text).catch((cause: unknown) => {
    throw new StoreUnavailableError('the work folder is not writable', { cause });
  });
  try {
    if (!(await files.put(name, temporaryPath, 'text/plain'))) return 'The name of a new file was already taken.';
    const stored = await files.open(name);
    if (!stored) return 'A stored file was not found.';
    const read = await buffer(await stored.read(0, stored.size - 1)).finally(() => stored.close());
    if (!read.equals(text)) return 'A stored file had different content when it was read.';
  } finally {
    await files.delete(name);
    await rm(temporaryPath, { force: true });
  }
  const leftover = await files.open(name);
  await leftover?.close();
  return leftover && 'A deleted file still existed.';
}

// Tests whether the site uses HTTPS.

/** Checks whether the URL of the site begins with https. */
export async function checkHttpsStatus(urls: Pick<SiteContext['urls'], 'home'>): Promise<Finding> {
  if (urls.home.startsWith('https://'))
    return {
      status: 'good',
      label: 'The site uses HTTPS',
      description: 'The URL of the site begins with https.',
    };
  return {
    status: 'recommended',
    label: 'The site does not use HTTPS',
    description: 'The URL of the site begins with http, so passwords are transmitted unencrypted.',
    action: 'Put a reverse proxy with HTTPS in front of the service, and set --home to the https URL.',
  };
}

/** Returns the operation of the test `https-status`. */
export const httpsStatus = (deps: HealthDeps) =>
  healthTest('https-status', 'Security', () => checkHttpsStatus(deps.site.urls));

// Tests whether requests to the configured URL reach this service.

/** Timeout of the request, in milliseconds. */
const timeoutMs = 5000;

/** Maximum length of the response, in bytes. The expected response is shorter than 100 bytes. */
const maxResponseLength = 10_000;

/** Requests the site index at the URL of the site. */
export async function checkLoopbackRequests(
  urls: Pick<SiteContext['urls'], 'rest' | 'home'>,
  signal: AbortSignal,
): Promise<Finding> {
  const problem = await findLoopbackProblem(
    urls.rest,
    urls.home,
    AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
  );
  if (problem === undefined)
    return {
      status: 'good',
      label: 'The site is reachable at its URL',
      description: 'A request to the URL of the site reached this service.',
    };
  return {
    status: 'recommended',
    label: 'The site is not reachable at its URL',
    description: `A request to the URL of the site ${problem}.`,
    action: 'Check --home, the DNS records of the host, and the reverse proxy.',
  };
}

/** Returns the operation of the test `loopback-requests`. */
export const loopbackRequests = (deps: HealthDeps) =>
  healthTest('loopback-requests', 'Performance', (signal) => checkLoopbackRequests(deps.site.urls, signal));

/**
 * Requests the site index at the URL of a REST root. Returns the problem as the end of a sentence whose subject is the request;
 * undefined if the response is that of the site with this URL.
 */
export async function findLoopbackProblem(
  rest: string,
  home: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  try {
    const response = await fetch(`${rest}/?_fields=url`, { signal, redirect: 'manual' });
    if (response.status !== 200) {
      await response.body?.cancel();
      return `returned the status ${response.status}`;
    }
    let text = '';
    for await (const chunk of response.body ?? []) {
      text += Buffer.from(chunk).toString('latin1');
      if (text.length > maxResponseLength) return 'reached another service';
    }
    return isSelf(text, home) ? undefined : 'reached another service';
  } catch {
    return signal.aborted ? `timed out after ${timeoutMs / 1000} seconds` : 'failed to connect';
  }
}

function isSelf(text: string, home: string): boolean {
  try {
    return (JSON.parse(text) as { url?: unknown } | null)?.url === home;
  } catch {
    return false;
  }
}

// Tests whether the mail server accepts connections.

/** Connects to the mail server. */
export async function checkMail({ testMail }: Pick<HealthDeps, 'testMail'>, signal: AbortSignal): Promise<Finding> {
  const { isConfigured, problem } = await testMail(signal);
  if (!isConfigured)
    return {
      status: 'recommended',
      label: 'Mail is not configured',
      description: 'No mail server is configured, so comment notifications and password reset emails are not sent.',
      action: 'Configure a mail server.',
    };
  if (problem === undefined)
    return {
      status: 'good',
      label: 'Mail can be sent',
      description: 'The service can connect to the mail server.',
    };
  return {
    status: 'critical',
    label: 'Mail cannot be sent',
    description: problem,
    action: 'Check the host, username and password of the mail server.',
  };
}

/** Returns the operation of the test `mail`. */
export const mail = (deps: HealthDeps) => healthTest('mail', 'Performance', (signal) => checkMail(deps, signal));

// Tests whether the response cache invalidates responses when their data changes (docs/architecture.md, Caching).

/** Maximum number of attempts. A concurrent write can invalidate the cached value before the test does. */
const maxAttempts = 3;

/** Caches a value in the same way as a response and then changes the table that the value depends on. */
async function checkPageCache({ database }: Pick<HealthDeps, 'database'>): Promise<Finding> {
  const { changes } = database;
  const cache = new DependencyCache<true>(changes, 16_384);
  for (let n = 0; n < maxAttempts; n += 1) {
    const version = changes.version();
    await readJobs(database.read);
    cache.store('probe', true, 0, version, cache.tablesSince(version));
    if (!cache.find('probe')) continue;
    await writeAndDelete(database);
    database.pollChanges();
    if (cache.find('probe')) return staleFinding;
    return {
      status: 'good',
      label: 'The response cache works',
      description: 'A response was cached, and it was invalidated immediately when its data changed.',
    };
  }
  return {
    status: 'recommended',
    label: 'Responses are not cached',
    description: 'Changes are too frequent, or the change listener is disconnected, so no response is cached.',
    action: 'If this persists, check the connection to the database.',
  };
}

/** Returns the operation of the test `page-cache`. */
export const pageCache = (deps: HealthDeps) => healthTest('page-cache', 'Performance', () => checkPageCache(deps));

const staleFinding: Finding = {
  status: 'critical',
  label: 'The response cache is stale',
  description: 'A response was still cached after its data had changed.',
  action: 'Disable the response cache with --response-cache 0, and report this problem.',
};

// Tests whether writes to the database succeed and are fast, and whether other operating-system users can
// access the data.

/** Duration above which a write counts as slow, in milliseconds. Every request that writes takes at least as long as a write. */
const slowMs = 100;

/** Commits a transaction and checks the file permissions of the data. */
async function checkStorage({
  database,
  dataFolder,
  files,
}: Pick<HealthDeps, 'database' | 'dataFolder' | 'files'>): Promise<Finding> {
  if (database.isBroken)
    return {
      status: 'critical',
      label: 'Writes fail',
      description: 'A write to disk failed, so the service accepts no more writes.',
      action: 'Repair or replace the disk, and restart the service.',
    };
  const startedAt = performance.now();
  await writeAndDelete(database);
  const durationMs = Math.ceil(performance.now() - startedAt);
  const summary = `A transaction was committed to disk in ${durationMs} ms.`;
  if (durationMs > slowMs)
    return {
      status: 'recommended',
      label: 'Writes are slow',
      description: summary,
      action: 'Use a faster disk, or reduce the load that other programs cause on it.',
    };
  const others = files?.folder === undefined ? [] : [files.folder];
  const exposed = dataFolder === undefined ? [] : await findExposedPaths({ data: dataFolder, others });
  if (exposed.length > 0)
    return {
      status: 'recommended',
      label: 'Other operating-system users can access the data',
      description: `${summary} The data folder, the database or the files are accessible to operating-system users other than that of the service.`,
      action: 'Remove the permissions of other users (chmod -R go=); the log lists the paths at each start.',
    };
  return { status: 'good', label: 'The database works', description: summary };
}

/** Returns the operation of the test `storage`. */
export const storage = (deps: HealthDeps) => healthTest('storage', 'Storage', () => checkStorage(deps));
