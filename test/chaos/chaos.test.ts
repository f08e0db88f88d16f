// Tests three nodes behind PgBouncer under load while their surroundings fail, in random order: no acknowledged write is lost, no response is
// stale for more than 100 ms, what has to happen once happens once, and everything recovers without a restart. OCTAVO_CHAOS_ROUNDS is the
// number of rounds, each with all disturbances.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { skipReason } from '../pooler/pgbouncer.ts';
import { seededRandom } from '../spam-submissions.ts';
import { type Cluster, prepareSite, startCluster } from './cluster.ts';
import { type Disturbance, type DisturbanceContext, disturbances } from './disturbances.ts';
import { checkFinally, observeArrivals } from './final-checks.ts';
import { Load } from './load.ts';
import { type Period, Recorder } from './recorder.ts';

const rounds = Number(process.env.OCTAVO_CHAOS_ROUNDS ?? 1);
const seed = Number(process.env.OCTAVO_TEST_SEED ?? Date.now() % 2 ** 31);

/** Maximum time from the end of a disturbance until all nodes serve writes and reads, and use their caches, in milliseconds. */
const maxRecoveryMs = 60_000;

/** Time for which the load runs undisturbed before the first disturbance, in milliseconds. */
const idleMs = 500;

describe('three nodes behind PgBouncer', { skip: skipReason }, () => {
  let cluster: Cluster;
  before(async () => {
    cluster = await startCluster();
  });
  after(() => cluster?.close());

  it('lose nothing, serve nothing stale and do everything once, whatever fails', { timeout: 3_600_000 }, async (t) => {
    // The clients use numbers of their own, so that a seed determines the order of the disturbances.
    const random = seededRandom(seed);
    const recorder = new Recorder(seed);
    const { arrivals, collect } = observeArrivals(cluster);
    const context = { cluster, recorder, random, categories: await prepareSite(cluster) };
    const load = new Load({ ...context, random: seededRandom(seed + 1) });
    const collecting = setInterval(collect, 20);
    load.start();
    try {
      await pause(idleMs);
      for (let round = 0; round < rounds; round += 1)
        for (const [at, disturbance] of shuffle(disturbances, random).entries()) {
          const checksCaches = rounds > 1 || at === disturbances.length - 1;
          const { disturbedMs, recoveryMs } = await disturb(disturbance, { ...context, load }, checksCaches);
          const [disturbed, recovered] = [disturbedMs, recoveryMs].map((ms) => (ms / 1000).toFixed(1));
          t.diagnostic(`${disturbance.name}: ${disturbed} s, recovered after ${recovered} s`);
        }
    } finally {
      await load.stop();
    }
    await pause(idleMs);
    const checkedFrom = performance.now();
    await checkFinally({ cluster, recorder, load, arrivals });
    clearInterval(collecting);
    t.diagnostic(`final checks: ${((performance.now() - checkedFrom) / 1000).toFixed(1)} s`);
    const counts = [...recorder.responses].sort().map(([name, n]) => `${name}: ${n}`);
    t.diagnostic(counts.join('; '));
    t.diagnostic(`seed ${seed}; ${arrivals.deliveries.size} deliveries, ${arrivals.mails.size} emails`);
    // Without successful requests, the checks would prove nothing.
    for (const name of ['read a post 200', 'read a list 200', 'update 200', 'create 201', 'batch 207', 'comment 201'])
      assert.ok((recorder.responses.get(name) ?? 0) > 0, name);
  });

  /** Runs a disturbance, and waits until everything has recovered. Throws the first violation of a guarantee. */
  async function disturb(disturbance: Disturbance, context: DisturbanceContext, checksCaches: boolean) {
    const { recorder } = context;
    const { name, losesResults } = disturbance;
    const period: Period = { name, losesResults, from: performance.now(), until: Number.POSITIVE_INFINITY };
    recorder.periods.push(period);
    recorder.log(`BEGIN ${name}`);
    await disturbance.run(context);
    const endedAt = performance.now();
    recorder.log(`END ${name}`);
    await untilRecovered(context, endedAt + maxRecoveryMs, checksCaches);
    period.until = performance.now();
    recorder.log(`RECOVERED from ${name}`);
    recorder.check();
    return { disturbedMs: endedAt - period.from, recoveryMs: period.until - endedAt };
  }

  /**
   * Waits until each node is ready and serves what the others write. `checksCaches` makes it also wait until each node uses its cache, which takes
   * a second, because metrics are produced once per second.
   */
  async function untilRecovered({ recorder, load }: DisturbanceContext, deadline: number, checksCaches: boolean) {
    const until = async (description: string, isMet: () => Promise<boolean>) => {
      while (!(await isMet())) {
        if (performance.now() > deadline) {
          recorder.violate(`no recovery within ${maxRecoveryMs} ms: ${description}`);
          recorder.check();
        }
        await pause(50);
      }
      recorder.log(description);
    };
    await Promise.all(
      cluster.nodes.map(async (node) => {
        await until(`${node.name} is ready`, async () => (await node.service.probe('readyz')) === 200);
        await until(`${node.name} serves writes and reads`, () => load.isServed(node));
      }),
    );
    if (!checksCaches) return;
    // Otherwise, a node on a busy machine might have nothing in its cache that is still valid.
    await load.withoutWrites(async () => {
      const checks = cluster.nodes.map(async (node) => {
        const hits = await node.cacheHits();
        await until(`${node.name} uses its cache`, async () => {
          for (let n = 0; n < 5; n += 1) await node.service.read('/cms/v2/posts?per_page=1&_fields=id');
          return (await node.cacheHits()) > hits;
        });
      });
      await Promise.all(checks);
    });
  }
});

/** Returns the items in random order. */
function shuffle<T>(items: readonly T[], random: () => number): T[] {
  const left = [...items];
  return items.map(() => left.splice(Math.floor(random() * left.length), 1)[0] as T);
}
