import type { Client, QueryConfig, QueryResult } from 'pg';
import { DatabaseUnavailable } from '../../errors.ts';
import { endsConnection } from './errors.ts';

/**
 * An established connection through which the log of changes is read. It also proves that the server has not crashed since: after a crash
 * of the machine, of the server or of one of its processes, all connections are closed before the server accepts new ones.
 */
export class LogConnection {
  readonly #client: Pick<Client, 'query'>;
  #latest: Promise<unknown> = Promise.resolve();
  /** The error with which a query has shown that the connection is lost or does not respond. */
  #failure: unknown;

  constructor(client: Pick<Client, 'query'>) {
    this.#client = client;
  }

  /**
   * Runs a query between two polls. Queries run one after another, because the driver supports only one query that waits for another. When
   * one has got no response, later ones fail at once: the driver would let them wait for it.
   * @throws an error of the driver
   */
  query(query: QueryConfig): Promise<QueryResult> {
    const result = this.#latest.then(() => {
      if (this.#failure !== undefined) throw this.#failure;
      return this.#client.query(query);
    });
    this.#latest = result.catch((error) => {
      if (endsConnection(error)) this.#failure = error;
    });
    return result;
  }

  /**
   * Resolves if the server has not crashed between the opening of this connection and this call. Transactions that were committed
   * meanwhile are then on disk if a later one is.
   * @throws DatabaseUnavailable
   */
  async verify(): Promise<void> {
    try {
      await this.query({ text: 'select 1' });
    } catch (error) {
      const message =
        'A connection to the server was lost before changes were known to be on disk; they may be lost, too.';
      throw new DatabaseUnavailable(message, { cause: error });
    }
  }
}
