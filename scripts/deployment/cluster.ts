// Tests the cluster of compose.yaml: runs two nodes with the settings of the containers, on the PostgreSQL server and the S3-compatible
// store of the tests, behind the proxy.
import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from '../../test/free-port.ts';
import { keys, startS3ForTests } from '../../test/s3.ts';
import { setupLinkIn } from '../../test/set-up-site.ts';
import { readComposeFile } from './compose.ts';
import { domain, type Options, startCaddy, stop, untilResponds } from './proxies.ts';

const server = process.env.OCTAVO_TEST_POSTGRES;

/** A node of the cluster. */
interface Node {
  readonly url: string;
  readonly process: ChildProcess;
  readonly environment: NodeJS.ProcessEnv;
  output: string;
}

/** Declares the tests of the cluster. */
export function describeCluster({ site, folder, environment, reasonWithout }: Options): void {
  const skip = server === undefined ? 'OCTAVO_TEST_POSTGRES is not set' : reasonWithout('caddy');
  describe('the cluster in compose.yaml', { skip }, () => {
    const work = path.join(folder, 'cluster');
    const program = 'node_modules/octavo/server/main.js';
    const processes: ChildProcess[] = [];
    const nodes: Node[] = [];
    let s3: Awaited<ReturnType<typeof startS3ForTests>>;
    let proxy: string;
    let authorization: string;
    let database: string | undefined;

    after(async () => {
      await Promise.all(processes.map(stop));
      s3?.close();
      if (database !== undefined) await onServer(`drop database ${new URL(database).pathname.slice(1)}`);
    });

    before(async () => {
      mkdirSync(path.join(work, 'proxy'), { recursive: true });
      s3 = await startS3ForTests();
      database = await createDatabase();
      const { services } = readComposeFile(path.join(site, 'compose.yaml'), { OCTAVO_DOMAIN: domain });
      for (const name of ['octavo-1', 'octavo-2']) {
        const settings = services[name]?.environment ?? {};
        const port = await freePort();
        nodes.push(
          await start({
            ...environment,
            ...settings,
            // The addresses and folders of the containers are different here.
            OCTAVO_HOST: '127.0.0.1',
            OCTAVO_PORT: String(port),
            OCTAVO_DATA: path.join(work, name),
            OCTAVO_CONFIG: path.join(site, 'octavo.config.ts'),
            OCTAVO_BACKUPS: path.join(work, 'backups'),
            OCTAVO_DATABASE: database,
            OCTAVO_FILES: settings.OCTAVO_FILES?.replace('http://s3:7070', s3.endpoint),
            OCTAVO_TRUST_PROXY: '127.0.0.1',
            AWS_ACCESS_KEY_ID: keys.accessKeyId,
            AWS_SECRET_ACCESS_KEY: keys.secretAccessKey,
          }),
        );
      }
      const env = nodes[1]?.environment;
      const args = [program, 'app-password', 'create', 'admin', '--name', 'cluster'];
      const password = execFileSync('node', args, { cwd: site, env, encoding: 'utf8' }).trim();
      authorization = `Basic ${Buffer.from(`admin:${password}`).toString('base64')}`;
      const [http, https] = [await freePort(), await freePort()];
      const caddy = startCaddy(
        path.join(site, 'deploy/Caddyfile'),
        path.join(work, 'proxy'),
        { http, https },
        {
          OCTAVO_DOMAIN: `http://127.0.0.1`,
          OCTAVO_NODES: nodes.map(({ url }) => url.replace('http://', '')).join(' '),
          OCTAVO_HEALTH: services.proxy?.environment?.OCTAVO_HEALTH ?? '',
        },
      );
      processes.push(caddy);
      proxy = `http://127.0.0.1:${http}`;
      await untilResponds(`${proxy}/readyz`, () => '');
    });

    const start = async (env: NodeJS.ProcessEnv): Promise<Node> => {
      const process = spawn('node', [program, 'serve'], { cwd: site, env, stdio: ['ignore', 'pipe', 'pipe'] });
      processes.push(process);
      const node = { url: `http://127.0.0.1:${env.OCTAVO_PORT}`, process, environment: env, output: '' };
      for (const stream of [process.stdout, process.stderr])
        stream.setEncoding('utf8').on('data', (text) => (node.output += text));
      await untilResponds(`${node.url}/readyz`, () => node.output);
      return node;
    };

    it('creates one site, which any node can set up', async () => {
      const links = nodes.map(({ output }) => setupLinkIn(output));
      assert.ok(links.every((link) => link !== '') && links[0] !== links[1]);
      const posts = (await (await fetch(`${proxy}/rest/cms/v2/posts`)).json()) as unknown[];
      assert.equal(posts.length, 1);
    });

    it('presents a write to all nodes', async () => {
      const headers = { authorization };
      const body = new URLSearchParams({ title: 'From the proxy', status: 'publish' });
      const response = await fetch(`${proxy}/rest/cms/v2/posts`, { method: 'POST', headers, body });
      const { id } = (await response.json()) as { id: number };
      for (const { url } of nodes)
        for (const began = performance.now(); ; await pause(20)) {
          if ((await fetch(`${url}/rest/cms/v2/posts/${id}`)).status === 200) break;
          assert.ok(performance.now() - began < 2000, url);
        }
    });

    it('stores files in the bucket, from which all nodes serve them', async () => {
      const form = new FormData();
      form.append('file', new Blob(['A text.'], { type: 'text/plain' }), 'text.txt');
      const response = await fetch(`${proxy}/rest/cms/v2/media`, {
        method: 'POST',
        headers: { authorization },
        body: form,
      });
      const media = (await response.json()) as { source_url: string };
      assert.equal(response.status, 201, JSON.stringify(media));
      const target = new URL(media.source_url).pathname;
      assert.deepEqual([...s3.objects.keys()], [target.replace('/uploads/', '/octavo/')]);
      for (const { url } of nodes) assert.equal(await (await fetch(`${url}${target}`)).text(), 'A text.');
    });

    it('responds to all requests while a node stops', async () => {
      const [first] = nodes;
      assert.ok(first);
      const exited = once(first.process, 'exit');
      let isDone = false;
      const statuses = new Map<number, number>();
      const client = async () => {
        while (!isDone) {
          const { status } = await fetch(`${proxy}/rest/cms/v2/posts?per_page=1`);
          statuses.set(status, (statuses.get(status) ?? 0) + 1);
        }
      };
      const clients = Promise.all([client(), client(), client(), client()]);
      await pause(500);
      first.process.kill('SIGTERM');
      assert.deepEqual(await exited, [0, null]);
      await pause(3000);
      isDone = true;
      await clients;
      assert.deepEqual([...statuses.keys()], [200]);
    });
  });
}

/** Creates an empty database on the server of the tests, and returns its URL. */
async function createDatabase(): Promise<string> {
  const name = `octavo_cluster_${process.pid}_${Date.now()}`;
  await onServer(`create database ${name}`);
  const url = new URL(server ?? '');
  url.pathname = `/${name}`;
  return url.href;
}

/** Runs a statement on the server of the tests. */
async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
