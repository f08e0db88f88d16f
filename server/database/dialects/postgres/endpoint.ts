// Finds out what a database URL leads to: a server, or a pooler that assigns a connection of the server to each transaction.
import pg from 'pg';
import { DatabaseUnavailable, DatabaseUnusable } from '../../errors.ts';
import { connectionConfig } from './connection-config.ts';
import { isRejectedParameter, isUnusableName, translateError } from './errors.ts';

/** Timeouts, in milliseconds. */
const CONNECT_TIMEOUT_MS = 5000;
const QUERY_TIMEOUT_MS = 35_000;

/** A statement timeout, in milliseconds, that nobody else sets: if it is in force, the connection has the settings that the client requests. */
const MARKER_TIMEOUT_MS = 29_999;

/** The server or the pooler that a database URL leads to. */
interface Endpoint {
  /**
   * Whether connections lead to a pooler that assigns a connection of the server to each transaction, so that nothing lasts longer than a
   * transaction: neither settings nor locks, prepared statements or the channels of `listen`.
   */
  readonly isPooled: boolean;
  /** Whether a statement that a connection has prepared with a name can be used in later transactions. */
  readonly canPrepare: boolean;
  /** Whether the server waits for the disk at each commit. */
  readonly isCommitSynchronous: boolean;
  /** The database, the schema, the user and the running server: equal for two URLs that may be used together. */
  readonly identity: string;
}

/** Location of a replica. */
export interface ReplicaLocation {
  readonly url: string;
  /** Host, port and database, for messages. */
  readonly name: string;
}

/** The URLs of a database. */
export interface PostgresLocation {
  /** URL of the server, or of a pooler that assigns a connection of the server to each transaction. */
  readonly url: string;
  /** URL of the server itself, for what lasts longer than a transaction; needed if the other one leads to a pooler. */
  readonly directUrl?: string | undefined;
  /** Streaming replicas of the server. */
  readonly replicas?: readonly ReplicaLocation[] | undefined;
}

/** The URLs of a database, and what the first one leads to. */
export interface PoolTarget extends PostgresLocation {
  readonly endpoint: Endpoint;
}

interface ServerRow {
  readonly encoding: string;
  readonly synchronous: string;
  readonly timeout: string;
  readonly identity: string;
}

const READ_SERVER = `
  select current_setting('server_encoding') as encoding, current_setting('synchronous_commit') as synchronous,
    current_setting('statement_timeout') as timeout,
    concat_ws(' ', current_database(), current_schema(), current_user, extract(epoch from pg_postmaster_start_time())) as identity`;

/**
 * Connects to the URLs of a database and returns what they lead to. Verifies that both lead to the same database.
 * @throws DatabaseUnavailable, DatabaseUnusable
 */
export async function inspectLocation({ url, directUrl, replicas }: PostgresLocation): Promise<PoolTarget> {
  const [endpoint, direct] = await Promise.all([
    inspectEndpoint(url),
    directUrl === undefined
      ? undefined
      : inspectEndpoint(directUrl).catch((error) => Promise.reject(nameDirect(error))),
  ]);
  if (direct === undefined) {
    if (endpoint.isPooled)
      throw new DatabaseUnusable(
        'This is a pooler, such as PgBouncer, which assigns a connection of the server to each transaction; set --database-direct (OCTAVO_DATABASE_DIRECT) to the URL of the server itself.',
      );
  } else {
    if (direct.isPooled)
      throw new DatabaseUnusable('--database-direct leads to a pooler, too; set it to the URL of the server itself.');
    if (direct.identity !== endpoint.identity)
      throw new DatabaseUnusable(
        '--database-direct leads to another database, schema or user, or to another server; both URLs must lead to the same ones.',
      );
  }
  return { url, directUrl, replicas, endpoint };
}

/** Returns an error about the direct URL with a message that names it. */
function nameDirect(error: unknown): unknown {
  for (const kind of [DatabaseUnavailable, DatabaseUnusable])
    if (error instanceof kind) return new kind(`--database-direct cannot be used. ${error.message}`, { cause: error });
  return error;
}

/**
 * Connects to a database URL and returns what it leads to. Verifies that the encoding of the database is UTF-8.
 *
 * A pooler is recognized by what it does: it rejects or ignores the settings that a client requests when it connects, because its
 * connections to the server are shared with other clients. A pooler that applies them, such as one that never shares a connection, counts as
 * a server.
 * @throws DatabaseUnavailable, DatabaseUnusable
 */
async function inspectEndpoint(url: string): Promise<Endpoint> {
  try {
    return (await inspectServer(url)) ?? (await inspectPooler(url));
  } catch (error) {
    throw error instanceof DatabaseUnusable ? error : translateError(error);
  }
}

/** Returns undefined if the URL leads to a pooler. */
async function inspectServer(url: string): Promise<Endpoint | undefined> {
  const settings = { ...connectionConfig(url), statement_timeout: MARKER_TIMEOUT_MS };
  try {
    const row = await withClient(settings, readServer);
    return row.timeout === `${MARKER_TIMEOUT_MS}ms`
      ? { isPooled: false, canPrepare: true, ...endpointOf(row) }
      : undefined;
  } catch (error) {
    if (isRejectedParameter(error)) return undefined;
    throw error;
  }
}

async function inspectPooler(url: string): Promise<Endpoint> {
  const { options, ...settings } = connectionConfig(url);
  if (options !== undefined)
    throw new DatabaseUnusable(
      'The database URL leads to a pooler, which does not apply the parameter "options" or the environment variable PGOPTIONS; remove it, and set parameters of the server with "alter role NAME in database NAME set".',
    );
  try {
    return await withClient(settings, async (client) => {
      const row = await readServer(client);
      return { isPooled: true, canPrepare: await canPrepare(client), ...endpointOf(row) };
    });
  } catch (error) {
    if (!isRejectedParameter(error)) throw error;
    throw new DatabaseUnusable(
      `The database URL leads to a pooler, which rejects a parameter of the URL; remove it. (${error.message})`,
      { cause: error },
    );
  }
}

async function readServer(client: pg.Client): Promise<ServerRow> {
  const row: ServerRow = (await client.query(READ_SERVER)).rows[0];
  if (row.encoding !== 'UTF8')
    throw new DatabaseUnusable(`The encoding of the database is ${row.encoding}; it must be UTF8.`);
  return row;
}

const endpointOf = ({ synchronous, identity }: ServerRow): Pick<Endpoint, 'isCommitSynchronous' | 'identity'> => ({
  isCommitSynchronous: synchronous !== 'off',
  identity,
});

/** Name of a prepared statement that returns whether the server knows it by this name. */
const PROBE = 'octavo_probe';

/**
 * Returns whether the pooler supports prepared statements: it then gives them names of its own on its connections to the server. Others
 * pass the names on, so that they are unknown, or have another meaning, on the connection of the next transaction.
 */
async function canPrepare(client: pg.Client): Promise<boolean> {
  await client.query('begin');
  try {
    const { rows } = await client.query({
      name: PROBE,
      text: `select exists (select from pg_prepared_statements where name = '${PROBE}') as "isPassedOn"`,
    });
    const { isPassedOn } = rows[0];
    // The connection of the server remains open, and must not retain the statement.
    if (isPassedOn) await client.query(`deallocate ${PROBE}`);
    await client.query('commit');
    return !isPassedOn;
  } catch (error) {
    if (!isUnusableName(error)) throw error;
    await client.query('rollback');
    return false;
  }
}

async function withClient<T>(settings: pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    ...settings,
    application_name: 'octavo',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: QUERY_TIMEOUT_MS,
    keepAlive: true,
  });
  // A lost connection fails the query that uses it.
  client.on('error', () => {});
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}
