// What costs are measured with must be able to find what is dear, and nothing else.
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { describeEachEngine } from '../engines.ts';
import { postgresCpuOf } from './database-cpu.ts';
import { Findings } from './findings.ts';
import { type Attempt, isWithin, Measuring } from './measure.ts';
import { type MeteredService, startMetered } from './metered-service.ts';

const skip = existsSync('/proc/self/schedstat')
  ? false
  : 'CPU time is read from /proc, which this system does not have';
const slow = new URL('slow-requests.ts', import.meta.url).href;

describe('the meter of costs', { skip, timeout: 120_000 }, () => {
  let service: MeteredService;
  let measuring: Measuring;
  const data = mkdtempSync(path.join(tmpdir(), 'octavo-meter-test-'));
  before(async () => {
    service = await startMetered({ data }, { preloaded: [slow] });
    measuring = new Measuring(service, async () => {});
    await measuring.measure(asking(''));
  });
  after(async () => {
    measuring.close();
    await service.stop();
    rmSync(data, { recursive: true, force: true });
  });

  const asking = (query: string, pipelined?: number): Attempt => ({
    ...{ name: `GET /healthz?${query}`, caller: 'anonymous', ...(pipelined !== undefined && { pipelined }) },
    make: () => ({ method: 'GET', path: `/healthz?${query}` }),
  });

  it('finds nothing in a request that is cheap', async () => {
    const cost = await measuring.measure(asking(''));
    assert.equal(cost.received?.status, 200);
    assert.ok(isWithin(cost) && cost.blockMs < 25 && cost.cpuMs < 100, JSON.stringify(cost));
  });

  it('finds a request that blocks the event loop', async () => {
    const cost = await measuring.measure(asking('spin=80'));
    assert.ok(cost.blockMs >= 75 && cost.cpuMs >= 75, JSON.stringify(cost));
    assert.ok(!isWithin(cost));
  });

  it('finds it among cheap ones', async () => {
    const attempts = ['', 'a=1', 'spin=60', 'b=1'].map((query) => asking(query));
    const findings = new Findings();
    for (const cost of await measuring.sift(attempts, () => {})) findings.add(cost);
    assert.deepEqual(
      findings.offenders().map(({ attempt }) => attempt.name),
      ['GET /healthz?spin=60'],
    );
    assert.match(findings.table(1), /\| anonymous \| `GET \/healthz\?spin=60` \|$/);
  });

  it('takes requests together that keep the event loop from others together', async () => {
    const cost = await measuring.measure(asking('spin=10', 12));
    assert.ok(cost.blockMs >= 100 && cost.cpuMs >= 9.5 && cost.cpuMs < 50, JSON.stringify(cost));
  });

  it('counts what other processes do for a request, also when they have ended', async () => {
    const cost = await measuring.measure(asking('child=600'));
    assert.ok(cost.cpuMs >= 590 && cost.blockMs < 50, JSON.stringify(cost));
    assert.ok(!isWithin(cost));
  });

  it('does not count waiting, which is what a busy machine looks like', async () => {
    const cost = await measuring.measure(asking('sleep=150'));
    assert.ok(isWithin(cost), JSON.stringify(cost));
  });

  it('does not count what happens once', async () => {
    const cost = await measuring.measure(asking('once=100'));
    assert.ok(isWithin(cost), JSON.stringify(cost));
  });

  it('sees memory that is kept', async () => {
    const before = await service.collect();
    await measuring.measure(asking('keep=150'));
    const { rssBytes } = await service.collect();
    assert.ok(rssBytes - before.rssBytes > 140_000_000, `${before.rssBytes} → ${rssBytes}`);
  });

  it('finds a request without a response and one that fails', () => {
    const findings = new Findings();
    findings.note(asking('a'), { status: 500, bytes: 0, start: 'a fault' });
    findings.note(asking('b'), { status: 0, bytes: 0, start: 'socket hang up' });
    findings.note(asking('c'), { status: 404, bytes: 0, start: '' });
    assert.equal(findings.failures().length, 2);
    assert.equal(findings.statuses(), '1 × 0, 1 × 404, 1 × 500');
  });
});

describeEachEngine('the CPU time of a database', (engine) => {
  it('is counted where the engine is a process of its own', { skip }, async () => {
    const place = await engine.place();
    if (place.kind !== 'postgres') return;
    const cpu = await postgresCpuOf(place.url);
    assert.ok(cpu, 'the server of the tests runs on this machine');
    const client = new pg.Client({ connectionString: place.url });
    await client.connect();
    const before = cpu().usedMs;
    await client.query('select count(*) from generate_series(1, 1000000)');
    const used = cpu().usedMs - before;
    await client.end();
    assert.ok(used > 30, `${used} ms`);
    // A session ends in its own time; until then it counts as itself, from then on as a child that has ended.
    await pause(200);
    assert.ok(cpu().usedMs - before > 30, 'also when the session has ended');
  });
});
