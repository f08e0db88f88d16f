import type { PoolClient, QueryConfig, QueryResult } from 'pg';
import { DatabaseOverloaded } from '../../errors.ts';
import { sendTogether } from './send-together.ts';

/**
 * Begins a transaction on a pipelined connection to a pooler, which waits until a connection to the server is free. If that takes too long, the
 * connection is closed, so that nothing that was sent after the beginning runs later.
 * @throws DatabaseOverloaded when no connection to the server becomes free in time; other errors of the driver
 */
export async function beginPooled(client: PoolClient, text: string, maxWaitMs: number): Promise<QueryResult> {
  const query: QueryConfig & { readonly query_timeout: number } = { text, query_timeout: maxWaitMs };
  try {
    return await sendTogether(client, query);
  } catch (error) {
    const isTimeout = error instanceof Error && /^Query read timeout$|query_wait_timeout/.test(error.message);
    if (!isTimeout) throw error;
    throw new DatabaseOverloaded('No connection of the pooler to the server became free in time.', { cause: error });
  }
}
