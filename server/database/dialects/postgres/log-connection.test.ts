import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import pg, { type Client, type QueryConfig } from 'pg';
import { DatabaseUnavailable } from '../../errors.ts';
import { LogConnection } from './log-connection.ts';

/** Returns a client that responds to each query with one of the outcomes, and the texts of the queries that it has received. */
function clientWith(outcomes: unknown[]): { client: Pick<Client, 'query'>; texts: string[] } {
  const texts: string[] = [];
  const query = async ({ text }: QueryConfig) => {
    texts.push(text);
    const outcome = outcomes.shift();
    if (outcome instanceof Error) throw outcome;
    return outcome;
  };
  return { client: { query } as Pick<Client, 'query'>, texts };
}

describe('the connection of the log of changes', () => {
  it('sends nothing after a query that got no response', async () => {
    const timeout = new Error('Query read timeout');
    const { client, texts } = clientWith(['first', timeout, 'never']);
    const connection = new LogConnection(client);
    const results = await Promise.allSettled(['a', 'b', 'c'].map((text) => connection.query({ text })));
    assert.deepEqual(results, [
      { status: 'fulfilled', value: 'first' },
      { status: 'rejected', reason: timeout },
      { status: 'rejected', reason: timeout },
    ]);
    await assert.rejects(connection.verify(), DatabaseUnavailable);
    assert.deepEqual(texts, ['a', 'b']);
  });

  it('continues after an error of the server', async () => {
    const { client, texts } = clientWith([new pg.DatabaseError('permission denied', 0, 'error'), 'second']);
    const connection = new LogConnection(client);
    await assert.rejects(connection.query({ text: 'a' }), /permission denied/);
    assert.equal(await connection.query({ text: 'b' }), 'second');
    assert.deepEqual(texts, ['a', 'b']);
  });
});
