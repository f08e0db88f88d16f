// Signals while requests and uploads are in flight: every accepted request is answered, nothing is half done, and the exit
// code is 0 within the limit, whoever receives the signals and however many come. `OCTAVO_SIGNALS=all` tests every combination.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { request } from 'node:http';
import path from 'node:path';
import { before, describe, it } from 'node:test';
import sharp from 'sharp';
import { describeOnPostgres } from './postgres-server.ts';
import {
  canLookAtProcesses,
  descendants,
  describeSignal,
  hasGroup,
  type StopSignal,
  sendSignals,
} from './process-groups.ts';
import { newFolder, type Service, type ServiceOptions, startService, until } from './service-process.ts';
import { assertSound, embedded, postgres, type Query } from './stored.ts';

interface Case extends StopSignal {
  readonly workers: 1 | 2;
}

/** Every pair of two properties occurs in one of them. */
const coveringCases: readonly Case[] = [
  { signal: 'SIGTERM', to: 'process', times: 1, workers: 1 },
  { signal: 'SIGTERM', to: 'group', times: 3, workers: 2 },
  { signal: 'SIGINT', to: 'process', times: 3, workers: 2 },
  { signal: 'SIGINT', to: 'group', times: 1, workers: 2 },
  { signal: 'SIGINT', to: 'group', times: 3, workers: 1 },
];
const allCases = (['SIGTERM', 'SIGINT'] as const).flatMap((signal) =>
  (['process', 'group'] as const).flatMap((to) =>
    ([1, 3] as const).flatMap((times) => ([1, 2] as const).map((workers) => ({ signal, to, times, workers }))),
  ),
);
const cases: readonly Case[] = process.env.OCTAVO_SIGNALS === 'all' ? allCases : coveringCases;

const UPLOADS = 6;
const WRITES = 30;
const READS = 20;
/** The documented limit of a stop. Milliseconds. */
const LIMIT_MS = 10_000;

let image: Buffer;

/** A request on a connection of its own: `sent` resolves when all of it is with the system, `status` when it is answered. */
function send(service: Service, method: string, url: string, headers: Record<string, string> = {}, body?: Buffer) {
  const { authorization } = service;
  const options = { method, agent: false, headers: method === 'POST' ? { authorization, ...headers } : headers };
  const sent = request(`${service.origin}/rest${url}`, options);
  const status = (async () => {
    const [response] = await once(sent, 'response');
    for await (const _part of response);
    return response.complete ? (response.statusCode as number) : 0;
  })().catch((error) => String(error.code ?? error));
  const isSent = once(sent, 'finish').catch(() => {});
  sent.end(body);
  return { sent: isSent, status };
}

const upload = (service: Service, name: string) =>
  send(
    service,
    'POST',
    '/cms/v2/media',
    { 'content-type': 'image/jpeg', 'content-disposition': `attachment; filename="${name}.jpg"` },
    image,
  );

const write = (service: Service, title: string) =>
  send(
    service,
    'POST',
    '/cms/v2/posts',
    { 'content-type': 'application/json' },
    Buffer.from(JSON.stringify({ title, content: 'x'.repeat(2000), status: 'publish', categories: [1] })),
  );

/** Fails where a file is stored that no item has, or an item has a file that is not stored, or one is left half received. */
async function assertFilesSound(query: Query, data: string): Promise<void> {
  const uploads = path.join(data, 'uploads');
  const files = readdirSync(uploads, { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile())
    .map((each) => path.relative(uploads, path.join(each.parentPath, each.name)));
  const rows = await query('select path, entry_id from media_files');
  assert.deepEqual(files.sort(), rows.map((row) => String(row.path)).sort());
  assert.deepEqual(
    rows.filter((row) => row.entry_id === null),
    [],
    'files without an item',
  );
}

/** Stops a service that has much to do; returns how long that took. */
async function stopInFlight(
  options: ServiceOptions,
  stopSignal: Case,
  look: (check: (query: Query) => Promise<void>) => Promise<void>,
): Promise<string> {
  const { data } = options;
  const service = await startService({
    ...options,
    leadsGroup: true,
    options: ['--workers', String(stopSignal.workers)],
  });
  const run = `Run ${Math.random()}`;
  const uploads = Array.from({ length: UPLOADS }, (_, n) => upload(service, `image-${n}`));
  const isProcessing = () => descendants(service.child, 'pictures').length > 0;
  await until(() => !canLookAtProcesses || isProcessing(), 20_000, 'images are processed');
  const others = [
    ...Array.from({ length: WRITES }, () => write(service, run)),
    ...Array.from({ length: READS }, (_, n) => send(service, 'GET', `/cms/v2/posts?per_page=5&n=${n}`)),
  ];
  await Promise.all([...uploads, ...others].map(({ sent }) => sent));
  const began = performance.now();
  const ended = once(service.child, 'exit');
  await sendSignals(service.child, stopSignal);
  const statuses = await Promise.all([...uploads, ...others].map(({ status }) => status));
  const [code, by] = await ended;
  const took = performance.now() - began;
  const expected = statuses.map((_, n) => (n < UPLOADS + WRITES ? 201 : 200));
  assert.deepEqual([statuses, code, by], [expected, 0, null], `after ${Math.round(took)} ms\n${service.log()}`);
  assert.ok(took < LIMIT_MS, `it took ${Math.round(took)} ms`);
  await until(() => !hasGroup(service.child), 5000, 'no process is left');
  await look(async (query) => {
    const [posts] = await query(`select count(*) as n from entries where title = '${run}'`);
    assert.equal(Number(posts?.n), WRITES);
    await assertSound(query, options.database === undefined ? 'sqlite' : 'postgres');
    await assertFilesSound(query, data);
  });
  return `stopped after ${Math.round(took)} ms`;
}

describe('a signal while 50 requests and 6 uploads are in flight', () => {
  before(async () => {
    const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
    image = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#000', noise } })
      .jpeg()
      .toBuffer();
  });

  for (const each of cases) {
    it(`${describeSignal(each)}, ${each.workers} at work`, { timeout: 90_000 }, async (t) => {
      const data = await newFolder();
      const look = async (check: (query: Query) => Promise<void>) => {
        const file = embedded(data);
        await check(file.query);
        file.close();
      };
      t.diagnostic(await stopInFlight({ data }, each, look));
    });
  }

  describeOnPostgres((database) => {
    it('SIGTERM to the group, 3 times, 2 at work', { timeout: 90_000 }, async (t) => {
      const look = async (check: (query: Query) => Promise<void>) => {
        const client = await postgres(database.url);
        await check(client.query);
        await client.close();
      };
      const stopSignal = { signal: 'SIGTERM', to: 'group', times: 3, workers: 2 } as const;
      t.diagnostic(await stopInFlight({ data: await newFolder(), database: database.url }, stopSignal, look));
    });
  });
});
