import pg, { type ClientConfig } from 'pg';
import { connectionConfig } from './connection-config.ts';
import type { PostgresLocation, ReplicaLocation } from './endpoint.ts';
import {
  checkConfig,
  describeFailure,
  findProblem,
  type IdentifiedState,
  READ_IDENTIFIED_STATE,
  READ_POSITIONED_PRIMARY,
} from './replica-checks.ts';
import { rowTypes } from './types.ts';

/** Timeout of connecting and of a query, in milliseconds. */
const TIMEOUT_MS = 4000;

/** The state of a replica, for diagnosis. */
export interface InspectedReplica {
  /** Host, port and database. */
  readonly name: string;
  /** The reason why it cannot be used; undefined if it can. */
  readonly problem: string | undefined;
  /** Amount of the log of the primary that it has not replayed, in bytes; 0 if it cannot be used. */
  readonly lagBytes: number;
}

/**
 * Inspects the replicas of a database.
 * @throws an error of the driver if the primary cannot be inspected
 */
export async function inspectReplicas({
  url,
  directUrl = url,
  replicas = [],
}: PostgresLocation): Promise<InspectedReplica[]> {
  const { identity, flushed } = await readOnce<{ identity: string | null; flushed: number | null }>(
    connectionConfig(directUrl),
    READ_POSITIONED_PRIMARY,
  );
  if (identity === null || flushed === null) throw new Error('The server of --database is in recovery.');
  return Promise.all(replicas.map((replica) => inspectReplica(replica, identity, flushed)));
}

async function inspectReplica(
  { url, name }: ReplicaLocation,
  identity: string,
  flushed: number,
): Promise<InspectedReplica> {
  try {
    const state = await readOnce<IdentifiedState>(checkConfig(url), READ_IDENTIFIED_STATE.text);
    const problem = findProblem(state, identity);
    return { name, problem, lagBytes: problem === undefined ? Math.max(0, flushed - state.position) : 0 };
  } catch (error) {
    return { name, problem: describeFailure(error), lagBytes: 0 };
  }
}

/** Connects to a server, runs a query, and returns its row. */
async function readOnce<Row>(config: ClientConfig, text: string): Promise<Row> {
  const client = new pg.Client({
    ...config,
    types: rowTypes,
    application_name: 'octavo',
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    return (await client.query(text)).rows[0];
  } finally {
    client.end().catch(() => {});
  }
}
