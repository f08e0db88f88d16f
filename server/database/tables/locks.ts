/** Edit locks: who is editing an entry. A lock expires a fixed time after it was last renewed. */
export interface EditLocksTable {
  entry_id: number;
  /** ID of the user who holds the lock. */
  user_id: number;
  /** Time at which the user acquired the lock, in milliseconds since 1970; likewise the time of the last renewal. */
  acquired: number;
  renewed: number;
}
