// Starts the measured processes, and creates the sites that they serve.
import { type ChildProcess, execFileSync, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import type { ReadOptions } from './load/reads.ts';

const main = path.resolve(import.meta.dirname, '../server/main.js');

/** The data folder of a site, the URL of its PostgreSQL database if it does not use SQLite, and the number of its posts. */
export interface SiteLocation {
  /** The `server/main.js` that serves the site; that of this repository if absent. */
  readonly program?: string;
  readonly data: string;
  readonly database?: string;
  readonly posts: number;
}

export interface RunningProcess {
  readonly child: ChildProcess;
  /** Origin of the server, such as `http://127.0.0.1:1234`. */
  readonly origin: string;
  /** Time from the start of the service to its first response, in milliseconds; 0 for the raw server. */
  readonly startupMs: number;
  stop(): Promise<void>;
}

const optionsOf = ({ data, database }: SiteLocation): string[] => [
  '--data',
  data,
  ...(database ? ['--database', database] : []),
];

/** Runs an octavo command to completion and returns its output. Throws when it fails. */
export const runOctavo = (location: SiteLocation, command: readonly string[]): string =>
  execFileSync(process.execPath, [location.program ?? main, ...command, ...optionsOf(location)], {
    encoding: 'utf8',
    env: { ...process.env, OCTAVO_ADMIN_PASSWORD: 'measured, not used' },
    stdio: ['ignore', 'pipe', 'ignore'],
  });

/** The services that this process has started and that have not exited. */
const running = new Set<ChildProcess>();

/** Stops all services, for example after a measurement has failed. */
export const stopServices = async (): Promise<void> => {
  await Promise.all([...running].map(terminate));
};

/** Starts the service and waits until it responds to a list request with a status of 2xx. Throws if it exits before that. */
export async function startService(location: SiteLocation, options: readonly string[] = []): Promise<RunningProcess> {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const began = performance.now();
  const args = [
    location.program ?? main,
    'serve',
    '--port',
    String(port),
    '--log-level',
    'error',
    ...optionsOf(location),
    ...options,
  ];
  const child = spawn(process.execPath, args, { stdio: 'ignore' });
  running.add(child);
  child.once('exit', () => running.delete(child));
  const url = `${origin}/rest/cms/v2/posts?per_page=1`;
  while (!(await isResponding(url))) {
    if (child.exitCode !== null) throw new Error(`The service exited with code ${child.exitCode}.`);
    await new Promise((tick) => setTimeout(tick, 3));
  }
  return { child, origin, startupMs: performance.now() - began, stop: () => terminate(child) };
}

/** Starts a raw server that sends the current response of a URL. */
export async function startRawServer(
  url: string,
  { authorization, method = 'GET' }: ReadOptions = {},
): Promise<RunningProcess> {
  const response = await fetch(url, { method, ...(authorization && { headers: { authorization } }) });
  if (!response.ok) throw new Error(`${url} returned ${response.status}`);
  const perResponseHeaders = new Set(['connection', 'keep-alive', 'date', 'transfer-encoding']);
  const headers = [...response.headers].filter(([name]) => !perResponseHeaders.has(name)).flat();
  const body = Buffer.from(await response.arrayBuffer()).toString('base64');
  const child = fork(path.join(import.meta.dirname, 'raw-server.ts'));
  child.send({ headers, body });
  const [port] = await once(child, 'message');
  return { child, origin: `http://127.0.0.1:${port}`, startupMs: 0, stop: () => terminate(child) };
}

/** Returns the resident memory of a process, in MB. */
export function residentMemory({ pid }: ChildProcess): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
}

/** Returns the CPU time that all threads of a process have used, in milliseconds (resolution: 10 ms). */
export function cpuTime({ pid }: ChildProcess): number {
  const [user, system] = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
    .slice(11, 13);
  return (Number(user) + Number(system)) * 10;
}

/** Returns the location of a site with this number of posts in a subfolder of `folder`. Generates it if it does not exist; otherwise migrates it, unless another program serves it. */
export function ensureSite(
  folder: string,
  posts: number,
  { database, program }: Pick<SiteLocation, 'database' | 'program'> = {},
): SiteLocation {
  const data = path.join(folder, `${database ? 'postgres' : 'sqlite'}-${posts}`);
  const location = { data, posts, ...(database && { database }), ...(program && { program }) };
  if (!existsSync(path.join(data, 'made'))) {
    mkdirSync(data, { recursive: true });
    runOctavo(location, ['generate', '--posts', String(posts), '--seed', '1']);
    mkdirSync(path.join(data, 'made'));
  } else if (program === undefined) runOctavo(location, ['migrate', '--no-backup']);
  return location;
}

/** Returns the location of a site whose posts repeat the texts of an export file. Creates it if it does not exist. */
export async function ensureSiteWithTexts(folder: string, file: string, posts: number): Promise<SiteLocation> {
  const location = { data: path.join(folder, `real-${posts}`), posts };
  if (existsSync(path.join(location.data, 'made'))) {
    runOctavo(location, ['migrate', '--no-backup']);
    return location;
  }
  mkdirSync(location.data, { recursive: true });
  runOctavo(location, ['import', file]);
  const headers = { authorization: administratorCredentials(location), 'content-type': 'application/json' };
  const service = await startService(location);
  const collection = `${service.origin}/rest/cms/v2/posts`;
  const list = await fetch(`${collection}?context=edit&per_page=100&_fields=title,content,excerpt`, { headers });
  const texts = (await list.json()) as Record<'title' | 'content' | 'excerpt', { raw: string }>[];
  const post = ({ title, content, excerpt }: (typeof texts)[number], n: number) =>
    JSON.stringify({ title: `${title.raw} ${n}`, content: content.raw, excerpt: excerpt.raw, status: 'publish' });
  const remaining = Array.from({ length: posts }, (_, n) => n);
  const client = async () => {
    for (let n = remaining.pop(); n !== undefined; n = remaining.pop()) {
      const body = post(texts[n % texts.length] as (typeof texts)[number], n);
      const { ok, status } = await fetch(collection, { method: 'POST', headers, body });
      if (!ok && status !== 400) throw new Error(`creating a post returned ${status}`);
    }
  };
  await Promise.all(Array.from({ length: 8 }, client));
  await service.stop();
  mkdirSync(path.join(location.data, 'made'));
  return location;
}

/** Returns the location of a site in a database on a PostgreSQL server. Generates it if it does not exist. */
export async function ensureSiteOnServer(
  folder: string,
  posts: number,
  server: string,
  { name = `octavo_bench_${posts}`, program }: { readonly name?: string; readonly program?: string } = {},
): Promise<SiteLocation> {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name]);
  if (!rowCount) {
    await client.query(`create database ${name}`);
    // A data folder left over from an earlier server does not match the new database.
    rmSync(path.join(folder, `postgres-${posts}`), { recursive: true, force: true });
  }
  await client.end();
  const database = Object.assign(new URL(server), { pathname: `/${name}` }).href;
  return ensureSite(folder, posts, { database, ...(program && { program }) });
}

/** Creates an application password for a user and returns an Authorization header with it. */
export function credentialsOf(location: SiteLocation, username: string): string {
  const password = runOctavo(location, ['app-password', 'create', username, '--name', `bench ${Date.now()}`]).trim();
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
}

/** Returns an Authorization header with an administrator's credentials. */
export const administratorCredentials = (location: SiteLocation): string => credentialsOf(location, 'admin');

async function isResponding(url: string): Promise<boolean> {
  try {
    const response = await fetch(url);
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}

async function terminate(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

/** Returns a TCP port of the loopback interface that no process uses. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as { port: number };
  probe.close();
  await once(probe, 'close');
  return port;
}
