// Binds the endpoint of batches to its operation. A batch contains several requests.
import type { batchOperations } from '../../../contract/namespaces/batch.ts';
import { type Module, type Operation, publicAccess } from '../../http/module.ts';
import type { Mounts } from '../../http/mounts.ts';
import { runBatch } from './run-batch.ts';

/** Returns the operation of batches. */
export function batchEndpoints(mounts: Mounts): Module {
  const operations: Record<(typeof batchOperations)[number], Operation> = { 'run-batch': runBatch(mounts) };
  return { permissions: { everyone: publicAccess }, operations };
}
