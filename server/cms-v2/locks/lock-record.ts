// Presents edit locks, for their endpoints and for the live channel.
import { type LockRow, lockLifetimeMs } from './store.ts';

const toTimestamp = (milliseconds: number): string => new Date(milliseconds).toISOString().slice(0, 19);

/** Returns a lock with the fields of the contract. Timestamps are in GMT, `YYYY-MM-DDTHH:MM:SS`. */
export const lockRecord = ({ entry_id: entry, user_id: user, user_name: name, acquired, renewed }: LockRow) => ({
  ...{ entry, user, name, acquired: toTimestamp(acquired), renewed: toTimestamp(renewed) },
  expires: toTimestamp(renewed + lockLifetimeMs),
});
