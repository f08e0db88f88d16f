// Retries of concurrent writes that conflict on a unique column.

import { ApiError } from '../../api-error.ts';
import { UniqueViolation } from '../../database/errors.ts';
import type { Database, WriteHandle } from '../../database/handle.ts';

const maxAttempts = 3;

/**
 * Runs a write of users in a transaction of its own. If another process takes the username, e-mail address or slug concurrently,
 * the write is retried; its checks then find the conflicting user and throw or choose another slug.
 *
 * Throws the errors of `work`, or 400 `existing_user_login` if every attempt conflicts.
 */
export async function retryOnConflict<T>(database: Database, work: (tx: WriteHandle) => Promise<T>): Promise<T> {
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    try {
      return await database.transaction(async (tx) => {
        await tx.lock('users');
        return work(tx);
      });
    } catch (error) {
      if (!(error instanceof UniqueViolation)) throw error;
    }
  }
  throw new ApiError('existing_user_login', 400, 'This username is already taken.');
}
