// Waits until all nodes have recovered from a disturbance.
import { setTimeout as pause } from 'node:timers/promises';
import { openPostgres } from '../faults/consistency.ts';
import type { DisturbanceContext } from './disturbance.ts';
import type { ChaosNode } from './node.ts';

/** Maximum time from the end of a disturbance until all nodes have recovered, in milliseconds. */
const maxRecoveryMs = 60_000;

/** Number of reads through which a node proves that it uses its cache or the replica, before its counts are read again. */
const readsPerCheck = 5;

/**
 * Waits until each node is ready and serves what the others write. `checksReads` makes it also wait until each node uses its cache and the
 * replica, which takes a second, because metrics are produced once per second. Throws if that takes too long.
 */
export async function waitForRecovery(context: DisturbanceContext, checksReads: boolean): Promise<void> {
  const { cluster, recorder, load } = context;
  const deadline = performance.now() + maxRecoveryMs;
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
  if (!checksReads) return;
  // Otherwise, a node on a busy machine might have nothing in its cache that is still valid, and the replica would rarely have caught up.
  await load.withoutWrites(async () => {
    const database = await openPostgres(cluster.databaseUrl);
    // Without it, nothing might be written to the disk for up to ten seconds, and replicas receive only what is there.
    let flushing: Promise<unknown> | undefined;
    const flush = () => {
      flushing ??= database.query("select pg_logical_emit_message(true, 'chaos', '')").finally(() => {
        flushing = undefined;
      });
      return flushing;
    };
    try {
      await Promise.all(cluster.nodes.map((node) => untilReadsAreFast(node, flush, until)));
    } finally {
      await database.close();
    }
  });
}

/** Waits until a node reads from its cache and from the replica. `flush` makes the primary write its log to the disk. */
async function untilReadsAreFast(
  node: ChaosNode,
  flush: () => Promise<unknown>,
  until: (description: string, isMet: () => Promise<boolean>) => Promise<void>,
): Promise<void> {
  const before = await node.readCounts();
  let reads = 0;
  await until(`${node.name} uses its cache and the replica`, async () => {
    await flush();
    for (let n = 0; n < readsPerCheck; n += 1) {
      await node.service.read('/cms/v2/posts?per_page=1&_fields=id');
      // No post has this ID, but it prevents that the response is in the cache.
      reads += 1;
      await node.service.read(`/cms/v2/posts?per_page=1&_fields=id&exclude=${1_000_000 + reads}`);
    }
    const { cacheHits, replicaReads, usesReplica } = await node.readCounts();
    return cacheHits > before.cacheHits && replicaReads > before.replicaReads && usesReplica;
  });
}
