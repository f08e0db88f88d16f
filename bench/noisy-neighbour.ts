// node bench/noisy-neighbour.ts: measures how much one client that repeats the most expensive requests slows the service
// down for others. Measures reads of a cached list, reads of uncached items and creates of posts, with and without the
// load. Requests are sent at a steady rate that does not depend on responses, so waiting time is included. The load
// runs in a low-priority process that shares the cores with the service and the measuring process, so the results are
// upper bounds.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { loads } from './noisy-neighbour-load.ts';
import {
  administratorCredentials,
  credentialsOf,
  ensureSite,
  ensureSiteOnServer,
  residentMemory,
  runOctavo,
  type SiteLocation,
  startService,
} from './processes.ts';

const help = `node bench/noisy-neighbour.ts [--only LOADS] [--posts NUMBER] [--seconds NUMBER] [--rounds NUMBER] [--sites FOLDER] [--postgres URL] [--json]

  --only LOADS        semicolon-separated subset of: ${Object.keys(loads).join('; ')}
  --posts NUMBER      number of posts (default: 100000)
  --seconds NUMBER    duration of each measurement (default: 4)
  --rounds NUMBER     repetitions of each measurement; the lower median is reported (default: 2)
  --sites FOLDER      folder of generated sites, which later runs reuse (default: in the system's temporary folder)
  --postgres URL      measure on PostgreSQL; the user must be allowed to create databases
  --json              print a line of JSON for each load instead of a table row`;

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    posts: { type: 'string', default: '100000' },
    seconds: { type: 'string', default: '4' },
    rounds: { type: 'string', default: '2' },
    sites: { type: 'string', default: path.join(tmpdir(), 'octavo-bench-sites') },
    postgres: { type: 'string' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

/** Limits for the response times of other clients, in milliseconds. Names that end in `More` limit the increase during a load. */
const limits = { cachedMedianMore: 2, cachedP99: 50, itemP99More: 100, createP99More: 100 };

/** Requests of the other clients, with their rates per second and the expected statuses. */
const kinds = {
  cached: { rate: 100, expected: 200 },
  item: { rate: 40, expected: 200 },
  create: { rate: 20, expected: 201 },
} as const;
type Kind = keyof typeof kinds;

interface Times {
  readonly median: number;
  readonly p99: number;
  readonly failed: number;
}

interface Site {
  readonly location: SiteLocation;
  readonly administrator: string;
  readonly contributor: string;
}

interface Service extends Site {
  readonly origin: string;
}

const kindNames: readonly Kind[] = ['cached', 'item', 'create'];
const seconds = Number(values.seconds);
const warmUpSeconds = 2;
/** Time between the end of a load and the measurement of memory, in milliseconds. */
const memoryReleaseMs = 3000;

/** Timeout after which a request counts as failed, in milliseconds. */
const timeoutMs = 20_000;

let counter = 0;
const content = `<!-- wp:paragraph --><p>${'Some words that say little. '.repeat(70)}</p><!-- /wp:paragraph -->`;

/** Step between the IDs of requested posts. It is a prime number, so that requests are distributed over all posts. */
const stride = 7919;

function send(service: Service, kind: Kind, agent: Agent): Promise<number> {
  counter += 1;
  const { promise, resolve } = Promise.withResolvers<number>();
  const id = 2 + ((counter * stride) % service.location.posts);
  const path = { cached: '/posts', item: `/posts/${id}`, create: '/posts' }[kind];
  const body =
    kind === 'create' ? JSON.stringify({ title: `Measured ${Date.now()} ${counter}`, status: 'publish', content }) : '';
  const headers =
    kind === 'create'
      ? {
          authorization: service.administrator,
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
        }
      : {};
  const options = { agent, headers, timeout: timeoutMs, method: kind === 'create' ? 'POST' : 'GET' };
  const outgoing = request(`${service.origin}/rest/cms/v2${path}`, options, (response) => {
    response.resume();
    response.on('close', () => resolve(response.statusCode ?? 0));
  });
  outgoing.on('timeout', () => outgoing.destroy(new Error('timeout')));
  outgoing.on('error', () => resolve(0));
  outgoing.end(body);
  return promise;
}

/**
 * Sends requests at a steady rate for `forSeconds` seconds, waits for all responses, and returns the median and the 99th percentile of the
 * response times, in milliseconds, and the number of failed requests.
 */
async function measure(service: Service, kind: Kind, forSeconds: number): Promise<Times> {
  const { rate, expected } = kinds[kind];
  const agent = new Agent({ keepAlive: true, maxSockets: 256 });
  await send(service, kind, agent);
  const times: number[] = [];
  let failed = 0;
  const all: Promise<void>[] = [];
  const began = performance.now();
  for (let n = 0; n < rate * forSeconds; n += 1) {
    const due = began + (n * 1000) / rate;
    if (due > performance.now()) await pause(due - performance.now());
    const sentAt = performance.now();
    all.push(
      send(service, kind, agent).then((status) => {
        times.push(performance.now() - sentAt);
        if (status !== expected) failed += 1;
      }),
    );
  }
  await Promise.all(all);
  agent.destroy();
  const sorted = times.sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  return { median: at(0.5), p99: at(0.99), failed };
}

/** Runs `work` under a load. Returns the result of `work`, and the number of responses to the load by status. */
async function withLoad<T>(
  service: Service,
  name: string,
  work: () => Promise<T>,
): Promise<[T, Record<number, number>]> {
  const child: ChildProcess = fork(path.join(import.meta.dirname, 'noisy-neighbour-load.ts'), [
    name,
    service.origin,
    service.contributor,
  ]);
  // The first round of the load finds the largest accepted size, which takes several requests.
  await pause(1000);
  const result = await work();
  const [[statuses]] = await Promise.all([once(child, 'message'), child.send('stop')]);
  await once(child, 'exit');
  return [result, statuses];
}

const lowerMedian = (all: readonly number[]): number =>
  all.toSorted((a, b) => a - b)[Math.floor((all.length - 1) / 2)] ?? Number.NaN;

const combineTimes = (all: readonly Times[]): Times => ({
  median: lowerMedian(all.map(({ median }) => median)),
  p99: lowerMedian(all.map(({ p99 }) => p99)),
  failed: all.reduce((sum, { failed }) => sum + failed, 0),
});

interface Measured {
  readonly load: string;
  readonly alone: Record<Kind, Times>;
  readonly beside: Record<Kind, Times>;
  readonly statuses: Record<number, number>;
  /** Largest growth of resident memory in a round, measured three seconds after the load, in MB. */
  readonly grown: number;
}

/**
 * Measures all types of requests, first without and then with one load. Each round starts a new service, so that
 * after-effects of the load do not influence the next round.
 */
async function measureLoad(site: Site, load: string): Promise<Measured> {
  const statuses: Record<number, number> = {};
  const alone: Record<Kind, Times[]> = { cached: [], item: [], create: [] };
  const beside: Record<Kind, Times[]> = { cached: [], item: [], create: [] };
  const grown: number[] = [];
  for (const kind of kindNames)
    for (let round = 0; round < Number(values.rounds); round += 1) {
      const running = await startService(site.location);
      const service: Service = { ...site, origin: running.origin };
      // The first requests of a process are slower, because code is compiled.
      await measure(service, kind, warmUpSeconds);
      alone[kind].push(await measure(service, kind, seconds));
      const before = residentMemory(running.child);
      const [times, responses] = await withLoad(service, load, () => measure(service, kind, seconds));
      beside[kind].push(times);
      for (const [status, count] of Object.entries(responses))
        statuses[Number(status)] = (statuses[Number(status)] ?? 0) + count;
      await pause(memoryReleaseMs);
      grown.push(residentMemory(running.child) - before);
      await running.stop();
    }
  const summed = (all: Record<Kind, Times[]>) => ({
    cached: combineTimes(all.cached),
    item: combineTimes(all.item),
    create: combineTimes(all.create),
  });
  return { load, statuses, grown: Math.max(...grown), alone: summed(alone), beside: summed(beside) };
}

/** Returns the names of the measurements that exceed a limit. */
function exceededLimits({ alone, beside }: Measured): string[] {
  const {
    cachedMedianMore: maxCachedMedianIncreaseMs,
    cachedP99: maxCachedP99Ms,
    itemP99More: maxItemP99IncreaseMs,
    createP99More: maxCreateP99IncreaseMs,
  } = limits;
  const failed = Object.entries(beside).filter(([, times]) => times.failed > 0);
  return [
    ...(beside.cached.median - alone.cached.median > maxCachedMedianIncreaseMs ? ['cached median'] : []),
    ...(beside.cached.p99 > maxCachedP99Ms ? ['cached p99'] : []),
    ...(beside.item.p99 - alone.item.p99 > maxItemP99IncreaseMs ? ['item p99'] : []),
    ...(beside.create.p99 - alone.create.p99 > maxCreateP99IncreaseMs ? ['create p99'] : []),
    ...failed.map(([kind, times]) => `${times.failed} × ${kind} failed`),
  ];
}

const formatNumber = (value: number): string => (value >= 10 ? value.toFixed(0) : value.toFixed(1));

function rowOf(measured: Measured): string {
  const { load, alone, beside, statuses, grown } = measured;
  const change = (kind: Kind, figure: 'median' | 'p99') =>
    `${formatNumber(alone[kind][figure])} → ${formatNumber(beside[kind][figure])}`;
  const cells = [change('cached', 'median'), change('cached', 'p99'), change('item', 'p99'), change('create', 'p99')];
  const responses = Object.entries(statuses).map(([status, count]) => `${count} × ${status}`);
  return `| ${[`\`${load}\``, responses.join(', '), ...cells, formatNumber(grown), exceededLimits(measured).join(', ') || 'met'].join(' | ')} |`;
}

const tableHeadings = [
  'load',
  'load responses',
  'cached median, ms',
  'cached p99, ms',
  'item p99, ms',
  'create p99, ms',
  'memory growth, MB',
  'limits',
];

async function openSite(): Promise<SiteLocation> {
  const posts = Number(values.posts);
  return values.postgres === undefined
    ? ensureSite(values.sites, posts)
    : ensureSiteOnServer(values.sites, posts, values.postgres);
}

/** Returns an Authorization header with the credentials of the site's contributor. Creates the contributor if necessary. */
function contributorOf(location: SiteLocation): string {
  if (!/\tcontributor\t/.test(runOctavo(location, ['user', 'list'])))
    runOctavo(location, ['user', 'create', 'contributor', 'contributor@site.test', '--role', 'contributor']);
  return credentialsOf(location, 'contributor');
}

if (values.help) console.log(help);
else {
  const location = await openSite();
  const site: Site = {
    location,
    administrator: administratorCredentials(location),
    contributor: contributorOf(location),
  };
  const engine = values.postgres === undefined ? 'SQLite' : 'PostgreSQL';
  if (!values.json) {
    const rates = kindNames.map((kind) => `${kind} ${kinds[kind].rate}/s`).join(', ');
    console.log(`${engine}, ${location.posts} posts, ${availableParallelism()} cores; other clients: ${rates}\n`);
    console.log(`| ${tableHeadings.join(' | ')} |\n|${' --- |'.repeat(tableHeadings.length)}`);
  }
  const only = values.only?.split(';').map((name) => name.trim());
  for (const name of only ?? []) if (!(name in loads)) throw new Error(`Unknown load "${name}"; see --help.`);
  let isGood = true;
  for (const load of Object.keys(loads).filter((name) => only?.includes(name) ?? true)) {
    const measured = await measureLoad(site, load);
    isGood &&= exceededLimits(measured).length === 0;
    const line = { engine, posts: location.posts, ...measured, missed: exceededLimits(measured) };
    console.log(values.json ? JSON.stringify(line) : rowOf(measured));
  }
  process.exitCode = isGood ? 0 : 1;
}
