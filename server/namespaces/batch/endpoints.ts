// Binds the endpoint of batches to its operation. A batch contains several requests.
import { batchModule } from '../../../contract/namespaces/batch.ts';
import { implement } from '../../http/implement.ts';
import type { Module } from '../../http/module.ts';
import type { Mounts } from '../../http/mounts.ts';
import { runBatch } from './run-batch.ts';

/** Returns the module of batches. */
export function batchEndpoints(mounts: Mounts): Module {
  return implement(batchModule, { permissions: {}, operations: { 'run-batch': runBatch(mounts) } });
}
