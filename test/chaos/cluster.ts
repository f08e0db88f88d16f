// Starts the parts of a site with several nodes, so that a test can disturb each of them: three nodes, PostgreSQL with a replica, PgBouncer, a
// bucket, a mail server and a receiver of webhooks.
import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { openPostgres } from '../faults/consistency.ts';
import { createTestDatabase, type PostgresServer, startPostgresServer } from '../faults/postgres-server.ts';
import { newFolder, type ServiceOptions } from '../faults/service-process.ts';
import { canPrepare, type PgBouncer, startPgBouncer } from '../pooler/pgbouncer.ts';
import { openReceiver, type Receiver } from '../receiver.ts';
import { type ReplicaServer, startReplica } from '../replicas/replica-server.ts';
import { keys, startS3ForTests } from '../s3.ts';
import { startSmtp, type TestSmtp } from '../smtp.ts';
import { type ChaosNode, openNode } from './node.ts';
import { maxStaleMs } from './recorder.ts';

const nodeCount = 3;

const replicaSettings = {
  // Longer than the age up to which responses may be stale, so that reads that use the replica too early are noticed.
  recovery_min_apply_delay: '150ms',
  // By default, the replica connects again only five seconds after the primary has restarted.
  wal_retrieve_retry_interval: '200ms',
};

export interface Cluster {
  readonly nodes: readonly ChaosNode[];
  readonly server: PostgresServer;
  /** The direct URL of the database. */
  readonly databaseUrl: string;
  /** The replica, which applies each commit late, and through which the nodes read. */
  readonly replica: ReplicaServer;
  readonly bouncer: PgBouncer;
  /** The file store: it responds with this status to all requests if it is not 0. */
  readonly fileStore: { failure: number };
  readonly smtp: TestSmtp;
  readonly receiver: Receiver;
  close(): Promise<void>;
}

/** Address of the editor who gets an email about each comment that awaits moderation. */
export const editorAddress = 'ed@site.test';

/** The origin of the site in URLs of responses. No server has it. */
export const home = 'http://site.test';

/** Starts all parts. The nodes share a data folder, and read and write through PgBouncer. */
export async function startCluster(): Promise<Cluster> {
  const fileStore = { failure: 0 };
  const bucket = await startS3ForTests(() => fileStore.failure || undefined);
  Object.assign(process.env, { AWS_ACCESS_KEY_ID: keys.accessKeyId, AWS_SECRET_ACCESS_KEY: keys.secretAccessKey });
  const server = await startPostgresServer();
  const { url: databaseUrl } = await createTestDatabase(server.url);
  await prepareServer(databaseUrl);
  const replica = await startReplica(server.url, replicaSettings);
  const bouncer = await startPgBouncer(server.url, {
    ...{ default_pool_size: 20, server_login_retry: 1 },
    ...(canPrepare && { max_prepared_statements: 500 }),
  });
  const [smtp, receiver] = [await startSmtp(), await openReceiver()];
  const data = await newFolder();
  const options: ServiceOptions = {
    ...{ data, database: bouncer.urlOf(databaseUrl) },
    options: [
      ...['--home', home, '--fetch-hosts', '127.0.0.1', '--read-database', replica.urlOf(databaseUrl)],
      ...['--mail', `smtp://127.0.0.1:${smtp.port}`, '--mail-from', 'site@site.test'],
      ...['--files', `s3://files/site?endpoint=${bucket.endpoint}&region=here`],
    ],
  };
  const open = (number: number) => openNode(`node ${number}`, databaseUrl, options);
  // The first one creates the tables and the site.
  const nodes = [await open(1)];
  nodes.push(...(await Promise.all(Array.from({ length: nodeCount - 1 }, (_, at) => open(at + 2)))));
  return {
    ...{ nodes, server, databaseUrl, replica, bouncer, fileStore, smtp, receiver },
    async close() {
      await Promise.all(nodes.map(({ service }) => service.end('SIGKILL')));
      await Promise.all(nodes.map(({ proxy }) => proxy.close()));
      await bouncer.remove();
      await replica.remove();
      await server.remove();
      await Promise.all([smtp.close(), receiver.close()]);
      bucket.close();
    },
  };
}

/** Changes settings of the server of a database. */
async function prepareServer(databaseUrl: string): Promise<void> {
  const database = await openPostgres(databaseUrl);
  // The server writes its log only when a commit waits for that, so that a crash loses all commits that do not.
  await database.query("alter system set wal_writer_delay = '10s'");
  // The replica continues after each disturbance where it stopped.
  await database.query("alter system set wal_keep_size = '1GB'");
  await database.query('select pg_reload_conf()');
  await database.close();
}

/** Creates what the load needs: an editor, two categories and a webhook. Returns the IDs of the categories when all nodes show them. */
export async function prepareSite({ nodes, receiver }: Cluster): Promise<readonly [number, number]> {
  const post = async (path: string, json: object) => {
    const response = await (nodes[0] as ChaosNode).service.request('POST', path, json);
    assert.equal(response.status, 201, JSON.stringify(response.body));
    return response.body;
  };
  const editor = { username: 'ed', email: editorAddress, password: 'correct horse', roles: ['editor'] };
  await post('/cms/v2/users', editor);
  await post('/octavo/v1/webhooks', { url: receiver.url });
  const { id: even } = await post('/cms/v2/categories', { name: 'Even' });
  const { id: odd } = await post('/cms/v2/categories', { name: 'Odd' });
  await pause(maxStaleMs);
  return [even, odd];
}
