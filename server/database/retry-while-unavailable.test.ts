// Tests how long transactions are repeated while the database is unavailable.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { DatabaseBusy, DatabaseUnavailable, UniqueViolation } from './errors.ts';
import { retryWhileUnavailable } from './retry-while-unavailable.ts';

const never = new AbortController().signal;

/** Returns a function that throws these errors, one with each call, and then returns the number of calls. */
function failingWith(...errors: Error[]): () => Promise<number> {
  let calls = 0;
  return async () => {
    calls += 1;
    const error = errors[calls - 1];
    if (error) throw error;
    return calls;
  };
}

it('a transaction is repeated while the database is unreachable or busy', async () => {
  const transact = failingWith(new DatabaseUnavailable('a'), new DatabaseBusy('b'));
  assert.equal(await retryWhileUnavailable(transact, { maxMs: 60_000, signal: never }), 3);
});

it('a transaction is not repeated after other errors, after the maximum time, or after an abortion', async () => {
  const [other, unreachable] = [new UniqueViolation('c'), new DatabaseUnavailable('a')];
  const limits = { maxMs: 60_000, signal: never };
  await assert.rejects(retryWhileUnavailable(failingWith(other), limits), other);
  await assert.rejects(retryWhileUnavailable(failingWith(unreachable), { ...limits, maxMs: 100 }), unreachable);
  const aborted = { ...limits, signal: AbortSignal.abort() };
  await assert.rejects(retryWhileUnavailable(failingWith(unreachable), aborted), unreachable);
});
