// Starts the parts of a site with several nodes, so that a test can disturb each of them: three nodes, PostgreSQL, PgBouncer, a bucket, a
// mail server and a receiver of webhooks.
import assert from 'node:assert/strict';
import { openPostgres } from '../faults/consistency.ts';
import { createTestDatabase, type PostgresServer, startPostgresServer } from '../faults/postgres-server.ts';
import { newFolder, type Service, type ServiceOptions, startService } from '../faults/service-process.ts';
import { freePort } from '../free-port.ts';
import { canPrepare, type PgBouncer, startPgBouncer } from '../pooler/pgbouncer.ts';
import { openReceiver, type Receiver } from '../receiver.ts';
import { keys, startS3ForTests } from '../s3.ts';
import { startSmtp, type TestSmtp } from '../smtp.ts';
import { openTcpProxy, type TcpProxy } from './tcp-proxy.ts';

const nodeCount = 3;

/** One process of the service. */
export interface ChaosNode {
  readonly name: string;
  /** The process, or the last one if it was killed. */
  service: Service;
  /** The proxy of the direct connection to PostgreSQL, through which the node reads the log of changes. */
  readonly proxy: TcpProxy;
  /** Number of times that the process was killed, including a kill in progress. */
  kills: number;
  /** Whether the process is killed and not started again yet. */
  isDown: boolean;
  /** Starts the process again. */
  restart(): Promise<void>;
  /** Returns the number of reads that were served from the response cache since the process was started. */
  cacheHits(): Promise<number>;
}

export interface Cluster {
  readonly nodes: readonly ChaosNode[];
  readonly server: PostgresServer;
  /** The direct URL of the database. */
  readonly databaseUrl: string;
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
  const database = await openPostgres(databaseUrl);
  // The server writes its log only when a commit waits for that, so that a crash loses all commits that do not.
  await database.query("alter system set wal_writer_delay = '10s'");
  await database.query('select pg_reload_conf()');
  await database.close();
  const bouncer = await startPgBouncer(server.url, {
    ...{ default_pool_size: 20, server_login_retry: 1 },
    ...(canPrepare && { max_prepared_statements: 500 }),
  });
  const [smtp, receiver] = [await startSmtp(), await openReceiver()];
  const data = await newFolder();
  const nodes: ChaosNode[] = [];
  const openNode = async (name: string): Promise<ChaosNode> => {
    const proxy = await openTcpProxy(Number(new URL(databaseUrl).port));
    const metricsPort = await freePort();
    const options: ServiceOptions = {
      ...{ data, database: bouncer.urlOf(databaseUrl), databaseDirect: proxy.urlOf(databaseUrl) },
      options: [
        ...['--home', home, '--fetch-hosts', '127.0.0.1', '--metrics-port', String(metricsPort)],
        ...['--mail', `smtp://127.0.0.1:${smtp.port}`, '--mail-from', 'site@site.test'],
        ...['--files', `s3://files/site?endpoint=${bucket.endpoint}&region=here`],
      ],
    };
    const node: ChaosNode = {
      ...{ name, proxy, kills: 0, isDown: false, service: await startService(options) },
      async restart() {
        node.service = await startService(options);
        node.isDown = false;
      },
      async cacheHits() {
        const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
        return Number(/^octavo_response_cache_hits(?:_total)? (\d+)$/m.exec(text)?.[1]);
      },
    };
    return node;
  };
  // The first one creates the tables and the site.
  nodes.push(await openNode('node 1'));
  nodes.push(...(await Promise.all(Array.from({ length: nodeCount - 1 }, (_, at) => openNode(`node ${at + 2}`)))));
  return {
    ...{ nodes, server, databaseUrl, bouncer, fileStore, smtp, receiver },
    async close() {
      await Promise.all(nodes.map(({ service }) => service.end('SIGKILL')));
      await Promise.all(nodes.map(({ proxy }) => proxy.close()));
      await bouncer.remove();
      await server.remove();
      await Promise.all([smtp.close(), receiver.close()]);
      bucket.close();
    },
  };
}

/** Creates what the load needs: an editor, two categories and a webhook. Returns the IDs of the categories. */
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
  return [even, odd];
}
