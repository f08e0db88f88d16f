// npm run soak: mixed load for a long time. Memory, handles and latency of each minute stand in one line, so that what grows
// is seen.
import { readdirSync, rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { createsPerSecond } from './load.ts';
import { administrator, octavo, type Running, residentMemory, startService } from './processes.ts';

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '20' } } });
const minutes = Number(values.minutes);
const posts = 10_000;
const readers = 4;
/** Each reader waits this long between two requests, so that the machine is busy and not at its end. Milliseconds. */
const rest = 5;

const addresses: readonly ((n: number) => string)[] = [
  (n) => `/rest/cms/v2/posts?page=${1 + (n % 200)}`,
  (n) => `/rest/cms/v2/posts/${1 + (n % posts)}?_embed`,
  (n) => `/rest/cms/v2/posts?categories=${2 + (n % 50)}&_embed`,
  (n) => `/wp-json/wp/v2/posts?search=zyzzyva&n=${n % 100}`,
  (n) => `/rest/cms/v2/posts?slug=none-${n}`,
  (n) => `/rest/cms/v2/tags?page=${1 + (n % 5)}`,
];

/** Times of answers within the present minute. Milliseconds. */
let times: number[] = [];
let failures = 0;

async function read(origin: string, until: number): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  while (performance.now() < until) {
    const n = Math.floor(Math.random() * 1_000_000);
    const began = performance.now();
    const status = await ask(origin + (addresses[n % addresses.length]?.(n) ?? ''), agent);
    times.push(performance.now() - began);
    if (status !== 200) failures += 1;
    await new Promise((tick) => setTimeout(tick, rest));
  }
  agent.destroy();
}

const ask = (address: string, agent: Agent): Promise<number> =>
  new Promise((done, failed) => {
    const sent = request(address, { agent }, (answer) => {
      answer.resume();
      answer.on('end', () => done(answer.statusCode ?? 0));
    });
    sent.on('error', failed);
    sent.end();
  });

function line({ child }: Running, minute: number): string {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (part: number) => (sorted[Math.floor(sorted.length * part)] ?? Number.NaN).toFixed(2);
  const handles = readdirSync(`/proc/${child.pid}/fd`).length;
  const made = `${times.length} reads, ${failures} not 200`;
  times = [];
  return `${String(minute).padStart(3)}  ${residentMemory(child).toFixed(0)} MB  ${handles} handles  p50 ${at(0.5)} ms  p99 ${at(0.99)} ms  ${made}`;
}

const data = await mkdtemp(path.join(tmpdir(), 'octavo-soak-'));
const place = { data, posts };
octavo(place, ['generate', '--posts', String(posts), '--seed', '1']);
const authorization = administrator(place);
const service = await startService(place);
const until = performance.now() + minutes * 60_000;
const clients = Array.from({ length: readers }, () => read(service.origin, until));
const writing = createsPerSecond(service.origin, authorization, { clients: 4, seconds: minutes * 60, pace: 20 });
for (let minute = 1; minute <= minutes; minute += 1) {
  await new Promise((tick) => setTimeout(tick, 60_000));
  console.log(line(service, minute));
}
await Promise.all(clients);
console.log(`${(await writing).toFixed(1)} writes a second`);
await service.stop();
rmSync(data, { recursive: true });
