// Determines whether a server is a replica of another one, and what it has replayed.
import type { ClientConfig } from 'pg';
import { connectionConfig } from './connection-config.ts';
import { isRejectedParameter, translateError } from './errors.ts';
import { REPLICA_STATEMENT_TIMEOUT_MS } from './pools.ts';
import { LOG_POSITIONS } from './required-position.ts';

/** The system, the database and the schema: equal for a server and its replicas. */
const IDENTITY = `(select system_identifier from pg_control_system()), current_database(), current_schema()`;

/**
 * Returns the identity of a server with its timeline, which a promotion changes: a replica of a server that has been promoted elsewhere has
 * other data at the same positions. Null if the server is in recovery.
 */
const READ_PRIMARY = `
  select case when not pg_is_in_recovery() then
    concat_ws(' ', ${IDENTITY}, ('x' || left(pg_walfile_name(pg_current_wal_flush_lsn()), 8))::bit(32)::int)
  end as identity`;

/** Returns the identity of a server, as `identity`, and its `LogPositions`; all are null if the server is in recovery. */
export const READ_POSITIONED_PRIMARY = `select *, ${LOG_POSITIONS} from (${READ_PRIMARY}) as server`;

/** State of a server that should be a replica. */
export interface ReplicaState {
  /** 1 if the server is in recovery, else 0. */
  readonly isReplica: number;
  /** End of what the server has replayed, in bytes. */
  readonly position: number;
}

const STATE = `pg_is_in_recovery() as "isReplica", coalesce(pg_last_wal_replay_lsn() - '0/0'::pg_lsn, 0)::float8 as position`;

/** Returns `ReplicaState`. */
export const READ_STATE = { name: 'o_replica', text: `select ${STATE}` };

/** A state with the identity of the server. */
export interface IdentifiedState extends ReplicaState {
  readonly identity: string;
  /** The statement timeout that is in force. */
  readonly timeout: string;
}

/**
 * Returns `IdentifiedState`. A replica reports its timeline with a delay of up to several minutes, except to roles that may read the
 * state of its receiver.
 */
export const READ_IDENTIFIED_STATE = {
  name: 'o_replica_identity',
  text: `
    select ${STATE}, current_setting('statement_timeout') as timeout, concat_ws(' ', ${IDENTITY}, greatest(
      (select timeline_id from pg_control_checkpoint()),
      (select min_recovery_end_timeline from pg_control_recovery()),
      (select received_tli from pg_stat_wal_receiver)
    )) as identity`,
};

/** Returns the configuration of connections for checks of a replica. They request the same statement timeout as those for reads. */
export const checkConfig = (url: string): ClientConfig => ({
  ...connectionConfig(url),
  statement_timeout: REPLICA_STATEMENT_TIMEOUT_MS,
});

const POOLER = 'Its URL leads to a pooler, or sets statement_timeout; it must lead to the server itself.';

/** Returns the reason why a server cannot be used as a replica of the one with this identity; undefined if it can. */
export function findProblem({ isReplica, identity, timeout }: IdentifiedState, primary: string): string | undefined {
  if (isReplica !== 1) return 'It is not a replica, or has been promoted.';
  if (identity !== primary)
    return 'It does not replicate this database: its system, timeline, database or schema is another one.';
  return timeout === `${REPLICA_STATEMENT_TIMEOUT_MS}ms` ? undefined : POOLER;
}

/** Returns the reason why a check of a replica has failed with an error. */
export function describeFailure(error: unknown): string {
  if (isRejectedParameter(error)) return `${POOLER} (${error.message})`;
  const translated = translateError(error);
  return translated instanceof Error ? translated.message : String(translated);
}
