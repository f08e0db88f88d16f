// No request of a client without rights costs others much: none blocks the event loop for more than 50 ms, none uses more than
// 500 ms of CPU time in all processes together, and memory returns to where it was. Requests are made from the route table, so
// every route and parameter that is added is tried as well. `npm run cost` tries everything; this is a part.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { describeEachEngine, type TestEngine } from '../engines.ts';
import { type CostRun, maxGrowthBytes, openCostRun } from './costs.ts';
import { beyondLimits, tableOf } from './findings.ts';
import { shortExtent, walkParts } from './walk.ts';

const posts = Number(process.env.OCTAVO_TEST_COST_POSTS ?? 30_000);
const minutes = 60_000;
const skip = skipReason();

/** It takes about ten minutes for each engine, so it runs on request. */
function skipReason(): string | false {
  if (process.env.OCTAVO_TEST_COST === undefined) return 'OCTAVO_TEST_COST is not set';
  return existsSync('/proc/self/schedstat') ? false : 'CPU time is read from /proc, which this system does not have';
}

describeEachEngine('the cost of a request', (engine) => {
  // The service is a process of its own, which cannot read another one's memory.
  if (engine.name === 'sqlite in memory') return;
  describe(`to others, on ${posts} posts`, { skip, timeout: 60 * minutes }, () => testCosts(engine));
});

function testCosts(engine: TestEngine): void {
  let run: CostRun;
  before(
    async () => {
      const place = await engine.place();
      const database = place.kind === 'postgres' ? { database: place.url } : {};
      run = await openCostRun({ posts, extent: shortExtent, ...database });
    },
    { timeout: 20 * minutes },
  );
  after(() => run.stop());

  for (const part of walkParts)
    it(`is within limits: ${part}`, { timeout: 20 * minutes }, async (test) => {
      const known = run.findings.offenders().length;
      await run.walk[part]();
      test.diagnostic(`${part}: ${run.findings.statuses()}`);
      const offenders = run.findings.offenders();
      assert.ok(
        offenders.length === known,
        `${offenders.length - known} requests ${beyondLimits}:\n${tableOf(offenders.slice(0, 50))}`,
      );
    });

  it('has a response that is no fault of ours', () => {
    assert.deepEqual(run.findings.failures(), []);
    assert.equal(run.service.log(), '');
  });

  it('leaves memory as it was', { timeout: minutes }, async (test) => {
    const { before: then, after: now } = await run.memory();
    const inMegabytes = ({ rssBytes, heapBytes, externalBytes }: typeof then) =>
      [rssBytes, heapBytes, externalBytes].map((bytes) => `${Math.round(bytes / 1e6)} MB`).join(', ');
    test.diagnostic(`resident, heap, external: ${inMegabytes(then)} before, ${inMegabytes(now)} after`);
    test.diagnostic(`The dearest requests:\n${run.findings.table()}`);
    assert.ok(now.rssBytes <= then.rssBytes + maxGrowthBytes, `${inMegabytes(then)} → ${inMegabytes(now)}`);
  });
}
