// Tests that the cost meter detects expensive requests, and no others.
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
import { type Attempt, CostMeter, isWithin } from './measure.ts';
import { type MeteredService, startMetered } from './metered-service.ts';

const skip = existsSync('/proc/self/schedstat')
  ? false
  : 'CPU time is read from /proc, which this system does not have';
const slow = new URL('slow-requests.ts', import.meta.url).href;

describe('the cost meter', { skip, timeout: 120_000 }, () => {
  let service: MeteredService;
  let measuring: CostMeter;
  const data = mkdtempSync(path.join(tmpdir(), 'octavo-meter-test-'));
  before(async () => {
    service = await startMetered({ data }, { preloaded: [slow] });
    measuring = new CostMeter(service, async () => {});
    await measuring.measure(attemptOf(''));
  });
  after(async () => {
    measuring.close();
    await service.stop();
    rmSync(data, { recursive: true, force: true });
  });

  const attemptOf = (query: string, pipelined?: number): Attempt => ({
    ...{ name: `GET /healthz?${query}`, caller: 'anonymous', ...(pipelined !== undefined && { pipelined }) },
    make: () => ({ method: 'GET', path: `/healthz?${query}` }),
  });

  it('reports no cost for a cheap request', async () => {
    const cost = await measuring.measure(attemptOf(''));
    assert.equal(cost.received?.status, 200);
    assert.ok(isWithin(cost) && cost.blockMs < 25 && cost.cpuMs < 100, JSON.stringify(cost));
  });

  it('detects a request that blocks the event loop', async () => {
    const cost = await measuring.measure(attemptOf('spin=80'));
    assert.ok(cost.blockMs >= 75 && cost.cpuMs >= 75, JSON.stringify(cost));
    assert.ok(!isWithin(cost));
  });

  it('detects an expensive request among cheap ones', async () => {
    const attempts = ['', 'a=1', 'spin=60', 'b=1'].map((query) => attemptOf(query));
    const findings = new Findings();
    for (const cost of await measuring.measureTogether(attempts, () => {})) findings.add(cost);
    assert.deepEqual(
      findings.offenders().map(({ attempt }) => attempt.name),
      ['GET /healthz?spin=60'],
    );
    assert.match(findings.table(1), /\| anonymous \| `GET \/healthz\?spin=60` \|$/);
  });

  it('adds up pipelined requests that block the event loop together', async () => {
    const cost = await measuring.measure(attemptOf('spin=10', 12));
    assert.ok(cost.blockMs >= 100 && cost.cpuMs >= 9.5 && cost.cpuMs < 50, JSON.stringify(cost));
  });

  it('includes CPU time of child processes, even after they have exited', async () => {
    // The CPU time of exited processes is rounded down, in units of 10 ms.
    const cost = await measuring.measure(attemptOf('child=620'));
    assert.ok(cost.cpuMs >= 590 && cost.blockMs < 50, JSON.stringify(cost));
    assert.ok(!isWithin(cost));
  });

  it('excludes waiting time, which a busy machine causes', async () => {
    const cost = await measuring.measure(attemptOf('sleep=150'));
    assert.ok(isWithin(cost), JSON.stringify(cost));
  });

  it('excludes one-time costs', async () => {
    const cost = await measuring.measure(attemptOf('once=100'));
    assert.ok(isWithin(cost), JSON.stringify(cost));
  });

  it('measures retained memory', async () => {
    const before = await service.collect();
    await measuring.measure(attemptOf('keep=150'));
    const { rssBytes } = await service.collect();
    assert.ok(rssBytes - before.rssBytes > 140_000_000, `${before.rssBytes} → ${rssBytes}`);
  });

  it('reports a missing response and a status of 500', () => {
    const findings = new Findings();
    findings.recordResponse(attemptOf('a'), { status: 500, bytes: 0, start: 'an error' });
    findings.recordResponse(attemptOf('b'), { status: 0, bytes: 0, start: 'socket hang up' });
    findings.recordResponse(attemptOf('c'), { status: 404, bytes: 0, start: '' });
    assert.equal(findings.failures().length, 2);
    assert.equal(findings.statuses(), '1 × 0, 1 × 404, 1 × 500');
  });
});

describeEachEngine('the CPU time of a database', (engine) => {
  it('is measured if the engine runs in separate processes', { skip }, async () => {
    const location = await engine.location();
    if (location.kind !== 'postgres') return;
    const cpu = await postgresCpuOf(location.url);
    assert.ok(cpu, 'the test server must run on this machine');
    const client = new pg.Client({ connectionString: location.url });
    await client.connect();
    const before = cpu().usedMs;
    await client.query('select count(*) from generate_series(1, 1000000)');
    const used = cpu().usedMs - before;
    await client.end();
    assert.ok(used > 30, `${used} ms`);
    // The backend of a session exits some time after its connection is closed. Its CPU time is then that of an exited child.
    await pause(200);
    assert.ok(cpu().usedMs - before > 30, 'CPU time of the exited session is included');
  });
});
