// node bench/neighbours.ts: how much slower a service is for everybody while one client loops the dearest requests there are.
// Measured in turn, with the load and without it: reads of a cached list, of items that no cache has, and creates of posts, each at a
// steady rate that does not wait for responses, so that a request that had to wait counts with its whole wait. The load is a
// process of its own with a low priority; on two cores it, the service and the measuring share them, so figures are upper bounds.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { loads } from './neighbours-load.ts';
import {
  administrator,
  credentialsOf,
  octavo,
  type Place,
  residentMemory,
  siteOf,
  siteOnServer,
  startService,
} from './processes.ts';

const help = `node bench/neighbours.ts [--only LOADS] [--posts NUMBER] [--seconds NUMBER] [--rounds NUMBER] [--sites FOLDER] [--postgres ADDRESS] [--json]

  --only LOADS        some of: ${Object.keys(loads).join('; ')}
  --posts NUMBER      posts of the site (default: 100000)
  --seconds NUMBER    how long each figure is measured (default: 4)
  --rounds NUMBER     how often each is measured; the median counts (default: 2)
  --sites FOLDER      where generated sites are kept for the next time (default: in the system's folder for temporary files)
  --postgres ADDRESS  measures on PostgreSQL; the address leads to a server where databases may be made
  --json              prints a line of JSON for each load instead of a row of a table`;

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

/** The largest slowdown that other clients may notice. Milliseconds. */
const limits = { cachedMedianMore: 2, cachedP99: 50, itemP99More: 100, createP99More: 100 };

/** The requests of the other clients, with their rates per second. */
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
  readonly place: Place;
  readonly administrator: string;
  readonly contributor: string;
}

interface Service extends Site {
  readonly origin: string;
}

const kindNames: readonly Kind[] = ['cached', 'item', 'create'];
const seconds = Number(values.seconds);
const warmUpSeconds = 2;
/** Time for memory to be released after a load. Milliseconds. */
const restMs = 3000;

/** A request that takes longer counts as failed. Milliseconds. */
const timeoutMs = 20_000;

let counter = 0;
const content = `<!-- wp:paragraph --><p>${'Some words that say little. '.repeat(70)}</p><!-- /wp:paragraph -->`;

/** A stride that meets every post once before it meets one again. */
const stride = 7919;

function send(service: Service, kind: Kind, agent: Agent): Promise<number> {
  counter += 1;
  const { promise, resolve } = Promise.withResolvers<number>();
  const id = 2 + ((counter * stride) % service.place.posts);
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
  const sent = request(`${service.origin}/rest/cms/v2${path}`, options, (answer) => {
    answer.resume();
    answer.on('close', () => resolve(answer.statusCode ?? 0));
  });
  sent.on('timeout', () => sent.destroy(new Error('timeout')));
  sent.on('error', () => resolve(0));
  sent.end(body);
  return promise;
}

/** Sends at a steady rate for some seconds and waits for all responses. */
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

/** Runs a load while something is measured; gives how often it had which status. */
async function under<T>(service: Service, name: string, work: () => Promise<T>): Promise<[T, Record<number, number>]> {
  const child: ChildProcess = fork(path.join(import.meta.dirname, 'neighbours-load.ts'), [
    name,
    service.origin,
    service.contributor,
  ]);
  // The first round is the one that finds out what is accepted.
  await pause(1000);
  const result = await work();
  const [[statuses]] = await Promise.all([once(child, 'message'), child.send('stop')]);
  await once(child, 'exit');
  return [result, statuses];
}

const middle = (all: readonly number[]): number =>
  all.toSorted((a, b) => a - b)[Math.floor((all.length - 1) / 2)] ?? Number.NaN;

const together = (all: readonly Times[]): Times => ({
  median: middle(all.map(({ median }) => median)),
  p99: middle(all.map(({ p99 }) => p99)),
  failed: all.reduce((sum, { failed }) => sum + failed, 0),
});

interface Measured {
  readonly load: string;
  readonly alone: Record<Kind, Times>;
  readonly beside: Record<Kind, Times>;
  readonly statuses: Record<number, number>;
  /** By how much resident memory was larger some seconds after the load. MB. */
  readonly grown: number;
}

/** Measures everything beside one load. Each figure comes from a service of its own: what a load leaves behind stays with it. */
async function measureLoad(site: Site, load: string): Promise<Measured> {
  const statuses: Record<number, number> = {};
  const alone: Record<Kind, Times[]> = { cached: [], item: [], create: [] };
  const beside: Record<Kind, Times[]> = { cached: [], item: [], create: [] };
  const grown: number[] = [];
  for (const kind of kindNames)
    for (let round = 0; round < Number(values.rounds); round += 1) {
      const running = await startService(site.place);
      const service: Service = { ...site, origin: running.origin };
      // The first requests of a process are those for which it compiles itself.
      await measure(service, kind, warmUpSeconds);
      alone[kind].push(await measure(service, kind, seconds));
      const before = residentMemory(running.child);
      const [times, had] = await under(service, load, () => measure(service, kind, seconds));
      beside[kind].push(times);
      for (const [status, count] of Object.entries(had))
        statuses[Number(status)] = (statuses[Number(status)] ?? 0) + count;
      await pause(restMs);
      grown.push(residentMemory(running.child) - before);
      await running.stop();
    }
  const summed = (all: Record<Kind, Times[]>) => ({
    cached: together(all.cached),
    item: together(all.item),
    create: together(all.create),
  });
  return { load, statuses, grown: Math.max(...grown), alone: summed(alone), beside: summed(beside) };
}

/** The measurements that exceed a limit. */
function missed({ alone, beside }: Measured): string[] {
  const { cachedMedianMore, cachedP99, itemP99More, createP99More } = limits;
  const failed = Object.entries(beside).filter(([, times]) => times.failed > 0);
  return [
    ...(beside.cached.median - alone.cached.median > cachedMedianMore ? ['cached median'] : []),
    ...(beside.cached.p99 > cachedP99 ? ['cached p99'] : []),
    ...(beside.item.p99 - alone.item.p99 > itemP99More ? ['item p99'] : []),
    ...(beside.create.p99 - alone.create.p99 > createP99More ? ['create p99'] : []),
    ...failed.map(([kind, times]) => `${times.failed} × ${kind} failed`),
  ];
}

const shown = (value: number): string => (value >= 10 ? value.toFixed(0) : value.toFixed(1));

function rowOf(measured: Measured): string {
  const { load, alone, beside, statuses, grown } = measured;
  const change = (kind: Kind, figure: 'median' | 'p99') =>
    `${shown(alone[kind][figure])} → ${shown(beside[kind][figure])}`;
  const cells = [change('cached', 'median'), change('cached', 'p99'), change('item', 'p99'), change('create', 'p99')];
  const had = Object.entries(statuses).map(([status, count]) => `${count} × ${status}`);
  return `| ${[`\`${load}\``, had.join(', '), ...cells, shown(grown), missed(measured).join(', ') || 'met'].join(' | ')} |`;
}

const heads = [
  'load',
  'its responses',
  'cached median, ms',
  'cached p99, ms',
  'item p99, ms',
  'create p99, ms',
  'memory, MB',
  'limits',
];

async function openSite(): Promise<Place> {
  const posts = Number(values.posts);
  return values.postgres === undefined
    ? siteOf(values.sites, posts)
    : siteOnServer(values.sites, posts, values.postgres);
}

/** A contributor of the site, made once. */
function contributorOf(place: Place): string {
  if (!/\tcontributor\t/.test(octavo(place, ['user', 'list'])))
    octavo(place, ['user', 'create', 'contributor', 'contributor@site.test', '--role', 'contributor']);
  return credentialsOf(place, 'contributor');
}

if (values.help) console.log(help);
else {
  const place = await openSite();
  const site: Site = { place, administrator: administrator(place), contributor: contributorOf(place) };
  const engine = values.postgres === undefined ? 'SQLite' : 'PostgreSQL';
  if (!values.json) {
    const rates = kindNames.map((kind) => `${kind} ${kinds[kind].rate}/s`).join(', ');
    console.log(`${engine}, ${place.posts} posts, ${availableParallelism()} cores; others: ${rates}\n`);
    console.log(`| ${heads.join(' | ')} |\n|${' --- |'.repeat(heads.length)}`);
  }
  const only = values.only?.split(';').map((name) => name.trim());
  let isGood = true;
  for (const load of Object.keys(loads).filter((name) => only?.includes(name) ?? true)) {
    const measured = await measureLoad(site, load);
    isGood &&= missed(measured).length === 0;
    const line = { engine, posts: place.posts, ...measured, missed: missed(measured) };
    console.log(values.json ? JSON.stringify(line) : rowOf(measured));
  }
  process.exitCode = isGood ? 0 : 1;
}
