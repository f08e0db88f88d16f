// Binds the endpoint of batches to its operation. A batch contains several requests.
import type { batchOperations } from '../../../contract/namespaces/batch.ts';
import { type Module, type Operation, publicAccess } from '../../http/module.ts';
import type { FindServeDeps } from '../../http/serve.ts';
import { runBatch } from './run-batch.ts';

/** Returns the operation of batches. `depsOf` returns the dependencies for serving the requests of a batch. */
export function batchEndpoints(depsOf: FindServeDeps): Module {
  const operations: Record<(typeof batchOperations)[number], Operation> = { 'run-batch': runBatch(depsOf) };
  return { permissions: { everyone: publicAccess }, operations };
}
