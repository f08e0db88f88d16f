// npm run soak: applies a mixed load to the service for 20 minutes (or `--minutes`). Prints one line per minute with memory,
// handles and latency, to reveal leaks.
import { readdirSync, rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { runClient } from './load/run-client.ts';
import { administratorCredentials, type RunningProcess, residentMemory, runOctavo, startService } from './processes.ts';

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '20' } } });
const minutes = Number(values.minutes);
const posts = 10_000;
const readers = 4;
/** Pause of each reader between two requests, in milliseconds. It keeps the machine busy but not saturated. */
const pauseMs = 5;

const paths: readonly ((n: number) => string)[] = [
  (n) => `/rest/cms/v2/posts?page=${1 + (n % 200)}`,
  (n) => `/rest/cms/v2/posts/${1 + (n % posts)}?_embed`,
  (n) => `/rest/cms/v2/posts?categories=${2 + (n % 50)}&_embed`,
  (n) => `/wp-json/wp/v2/posts?search=zyzzyva&n=${n % 100}`,
  (n) => `/rest/cms/v2/posts?slug=none-${n}`,
  (n) => `/rest/cms/v2/tags?page=${1 + (n % 5)}`,
];

/** Response times in the current minute, in milliseconds. */
let times: number[] = [];
let failures = 0;

async function read(origin: string, until: number): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  while (performance.now() < until) {
    const n = Math.floor(Math.random() * 1_000_000);
    const began = performance.now();
    const status = await sendRequest(origin + (paths[n % paths.length]?.(n) ?? ''), agent);
    times.push(performance.now() - began);
    if (status !== 200) failures += 1;
    await new Promise((tick) => setTimeout(tick, pauseMs));
  }
  agent.destroy();
}

const sendRequest = (url: string, agent: Agent): Promise<number> =>
  new Promise((done, failed) => {
    const outgoing = request(url, { agent }, (response) => {
      response.resume();
      response.on('end', () => done(response.statusCode ?? 0));
    });
    outgoing.on('error', failed);
    outgoing.end();
  });

function line({ child }: RunningProcess, minute: number): string {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? Number.NaN).toFixed(2);
  const handles = readdirSync(`/proc/${child.pid}/fd`).length;
  const counts = `${times.length} reads, ${failures} with a status other than 200`;
  times = [];
  return `${String(minute).padStart(3)}  ${residentMemory(child).toFixed(0)} MB  ${handles} handles  p50 ${at(0.5)} ms  p99 ${at(0.99)} ms  ${counts}`;
}

const data = await mkdtemp(path.join(tmpdir(), 'octavo-soak-'));
const location = { data, posts };
runOctavo(location, ['generate', '--posts', String(posts), '--seed', '1']);
const authorization = administratorCredentials(location);
const service = await startService(location);
const until = performance.now() + minutes * 60_000;
const clients = Array.from({ length: readers }, () => read(service.origin, until));
const writing = runClient({
  ...{ kind: 'create', origin: service.origin, authorization },
  clients: 4,
  seconds: minutes * 60,
  maxPerSecond: 20,
});
for (let minute = 1; minute <= minutes; minute += 1) {
  await new Promise((tick) => setTimeout(tick, 60_000));
  console.log(line(service, minute));
}
await Promise.all(clients);
console.log(`${(await writing).perSecond.toFixed(1)} writes per second`);
await service.stop();
rmSync(data, { recursive: true });
