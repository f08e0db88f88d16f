// Retries writes of users that violate a unique constraint.

import { ApiError } from '../../api-error.ts';
import { UniqueViolation } from '../../database/errors.ts';
import type { Database, WriteHandle } from '../../database/handle.ts';

const maxAttempts = 3;

/**
 * Runs a write of users in a separate transaction. If another process takes the username, email address or slug at the same time,
 * the write is retried. The checks of the next attempt then find the conflicting user, and either throw or choose another slug.
 *
 * Throws the errors of `work`, and ApiError 400 `existing_user_login` if all attempts conflict.
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
