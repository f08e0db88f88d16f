// The studio: work on pictures and sounds, in processes of its own, so that the service goes on whatever a picture does to
// the library that reads it. They start when there is work and end when there is none.
import { type ChildProcess, fork } from 'node:child_process';
import { setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { EditFailed, type Job, type Look, type Made, Unreadable } from './jobs.ts';
import type { SoundDetails } from './sounds.ts';
import type { Reply } from './worker.ts';

export interface Studio {
  /** What a file is. Throws Unreadable for a picture that is none. */
  look(path: string): Promise<Look>;
  /** Makes pictures of a picture, one by one. Throws Unreadable. */
  derive(job: Omit<Job & { kind: 'derive' }, 'kind'>): Promise<readonly Made[]>;
  /** Changes a picture. Throws Unreadable, EditFailed. */
  edit(job: Omit<Job & { kind: 'edit' }, 'kind'>): Promise<Made>;
  /** What the headers of a sound or film tell. */
  listen(path: string, type: string): Promise<SoundDetails>;
  /** Ends all work. */
  close(): void;
}

export interface StudioLimits {
  /** Jobs at the same time. */
  readonly workers?: number;
  /** How long a job may take. Milliseconds. */
  readonly patience?: number;
  /** How long a process waits for another job. Milliseconds. */
  readonly idle?: number;
}

/** Headers are read at once; a file that takes longer is made to take long. Milliseconds. */
const longestListening = 10_000;

const program = fileURLToPath(new URL('./worker.ts', import.meta.url));

/** Opens a studio; nothing runs yet. */
export function openStudio({ workers = 2, patience = 60_000, idle = 15_000 }: StudioLimits = {}): Studio {
  const waiting: (() => void)[] = [];
  const resting: Resting[] = [];
  let working = 0;
  let closed = false;

  const take = (): ChildProcess => {
    for (let found = resting.pop(); found; found = resting.pop()) {
      clearTimeout(found.timer);
      if (found.child.connected) return found.child;
    }
    return start();
  };
  const rest = (child: ChildProcess) => {
    if (closed || !child.connected) return void child.kill();
    const timer = setTimeout(() => child.disconnect(), idle).unref();
    child.unref();
    child.channel?.unref();
    resting.push({ child, timer });
  };
  const run = async (job: Job, time = patience): Promise<unknown> => {
    if (working >= workers) await new Promise<void>((go) => waiting.push(go));
    working += 1;
    const child = take();
    try {
      return await ask(child, job, time);
    } finally {
      working -= 1;
      rest(child);
      waiting.shift()?.();
    }
  };
  return {
    look: (path) => run({ kind: 'look', path }) as Promise<Look>,
    derive: (job) => run({ kind: 'derive', ...job }) as Promise<Made[]>,
    edit: (job) => run({ kind: 'edit', ...job }) as Promise<Made>,
    listen: (path, type) =>
      run({ kind: 'listen', path, type }, Math.min(patience, longestListening)) as Promise<SoundDetails>,
    close: () => {
      closed = true;
      for (const { child, timer } of resting.splice(0)) {
        clearTimeout(timer);
        child.kill();
      }
    },
  };
}

interface Resting {
  readonly child: ChildProcess;
  readonly timer: NodeJS.Timeout;
}

/**
 * One job at a time needs one thread and one arena of memory, and what a picture took is given back at once: without this a
 * process keeps half as much again for good (docs/performance.md).
 */
const frugal = {
  UV_THREADPOOL_SIZE: '1',
  MALLOC_ARENA_MAX: '1',
  MALLOC_TRIM_THRESHOLD_: '131072',
  MALLOC_MMAP_THRESHOLD_: '131072',
};

/** How much later than the service a process gets its turn where the processor is busy: readers do not wait for pictures. */
const niceness = 10;

/** A process that is given nothing of the service's secrets. */
function start(): ChildProcess {
  const child = fork(program, {
    env: { PATH: process.env.PATH ?? '', ...frugal },
    execArgv: ['--max-old-space-size=128', '--max-semi-space-size=2'],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  child.on('error', () => child.kill('SIGKILL'));
  try {
    if (child.pid !== undefined) setPriority(child.pid, niceness);
  } catch {
    // A system that does not let us has its pictures as soon as its answers.
  }
  return child;
}

/** One job of a process. One that dies of it, or takes too long and is ended, has found the picture unreadable. */
function ask(child: ChildProcess, job: Job, patience: number): Promise<unknown> {
  child.ref();
  child.channel?.ref();
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => child.kill('SIGKILL'), patience);
    const settle = (end: () => void) => {
      clearTimeout(timer);
      child.off('message', hear);
      child.off('exit', fail);
      end();
    };
    const fail = () => settle(() => reject(new Unreadable('the picture cannot be worked on')));
    const hear = (reply: Reply) =>
      settle(() => {
        if ('done' in reply) resolve(reply.done);
        else if (reply.failed === 'edit') reject(new EditFailed(reply.step));
        else if (reply.failed === 'unreadable') reject(new Unreadable(reply.message));
        else reject(new Error(`the studio failed: ${reply.message}`));
      });
    child.on('message', hear);
    child.on('exit', fail);
    child.send(job, (error) => error && fail());
  });
}
