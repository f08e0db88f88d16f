// The processes that are measured.
import { type ChildProcess, execFileSync, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';

const main = path.resolve(import.meta.dirname, '../server/main.js');

/** Where a generated site is: a data folder, or a PostgreSQL database beside one. */
export interface Place {
  readonly data: string;
  readonly database?: string;
  readonly posts: number;
}

export interface Running {
  readonly child: ChildProcess;
  /** The address of the host, without a path. */
  readonly origin: string;
  /** From the start of the process to its first answer. Milliseconds. */
  readonly started: number;
  stop(): Promise<void>;
}

const optionsOf = ({ data, database }: Place): string[] => [
  '--data',
  data,
  ...(database ? ['--database', database] : []),
];

/** Runs a command of octavo to its end; gives what it has written. Throws where it fails. */
export const octavo = (place: Place, command: readonly string[]): string =>
  execFileSync(process.execPath, [main, ...command, ...optionsOf(place)], {
    encoding: 'utf8',
    env: { ...process.env, OCTAVO_ADMIN_PASSWORD: 'measured, not used' },
    stdio: ['ignore', 'pipe', 'ignore'],
  });

/** Runs the service until its first answer to a list. */
export async function startService(place: Place, options: readonly string[] = []): Promise<Running> {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const began = performance.now();
  const args = [main, 'serve', '--port', String(port), '--log-level', 'error', ...optionsOf(place), ...options];
  const child = spawn(process.execPath, args, { stdio: 'ignore' });
  const url = `${origin}/rest/cms/v2/posts?per_page=1`;
  while (!(await answers(url))) {
    if (child.exitCode !== null) throw new Error(`the service ended with ${child.exitCode}`);
    await new Promise((tick) => setTimeout(tick, 3));
  }
  return { child, origin, started: performance.now() - began, stop: () => end(child) };
}

/** Runs the yardstick with the answer that an address gives now. */
export async function startRaw(address: string, authorization?: string): Promise<Running> {
  const answer = await fetch(address, authorization ? { headers: { authorization } } : {});
  if (!answer.ok) throw new Error(`${address} answers ${answer.status}`);
  const own = new Set(['connection', 'keep-alive', 'date', 'transfer-encoding']);
  const lines = [...answer.headers].filter(([name]) => !own.has(name)).flat();
  const body = Buffer.from(await answer.arrayBuffer()).toString('base64');
  const child = fork(path.join(import.meta.dirname, 'raw-server.ts'));
  child.send({ lines, body });
  const [port] = await once(child, 'message');
  return { child, origin: `http://127.0.0.1:${port}`, started: 0, stop: () => end(child) };
}

/** Resident memory of a process. MB. */
export function residentMemory({ pid }: ChildProcess): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
}

/** Processor time that a process has used, in all its threads. Milliseconds, in steps of ten. */
export function cpuTime({ pid }: ChildProcess): number {
  const [user, system] = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
    .slice(11, 13);
  return (Number(user) + Number(system)) * 10;
}

/** A site of so many posts below a folder, made where it is not there yet. */
export function siteOf(folder: string, posts: number, database?: string): Place {
  const data = path.join(folder, `${database ? 'postgres' : 'sqlite'}-${posts}`);
  const place = { data, posts, ...(database ? { database } : {}) };
  if (!existsSync(path.join(data, 'made'))) {
    mkdirSync(data, { recursive: true });
    octavo(place, ['generate', '--posts', String(posts), '--seed', '1']);
    mkdirSync(path.join(data, 'made'));
  }
  return place;
}

/** A site with the texts of an export, each so often that there are as many posts; made where it is not there yet. */
export async function siteOfTexts(folder: string, file: string, posts: number): Promise<Place> {
  const place = { data: path.join(folder, `real-${posts}`), posts };
  if (existsSync(path.join(place.data, 'made'))) return place;
  mkdirSync(place.data, { recursive: true });
  octavo(place, ['import', file]);
  const headers = { authorization: administrator(place), 'content-type': 'application/json' };
  const service = await startService(place);
  const collection = `${service.origin}/rest/cms/v2/posts`;
  const list = await fetch(`${collection}?context=edit&per_page=100&_fields=title,content,excerpt`, { headers });
  const texts = (await list.json()) as Record<'title' | 'content' | 'excerpt', { raw: string }>[];
  const post = ({ title, content, excerpt }: (typeof texts)[number], n: number) =>
    JSON.stringify({ title: `${title.raw} ${n}`, content: content.raw, excerpt: excerpt.raw, status: 'publish' });
  const rest = Array.from({ length: posts }, (_, n) => n);
  const client = async () => {
    for (let n = rest.pop(); n !== undefined; n = rest.pop()) {
      const body = post(texts[n % texts.length] as (typeof texts)[number], n);
      const { ok, status } = await fetch(collection, { method: 'POST', headers, body });
      if (!ok && status !== 400) throw new Error(`a post was answered ${status}`);
    }
  };
  await Promise.all(Array.from({ length: 8 }, client));
  await service.stop();
  mkdirSync(path.join(place.data, 'made'));
  return place;
}

/** The same in a database of a PostgreSQL server, made where it is not there yet. */
export async function siteOnServer(
  folder: string,
  posts: number,
  server: string,
  name = `octavo_bench_${posts}`,
): Promise<Place> {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name]);
  if (!rowCount) {
    await client.query(`create database ${name}`);
    // A folder that was kept is of a server that is gone.
    rmSync(path.join(folder, `postgres-${posts}`), { recursive: true, force: true });
  }
  await client.end();
  return siteOf(folder, posts, Object.assign(new URL(server), { pathname: `/${name}` }).href);
}

/** A new application password of a user, as the Authorization header carries it. */
export function credentialsOf(place: Place, username: string): string {
  const password = octavo(place, ['app-password', 'create', username, '--name', `bench ${Date.now()}`]).trim();
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
}

/** An administrator's credentials. */
export const administrator = (place: Place): string => credentialsOf(place, 'admin');

async function answers(url: string): Promise<boolean> {
  try {
    const answer = await fetch(url);
    await answer.arrayBuffer();
    return answer.ok;
  } catch {
    return false;
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as { port: number };
  probe.close();
  await once(probe, 'close');
  return port;
}
