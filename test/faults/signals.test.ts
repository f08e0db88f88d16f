// Sends signals while requests and uploads are in flight, to the process or its group, once or repeatedly. Every accepted
// request must get its response, no files or rows may be incomplete, and the service must exit with 0 within the time limit.
// `OCTAVO_SIGNALS=all` tests every combination.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { request } from 'node:http';
import path from 'node:path';
import { before, describe, it } from 'node:test';
import sharp from 'sharp';
import { assertConsistent, openPostgres, openSqlite, type Query } from './consistency.ts';
import { describeOnPostgres } from './postgres-server.ts';
import {
  descendants,
  describeSignal,
  hasProcessInformation,
  isGroupAlive,
  type StopSignal,
  sendSignals,
} from './process-groups.ts';
import { newFolder, newSite, type Service, type ServiceOptions, startService, waitUntil } from './service-process.ts';

interface Case extends StopSignal {
  readonly workers: 1 | 2;
}

/** Cases in which every combination of the values of two properties occurs at least once. */
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
/** Documented maximum duration of a stop, in milliseconds. */
const MAX_STOP_MS = 10_000;

let image: Buffer;

/**
 * Sends a request on a new connection. Returns two promises: `sent` resolves when all bytes were passed to the system. `status`
 * resolves with the status when the response is complete, with 0 if it is incomplete, or with an error code.
 */
function send(service: Service, method: string, url: string, headers: Record<string, string> = {}, body?: Buffer) {
  const { authorization } = service;
  const options = { method, agent: false, headers: method === 'POST' ? { authorization, ...headers } : headers };
  const outgoing = request(`${service.origin}/rest${url}`, options);
  const status = (async () => {
    const [response] = await once(outgoing, 'response');
    for await (const _part of response);
    return response.complete ? (response.statusCode as number) : 0;
  })().catch((error) => String(error.code ?? error));
  const isSent = once(outgoing, 'finish').catch(() => {});
  outgoing.end(body);
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

/** Asserts that each stored file belongs to a media item, that no media item lacks a file, and that no temporary files remain. */
async function assertFilesConsistent(query: Query, data: string): Promise<void> {
  const uploads = path.join(data, 'uploads');
  const files = readdirSync(uploads, { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile())
    .map((each) => path.relative(uploads, path.join(each.parentPath, each.name)));
  const rows = await query('select path, entry_id from media_files');
  assert.deepEqual(files.sort(), rows.map((row) => String(row.path)).sort());
  assert.deepEqual(
    rows.filter((row) => row.entry_id === null),
    [],
    'no file lacks a media item',
  );
}

/** Stops a service with many requests in flight, and returns a message with the duration. */
async function stopInFlight(
  options: ServiceOptions,
  stopSignal: Case,
  queryDatabase: (check: (query: Query) => Promise<void>) => Promise<void>,
): Promise<string> {
  const { data } = options;
  const service = await startService({
    ...options,
    leadsGroup: true,
    options: ['--workers', String(stopSignal.workers)],
  });
  const run = `Run ${Math.random()}`;
  const uploads = Array.from({ length: UPLOADS }, (_, n) => upload(service, `image-${n}`));
  const isProcessing = () => descendants(service.child, 'media-processing').length > 0;
  await waitUntil(() => !hasProcessInformation || isProcessing(), 60_000, 'images are processed');
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
  const durationMs = performance.now() - began;
  const expected = statuses.map((_, n) => (n < UPLOADS + WRITES ? 201 : 200));
  assert.deepEqual([statuses, code, by], [expected, 0, null], `after ${Math.round(durationMs)} ms\n${service.log()}`);
  assert.ok(durationMs < MAX_STOP_MS, `it took ${Math.round(durationMs)} ms`);
  await waitUntil(() => !isGroupAlive(service.child), 20_000, 'no process is left');
  await queryDatabase(async (query) => {
    const [posts] = await query(`select count(*) as n from entries where title = '${run}'`);
    assert.equal(Number(posts?.n), WRITES);
    await assertConsistent(query, options.database === undefined ? 'sqlite' : 'postgres');
    await assertFilesConsistent(query, data);
  });
  return `stopped after ${Math.round(durationMs)} ms`;
}

describe('a signal while 50 requests and 6 uploads are in flight', () => {
  before(async () => {
    const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
    image = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#000', noise } })
      .jpeg()
      .toBuffer();
  });

  for (const each of cases) {
    it(`${describeSignal(each)}, ${each.workers} workers`, { timeout: 300_000 }, async (t) => {
      const data = await newSite();
      const queryDatabase = async (check: (query: Query) => Promise<void>) => {
        const file = openSqlite(data);
        await check(file.query);
        file.close();
      };
      t.diagnostic(await stopInFlight({ data }, each, queryDatabase));
    });
  }

  describeOnPostgres((database) => {
    it('SIGTERM to the group, 3 times, 2 workers', { timeout: 300_000 }, async (t) => {
      const queryDatabase = async (check: (query: Query) => Promise<void>) => {
        const client = await openPostgres(database.url);
        await check(client.query);
        await client.close();
      };
      const stopSignal = { signal: 'SIGTERM', to: 'group', times: 3, workers: 2 } as const;
      t.diagnostic(await stopInFlight({ data: await newFolder(), database: database.url }, stopSignal, queryDatabase));
    });
  });
});
