// The real service as a process of its own, with a meter in it (meter.ts).
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { memoryVariables } from '../../server/launcher/launch.js';
import { type CpuTime, isTreeActive, noCpu, treeCpu } from './cpu-time.ts';

const main = path.resolve(import.meta.dirname, '../../server/main.js');
const meter = pathToFileURL(path.join(import.meta.dirname, 'meter.ts')).href;

/** What the meter reports of the time since its last report. */
export interface MeterReport {
  readonly pid: number;
  /** The longest time for which the event loop did one thing: the CPU time of the main thread within it. Milliseconds. */
  readonly blockMs: number;
  /** The same by the clock: with what other processes have taken of the machine. Milliseconds. */
  readonly gapMs: number;
  readonly rssBytes: number;
  readonly heapBytes: number;
  readonly externalBytes: number;
}

export interface ServicePlace {
  readonly data: string;
  /** A postgres:// address; absent: SQLite in the data folder. */
  readonly database?: string;
}

export interface MeteredService {
  readonly place: ServicePlace;
  /** `http://127.0.0.1:1234` */
  readonly origin: string;
  readonly port: number;
  /** CPU time so far of the service and of all that it has started. */
  cpu(): CpuTime;
  /** Whether any process of it runs, or waits for the disk. */
  isActive(): boolean;
  /** Asks the meter, which begins anew. Waits for the event loop. */
  report(): Promise<MeterReport>;
  /** The same after garbage has been collected. */
  collect(): Promise<MeterReport>;
  /** What it has logged. */
  log(): string;
  stop(): Promise<void>;
}

interface Options {
  /** Modules that are loaded into the service beside the meter, as file URLs. */
  readonly preloaded?: readonly string[];
  /** Further options of `octavo serve`. */
  readonly options?: readonly string[];
  /** CPU time that the service causes elsewhere, as in a database server. */
  readonly elsewhere?: () => CpuTime;
}

/** Starts the service; it listens and its meter reports. Rejects with what it has logged where it ends instead. */
export async function startMetered(
  place: ServicePlace,
  { options = [], preloaded = [], elsewhere = () => noCpu }: Options = {},
) {
  const folder = mkdtempSync(path.join(tmpdir(), 'octavo-meter-'));
  const socketPath = path.join(folder, 'meter');
  const listener = createServer().listen(socketPath);
  const child = spawn(process.execPath, [main, 'serve', '--port', '0', ...optionsOf(place), ...options], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      // As the launcher starts it from any other Node.
      ...memoryVariables,
      ...process.env,
      OCTAVO_TEST_METER: socketPath,
      NODE_OPTIONS: [meter, ...preloaded].map((url) => `--import=${url}`).join(' '),
    },
  });
  const endWithTest = () => child.kill('SIGKILL');
  process.once('exit', endWithTest);
  const port = await portOf(child);
  let log = '';
  child.stderr.on('data', (text) => (log += text));
  const origin = `http://127.0.0.1:${port}`;
  const [[socket]] = await Promise.all([once(listener, 'connection'), fetch(`${origin}/healthz`)]);
  const ask = makeAsk(socket);
  const service: MeteredService = {
    ...{ place, origin, port },
    cpu() {
      const [own, other] = [treeCpu(child.pid ?? 0), elsewhere()];
      return { usedMs: own.usedMs + other.usedMs, waitedMs: own.waitedMs + other.waitedMs };
    },
    isActive: () => isTreeActive(child.pid ?? 0),
    report: () => ask('report'),
    collect: () => ask('collect'),
    log: () => log,
    async stop() {
      process.removeListener('exit', endWithTest);
      await end(child);
      await close(listener, socket);
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return service;
}

/** The options that name a place. */
export const optionsOf = ({ data, database }: ServicePlace): string[] => [
  '--data',
  data,
  ...(database === undefined ? [] : ['--database', database]),
];

/** The port that the service prints once it listens. */
async function portOf(child: ChildProcess): Promise<number> {
  let printed = '';
  const { stdout, stderr } = child;
  if (!stdout || !stderr) throw new Error('the output of the service is read');
  const read = (text: Buffer) => (printed += text);
  stdout.on('data', read);
  stderr.on('data', read);
  for (;;) {
    const port = /serves http:\/\/127\.0\.0\.1:(\d+)\//.exec(printed)?.[1];
    if (port !== undefined) {
      stderr.off('data', read);
      return Number(port);
    }
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`the service ended: ${printed}`);
    await pause(10);
  }
}

/** Sends commands to the meter one after the other. */
function makeAsk(socket: Socket): (command: string) => Promise<MeterReport> {
  const waiting: ((report: MeterReport) => void)[] = [];
  createInterface(socket).on('line', (line) => waiting.shift()?.(JSON.parse(line)));
  return (command) => {
    const { promise, resolve } = Promise.withResolvers<MeterReport>();
    waiting.push(resolve);
    socket.write(`${command}\n`);
    return promise;
  };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

async function close(listener: Server, socket: Socket): Promise<void> {
  socket.destroy();
  const closed = once(listener, 'close');
  listener.close();
  await closed;
}
