import pg, { type PoolClient, type QueryConfig, type QueryResult } from 'pg';

/**
 * Runs a query on a pipelined connection. Queries that code sends without waiting for anything else are written to the socket together: the
 * system call that writes one of them takes longer than preparing it.
 */
export function sendTogether(client: PoolClient, query: QueryConfig): Promise<QueryResult> {
  // Every client of a pool is one. The interface of a pool does not say so.
  if (client instanceof pg.Client) holdWrites(client);
  return client.query(query);
}

/** Makes the socket of a connection collect what is written until the code that is running has finished. */
function holdWrites({ connection: { stream } }: pg.Client): void {
  if (stream.writableCorked > 0) return;
  stream.cork();
  process.nextTick(() => stream.uncork());
}
