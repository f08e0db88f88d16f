// The room of batches: requests in a request.
import type { batchOperations } from '../../../contract/namespaces/batch.ts';
import { everyone, type Operation, type Room } from '../../http/room.ts';
import type { FindServeParts } from '../../http/serve.ts';
import { runBatch } from './run-batch.ts';

/** Joins the module's operation; `partsOf` finds what the requests of a batch are served with. */
export function batchRoom(partsOf: FindServeParts): Room {
  const operations: Record<(typeof batchOperations)[number], Operation> = { 'run-batch': runBatch(partsOf) };
  return { permissions: { everyone }, operations };
}
