// Tests three nodes with PgBouncer and a replica under load while their surroundings fail, in random order: no acknowledged write is lost, no response is
// stale for more than 100 ms, what has to happen once happens once, and everything recovers without a restart. OCTAVO_CHAOS_ROUNDS is the
// number of rounds, each with all disturbances.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { skipReason as poolerSkipReason } from '../pooler/pgbouncer.ts';
import { skipReason as replicaSkipReason } from '../replicas/replica-server.ts';
import { seededRandom } from '../spam-submissions.ts';
import { type Cluster, prepareSite, startCluster } from './cluster.ts';
import type { Disturbance, DisturbanceContext } from './disturbance.ts';
import { disturbances } from './disturbances.ts';
import { checkFinally, observeArrivals } from './final-checks.ts';
import { Load } from './load.ts';
import { type Period, Recorder } from './recorder.ts';
import { waitForRecovery } from './recovery.ts';
import { ReplicaUse } from './replica-use.ts';

const rounds = Number(process.env.OCTAVO_CHAOS_ROUNDS ?? 1);
const seed = Number(process.env.OCTAVO_TEST_SEED ?? Date.now() % 2 ** 31);

/** Time for which the load runs undisturbed before the first disturbance, in milliseconds. */
const idleMs = 500;

describe('three nodes with PgBouncer and a replica', { skip: poolerSkipReason || replicaSkipReason }, () => {
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
    const replicaUse = new ReplicaUse();
    const collecting = setInterval(collect, 20);
    load.start();
    try {
      await pause(idleMs);
      for (let round = 0; round < rounds; round += 1)
        for (const [at, disturbance] of shuffle(disturbances, random).entries()) {
          const checksReads = rounds > 1 || at === disturbances.length - 1;
          await replicaUse.sample(cluster.nodes);
          const { disturbedMs, recoveryMs } = await disturb(disturbance, { ...context, load }, checksReads);
          const [disturbed, recovered] = [disturbedMs, recoveryMs].map((ms) => (ms / 1000).toFixed(1));
          t.diagnostic(`${disturbance.name}: ${disturbed} s, recovered after ${recovered} s`);
        }
      await load.stop();
      await pause(idleMs);
      const checkedFrom = performance.now();
      await checkFinally({ cluster, recorder, load, arrivals });
      t.diagnostic(`final checks: ${((performance.now() - checkedFrom) / 1000).toFixed(1)} s`);
    } finally {
      // Otherwise, the process of the tests would not end after a failure.
      clearInterval(collecting);
      await load.stop();
    }
    const counts = [...recorder.responses].sort().map(([name, n]) => `${name}: ${n}`);
    t.diagnostic(counts.join('; '));
    t.diagnostic(
      `reads from the replica: ${cluster.nodes.map((node) => `${node.name}: ${replicaUse.readsOf(node)}`).join('; ')}`,
    );
    replicaUse.check(cluster.nodes);
    t.diagnostic(`seed ${seed}; ${arrivals.deliveries.size} deliveries, ${arrivals.mails.size} emails`);
    // Without successful requests, the checks would prove nothing.
    for (const name of ['read a post 200', 'read a list 200', 'update 200', 'create 201', 'batch 207', 'comment 201'])
      assert.ok((recorder.responses.get(name) ?? 0) > 0, name);
  });

  /** Runs a disturbance, and waits until everything has recovered. Throws the first violation of a guarantee. */
  async function disturb(disturbance: Disturbance, context: DisturbanceContext, checksReads: boolean) {
    const { recorder } = context;
    const { name, losesResults } = disturbance;
    const period: Period = { name, losesResults, from: performance.now(), until: Number.POSITIVE_INFINITY };
    recorder.periods.push(period);
    recorder.log(`BEGIN ${name}`);
    await disturbance.run(context);
    const endedAt = performance.now();
    recorder.log(`END ${name}`);
    await waitForRecovery(context, checksReads);
    period.until = performance.now();
    recorder.log(`RECOVERED from ${name}`);
    recorder.check();
    return { disturbedMs: endedAt - period.from, recoveryMs: period.until - endedAt };
  }
});

/** Returns the items in random order. */
function shuffle<T>(items: readonly T[], random: () => number): T[] {
  const left = [...items];
  return items.map(() => left.splice(Math.floor(random() * left.length), 1)[0] as T);
}
