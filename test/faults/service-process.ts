// For tests of faults: the service as an operator runs it, a process of its own that is spoken to over HTTP.
import assert from 'node:assert/strict';
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';

export interface ServiceOptions {
  readonly data: string;
  /** A postgres:// address. */
  readonly database?: string;
  /** Further options of `octavo serve`. */
  readonly options?: readonly string[];
  /** A command that runs the service, such as `strace -f`. */
  readonly under?: readonly string[];
  /** Whether it leads a process group of its own, as under a shell or a service manager. */
  readonly leadsGroup?: boolean;
}

export interface Answered {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of any shape; what they find is what they assert.
  readonly body: any;
}

/** A running service. */
export interface Service {
  readonly child: ChildProcess;
  /** The address of its host, without a path. */
  readonly origin: string;
  /** The administrator's credentials, as the header says them. */
  readonly authorization: string;
  /** What it has written to standard error: its log. */
  log(): string;
  /** What it has told the operator. */
  printed(): string;
  /** Asks below the REST root, as the administrator. Rejects when no whole answer comes. */
  ask(method: string, address: string, json?: object, agent?: Agent): Promise<Answered>;
  /** Asks below the REST root without credentials. */
  read(address: string, agent?: Agent): Promise<Answered>;
  /** The status of a probe. */
  probe(name: 'healthz' | 'readyz'): Promise<number>;
  /** Sends a signal and gives the exit code, or the signal's name, and how long it took in milliseconds. */
  end(signal: NodeJS.Signals): Promise<{ how: number | NodeJS.Signals; took: number }>;
}

const run = promisify(execFile);
export const main = path.resolve(import.meta.dirname, '../../server/main.js');
const running = new Set<ChildProcess>();
const folders: string[] = [];
const secrets = new Map<string, string>();

after(async () => {
  for (const child of running) child.kill('SIGKILL');
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

/** Makes sure that a process does not outlive the tests. */
export function killAfterTests(child: ChildProcess): void {
  running.add(child);
  child.once('exit', () => running.delete(child));
}

/** A new folder that is removed after the tests. */
export async function newFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'octavo-faults-'));
  folders.push(folder);
  return folder;
}

const placeOf = ({ data, database }: ServiceOptions): string[] => [
  '--data',
  data,
  ...(database === undefined ? [] : ['--database', database]),
];

/** Runs `octavo serve` until it listens. Rejects with what it has said when it ends instead. */
export async function startService(wanted: ServiceOptions): Promise<Service> {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const [program = '', ...args] = [
    ...(wanted.under ?? []),
    process.execPath,
    main,
    'serve',
    ...['--port', String(port), ...placeOf(wanted), ...(wanted.options ?? [])],
  ];
  const child = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: wanted.leadsGroup === true,
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
  const authorization = await credentialsOf(wanted);
  const send = (method: string, address: string, headers: Record<string, string>, json?: object, agent?: Agent) =>
    exchange(method, `${origin}/rest${address}`, headers, json, agent);
  return {
    child,
    origin,
    authorization,
    log: () => log,
    printed: () => printed,
    ask: (method, address, json, agent) => send(method, address, { authorization }, json, agent),
    read: (address, agent) => send('GET', address, {}, undefined, agent),
    probe: async (name) => (await exchange('GET', `${origin}/${name}`, {})).status,
    async end(signal) {
      const began = performance.now();
      const ended = once(child, 'exit');
      child.kill(signal);
      const [code, by] = await ended;
      return { how: code ?? by, took: performance.now() - began };
    },
  };
}

/** Runs another command on the data of a service; gives what it prints. */
export const runCommand = async (args: readonly string[], wanted: ServiceOptions): Promise<string> =>
  (await run(process.execPath, [main, ...args, ...placeOf(wanted)])).stdout;

/** An application password of the administrator, made once for each database. */
async function credentialsOf(wanted: ServiceOptions): Promise<string> {
  const place = placeOf(wanted);
  const kept = secrets.get(place.join());
  if (kept !== undefined) return kept;
  const made = await run(process.execPath, [main, 'app-password', 'create', 'admin', '--name', 'faults', ...place]);
  const authorization = `Basic ${Buffer.from(`admin:${made.stdout.trim()}`).toString('base64')}`;
  secrets.set(place.join(), authorization);
  return authorization;
}

/** A connection of its own for everything that is asked through it. */
export const oneConnection = (): Agent => new Agent({ keepAlive: true, maxSockets: 1 });

async function exchange(
  method: string,
  address: string,
  headers: Record<string, string>,
  json?: object,
  agent: Agent | false = false,
): Promise<Answered> {
  const sent = request(address, {
    method,
    agent,
    headers: { ...headers, ...(json === undefined ? {} : { 'content-type': 'application/json' }) },
  });
  sent.end(json === undefined ? undefined : JSON.stringify(json));
  const [response] = await once(sent, 'response');
  let text = '';
  for await (const part of response.setEncoding('utf8')) text += part;
  return { status: response.statusCode, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) };
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as { port: number };
  await new Promise((closed) => probe.close(closed));
  return port;
}

/** Waits until something holds, asking again and again. Fails after so many milliseconds. */
export async function until(holds: () => boolean | Promise<boolean>, within: number, what: string): Promise<number> {
  const began = performance.now();
  while (!(await holds())) {
    assert.ok(performance.now() - began < within, `not within ${within} ms: ${what}`);
    await pause(10);
  }
  return performance.now() - began;
}

/** Fails unless an answer says that the storage cannot do it now and when to try again. */
export function assertTryLater(answer: Answered, code: RegExp): void {
  assert.equal(answer.status, 503, JSON.stringify(answer.body));
  assert.match(answer.body.code, code);
  assert.equal(answer.body.data.status, 503);
  assert.match(String(answer.headers['retry-after']), /^[1-9]\d*$/);
  assert.match(String(answer.headers['cache-control']), /no-store/);
}
