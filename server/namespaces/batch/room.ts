// The room of batches: requests in a request.
import type { batchOperations } from '../../../contract/namespaces/batch.ts';
import { everyone, type Operation, type Room } from '../../http/room.ts';
import type { ServeParts } from '../../http/serve.ts';
import { runBatch } from './run-batch.ts';

/** Joins the room's operation; `parts` is what requests are served with, known once all rooms are joined. */
export function batchRoom(parts: () => ServeParts): Room {
  const operations: Record<(typeof batchOperations)[number], Operation> = { 'run-batch': runBatch(parts) };
  return { permissions: { everyone }, operations };
}
