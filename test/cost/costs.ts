// Prepares a cost run: creates the site, starts the service, and provides the walk and its findings.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type CostSite, createCostSite } from './cost-site.ts';
import { postgresCpuOf } from './database-cpu.ts';
import { Findings } from './findings.ts';
import { type Cost, CostMeter } from './measure.ts';
import { type MeteredService, type MeterReport, startMetered } from './metered-service.ts';
import type { KnownPages } from './other-requests.ts';
import { findPaths } from './paths.ts';
import { type Caller, Walk, type WalkLimits } from './walk.ts';

/** Maximum growth of resident memory during a run, in bytes. */
export const maxGrowthBytes = 100_000_000;

/** Maximum time to wait until memory is released, in milliseconds. */
const maxWaitMs = 20_000;
const waitMs = 500;

/** Maximum number of repetitions of a write that a busy service rejects. */
const maxAttempts = 40;

export interface CostRun {
  readonly findings: Findings;
  readonly walk: Walk;
  readonly service: MeteredService;
  /**
   * Returns the memory before and after the run. Both values are measured after garbage collection. `after` is measured
   * repeatedly, for up to 20 seconds, until the growth is within the limit; the minimum is returned.
   */
  memory(): Promise<{ readonly before: MeterReport; readonly after: MeterReport }>;
  stop(): Promise<void>;
}

export interface CostRunOptions {
  readonly posts: number;
  readonly extent: WalkLimits;
  /** The `postgres://` URL of an empty database; SQLite if absent. */
  readonly database?: string;
  /** Called with each attempt that exceeds a limit, as soon as it has been measured. */
  readonly onOffender?: (cost: Cost) => void;
}

/** Creates the site, starts the service on it, and fills its caches. */
export async function openCostRun({ posts, extent, database, onOffender }: CostRunOptions): Promise<CostRun> {
  const data = mkdtempSync(path.join(tmpdir(), 'octavo-cost-'));
  const site = await createCostSite({ data, ...(database !== undefined && { database }) }, posts);
  const externalCpu = database === undefined ? undefined : await postgresCpuOf(database);
  const service = await startMetered(site.location, {
    options: ['--log-level', 'error'],
    ...(externalCpu && { externalCpu }),
  });
  const administrator = { authorization: site.authorizationOf('administrator') ?? '' };
  const read = async (path: string) => {
    const response = await fetch(`${service.origin}/rest${path}`, { headers: administrator });
    return response.ok ? response.json() : undefined;
  };
  const change = createSiteChanger(service, administrator);
  const meter = new CostMeter(service, change);
  const findings = new Findings(onOffender);
  const headersOf = (caller: Caller): Record<string, string> => {
    const authorization = site.authorizationOf(caller);
    return authorization === undefined ? {} : { authorization };
  };
  const walk = new Walk({
    ...{ measuring: meter, findings, headersOf, extent, table: site.table, pages: await findPages(read) },
    routePaths: await findPaths(site.table, read, ownRecords(site)),
    tools: await findTools(service, headersOf('contributor')),
  });
  await fillCaches(service);
  const before = await service.collect();
  return {
    ...{ findings, walk, service },
    memory: async () => ({ before, after: await findMinimumMemory(service, before.rssBytes + maxGrowthBytes) }),
    async stop() {
      meter.close();
      await service.stop();
      rmSync(data, { recursive: true, force: true });
    },
  };
}

/** Keys of records that a contributor may change, by collection. */
const ownRecords = ({ ownIds }: CostSite): Readonly<Record<string, string>> => ({
  '/cms/v2/posts': String(ownIds.post),
  '/cms/v2/users': 'me',
});

/** Returns a function that changes the site so that caches are invalidated. */
function createSiteChanger({ origin }: MeteredService, headers: Readonly<Record<string, string>>): () => Promise<void> {
  let changes = 0;
  const create = (collection: string, body: object) =>
    fetch(`${origin}/rest/cms/v2/${collection}`, {
      ...{ method: 'POST', body: JSON.stringify(body) },
      headers: { ...headers, 'content-type': 'application/json' },
    });
  return async () => {
    changes += 1;
    for (const [collection, body] of [
      ['posts', { title: `Change ${changes}`, status: 'publish' }],
      ['tags', { name: `Change ${changes}` }],
      ['comments', { post: 1, content: `Change ${changes}` }],
    ] as const) {
      let response = await create(collection, body);
      for (let attempts = 0; response.status === 503 && attempts < maxAttempts; attempts += 1) {
        await pause(waitMs);
        response = await create(collection, body);
      }
      if (!response.ok) throw new Error(`POST ${collection} returned ${response.status}: ${await response.text()}`);
    }
  };
}

async function findPages(read: (path: string) => Promise<unknown>): Promise<KnownPages> {
  const urls = async (path: string, name: 'link' | 'source_url'): Promise<string[]> => {
    const items = (await read(path)) as { link: string; source_url: string }[];
    return items.map((item) => {
      const { pathname, search } = new URL(item[name]);
      return pathname + search;
    });
  };
  return {
    pages: [
      ...(await urls('/cms/v2/posts?include=2&_fields=link', 'link')),
      ...(await urls('/cms/v2/pages?per_page=1&_fields=link', 'link')),
      ...(await urls('/cms/v2/categories?per_page=1&orderby=count&order=desc&_fields=link', 'link')),
      ...(await urls('/cms/v2/tags?per_page=1&orderby=count&order=desc&_fields=link', 'link')),
      ...(await urls('/cms/v2/users?per_page=1&_fields=link', 'link')),
    ],
    files: await urls('/cms/v2/media?media_type=image&per_page=1&_fields=source_url', 'source_url'),
  };
}

async function findTools({ origin }: MeteredService, headers: Readonly<Record<string, string>>): Promise<string[]> {
  const response = await fetch(`${origin}/mcp`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }),
  });
  const { result } = (await response.json()) as { result: { tools: { name: string }[] } };
  return result.tools.map(({ name }) => name);
}

/** Requests 200 pages with 100 posts each, which fill the response cache. */
async function fillCaches({ origin }: MeteredService): Promise<void> {
  for (let page = 1; page <= 200; page += 1) {
    const response = await fetch(`${origin}/rest/cms/v2/posts?per_page=100&page=${page}`);
    await response.arrayBuffer();
  }
}

async function findMinimumMemory(service: MeteredService, enoughBytes: number): Promise<MeterReport> {
  const deadline = performance.now() + maxWaitMs;
  let minimum = await service.collect();
  while (minimum.rssBytes > enoughBytes && performance.now() < deadline) {
    await pause(waitMs);
    const report = await service.collect();
    if (report.rssBytes < minimum.rssBytes) minimum = report;
  }
  return minimum;
}
