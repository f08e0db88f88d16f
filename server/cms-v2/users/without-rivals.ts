// Writing beside others who want the same name.
import { UniqueViolation } from '../../database/errors.ts';
import type { Database, WriteHandle } from '../../database/handle.ts';
import { Refusal } from '../../refusal.ts';

const attempts = 3;

/**
 * Runs a write of users in a transaction of its own. Where another process has taken a login name, an e-mail address or
 * a slug in the meantime, the write is done again: its checks then meet the rival, and refuse or choose another slug.
 *
 * Throws what the work throws; Refusal 400 `existing_user_login` where others are faster every time.
 */
export async function withoutRivals<T>(database: Database, work: (tx: WriteHandle) => Promise<T>): Promise<T> {
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    try {
      return await database.transaction(async (tx) => {
        await tx.lock('users');
        return work(tx);
      });
    } catch (error) {
      if (!(error instanceof UniqueViolation)) throw error;
    }
  }
  throw new Refusal('existing_user_login', 400, 'Somebody else has just taken this name; choose another one.');
}
