// Tests the cost of requests by unprivileged clients. No request may block the event loop for more than 50 ms or use more than
// 500 ms of CPU time in all processes, and all requests together may not increase the memory by more than 100 MB. Requests are
// generated from the route table, so new routes and parameters are covered automatically. This test sends a subset of them;
// `npm run cost` sends all.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { describeEachEngine, type TestEngine } from '../engines.ts';
import { type CostRun, maxGrowthBytes, openCostRun } from './costs.ts';
import { exceedsLimits, tableOf } from './findings.ts';
import { shortLimits, walkSteps } from './walk.ts';

const posts = Number(process.env.OCTAVO_TEST_COST_POSTS ?? 30_000);
const minutes = 60_000;
const skip = skipReason();

/** Returns the reason for skipping the test; false if it runs. It runs only on request, because it takes ten minutes per engine. */
function skipReason(): string | false {
  if (process.env.OCTAVO_TEST_COST === undefined) return 'OCTAVO_TEST_COST is not set';
  return existsSync('/proc/self/schedstat') ? false : 'CPU time is read from /proc, which this system does not have';
}

describeEachEngine('the cost of a request', (engine) => {
  describe(`for other clients, on ${posts} posts`, { skip, timeout: 60 * minutes }, () => testCosts(engine));
});

function testCosts(engine: TestEngine): void {
  let run: CostRun;
  before(
    async () => {
      const location = await engine.location();
      const database = location.kind === 'postgres' ? { database: location.url } : {};
      run = await openCostRun({ posts, extent: shortLimits, ...database });
    },
    { timeout: 20 * minutes },
  );
  after(() => run.stop());

  for (const step of walkSteps)
    it(`is within limits: ${step}`, { timeout: 20 * minutes }, async (test) => {
      const previousCount = run.findings.offenders().length;
      await run.walk[step]();
      test.diagnostic(`${step}: ${run.findings.statuses()}`);
      const offenders = run.findings.offenders();
      assert.ok(
        offenders.length === previousCount,
        `${offenders.length - previousCount} requests ${exceedsLimits}:\n${tableOf(offenders.slice(0, 50))}`,
      );
    });

  it('causes no internal errors', () => {
    assert.deepEqual(run.findings.failures(), []);
    assert.equal(run.service.log(), '');
  });

  it('returns memory to its previous size', { timeout: minutes }, async (test) => {
    const { before: then, after: now } = await run.memory();
    const inMegabytes = ({ rssBytes, heapBytes, externalBytes }: typeof then) =>
      [rssBytes, heapBytes, externalBytes].map((bytes) => `${Math.round(bytes / 1e6)} MB`).join(', ');
    test.diagnostic(`resident, heap, external: ${inMegabytes(then)} before, ${inMegabytes(now)} after`);
    test.diagnostic(`The most expensive requests:\n${run.findings.table()}`);
    assert.ok(now.rssBytes <= then.rssBytes + maxGrowthBytes, `${inMegabytes(then)} → ${inMegabytes(now)}`);
  });
}
