// The interface of the disturbances of the chaos test.
import { setTimeout as pause } from 'node:timers/promises';
import type { Load } from './load.ts';
import type { ChaosNode } from './node.ts';
import type { LoadContext } from './sender.ts';

/** The cluster and the load that a disturbance acts on. */
export interface DisturbanceContext extends LoadContext {
  readonly load: Load;
}

/** A disturbance. It ends before its function resolves; the test then waits until everything has recovered. */
export interface Disturbance {
  readonly name: string;
  /** Whether processes are killed, so that a webhook delivery or an email that has arrived may be sent again. */
  readonly losesResults: boolean;
  readonly run: (context: DisturbanceContext) => Promise<void>;
}

/** Returns a random node. */
export const pickNode = ({ random, cluster }: LoadContext): ChaosNode =>
  cluster.nodes[Math.floor(random() * cluster.nodes.length)] as ChaosNode;

/** Pauses for a random time, in milliseconds. */
export const pauseBetween = ({ random }: LoadContext, min: number, max: number): Promise<void> =>
  pause(min + random() * (max - min));
