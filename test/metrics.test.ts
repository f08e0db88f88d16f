// Tests metrics for monitoring, and the Server-Timing header (docs/operations.md).
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { newFolder, startService } from './faults/service-process.ts';
import { freePort } from './free-port.ts';
import { startInProcess } from './service-in-process.ts';
import { openTestSite } from './site.ts';

interface Running {
  readonly origin: string;
  read(path: string): Promise<unknown>;
  close(): Promise<unknown>;
}

/** Starts a service with metrics. A service with several processes cannot run in the process of the tests. */
async function startWithMetrics(workers: number, port: number): Promise<Running> {
  if (workers === 1) return startInProcess({ env: { OCTAVO_METRICS_PORT: String(port) } });
  const options = ['--metrics-port', String(port), '--workers', String(workers)];
  const service = await startService({ data: await newFolder(), options });
  return { ...service, close: () => service.end('SIGTERM') };
}

for (const workers of [1, 2]) {
  let service: Running;
  let port: number;
  before(async () => {
    port = await freePort();
    service = await startWithMetrics(workers, port);
  });
  after(() => service.close());

  it(`metrics count requests by route pattern (${workers} processes)`, async () => {
    const read = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    for (let n = 0; n < 30; n += 1) {
      await service.read(`/cms/v2/posts/${1000 + n}?x=${n}`);
      await service.read(`/nothing-${n}`);
      await service.read('/cms/v2/posts');
    }
    let text = await read();
    const count = (route: string, status: number) =>
      Number(new RegExp(`_count\\{method="GET",route="${route}",status="${status}"\\} (\\d+)`).exec(text)?.[1]);
    const isComplete = () =>
      [count('/cms/v2/posts/<id>', 404), count('none', 404), count('/cms/v2/posts', 200)].every((n) => n >= 30);
    // The last requests may be counted after their responses are received. The text is cached for a second.
    for (let attempts = 0; !isComplete() && attempts < 5; attempts += 1) {
      await pause(1100);
      text = await read();
    }
    assert.equal(count('/cms/v2/posts/<id>', 404), 30);
    assert.equal(count('none', 404), 30);
    assert.ok(count('/cms/v2/posts', 200) >= 30);
    const series = new Set(text.match(/^octavo_request_duration_seconds_count.*?\}/gm));
    assert.ok(series.size < 10, [...series].join('\n'));
    for (const name of [
      'response_cache_hits_total',
      'database_statements_total',
      'database_syncs_total',
      'long_reads_total',
      'long_read_workers',
    ])
      assert.match(text, new RegExp(`^octavo_${name} \\d+`, 'm'));
    assert.match(text, /^nodejs_eventloop_lag_p99_seconds /m);
    assert.equal((await fetch(`${service.origin}/metrics`)).status, 404, 'metrics are not public');
  });
}

it('the duration of request stages is returned only to administrators', async () => {
  const site = await openTestSite();
  const timing = async (person: 'administrator' | 'editor' | 'anonymous', headers = { 'x-cms-timing': '1' }) =>
    (await site.request(person, 'GET', '/cms/v2/posts', undefined, headers)).headers['Server-Timing'];
  assert.match(
    (await timing('administrator')) ?? '',
    /^read;dur=[\d.]+, authorise;dur=[\d.]+, act;dur=[\d.]+, present;dur=[\d.]+$/,
  );
  assert.equal(await timing('editor'), undefined);
  assert.equal(await timing('anonymous'), undefined);
  assert.equal((await site.request('administrator', 'GET', '/cms/v2/posts')).headers['Server-Timing'], undefined);
  await site.database.close();
});
