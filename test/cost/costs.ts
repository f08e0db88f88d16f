// One run of the walk on a site of its own, from the site to the findings.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { findAddresses } from './addresses.ts';
import { type CostSite, makeCostSite } from './cost-site.ts';
import { postgresCpuOf } from './database-cpu.ts';
import { Findings } from './findings.ts';
import { type Cost, Measuring } from './measure.ts';
import { type MeteredService, type MeterReport, startMetered } from './metered-service.ts';
import type { KnownPages } from './other-requests.ts';
import { type Caller, type Extent, Walk } from './walk.ts';

/** By how much memory may have grown when everything is over. */
export const maxGrowthBytes = 100_000_000;

/** Memory is given back in its own time. Milliseconds. */
const maxWaitMs = 20_000;
const waitMs = 500;

/** How often a change is tried that a busy service puts off. */
const maxTries = 40;

export interface CostRun {
  readonly findings: Findings;
  readonly walk: Walk;
  readonly service: MeteredService;
  /** Memory before and after: the least within some seconds, after garbage has been collected. */
  memory(): Promise<{ readonly before: MeterReport; readonly after: MeterReport }>;
  stop(): Promise<void>;
}

export interface CostRunOptions {
  readonly posts: number;
  readonly extent: Extent;
  /** The postgres:// address of an empty database; absent: SQLite. */
  readonly database?: string;
  /** Is called with each attempt that exceeds a limit, as soon as it is known. */
  readonly onOffender?: (cost: Cost) => void;
}

/** Makes the site, starts the service on it, and gives it the work that fills its caches. */
export async function openCostRun({ posts, extent, database, onOffender }: CostRunOptions): Promise<CostRun> {
  const data = mkdtempSync(path.join(tmpdir(), 'octavo-cost-'));
  const site = await makeCostSite({ data, ...(database !== undefined && { database }) }, posts);
  const elsewhere = database === undefined ? undefined : await postgresCpuOf(database);
  const service = await startMetered(site.place, {
    options: ['--log-level', 'error'],
    ...(elsewhere && { elsewhere }),
  });
  const administrator = { authorization: site.authorizationOf('administrator') ?? '' };
  const read = async (address: string) => {
    const response = await fetch(`${service.origin}/rest${address}`, { headers: administrator });
    return response.ok ? response.json() : undefined;
  };
  const change = makeChange(service, administrator);
  const measuring = new Measuring(service, change);
  const findings = new Findings(onOffender);
  const headersOf = (caller: Caller): Record<string, string> => {
    const authorization = site.authorizationOf(caller);
    return authorization === undefined ? {} : { authorization };
  };
  const walk = new Walk({
    ...{ measuring, findings, headersOf, extent, table: site.table, pages: await findPages(read) },
    addresses: await findAddresses(site.table, read, ownThings(site)),
    tools: await findTools(service, headersOf('contributor')),
  });
  await fillCaches(service);
  const before = await service.collect();
  return {
    ...{ findings, walk, service },
    memory: async () => ({ before, after: await leastMemory(service, before.rssBytes + maxGrowthBytes) }),
    async stop() {
      measuring.close();
      await service.stop();
      rmSync(data, { recursive: true, force: true });
    },
  };
}

/** What contributors may change is their own. */
const ownThings = ({ own }: CostSite): Readonly<Record<string, string>> => ({
  '/cms/v2/posts': String(own.post),
  '/cms/v2/users': 'me',
});

/** Changes the site in the ways that caches look out for. */
function makeChange({ origin }: MeteredService, headers: Readonly<Record<string, string>>): () => Promise<void> {
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
      for (let tries = 0; response.status === 503 && tries < maxTries; tries += 1) {
        await pause(waitMs);
        response = await create(collection, body);
      }
      if (!response.ok) throw new Error(`${collection}: ${response.status} ${await response.text()}`);
    }
  };
}

async function findPages(read: (address: string) => Promise<unknown>): Promise<KnownPages> {
  const urls = async (address: string, name: 'link' | 'source_url'): Promise<string[]> => {
    const items = (await read(address)) as { link: string; source_url: string }[];
    return items.map((item) => {
      const { pathname, search } = new URL(item[name]);
      return pathname + search;
    });
  };
  return {
    pages: [
      ...(await urls('/cms/v2/posts?include=2&_fields=link', 'link')),
      ...(await urls('/cms/v2/pages?per_page=1&_fields=link', 'link')),
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

/** Pages of whole posts, until the memory for cached responses is full. */
async function fillCaches({ origin }: MeteredService): Promise<void> {
  for (let page = 1; page <= 200; page += 1) {
    const response = await fetch(`${origin}/rest/cms/v2/posts?per_page=100&page=${page}`);
    await response.arrayBuffer();
  }
}

async function leastMemory(service: MeteredService, enoughBytes: number): Promise<MeterReport> {
  const until = performance.now() + maxWaitMs;
  let least = await service.collect();
  while (least.rssBytes > enoughBytes && performance.now() < until) {
    await pause(waitMs);
    const report = await service.collect();
    if (report.rssBytes < least.rssBytes) least = report;
  }
  return least;
}
