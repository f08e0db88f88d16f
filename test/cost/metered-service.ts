// Starts the service in a child process with a cost meter (meter.ts).
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

/** Measurements since the meter's last report. */
export interface MeterReport {
  readonly pid: number;
  /** Longest block of the event loop: CPU time that the main thread used between two ticks of the meter, in milliseconds. */
  readonly blockMs: number;
  /** Elapsed time between these two ticks, in milliseconds. It includes time that other processes on the machine used. */
  readonly gapMs: number;
  readonly rssBytes: number;
  readonly heapBytes: number;
  readonly externalBytes: number;
}

export interface ServiceLocation {
  readonly data: string;
  /** The `postgres://` URL of the database; a SQLite file in the data folder if absent. */
  readonly database?: string;
}

export interface MeteredService {
  readonly location: ServiceLocation;
  /** Origin of the service, such as `http://127.0.0.1:1234`. */
  readonly origin: string;
  readonly port: number;
  /** Returns the CPU time that the service and all its child processes have used so far. */
  cpu(): CpuTime;
  /** Whether any process of the service is running or waiting for the disk. */
  isActive(): boolean;
  /** Returns the measurements since the last report, and resets the meter. Waits until the event loop is free. */
  report(): Promise<MeterReport>;
  /** Forces a garbage collection, and returns the measurements as `report` does. */
  collect(): Promise<MeterReport>;
  /** Returns the log output. */
  log(): string;
  stop(): Promise<void>;
}

interface Options {
  /** Modules that are loaded into the service in addition to the meter, as file URLs. */
  readonly preloaded?: readonly string[];
  /** Additional options of `octavo serve`. */
  readonly options?: readonly string[];
  /** Returns CPU time that the service causes elsewhere, such as in a database server. */
  readonly externalCpu?: () => CpuTime;
}

/** Starts the service and waits until it listens and its meter is connected. Rejects with its log if it exits before that. */
export async function startMetered(
  location: ServiceLocation,
  { options = [], preloaded = [], externalCpu = () => noCpu }: Options = {},
) {
  const folder = mkdtempSync(path.join(tmpdir(), 'octavo-meter-'));
  const socketPath = path.join(folder, 'meter');
  const listener = createServer().listen(socketPath);
  const child = spawn(process.execPath, [main, 'serve', '--port', '0', ...optionsOf(location), ...options], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      // The launcher, which the test does not use, sets the same variables.
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
  const sendCommand = createCommandSender(socket);
  const service: MeteredService = {
    ...{ location, origin, port },
    cpu() {
      const [treeTime, externalTime] = [treeCpu(child.pid ?? 0), externalCpu()];
      return { usedMs: treeTime.usedMs + externalTime.usedMs, waitedMs: treeTime.waitedMs + externalTime.waitedMs };
    },
    isActive: () => isTreeActive(child.pid ?? 0),
    report: () => sendCommand('report'),
    collect: () => sendCommand('collect'),
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

/** Returns the command-line options that select a location. */
export const optionsOf = ({ data, database }: ServiceLocation): string[] => [
  '--data',
  data,
  ...(database === undefined ? [] : ['--database', database]),
];

/** Returns the port that the service prints when it listens. Throws if the service exits before that. */
async function portOf(child: ChildProcess): Promise<number> {
  let printed = '';
  const { stdout, stderr } = child;
  if (!stdout || !stderr) throw new Error('The output of the service is not piped.');
  const read = (text: Buffer) => (printed += text);
  stdout.on('data', read);
  stderr.on('data', read);
  for (;;) {
    const port = /serves http:\/\/127\.0\.0\.1:(\d+)\//.exec(printed)?.[1];
    if (port !== undefined) {
      stderr.off('data', read);
      return Number(port);
    }
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`The service exited: ${printed}`);
    await pause(10);
  }
}

/** Returns a function that sends commands to the meter and resolves with its reports in order. */
function createCommandSender(socket: Socket): (command: string) => Promise<MeterReport> {
  const pending: ((report: MeterReport) => void)[] = [];
  createInterface(socket).on('line', (line) => pending.shift()?.(JSON.parse(line)));
  return (command) => {
    const { promise, resolve } = Promise.withResolvers<MeterReport>();
    pending.push(resolve);
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
