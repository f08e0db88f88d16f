// node scripts/run.js bench/cluster/run.ts: measures several nodes on one PostgreSQL server. docs/performance.md explains the method.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createTestDatabase, startPostgresServer } from '../../test/faults/postgres-server.ts';
import {
  administratorCredentials,
  cpuTime,
  type RunningProcess,
  runOctavo,
  type SiteLocation,
  startService,
  stopServices,
} from '../processes.ts';
import { startBalancer } from './balancer.ts';
import { createPosts, MAX_STALE_MS, measureStaleness, readHot, startMixedLoad, type Target } from './load.ts';
import { sampleWaits, type Waits } from './waits.ts';

const { values } = parseArgs({
  options: {
    /** A server on which databases may be created. Default: one that is started for the benchmark. */
    postgres: { type: 'string' },
    nodes: { type: 'string', default: '3' },
    rounds: { type: 'string', default: '2' },
    posts: { type: 'string', default: '1000' },
    /** Number of requests per node. */
    reads: { type: 'string', default: '4000' },
    creates: { type: 'string', default: '120' },
    writes: { type: 'string', default: '150' },
  },
});

/** Time for which nodes without requests are measured, in milliseconds. */
const IDLE_MS = 2000;

/** Requests that each node serves before the measurements, so that its code is compiled. */
const WARMUP_READS = 5000;
const WARMUP_CREATES = 300;

/** Wait of a session that is so short that it is not listed, in milliseconds per create. */
const MIN_LISTED_MS = 0.05;

const folder = mkdtempSync(path.join(tmpdir(), 'octavo-cluster-'));

/** Starts nodes one after another, each with a data folder of its own. */
async function startNodes(database: string, count: number): Promise<RunningProcess[]> {
  const nodes: RunningProcess[] = [];
  for (let n = 0; n < count; n += 1) nodes.push(await startService(locationOf(database, n)));
  return nodes;
}

const locationOf = (database: string, n: number): SiteLocation => ({
  data: path.join(folder, `node-${n}`),
  database,
  posts: 0,
});

const originsOf = (nodes: readonly RunningProcess[]): string[] => nodes.map(({ origin }) => origin);

/** Returns the CPU time that the nodes use while `work` runs, in milliseconds. */
async function cpuOf(nodes: readonly RunningProcess[], work: () => Promise<unknown>): Promise<number> {
  const total = () => nodes.reduce((sum, { child }) => sum + cpuTime(child), 0);
  const before = total();
  await work();
  return total() - before;
}

/** The measurements of a number of nodes in one round. */
interface Costs {
  /** CPU time of one node without requests, in milliseconds per second. */
  readonly idle: number;
  /** CPU time of all nodes for one request, without that of idle nodes for the same time, in milliseconds. */
  readonly read: number;
  readonly create: number;
  /** Time that sessions spend in each wait, in milliseconds per create. */
  readonly waits: Waits;
}

/** Measures requests to some of the running nodes. */
async function measureCosts(database: string, nodes: readonly RunningProcess[], authorization: string): Promise<Costs> {
  const [reads, creates] = [Number(values.reads) * nodes.length, Number(values.creates) * nodes.length];
  const origins = originsOf(nodes);
  const idle = (await cpuOf(nodes, () => pause(IDLE_MS))) / (IDLE_MS / 1000);
  const net = async (work: () => Promise<unknown>): Promise<number> => {
    const startedAt = performance.now();
    const cpuMs = await cpuOf(nodes, work);
    return cpuMs - (idle * (performance.now() - startedAt)) / 1000;
  };
  const read = (await net(() => readHot(origins, reads))) / reads;
  let waits: Waits = new Map();
  const create = await net(async () => {
    const targets = origins.map((origin) => ({ origin, authorization }));
    waits = await sampleWaits(database, () => createPosts(targets, creates));
  });
  return {
    ...{ idle: idle / nodes.length, read, create: create / creates },
    waits: new Map([...waits].map(([wait, ms]) => [wait, ms / creates])),
  };
}

const median = (numbers: readonly number[]): number => numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0;
const percentile = (numbers: readonly number[], share: number): number =>
  numbers.toSorted((a, b) => a - b)[Math.min(numbers.length - 1, Math.floor(numbers.length * share))] ?? 0;

/** Measures each number of nodes several times, in turn, and prints the medians. All nodes run, and have served the same requests before. */
async function reportCosts(database: string, nodes: readonly RunningProcess[], authorization: string): Promise<void> {
  for (const { origin } of nodes) {
    await readHot([origin], WARMUP_READS);
    await createPosts([{ origin, authorization }], WARMUP_CREATES);
  }
  const counts = nodes.map((_, n) => n + 1);
  const byCount = new Map<number, Costs[]>(counts.map((count) => [count, []]));
  for (let round = 0; round < Number(values.rounds); round += 1)
    for (const count of counts) {
      const chosen = nodes.map((_, n) => nodes[(n + round) % nodes.length] as RunningProcess).slice(0, count);
      byCount.get(count)?.push(await measureCosts(database, chosen, authorization));
    }
  const of = (count: number, value: (costs: Costs) => number) => median((byCount.get(count) ?? []).map(value));
  console.log('| Nodes | CPU per hot read | CPU per create | CPU of an idle node |\n| --- | --- | --- | --- |');
  for (const count of counts)
    console.log(
      `| ${count} | ${(of(count, ({ read }) => read) * 1000).toFixed(0)} µs | ${of(count, ({ create }) => create).toFixed(2)} ms | ${of(count, ({ idle }) => idle).toFixed(0)} ms per second |`,
    );
  const [first = 1, last = 1] = [counts[0], counts.at(-1)];
  for (const [name, value] of [
    ['hot read', ({ read }: Costs) => read],
    ['create', ({ create }: Costs) => create],
  ] as const)
    console.log(`CPU time per ${name}, ${last} nodes ÷ ${first}: ${(of(last, value) / of(first, value)).toFixed(2)}`);
  const waits = new Set([...byCount.values()].flat().flatMap((costs) => [...costs.waits.keys()]));
  console.log(`\n| Sessions on PostgreSQL, ms per create | ${counts.map((n) => `${n} nodes`).join(' | ')} |`);
  console.log(`| --- | ${counts.map(() => '---').join(' | ')} |`);
  for (const wait of [...waits].sort()) {
    const cells = counts.map((count) => of(count, (costs) => costs.waits.get(wait) ?? 0));
    if (Math.max(...cells) >= MIN_LISTED_MS)
      console.log(`| ${wait} | ${cells.map((ms) => ms.toFixed(2)).join(' | ')} |`);
  }
}

/**
 * Compares the cluster with as many nodes that share no database. Both use the cores of the machine in the same way, so that their difference
 * is the cost of the cluster itself.
 */
async function reportSeparateNodes(nodes: readonly RunningProcess[], authorization: string): Promise<void> {
  const databases = await Promise.all(nodes.slice(1).map(() => createTestDatabase(serverUrl)));
  const added: (RunningProcess & Target)[] = [];
  for (const [n, { url }] of databases.entries()) {
    const location = locationOf(url, nodes.length + n);
    runOctavo(location, ['generate', '--posts', values.posts, '--seed', '1']);
    const target = { ...(await startService(location)), authorization: administratorCredentials(location) };
    await readHot([target.origin], WARMUP_READS);
    await createPosts([target], WARMUP_CREATES);
    added.push(target);
  }
  const cluster = nodes.map((node) => ({ ...node, authorization }));
  const groups = { cluster, separate: [...cluster.slice(0, 1), ...added] };
  const works = {
    'hot read': (group: typeof cluster, count: number) => readHot(originsOf(group), count),
    create: createPosts,
  };
  for (const [name, work] of Object.entries(works)) {
    const count = nodes.length * Number(name === 'create' ? values.creates : values.reads);
    const measured = { cluster: [] as number[], separate: [] as number[] };
    for (let round = 0; round < 3 * Number(values.rounds); round += 1)
      for (const groupName of ['cluster', 'separate'] as const)
        measured[groupName].push((await cpuOf(groups[groupName], () => work(groups[groupName], count))) / count);
    const ratio = median(measured.cluster) / median(measured.separate);
    console.log(
      `CPU time per ${name}, ${nodes.length} nodes ÷ ${nodes.length} nodes without a common database: ${ratio.toFixed(2)}`,
    );
  }
  for (const node of added) await node.stop();
  await Promise.all(databases.map((each) => each.drop()));
}

/** Measures staleness between nodes during a mixed load, and the failover when one is killed. */
async function reportAvailability(allNodes: readonly RunningProcess[], authorization: string): Promise<void> {
  const nodes = [...allNodes];
  const balancer = await startBalancer(originsOf(nodes));
  const list = await fetch(`${balancer.origin}/rest/cms/v2/posts?per_page=100&_fields=id`);
  const ids = ((await list.json()) as { id: number }[]).map(({ id }) => id);
  const load = startMixedLoad(balancer.origin, ids, authorization);
  const writes = Number(values.writes);
  const { visibleMs, responses, tooOld } = await measureStaleness(originsOf(nodes), ids, { writes, authorization });
  console.log(
    `\nVisible on another node after an acknowledged write: p50 ${percentile(visibleMs, 0.5).toFixed(0)} ms, p90 ${percentile(visibleMs, 0.9).toFixed(0)} ms, p99 ${percentile(visibleMs, 0.99).toFixed(0)} ms, maximum ${Math.max(...visibleMs).toFixed(0)} ms (${writes} writes)`,
  );
  console.log(`Stale responses requested more than ${MAX_STALE_MS} ms after the write: ${tooOld} of ${responses}`);
  const before = load.failures.length;
  const [victim] = nodes.splice(1, 1);
  const killedAt = performance.now();
  victim?.child.kill('SIGKILL');
  await pause(5000);
  const failures = load.failures.slice(before);
  const lastFailure = Math.max(killedAt, ...failures.map(({ failedAt }) => failedAt));
  console.log(
    `Failover after SIGKILL: ${failures.length} failed requests (${failures.filter(({ method }) => method === 'GET').length} reads), none after ${(lastFailure - killedAt).toFixed(0)} ms; slowest other request ${load.slowestSince(killedAt - 100).toFixed(0)} ms`,
  );
  await load.stop();
  console.log(`Requests through the load balancer: ${load.count()}, of which ${before} failed before`);
  await balancer.close();
}

const startedAt = performance.now();
const server = values.postgres === undefined ? await startPostgresServer() : undefined;
const serverUrl = values.postgres ?? server?.url;
const database = await createTestDatabase(serverUrl);
try {
  const location = locationOf(database.url, 0);
  runOctavo(location, ['generate', '--posts', values.posts, '--seed', '1']);
  const authorization = administratorCredentials(location);
  const nodes = await startNodes(database.url, Number(values.nodes));
  await reportCosts(database.url, nodes, authorization);
  await reportSeparateNodes(nodes, authorization);
  await reportAvailability(nodes, authorization);
  console.log(`\nDuration: ${((performance.now() - startedAt) / 1000).toFixed(0)} s`);
} finally {
  await stopServices();
  await database.drop();
  await server?.remove();
  rmSync(folder, { recursive: true, force: true });
}
// The pools of `fetch` and the handlers of test cleanup do not keep the process alive.
process.exit();
