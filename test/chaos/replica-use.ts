// Counts the reads of a load that the replica has served.
import assert from 'node:assert/strict';
import type { ChaosNode } from './node.ts';

/** The count of a node whose process was killed as often as `kills`. */
interface Sample {
  readonly node: ChaosNode;
  readonly kills: number;
  replicaReads: number;
}

/** Adds up the reads that the replica has served, across the processes of each node. */
export class ReplicaUse {
  readonly #samples: Sample[] = [];

  /** Updates the counts. A process that is killed later loses only what it has counted since. */
  async sample(nodes: readonly ChaosNode[]): Promise<void> {
    await Promise.all(
      nodes.map(async (node) => {
        const { kills } = node;
        const { replicaReads } = await node.readCounts();
        const sample = this.#samples.find((each) => each.node === node && each.kills === kills);
        if (sample) sample.replicaReads = replicaReads;
        else this.#samples.push({ node, kills, replicaReads });
      }),
    );
  }

  /** Returns the number of reads that the replica has served for a node. */
  readsOf(node: ChaosNode): number {
    const counts = this.#samples.filter((each) => each.node === node).map(({ replicaReads }) => replicaReads);
    return counts.reduce((sum, count) => sum + count, 0);
  }

  /** Asserts that the replica has served reads: otherwise, the load would prove nothing about it. */
  check(nodes: readonly ChaosNode[]): void {
    assert.ok(
      nodes.some((node) => this.readsOf(node) > 0),
      'the replica has served reads',
    );
  }
}
