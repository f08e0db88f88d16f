// Starts the service as a child process and sends requests to it, for fault tests.
import assert from 'node:assert/strict';
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { copyFile, mkdtemp } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { cleanUpAfterTests } from '../../scripts/test-cleanup.ts';
import { issueApplicationPassword } from '../../server/cms-v2/application-passwords/issue.ts';
import { findUserByLogin } from '../../server/cms-v2/users/store.ts';
import { openDatabase } from '../../server/database/open.ts';
import { makeSite } from '../../server/site.ts';
import { openStorage } from '../../server/wiring/storage.ts';
import { freePort } from '../free-port.ts';

export interface ServiceOptions {
  readonly data: string;
  /** The `postgres://` URL of the database; a SQLite file in the data folder if absent. */
  readonly database?: string;
  /** The URL of the server itself if `database` is that of a pooler. */
  readonly databaseDirect?: string;
  /** Path of the program, such as that of another version. Default: this version. */
  readonly program?: string;
  /** Additional options of `octavo serve`. */
  readonly options?: readonly string[];
  /** Command that runs the service as its argument, such as `strace -f`. */
  readonly wrapperCommand?: readonly string[];
  /** Whether the service is the leader of a process group, as under a shell or a service manager. */
  readonly leadsGroup?: boolean;
}

export interface ServiceResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  // biome-ignore lint/suspicious/noExplicitAny: tests read bodies of any shape and assert what they find.
  readonly body: any;
}

/** A running service. */
export interface Service {
  readonly child: ChildProcess;
  /** Origin of the service, without a path. */
  readonly origin: string;
  /** Authorization header of the administrator. */
  readonly authorization: string;
  /** Returns the log, which is written to standard error. */
  log(): string;
  /** Returns the standard output. */
  printed(): string;
  /** Sends a request as the administrator; `path` is relative to the REST root. Rejects if there is no complete response. */
  request(method: string, path: string, json?: object, agent?: Agent): Promise<ServiceResponse>;
  /** Sends a GET request without credentials; `path` is relative to the REST root. */
  read(path: string, agent?: Agent): Promise<ServiceResponse>;
  /** Requests a health probe and returns the status of the response. */
  probe(name: 'healthz' | 'readyz'): Promise<number>;
  /**
   * Sends a signal and waits until the process has exited. Returns the exit code, or the name of the signal that killed the
   * process, and the elapsed time in milliseconds.
   */
  end(signal: NodeJS.Signals): Promise<{ exit: number | NodeJS.Signals; durationMs: number }>;
}

const run = promisify(execFile);
export const main = path.resolve(import.meta.dirname, '../../server/main.js');
const running = new Set<ChildProcess>();
const folders: string[] = [];
const secrets = new Map<string, string>();

cleanUpAfterTests(() => {
  for (const child of running) child.kill('SIGKILL');
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** Kills a process if it is still running after the tests of this process. */
export function killAfterTests(child: ChildProcess): void {
  running.add(child);
  child.once('exit', () => running.delete(child));
}

/** Creates a temporary folder that is deleted after the tests of this process. */
export async function newFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'octavo-faults-'));
  folders.push(folder);
  return folder;
}

let preparedSite: Promise<string> | undefined;

/**
 * Creates a data folder with the database of a new site in SQLite. The service starts faster on it than on an empty folder, because
 * the site is created only once for all tests.
 */
export async function newSite(): Promise<string> {
  preparedSite ??= prepareSite();
  const [prepared, data] = [await preparedSite, await newFolder()];
  await copyFile(path.join(prepared, databaseName), path.join(data, databaseName));
  secrets.set(locationOptions({ data }).join(), await credentialsOf({ data: prepared }));
  return data;
}

const databaseName = 'octavo.sqlite';

/** Creates a data folder with a database that contains a new site and an application password of its administrator. */
async function prepareSite(): Promise<string> {
  const data = await newFolder();
  // Loaded on demand, because most tests that import this file do not need them.
  const { withService } = await import('../../server/command-line/open-service.ts');
  const { initializeSite } = await import('../../server/initialize-site.ts');
  const { parseDataConfig } = await import('../parse-config.ts');
  const config = parseDataConfig(['--data', data]);
  await withService(config, (service, database) => initializeSite(service, database, undefined));
  await credentialsOf({ data });
  return data;
}

const locationOptions = ({ data, database, databaseDirect }: ServiceOptions): string[] => [
  '--data',
  data,
  ...(database === undefined ? [] : ['--database', database]),
  ...(databaseDirect === undefined ? [] : ['--database-direct', databaseDirect]),
];

/** The password of the account of the administrator of a new site. */
export const accountPassword = 'correct horse battery staple';

/** Starts `octavo serve` and waits until it listens. Rejects with its log if it exits before that. */
export async function startService(options: ServiceOptions): Promise<Service> {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const [program = '', ...args] = [
    ...(options.wrapperCommand ?? []),
    process.execPath,
    options.program ?? main,
    'serve',
    ...['--port', String(port), ...locationOptions(options), ...(options.options ?? [])],
  ];
  const child = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: options.leadsGroup === true,
    env: { ...process.env, OCTAVO_ADMIN_PASSWORD: accountPassword },
  });
  killAfterTests(child);
  let printed = '';
  let log = '';
  child.stdout.on('data', (text) => (printed += text));
  child.stderr.on('data', (text) => (log += text));
  while (!printed.includes('curl')) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(log);
    await pause(10);
  }
  const authorization = await credentialsOf(options);
  const send = (method: string, path: string, headers: Record<string, string>, json?: object, agent?: Agent) =>
    exchange(method, `${origin}/rest${path}`, headers, json, agent);
  return {
    child,
    origin,
    authorization,
    log: () => log,
    printed: () => printed,
    request: (method, path, json, agent) => send(method, path, { authorization }, json, agent),
    read: (path, agent) => send('GET', path, {}, undefined, agent),
    probe: async (name) => (await exchange('GET', `${origin}/${name}`, {})).status,
    async end(signal) {
      const began = performance.now();
      // A hook may have killed the process already, and then it does not exit again.
      const hasExited = child.exitCode !== null || child.signalCode !== null;
      const ended = hasExited ? [child.exitCode, child.signalCode] : once(child, 'exit');
      child.kill(signal);
      const [code, by] = await ended;
      return { exit: code ?? by, durationMs: performance.now() - began };
    },
  };
}

/** Runs an octavo command with the data folder and database of a service, and returns its output. */
export const runCommand = async (args: readonly string[], options: ServiceOptions): Promise<string> =>
  (await run(process.execPath, [main, ...args, ...locationOptions(options)])).stdout;

/** Returns an Authorization header of the administrator. Creates an application password once per database. */
async function credentialsOf(options: ServiceOptions): Promise<string> {
  const location = locationOptions(options).join();
  const cached = secrets.get(location);
  if (cached !== undefined) return cached;
  const database = await openDatabase(
    options.database === undefined
      ? { kind: 'sqlite', file: path.join(options.data, databaseName) }
      : { kind: 'postgres', url: options.database, directUrl: options.databaseDirect },
  );
  try {
    const storage = await openStorage({ database, site: makeSite('http://site.test'), clock: Date.now });
    const administrator = await findUserByLogin(database.read, 'admin');
    if (!administrator) throw new Error('The site has no user with the username admin.');
    const issued = await issueApplicationPassword(storage, { userId: administrator.id, name: 'faults' });
    const authorization = `Basic ${Buffer.from(`admin:${issued.password}`).toString('base64')}`;
    secrets.set(location, authorization);
    return authorization;
  } finally {
    await database.close();
  }
}

/** Returns an agent that uses a single connection. */
export const oneConnection = (): Agent => new Agent({ keepAlive: true, maxSockets: 1 });

async function exchange(
  method: string,
  url: string,
  headers: Record<string, string>,
  json?: object,
  agent: Agent | false = false,
): Promise<ServiceResponse> {
  const outgoing = request(url, {
    method,
    agent,
    headers: { ...headers, ...(json === undefined ? {} : { 'content-type': 'application/json' }) },
  });
  outgoing.end(json === undefined ? undefined : JSON.stringify(json));
  const [response] = await once(outgoing, 'response');
  let text = '';
  for await (const chunk of response.setEncoding('utf8')) text += chunk;
  return { status: response.statusCode, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) };
}

/** Polls a condition until it is met, and returns the elapsed time in milliseconds. Throws if it is not met within the timeout. */
export async function waitUntil(
  condition: () => boolean | Promise<boolean>,
  timeoutMs: number,
  description: string,
): Promise<number> {
  const began = performance.now();
  while (!(await condition())) {
    assert.ok(performance.now() - began < timeoutMs, `not within ${timeoutMs} ms: ${description}`);
    await pause(10);
  }
  return performance.now() - began;
}

/** Asserts that a response has status 503, a Retry-After header, and an error code that matches `code`. */
export function assertTryLater(response: ServiceResponse, code: RegExp): void {
  assert.equal(response.status, 503, JSON.stringify(response.body));
  assert.match(response.body.code, code);
  assert.equal(response.body.data.status, 503);
  assert.match(String(response.headers['retry-after']), /^[1-9]\d*$/);
  assert.match(String(response.headers['cache-control']), /no-store/);
}
