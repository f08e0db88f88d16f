// Tests how often a read is sent to a pooler that does or does not support prepared statements.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import pg, { type QueryConfig } from 'pg';
import { StatementNames } from './statement-names.ts';

/** Returns an error of the server. */
const serverError = (code: string) => Object.assign(new pg.DatabaseError('Failed.', 0, 'error'), { code });

/** Runs a named read, whose attempts fail with these errors. Returns the names with which it was sent, and whether it has failed. */
async function run(names: StatementNames, errors: readonly Error[]) {
  const remaining = [...errors];
  const sent: QueryConfig['name'][] = [];
  const isFailed = await names
    .run({ name: 'read', text: 'select 1' }, async ({ name }) => {
      sent.push(name);
      const error = remaining.shift();
      if (error) throw error;
      return { rows: [], rowCount: 0, command: '', oid: 0, fields: [] };
    })
    .then(
      () => false,
      () => true,
    );
  return { sent, isFailed };
}

describe('a read through a pooler', () => {
  const timeout = serverError('57014');

  it('is sent once if it fails for another reason than its name', async () => {
    assert.deepEqual(await run(new StatementNames(true), [timeout]), { sent: ['read'], isFailed: true });
    assert.deepEqual(await run(new StatementNames(false), [timeout]), { sent: [undefined], isFailed: true });
  });

  it('is sent again without its name if that is unknown, and from then on without names', async () => {
    const names = new StatementNames(true);
    assert.deepEqual(await run(names, [serverError('26000')]), { sent: ['read', undefined], isFailed: false });
    assert.deepEqual(await run(names, [timeout]), { sent: [undefined], isFailed: true });
  });
});
